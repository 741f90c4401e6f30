"""Helpers of the command-line tests."""

from enroque.cli import main

# The progress messages that are printed without a terminal.
NOTES = ("enroque: reading", "enroque: encoding", "enroque: no INPUT", "enroque: converting")


def fails(capsys, *arguments):
    """Runs a command that must fail with code 2 and one line on stderr; returns the line."""
    try:
        code = main([str(argument) for argument in arguments])
    except SystemExit as stop:
        code = stop.code
    output = capsys.readouterr()
    assert code == 2
    lines = [line for line in output.err.splitlines() if not line.startswith(NOTES)]
    assert len(lines) == 1, output.err
    assert "Traceback" not in output.err
    return lines[0]
