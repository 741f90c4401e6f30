"""Words that documentation, comments and messages do not use, with what they use instead."""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

WORDS = {
    r"(?:own |opponent's )?m[ae]n": "piece (pawns included)",
    r"(?:min|max)_men": "min_pieces, max_pieces",
    r"enemy": "opponent",
    r"mover|waiting player|player who waits|player that waits": "side to move, opponent",
    r"told|tells? of": "reported, stated",
    r"of its own(?! color)": "separate, or nothing",
    r"as it were": "nothing",
    r"nobody|somebody": "no one, or the passive",
    r"so many": "the number of",
    r"ask(?:s|ed)? for|is asked|are asked": "requested",
    r"what stands": "what there is",
    r"relay(?:s|ed|ing)?": "pipeline",
    r"joiners?": "merge",
    r"(?<!annotation )glyphs?": "NAG",
    r"twins?": "symmetric position",
    r"blanks?": "space, whitespace, empty line",
    r"passed over": "skipped",
    r"left out": "skipped, omitted, filtered out",
    r"(?<!at )(?<!page )faults?": "error (broken) or warning (tolerated)",
    r"liberties": "leniencies",
    r"believed": "validated",
    r"anew": "again",
    r"forgiv\w+": "tolerated",
    r"signs? of capture": "capture sign",
    r"their like|or its like": "and similar",
    r"with the place": "with the location",
    r"thinking times?": "move time",
    r"(?<!%)emts": "move times",
    r"first_end": "first_termination",
    r"ways_to_start|attached_sometimes|stay_awake|IS_AWAKE|knows_start|wants?_\w+": (
        "what it is or does: start_sources, attached_periodically, keep_spinning, has_start"
    ),
    r"What \w+ (?:are|is)\.|What follows the end of": "a noun phrase or a sentence with a verb",
    r"As of(?= \[`)": "the errors themselves",
    r"Everything that|Those that|[Aa]ll that (?:a|an|the) \w+ is": "a noun phrase",
    r"of one's own": "user-defined",
    r"their kin|its kin": "and others, or their names",
    r"for the sake of": "so that",
    r"in turn on the same machine": "alternately on the same machine",
    r"structures? of pawns": "pawn structure",
    r"what was found|what (?:a|the) search(?:es)? found|what searches found": "search results",
    r"[Ww]hat happens (?:to|at)|[Ww]hat actions are|what is wrong": (
        "the handling, the effect, the encoding, the reason"
    ),
    r"stays? as it is|stays? as they are": "does not change",
    r"state (?:`?\w+=|unit|perspective|columns)": "pass",
    r"wrong claims?": "invalid claim",
    r"piles of PGN": "large PGN collections",
    r"trainers?'s? (?:files?|formats?)": "training formats",
    r"days of a seed|seed's children": "random streams",
    r"colour\w*|behaviour\w*|neighbour\w*|favour\w*|centre[ds]?": "American spelling",
    r"(?:recogn|normal|initial|serial|optim|minim|maxim|organ)is(?:es?|ed|ing|ation)": (
        "American spelling"
    ),
}
"""The replacement of each word, a regular expression that matches whole words."""

PATTERNS = [(re.compile(rf"(?<![\w-])(?:{word})(?![\w-])"), use) for word, use in WORDS.items()]


def texts_of_markdown(path: Path) -> Iterator[tuple[int, str]]:
    """Yields all lines."""
    yield from enumerate(path.read_text("utf-8").splitlines(), 1)


def texts_of_comments(path: Path) -> Iterator[tuple[int, str]]:
    """Yields comments that start with `#`."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        _, _, comment = line.partition("#")
        yield number, comment


def texts_of_python(path: Path) -> Iterator[tuple[int, str]]:
    """Yields comments, docstrings and other strings, by line."""
    names = {"COMMENT", "STRING", "FSTRING_MIDDLE"}
    source = path.read_text("utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if tokenize.tok_name[token.type] in names:
            yield from enumerate(token.string.splitlines(), token.start[0])


def texts_of_rust(path: Path) -> Iterator[tuple[int, str]]:
    """Yields comments and string literals, by line."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        for match in re.finditer(r'"((?:[^"\\]|\\.)*)"|//[/!]?(.*)', line):
            yield number, match[1] or match[2] or ""


def documents() -> list[Path]:
    """The pages of the documentation, without built ones."""
    pages = sorted((ROOT / "docs").rglob("*.md"))
    return [page for page in pages if "_build" not in page.parts]


def offences() -> Iterator[str]:
    """Yields `file:line: word -> replacement` for each offence."""
    pages = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
    settings = [ROOT / name for name in ("Cargo.toml", "Makefile", "pyproject.toml", ".ci/run")]
    sources = [
        (texts_of_markdown, [*pages, *documents()]),
        (texts_of_python, sorted((ROOT / "python" / "enroque").rglob("*.py"))),
        (texts_of_rust, [ROOT / "build.rs", *sorted((ROOT / "src").rglob("*.rs"))]),
        (texts_of_comments, settings),
    ]
    for texts_of, paths in sources:
        for path in paths:
            for number, text in texts_of(path):
                for pattern, use in PATTERNS:
                    for match in pattern.finditer(text):
                        yield f"{path.relative_to(ROOT)}:{number}: {match[0]} -> {use}"


def test_words() -> None:
    """The failure message lists all offences."""
    found = list(offences())
    if found:
        pytest.fail("\n".join([f"{len(found)} offences:", *found]), pytrace=False)


def test_the_patterns_match_whole_words() -> None:
    text = "The men are told of in manners, by a man-made fault."
    found = [match[0] for pattern, _ in PATTERNS for match in pattern.finditer(text)]
    assert found == ["men", "told", "fault"]


RIDDLES = 10
"""The doc lines that may begin with "What" or "How"."""


def test_doc_lines_name_the_thing() -> None:
    """A doc line says what a thing is by a noun, or what it does by a verb."""
    riddle = re.compile(r'^\s*(?://[/!]|""")\s*(?:What|How)\b.*', re.MULTILINE)
    sources = [*(ROOT / "src").rglob("*.rs"), *(ROOT / "python" / "enroque").rglob("*.py")]
    found = [
        f"{path.relative_to(ROOT)}: {match[0].strip()}"
        for path in sorted(sources)
        for match in riddle.finditer(path.read_text("utf-8"))
    ]
    if len(found) > RIDDLES:
        pytest.fail("\n".join([f"{len(found)} doc lines:", *found]), pytrace=False)


NAMES = (
    *("Attached", "Current", "Evaluation", "Format", "Found", "Job", "Label", "Mark", "Meaning"),
    *("Observation", "Part", "Read", "Recent", "Records", "Repair", "Sample", "Slot", "Source"),
    *("State", "Window"),
)
"""Names that state of what only if a single type has them."""


def test_a_name_is_one_type() -> None:
    definition = re.compile(rf"\b(?:struct|enum|trait|type) ({'|'.join(NAMES)})\b")
    found: dict[str, list[str]] = {name: [] for name in NAMES}
    for path in sorted((ROOT / "src").rglob("*.rs")):
        for match in definition.finditer(re.sub(r"//.*", "", path.read_text("utf-8"))):
            found[match[1]].append(str(path.relative_to(ROOT)))
    assert {name: files for name, files in found.items() if len(files) > 1} == {}
