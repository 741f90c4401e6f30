"""README and the pages of docs: their links, files, make targets and numbers exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README = (ROOT / "README.md").read_text("utf-8")
PAGES = {
    path.relative_to(DOCS).as_posix(): path.read_text("utf-8")
    for path in sorted(DOCS.rglob("*.md"))
    if "_build" not in path.parts
}


def test_pages_have_sessions() -> None:
    shown = {name: text.count(">>> ") for name, text in PAGES.items() if "```pycon" in text}
    assert {"games.md", "encodings.md", "laws.md", "selfplay.md"} <= {*shown}
    assert sum(name.startswith("guide/") for name in shown) >= 8
    assert sum(shown.values()) > 200


def test_links_between_pages() -> None:
    """The targets of links exist: files, and headings of the pages."""
    code = re.compile(r"^```.*?^```$", flags=re.MULTILINE | re.DOTALL)
    for name, page in PAGES.items():
        text = code.sub("", page)
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


def test_first_screen_has_two_commands() -> None:
    """The first 30 lines show how to build and test: two make targets."""
    first_screen = "\n".join(README.splitlines()[:30])
    assert re.findall(r"^make (\w+)", first_screen, flags=re.MULTILINE) == ["demo", "test"]


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = {*re.findall(r"^make (\w+)", README, flags=re.MULTILINE)}
    assert {"demo", "test"} <= targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target


def test_linked_files_exist() -> None:
    for target in re.findall(r"\]\((?!https?://|#)([^)]+)\)", README):
        assert (ROOT / target).exists(), target


def test_numbers_are_those_of_the_results() -> None:
    """The table of README has the numbers of the pages that are written from the results."""
    page = PAGES["guide/performance.md"]
    table = README[README.index("## How fast") : README.index("Both libraries")]
    numbers = re.findall(r"\| ([\d,.]+) \| ([\d,.]+) \((\S+)", table)
    assert len(numbers) == 3
    for ours, theirs, peer in numbers:
        assert f"**{ours}**" in page
        assert f"{theirs}, {peer.rstrip(',)')}" in page
