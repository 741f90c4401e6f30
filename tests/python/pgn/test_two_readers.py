"""Both readers give the same games, moves and kinds of warnings for the same text."""

import io
import json
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import chess.pgn
import pytest

from enroque import Games, pgn

VARIATIONS: dict[str, Callable[[bytes], bytes]] = {
    "as it is": lambda data: data,
    "LF": lambda data: data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"),
    "CRLF": lambda data: VARIATIONS["LF"](data).replace(b"\n", b"\r\n"),
    "CR": lambda data: VARIATIONS["LF"](data).replace(b"\n", b"\r"),
    "spaces at line ends": lambda data: data.replace(b"\n", b" \t\n"),
    "empty lines doubled": lambda data: data.replace(b"\n\n", b"\n\n\n"),
    "no line end at the end": lambda data: data.rstrip(),
    "before and after": lambda data: b"\xef\xbb\xbf\n \n" + data + b"\n\n\x1a\0\0",
    "brackets after": lambda data: data + b"\n[/pgn]\n",
}


@pytest.fixture(autouse=True)
def no_logging() -> None:
    logging.getLogger("enroque.pgn").setLevel(logging.CRITICAL)


def decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def trees(data: bytes) -> list[pgn.Game]:
    handle = io.StringIO(decoded(data), newline=None)
    return list(iter(lambda: pgn.read_game(handle), None))


def compare(data: bytes) -> None:
    games = Games.from_pgn(io.BytesIO(data), annotations=["move_times", "arrows"])
    if any(error.kind == "source" for error in games.errors):
        return
    read = trees(data)
    assert len(read) == len(games)
    for index, (game, tree) in enumerate(zip(games, read, strict=True)):
        moves = [move.uci() for move in tree.mainline_moves()]
        expected = [move.uci() for move in game.moves]
        errors = [error for error in games.errors if error.index == index]
        # a tree goes on after words that are no moves, and may have null moves
        assert (moves[: len(expected)] if errors else moves) == expected
        for tag, value in dict(game.headers).items():
            # `Games` decodes each value, and trees get a text that has been decoded as a whole
            if pgn_name(tag) and tag != "Result" and value.isascii():
                assert tree.headers[tag].split() == value.split()
        kinds = Counter(warning.kind for warning in games.warnings if warning.index == index)
        kinds += Counter(error.kind for error in errors if error.kind != "null_move")
        seen = Counter(error.kind for error in [*tree.errors, *tree.warnings])
        assert kinds <= seen, (kinds, seen)


def pgn_name(name: str) -> bool:
    try:
        pgn.Headers({name: "x"})
    except ValueError:
        return False
    return True


def odd_cases(data_file: Callable[[str], Path]) -> Iterator[tuple[str, bytes]]:
    folder = data_file("pgn_odd")
    for case in json.loads((folder / "manifest.json").read_text())["cases"]:
        yield case["id"], (folder / case["file"]).read_bytes()


@pytest.mark.parametrize("name", VARIATIONS)
def test_odd_texts(data_file: Callable[[str], Path], name: str) -> None:
    for case, data in odd_cases(data_file):
        # letters of other languages, and UTF-16, which `open` decodes
        if case.startswith(("D21", "D22", "D23", "D24", "B11")):
            continue
        compare(VARIATIONS[name](data))


@pytest.mark.parametrize("name", VARIATIONS)
def test_reports(data_file: Callable[[str], Path], name: str) -> None:
    for path in sorted(data_file("reports_2026").glob("*.pgn")):
        compare(VARIATIONS[name](path.read_bytes()))


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("1. d4 1…d5 2. c4 *", [3]),
        ("1. d4 … d5 2. c4 *", [3]),
        ("1\uff0ed4 d5 2\uff0ec4 *", [3]),
        ("1· d4 d5 2·c4 *", [3]),
        ("1: d4 d5 2: c4 *", [3]),
        ("1:d4 1...:d5 *", [2]),
        ("1\uff1ad4 d5 *", [2]),
        ('[White "A"]\n\n[White "B"]\n\n[White "C"]\n', [0, 0, 0]),
        ('[FEN "8/8"]\n\n[FEN "8/9"]\n', [0, 0]),
        ("1. e4 e5\n\n1. d4 d5 2. c4\n\n1. Nf3 *\n", [2, 3, 1]),
        ("1. e4 e5\n\n2. Nf3 Nc6 *\n", [4]),
        ("1. e4 *\n\n[/pgn]\n", [1]),
        ("1. e4 *\n[#]\n", [1]),
        ("[pgn]\n1. e4 e5 [#] 2. Nf3 *\n[/pgn]", [3]),
        ("1. e4 *\n\n\x1a\n", [1]),
        ("1. e4 *\n\0\0\0", [1]),
        ("1. e4 {[%clk 0:01:00 ]} e5 *", [2]),
        ("1. e4 * 1. d4 d5 *", [1, 2]),
        ("{a comment} 1. e4 *", [1]),
        ("1. e4 {a\n\n\ncomment} e5 *\n\n1. d4 *", [2, 1]),
    ],
)
def test_games_and_plies(text: str, plies: list[int]) -> None:
    for name, variation in VARIATIONS.items():
        data = variation(text.encode())
        games = Games.from_pgn(io.BytesIO(data))
        assert [len(game.moves) for game in games] == plies, name
        assert [len(list(game.mainline())) for game in trees(data)] == plies, name
        compare(data)


