"""The examples of README and docs run as shown, and their commands exist."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from enroque.cli import command_line

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def blocks(language):
    return [text for name, text in BLOCKS if name == language]


COMMANDS = [line.partition("#")[0].strip() for text in blocks("sh") for line in text.splitlines()]


def test_python_runs_as_shown(tmp_path, monkeypatch):
    """Runs all Python sessions in one namespace and compares their outputs."""
    monkeypatch.chdir(tmp_path)  # the sessions write files
    text = "\n".join(blocks("pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    assert len(test.examples) == 10  # "Ten lines"
    assert max(len(line) for line in text.splitlines()) <= 88
    output = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=output.append)
    assert results.failed == 0, "".join(output)


DOCS = ROOT / "docs"
SESSION = re.compile(r"^```pycon\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)
OPTIONAL = re.compile(r"^>>> (?:import|from) (?:enroque\.)?(jax|torch)\b", flags=re.MULTILINE)
PAGES = {
    path.relative_to(DOCS).as_posix(): SESSION.findall(path.read_text("utf-8"))
    for path in sorted(DOCS.rglob("*.md"))
    if "_build" not in path.parts
}


def needs(session):
    """The optional package that a session imports."""
    found = OPTIONAL.search(session)
    return found[1] if found else None


@pytest.mark.parametrize(
    ("name", "package"),
    [
        (name, package)
        for name, sessions in PAGES.items()
        for package in dict.fromkeys([None, *map(needs, sessions)])
        if sessions
    ],
)
def test_pages_run_as_shown(name, package, tmp_path, monkeypatch):
    """Runs the sessions of a page in one namespace, with those that need an optional package."""
    if package is not None:
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)  # the sessions write files
    sessions = [session for session in PAGES[name] if needs(session) in (None, package)]
    test = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, name, name, 0)
    output = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=output.append)
    assert results.failed == 0, "".join(output)


@pytest.mark.parametrize(
    "line",
    [
        line.partition("#")[0].strip()
        for path in PAGES
        for block in re.findall(
            r"^```sh\n(.*?)^```$", (DOCS / path).read_text("utf-8"), flags=re.MULTILINE | re.DOTALL
        )
        for line in block.splitlines()
        if line.startswith("enroque ")
    ],
)
def test_commands_of_pages_parse(line):
    arguments = shlex.split(line)[1:]
    options = command_line(arguments).parse(arguments)
    assert callable(options.run)


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("enroque ")])
def test_enroque_commands_parse(line):
    arguments = shlex.split(line)[1:]
    options = command_line(arguments).parse(arguments)
    assert callable(options.run)
