"""The examples of README and docs run as shown, and their commands and files exist."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from enroque.cli import command_line

ROOT = Path(__file__).parents[2]
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
    assert len(test.examples) >= 10
    output = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=output.append)
    assert results.failed == 0, "".join(output)


@pytest.mark.parametrize("name", ["laws.md", "encodings.md", "games.md", "selfplay.md"])
def test_pages_run_as_shown(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the sessions write files
    page = (ROOT / "docs" / name).read_text("utf-8")
    sessions = re.findall(r"^```pycon\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, name, name, 0)
    assert len(test.examples) >= 20
    output = []
    results = doctest.DocTestRunner().run(test, out=output.append)
    assert results.failed == 0, "".join(output)


def test_first_screen_has_two_commands():
    """The first 30 lines show how to build and test: two make targets."""
    first_screen = "\n".join(README.splitlines()[:30])
    assert re.findall(r"^make (\w+)", first_screen, flags=re.MULTILINE) == ["demo", "test"]


def test_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = {line.split()[1] for line in COMMANDS if line.startswith("make ")}
    assert {"demo", "test"} <= targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("enroque ")])
def test_enroque_commands_parse(line):
    options = command_line().parse(shlex.split(line)[1:])
    assert callable(options.run)


def test_linked_files_exist():
    for target in re.findall(r"\]\((?!https?://|#)([^)]+)\)", README):
        assert (ROOT / target).exists(), target