def test_headers_and_skipping_find_the_same_games(data_file: Callable[[str], Path]) -> None:
    for _, data in odd_cases(data_file):
        text = decoded(data)
        handles = [io.StringIO(text, newline=None) for _ in range(3)]
        while (game := pgn.read_game(handles[0])) is not None:
            headers = pgn.read_headers(handles[1])
            assert headers is not None
            assert game.headers.items() >= headers.items() - {("Result", "*")}
            assert pgn.skip_game(handles[2])


def test_the_position_after_a_game_without_a_result(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[Event "A"]\n\n1. e4 e5\n\n[Event "B"]\n\n1. d4 d5\n')
    with path.open() as file:
        offsets = []
        while True:
            offsets.append(file.tell())
            if pgn.read_headers(file) is None:
                break
        file.seek(offsets[1])
        game = pgn.read_game(file)
    assert game is not None
    assert (game.headers["Event"], str(game.mainline())) == ("B", "1. d4 d5")


def by_games(text: str) -> str:
    file = io.StringIO()
    Games.from_pgn(text.encode()).to_pgn(file)
    return file.getvalue()


def game_of(text: str) -> pgn.Game:
    game = pgn.read_game(io.StringIO(text))
    assert game is not None
    return game


def by_file_exporter(text: str) -> str:
    file = io.StringIO()
    game_of(text).accept(pgn.FileExporter(file))
    return file.getvalue()


def by_edited_headers(text: str) -> str:
    game = pgn.Game()
    game.headers.update(game_of(text).headers)
    return str(game)


WRITERS: dict[str, Callable[[str], str]] = {
    "to_pgn": by_games,
    "str": lambda text: str(game_of(text)),
    "StringExporter": lambda text: game_of(text).accept(pgn.StringExporter(columns=None)),
    "FileExporter": by_file_exporter,
    "edited headers": by_edited_headers,
    "a visitor while reading": lambda text: str(
        pgn.read_game(io.StringIO(text), Visitor=pgn.StringExporter)
    ),
}
FROM_POSITION = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"
INNER_ROOK = "1r2k3/8/8/8/8/8/8/1R2K1R1 w BG - 0 1"


@pytest.mark.parametrize("writer", WRITERS)
def test_the_tags_of_a_start_position_are_written(writer: str) -> None:
    write = WRITERS[writer]
    for fen, is_chess960 in ((FROM_POSITION, False), (INNER_ROOK, True)):
        for tags in (
            {"FEN": fen},
            {"SetUp": "1", "FEN": fen},
            {"FEN": fen, "SetUp": "1", "White": "A"},
            {"Variant": "Chess960", "FEN": fen},
            {"Variant": "fischerandom", "SetUp": "1", "FEN": fen},
        ):
            text = "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items()) + "\n*\n"
            theirs = chess.pgn.read_game(io.StringIO(write(text)))
            assert theirs is not None
            headers = theirs.headers
            assert (headers["FEN"], headers["SetUp"]) == (fen, "1"), text
            variant = tags.get("Variant", "Chess960" if is_chess960 else None)
            assert headers.get("Variant") == variant, text
            assert write(text).count("[SetUp") == 1
            assert theirs.board().has_castling_rights(chess.WHITE)
            # a second time nothing changes
            assert write(write(text)) == write(text)


def test_games_from_the_usual_start_get_no_tags() -> None:
    for write in WRITERS.values():
        written = write('[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 *\n')
        assert not any(tag in written for tag in ("SetUp", "FEN", "Variant"))
