"""`Games`: reading PGN, columns, single games, selection, files."""

import bz2
import contextlib
import gzip
import io
import pickle
import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chess.pgn
import numpy as np
import pytest

import enroque
from enroque import Games
from npz_files import arrays_of, write_arrays
from pgn_model import PGN_FILES

zstandard = pytest.importorskip("zstandard")

STANDARD = """[Event "One"]
[White "Anna"]
[Black "Bela"]
[WhiteElo "2100"]
[Result "1-0"]

1. e4 {[%eval 0.3] [%clk 0:03:00]} e5 {[%clk 0:02:59.5]} 2. Qh5 $6 (2. Nf3 Nc6) Nc6 3. Bc4 Nf6??
{[%eval #1]} 4. Qxf7# 1-0

"""
CHESS960 = """[Event "Two"]
[White "Cleo"]
[Variant "Chess960"]
[FEN "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"]
[SetUp "1"]
[Result "1/2-1/2"]

1. g3 g6 2. O-O O-O 1/2-1/2

"""
BROKEN = """[Event "Three"]
[White "Dora"]
[Result "0-1"]

1. d4 d5 2. Ke5 c6 0-1

"""
EMPTY = '[Event "Four"]\n[Result "*"]\n\n*\n\n'
TEXT = STANDARD + CHESS960 + BROKEN + EMPTY


@pytest.fixture(scope="module")
def games() -> Games:
    return Games.from_pgn(io.StringIO(TEXT))


def test_columns(games: Games) -> None:
    assert len(games) == 4
    assert repr(games) == "<Games: 4 games, 13 plies, 1 broken>"
    assert games.start.tolist() == [518, games[1].board(0).chess960_pos(), 518, 518]
    assert games.chess960.tolist() == [False, True, False, False]
    assert games.offsets.tolist() == [0, 7, 11, 13, 13]
    assert games.result.tolist() == [1, 0, -1, -128]
    assert games.white_elo.tolist() == [2100, 0, 0, 0]
    assert games.black_elo.tolist() == [0, 0, 0, 0]
    assert games.broken.tolist() == [False, False, True, False]
    assert games.evals is not None
    missing = -(2**31)
    assert games.evals[:7].tolist() == [30] + [missing] * 4 + [999_999, missing]
    assert games.clocks is not None
    assert games.clocks[:3].tolist() == [180_000, 179_500, -1]
    first = games.moves[0]
    assert (first & 63, first >> 6 & 63, first >> 12) == (enroque.E2, enroque.E4, 0)
    dtypes = {
        "start": "u4",
        "chess960": "?",
        "moves": "u2",
        "offsets": "i8",
        "result": "i1",
        "white_elo": "i2",
        "black_elo": "i2",
        "evals": "i4",
        "clocks": "i4",
        "broken": "?",
    }
    for name, dtype in dtypes.items():
        column = getattr(games, name)
        assert column.dtype == np.dtype(dtype)
        assert column.flags.c_contiguous
        assert not column.flags.writeable
        with pytest.raises(ValueError, match="WRITEABLE"):
            column.flags.writeable = True
    assert games.tag_values("White") == ["Anna", "Cleo", "Dora", None]
    assert games.tag_values("White", default="?")[-1] == "?"
    assert games.tag_values("Nothing") == [None] * 4
    assert "WhiteElo" in games.tag_names


def test_columns_keep_the_games_alive() -> None:
    moves = Games.from_pgn(io.StringIO(STANDARD)).moves
    assert moves.sum() > 0
    assert isinstance(moves.base, Games)


def test_errors_have_locations(games: Games) -> None:
    assert games.error_count == len(games.errors) == 1
    error = games.errors[0]
    assert (error.game, error.index, error.ply, error.token) == (3, 2, 2, "Ke5")
    line = TEXT[: TEXT.index("Ke5")].count("\n") + 1
    assert error.line == line
    assert "Ke5" in str(error)
    assert pickle.loads(pickle.dumps(error)) == error


