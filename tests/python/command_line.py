"""What the tests of the command line share."""

from enroque.cli import main

# What a command says of its progress where there is no terminal.
NOTES = ("enroque: reading", "enroque: encoding", "enroque: no INPUT", "enroque: converting")


def fails(capsys, *arguments):
    """Run something that must fail with code 2 and one line; the line."""
    try:
        code = main([str(argument) for argument in arguments])
    except SystemExit as stop:
        code = stop.code
    said = capsys.readouterr()
    assert code == 2
    lines = [line for line in said.err.splitlines() if not line.startswith(NOTES)]
    assert len(lines) == 1, said.err
    assert "Traceback" not in said.err
    return lines[0]
