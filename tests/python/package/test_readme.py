"""The examples of README and docs run as shown, and their commands and files exist."""

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


def test_pages_have_sessions():
    shown = [name for name, sessions in PAGES.items() if sessions]
    assert {"games.md", "encodings.md", "laws.md", "selfplay.md"} <= set(shown)
    assert sum(name.startswith("guide/") for name in shown) >= 8
    assert sum(session.count(">>> ") for name in shown for session in PAGES[name]) > 200


def test_links_between_pages():
    """The targets of links exist: files, and headings of the pages."""
    code = re.compile(r"^```.*?^```$", flags=re.MULTILINE | re.DOTALL)
    for name in PAGES:
        text = code.sub("", (DOCS / name).read_text("utf-8"))
        for target in re.findall(r"\]\((?!https?://)([^)\s]+)\)", text):
            file, _, heading = target.partition("#")
            path = (DOCS / name).parent / file if file else DOCS / name
            assert path.exists(), f"{name}: {target}"
            if heading:
                titles = re.findall(r"^#+ (.*)$", path.read_text("utf-8"), flags=re.MULTILINE)
                slugs = [
                    re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles
                ]
                assert heading in slugs, f"{name}: {target}"


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
    options = command_line().parse(shlex.split(line)[1:])
    assert callable(options.run)


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


def test_numbers_are_those_of_the_results():
    """The table of README has the numbers of the pages that are written from the results."""
    page = (DOCS / "guide" / "performance.md").read_text("utf-8")
    table = README[README.index("## How fast") : README.index("Both libraries")]
    numbers = re.findall(r"\| ([\d,.]+) \| ([\d,.]+) \((\S+)", table)
    assert len(numbers) == 3
    for ours, theirs, peer in numbers:
        assert f"**{ours}**" in page
        assert f"{theirs}, {peer.rstrip(',)')}" in page