def test_one_game(games: Games) -> None:
    game = games[0]
    assert len(game) == 7
    assert game.index == 0
    assert game.san() == ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]
    assert game.uci()[:2] == ["e2e4", "e7e5"]
    assert game.moves == [enroque.Move.from_uci(text) for text in game.uci()]
    assert game.headers["White"] == "Anna"
    assert list(game.headers)[:3] == ["Event", "White", "Black"]
    assert (game.result, game.chess960, game.broken) == ("1-0", False, False)
    assert game.board().is_checkmate()
    assert game.board().move_stack == game.moves
    assert game.board(0) == enroque.Board()
    assert game.board(2).move_stack == game.moves[:2]
    assert game.board(-1) == game.board()
    assert game.board(-8) == game.board(0)
    for ply in (8, -9, 2**40, 2**64, -(2**63), -(2**64)):
        for call in (game.board, game.arrows):
            with pytest.raises(enroque.errors.OutOfRangeError, match="for a game of 7 plies"):
                call(ply)
    other = games[1]
    assert other.chess960
    assert other.uci()[2:] == ["f1g1", "f8g8"]
    assert other.san()[2:] == ["O-O", "O-O"]
    assert other.board().chess960
    assert other.clocks is not None
    assert other.clocks.tolist() == [-1] * 4
    assert repr(game) == "<GameView 0: Anna - Bela, 1-0, 7 plies>"
    assert [view.index for view in games] == [0, 1, 2, 3]


def test_indexing(games: Games) -> None:
    def names(some: Games) -> list[str | None]:
        return some.tag_values("White", default="?")

    assert names(games[1:3]) == ["Cleo", "Dora"]
    assert names(games[::-1]) == ["?", "Dora", "Cleo", "Anna"]
    assert names(games[[2, 0, 2]]) == ["Dora", "Anna", "Dora"]
    assert names(games[np.array([-1, 1], dtype=np.int8)]) == ["?", "Cleo"]
    assert names(games[games.chess960]) == ["Cleo"]
    assert names(games[games.white_elo > 0]) == ["Anna"]
    assert len(games[[]]) == len(games[5:]) == 0
    assert games[games.broken].errors[0].index == 0
    assert games[-1].index == 3
    for index, error, text in [
        (4, enroque.errors.OutOfRangeError, "game index 4 is out of range for 4 games"),
        (-5, enroque.errors.OutOfRangeError, "game index -5 is out of range for 4 games"),
        ([0, 4], enroque.errors.OutOfRangeError, "game index 4 is out of range"),
        ([True, False], enroque.errors.ArrayError, r"mask must have shape \(4,\), not \(2,\)"),
        (np.ones((2, 2), bool), enroque.errors.ArrayError, "an index as a mask must have shape"),
        (np.ones((2, 2), int), enroque.errors.ArrayError, "one dimension, not 2"),
        ([1.5], enroque.errors.ArrayError, "integers, not float64"),
        ("White", TypeError, "an integer, a slice, a mask"),
        (None, TypeError, "an integer, a slice, a mask"),
    ]:
        with pytest.raises(error, match=text or "."):
            games[index]


COMPRESSIONS: dict[str, Any] = {
    ".pgn": lambda data: data,
    ".pgn.gz": gzip.compress,
    ".pgn.bz2": bz2.compress,
    ".pgn.zst": zstandard.compress,
}


@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_sources(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"games{ending}"
    path.write_bytes(COMPRESSIONS[ending](TEXT.encode()))
    for source in (path, str(path), [path], (str(path),)):
        assert Games.from_pgn(source).tag_values("Event") == ["One", "Two", "Three", "Four"]
    with path.open("rb") as file:
        assert len(Games.from_pgn(file)) == 4
    both = Games.from_pgn([path, io.BytesIO(EMPTY.encode()), path], threads=1)
    assert both.tag_values("Event")[3:6] == ["Four", "Four", "One"]
    assert [error.game for error in both.errors] == [3, 3]
    assert [error.index for error in both.errors] == [2, 7]


def test_a_truncated_source_keeps_its_games(tmp_path: Path) -> None:
    path = tmp_path / "cut.pgn.zst"
    content = zstandard.compress((STANDARD * 4000).encode())
    path.write_bytes(content[: len(content) // 2])
    games = Games.from_pgn(path)
    assert games.error_count >= 1
    assert any(error.kind == "source" for error in games.errors)
    assert games.errors[-1].source == str(path)


class Failing(io.RawIOBase):
    """A file that raises after the first read."""

    def __init__(self, error: BaseException) -> None:
        self.error, self.reads = error, 0

    def read(self, size: int = -1) -> bytes:
        self.reads += 1
        if self.reads > 1:
            raise self.error
        return STANDARD.encode()


def test_errors_of_sources(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.pgn"):
        Games.from_pgn(tmp_path / "nothing.pgn")
    with pytest.raises(FileNotFoundError):
        Games.from_pgn([io.StringIO(TEXT), "nothing.pgn"])
    with pytest.raises(FileNotFoundError, match="no PGN files"):
        Games.from_pgn(tmp_path)
    for wrong in (5, None, [5], {"a": 1}):
        with pytest.raises(TypeError):
            Games.from_pgn(wrong)  # type: ignore[arg-type]
    for threads in (0, -1):
        with pytest.raises(ValueError, match="threads must be 1 or more"):
            Games.from_pgn(io.StringIO(""), threads=threads)
    with pytest.raises(TypeError):
        Games.from_pgn(io.StringIO(""), threads="2")  # type: ignore[arg-type]
    # more threads than cores use all cores, and no more memory
    assert len(Games.from_pgn(io.StringIO(STANDARD), threads=sys.maxsize // 2)) == 1
    for error in (OSError("disk"), KeyboardInterrupt(), ZeroDivisionError()):
        with pytest.raises(type(error)):
            Games.from_pgn(Failing(error))  # type: ignore[arg-type]

    class Numbers:
        def read(self, size: int) -> int:
            return 5

    with pytest.raises(TypeError, match="must return bytes or str, not int"):
        Games.from_pgn(Numbers())  # type: ignore[arg-type]
    assert len(Games.from_pgn(io.BytesIO(b""))) == 0
    assert len(Games.from_pgn([])) == 0
    with pytest.raises(enroque.errors.FileFormatError, match="this is binary data, not PGN"):
        Games.from_pgn(io.BytesIO(bytes(range(256)) * 100))


def test_progress_by_bytes(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(STANDARD * 150_000)
    seen: list[tuple[int, int | None]] = []
    games = Games.from_pgn(path, progress=lambda done, total: seen.append((done, total)))
    assert len(games) == 150_000
    size = path.stat().st_size
    assert seen == sorted(seen, key=lambda pair: pair[0])
    assert seen[-1] == (size, size)
    assert len(seen) > 1
    # the total is also known for bytes in memory, but not for a stream
    text = path.read_bytes()
    for source, total in ((text, size), (io.BytesIO(text), None)):
        seen.clear()
        again = Games.from_pgn(source, progress=lambda done, total: seen.append((done, total)))
        assert same(again, games)
        assert seen[-1] == (size, total)

    def stop(done: int, total: int | None) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Games.from_pgn(path, progress=stop)


def same(a: Games, b: Games) -> bool:
    for name in ("start", "chess960", "moves", "offsets", "result", "white_elo", "broken"):
        if not np.array_equal(getattr(a, name), getattr(b, name)):
            return False
    for x, y in ((a.evals, b.evals), (a.clocks, b.clocks)):
        if (x is None) != (y is None) or (x is not None and not np.array_equal(x, y)):
            return False
    return all(x.headers == y.headers and x.moves == y.moves for x, y in zip(a, b, strict=True))


SET_UP = """[Event "From a position"]
[FEN "4k3/8/8/3pP3/8/8/8/4K2R w K d6 7 30"]

1. exd6 Kd7 *

"""


def test_files(tmp_path: Path) -> None:
    games = Games.from_pgn(io.StringIO(TEXT + SET_UP))
    path = tmp_path / "games.npz"
    games.write(path)
    assert same(Games.read(path), games)
    assert Games.read(str(path)).other_starts == games.other_starts
    assert games.other_starts == ["4k3/8/8/3pP3/8/8/8/4K2R w K d6 7 30"]
    games[:1].write(path)  # replaces the file
    assert len(Games.read(path)) == 1
    games[[]].write(path)
    assert len(Games.read(path)) == 0
    assert list(tmp_path.iterdir()) == [path]
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert same(pickle.loads(pickle.dumps(games, protocol)), games)
    with pytest.raises(FileNotFoundError):
        games.write(tmp_path / "no" / "where.npz")
    with pytest.raises(FileNotFoundError):
        Games.read(tmp_path / "nothing.npz")


def damaged(path: Path, **changes: Any) -> None:
    """Changes arrays of a file; `None` removes one."""
    arrays = arrays_of(path)
    for name, change in changes.items():
        if change is None:
            del arrays[name]
        else:
            arrays[name] = change(arrays[name]) if callable(change) else change
    write_arrays(path, arrays)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"format": None}, "not a file of enroque.npz"),
        ({"format": np.array("enroque games 99")}, "unsupported format"),
        ({"moves": None}, "column moves is missing"),
        ({"start": None}, "column start is missing"),
        ({"games": None}, "not a file of enroque.npz"),
        ({"games": lambda a: a + 1}, "contains 4 games instead of 5"),
        ({"moves": lambda a: a[:-1]}, "column evals has 13 entries, not 12"),
        ({"moves": lambda a: a.astype(np.int64)}, "wrong type"),
        ({"moves": lambda a: a.reshape(1, -1)}, "wrong type"),
        ({"moves": lambda a: a[::-1].copy()}, "game 0, ply 0: illegal move"),
        ({"moves": lambda a: a * 0}, "game 0, ply 0: 0x0000 does not encode a move"),
        ({"offsets": lambda a: a[::-1].copy()}, "offsets do not ascend"),
        ({"offsets": lambda a: a * 2**62}, "offsets do not ascend"),
        ({"start": lambda a: a + 10**8}, "in column start"),
        ({"start": lambda a: a[:-1]}, "column .* has"),
        ({"chess960": lambda a: a & False}, "in column chess960"),
        ({"result": lambda a: a + 5}, "in column result"),
        ({"white_elo": lambda a: a - 1}, "in column (white|black)_elo"),
        ({"evals": lambda a: a[:-1]}, "column evals has"),
        ({"tags": lambda a: a[:-1]}, "headers"),
        ({"tags": lambda a: a | 0x80}, "headers"),
        ({"tag_offsets": lambda a: a[:-1]}, "headers"),
        ({"tag_names": np.frombuffer(b'["a"]', np.uint8)}, "headers"),
        ({"tag_names": np.frombuffer(b"[1]", np.uint8)}, "wrong type"),
        ({"tag_names": np.frombuffer(b"no json", np.uint8)}, "not a file of enroque.npz"),
        ({"other_starts": np.frombuffer(b'["x"]', np.uint8)}, "start position 0 is invalid"),
        ({"moves": lambda a: a.astype(object)}, "array 0/moves contains Python objects"),
    ],
)
def test_damaged_columns(tmp_path: Path, games: Games, changes: dict[str, Any], text: str) -> None:
    path = tmp_path / "games.npz"
    games.write(path)
    damaged(path, **changes)
    with pytest.raises(enroque.errors.FileFormatError, match=text) as caught:
        Games.read(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"P", b"no archive", bytes(1000)])
def test_loading_files_of_other_formats(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "games.npz").write_bytes(content)
    with pytest.raises(
        enroque.errors.FileFormatError, match=r"games.npz: not a file of enroque.npz$"
    ):
        Games.read(tmp_path / "games.npz")


def test_damaged_files(tmp_path: Path, games: Games) -> None:
    path = tmp_path / "games.npz"
    games.write(path)
    content = path.read_bytes()
    for cut in (0, 1, 10, len(content) // 3, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:cut])
        with pytest.raises(enroque.errors.FileFormatError):
            Games.read(path)
    rng = np.random.default_rng(1)
    for _ in range(300):
        damaged_content = bytearray(content)
        for offset in rng.integers(len(content), size=3):
            damaged_content[offset] ^= int(rng.integers(1, 256))
        path.write_bytes(damaged_content)
        with contextlib.suppress(enroque.errors.FileFormatError):
            Games.read(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("format.npy", b"nothing")
    with pytest.raises(enroque.errors.FileFormatError):
        Games.read(path)
    np.save(tmp_path / "array.npy", np.zeros(3))
    with pytest.raises(enroque.errors.ArgumentError, match=r"array\.npy: cannot detect the format"):
        Games.read(tmp_path / "array.npy")
    with pytest.raises(enroque.errors.FileFormatError):
        enroque.npz.read(tmp_path / "array.npy")


def test_games_are_immutable(games: Games) -> None:
    with pytest.raises(TypeError):
        Games()  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        games.moves = games.moves  # type: ignore[misc]


def test_concatenate_does_not_change_its_arguments(games: Games) -> None:
    """The columns of the first games are reused only if they are not shared."""

    def repeated() -> Iterator[Games]:
        for _ in range(3):
            made = games[:2] + games[2:]
            kept.append(made.moves)
            yield made

    kept: list[Any] = []
    plain = (games[:2] + games[2:] for _ in range(3))
    assert Games.concatenate(plain) == Games.concatenate([games] * 3) == games + games + games
    assert Games.concatenate(repeated()) == Games.concatenate([games] * 3)
    assert [moves.tolist() for moves in kept] == [games.moves.tolist()] * 3
    assert Games.concatenate([games]) == games
    assert len(games) == len(games.start)
    assert len(Games.concatenate([])) == 0


def white_centipawns(node: chess.pgn.ChildNode) -> int:
    score = node.eval()
    if score is None:
        return -(2**31)
    white = score.white()
    mate = white.mate()
    if mate is None:
        return white.score() or 0
    return 1_000_000 - mate if mate > 0 else -(1_000_000 + mate)


@pytest.mark.parametrize("name", PGN_FILES)
def test_files_as_python_chess_reads_them(data_file: Callable[[str], Path], name: str) -> None:
    # python-chess reads 50,000 plies a second
    compare_with_python_chess(data_file(f"pgn/{name}"), plies=10_000)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", PGN_FILES)
def test_whole_files_as_python_chess_reads_them(
    data_file: Callable[[str], Path], name: str
) -> None:
    compare_with_python_chess(data_file(f"pgn/{name}"), plies=1 << 40)


def compare_with_python_chess(path: Path, plies: int) -> None:
    games = Games.from_pgn(path)
    data = path.read_bytes()
    if path.suffix == ".zst":
        data = zstandard.ZstdDecompressor().decompressobj().decompress(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    # in python-chess two empty lines after the tags end a game, and movetext without an empty line
    # after it does not; byte order marks in concatenated files hide the first tag of a game
    text = text.replace("\ufeff", "").replace("\xef\xbb\xbf", "")
    text = re.sub(r"([^\]\s])\r?\n\[Event ", "\\1\n\n[Event ", text)
    stream = io.StringIO(re.sub(r"(\r?\n){3,}", "\n\n", text))
    others = {error.index for error in games.errors if error.kind == "unsupported_variant"}
    assert len(others) == len(games.errors) == games.error_count
    compared = 0
    for index, view in enumerate(games):
        game = chess.pgn.read_game(stream)
        assert game is not None
        headers = view.headers
        assert {key: headers.get(key) for key in headers} == {
            key: game.headers.get(key) for key in headers
        }
        if index in others:
            # a game of another variant has only headers
            assert view.broken
            assert len(view.moves) == 0
            assert game.headers["Variant"] not in ("Standard", "Chess960", "From Position")
            continue
        assert not game.errors
        nodes = list(game.mainline())
        assert view.uci() == [node.uci() for node in nodes]
        board = game.board()
        assert view.board(0).fen(en_passant="fen") == board.fen(en_passant="fen")
        assert view.chess960 == board.chess960
        assert view.result == game.headers.get("Result", "*")
        if view.evals is not None:
            assert view.evals.tolist() == [white_centipawns(node) for node in nodes]
        if view.clocks is not None:
            clocks = [-1 if (c := node.clock()) is None else round(c * 1000) for node in nodes]
            assert view.clocks.tolist() == clocks
        compared += len(nodes)
        if compared > plies:
            break
    else:
        assert chess.pgn.read_game(stream) is None
