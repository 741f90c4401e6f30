"""Names of openings: the table, boards and games, compared with chess-openings and python-chess."""

import csv
import dataclasses
import json
import pickle
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest

import enroque
from enroque import Board, Games, Move, chess960, openings
from enroque.data import example_games
from enroque.openings import Opening

Data = Callable[[str], Path]
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def names() -> dict[str, tuple[str, str]]:
    """The code and name of each position, by the EPD of python-chess."""
    return {row.epd: (row.eco, row.name) for row in openings.table()}


def by_python_chess(
    board: chess.Board, names: dict[str, tuple[str, str]]
) -> tuple[str, str, int] | None:
    """Walks back to the last named position."""
    board = board.copy()
    while board.epd() not in names:
        if not board.move_stack:
            return None
        board.pop()
    return *names[board.epd()], len(board.move_stack)


def by_column(games: Games) -> list[tuple[str, str, int] | None]:
    found = games.openings()
    rows = zip(found.eco.tolist(), found.name.tolist(), found.ply.tolist(), strict=True)
    return [None if ply < 0 else (eco, name, ply) for eco, name, ply in rows]


def test_the_table_is_that_of_chess_openings(data_file: Data) -> None:
    expected = []
    for volume in "abcde":
        path = data_file(f"positions/openings/{volume}.tsv")
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                board = chess.Board()
                san = [word for word in row["pgn"].split() if not word.endswith(".")]
                for move in san:
                    board.push_san(move)
                expected.append((row["eco"], row["name"], " ".join(san), board.epd()))
    assert len(expected) == 3807
    assert sorted(dataclasses.astuple(row) for row in openings.table()) == sorted(expected)
    if not (ROOT / "tools").is_dir():
        pytest.skip("tools/write_openings is not there")
    loader = SourceFileLoader("write_openings", str(ROOT / "tools" / "write_openings"))
    spec = spec_from_loader("write_openings", loader)
    assert spec is not None
    tool = module_from_spec(spec)
    loader.exec_module(tool)
    version = openings.VERSION.removeprefix("lichess-org/chess-openings ")
    text = tool.table(tool.read(data_file("positions/openings")), version)
    assert (ROOT / "src" / "find" / "openings.txt").read_text("utf-8") == text


def test_the_table() -> None:
    table = openings.table()
    assert len({row.epd for row in table}) == len(table) == 3807
    assert len({row.name for row in table}) == 3174
    assert [(row.eco, row.name) for row in table] == sorted((row.eco, row.name) for row in table)
    assert {row.eco for row in table} == {f"{v}{n:02}" for v in "ABCDE" for n in range(100)}
    for row in table[::97]:
        board = Board(f"{row.epd} 0 1")
        assert board.opening() == Opening(row.eco, row.name, 0)
        played = Board()
        for san in row.san.split():
            played.push_san(san)
        assert played.opening() == Opening(row.eco, row.name, len(row.san.split()))
    assert openings.VERSION.split()[0] == "lichess-org/chess-openings"


def test_names_of_lichess_games(data_file: Data) -> None:
    games = Games.from_pgn(data_file("pgn/lichess_evals_2000.pgn.zst"))[:300]
    path = data_file("positions/openings/names_lichess_evals_first300.json")
    expected = json.loads(path.read_text("utf-8"))
    found = by_column(games)
    assert found == [(row["eco"], row["name"], row["ply"]) for row in expected]
    assert games.tag_values("Site") == [row["site"] for row in expected]
    eco = games.openings().eco
    assert int((eco == games.eco).sum()) == 288


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("pgn/lichess_evals_2000.pgn.zst", 10),
        ("pgn/lichess_from_position_100.pgn", 1),
        ("pgn/lichess_chess960_150.pgn", 1),
        ("pgn/masters_30000.pgn.zst", 150),
        ("pgn/tcec_frc.pgn.zst", 200),
    ],
)
def test_games_as_by_python_chess(
    data_file: Data, names: dict[str, tuple[str, str]], name: str, step: int
) -> None:
    games = Games.from_pgn(data_file(name))[::step]
    theirs = [by_python_chess(game.board().to_chess(), names) for game in games]
    assert by_column(games) == theirs
    boards = [game.board().opening() for game in games]
    ours = [board and (board.eco, board.name, board.ply) for board in boards]
    assert ours == theirs


def test_boards_as_by_python_chess(names: dict[str, tuple[str, str]]) -> None:
    """Random moves, in which openings are seldom left at once."""
    rng = np.random.default_rng(5)
    for _ in range(100):
        board, theirs = Board(), chess.Board()
        for _ in range(12):
            moves = list(theirs.legal_moves)
            known = [move for move in moves if _after(theirs, move) in names]
            move = (known or moves)[rng.integers(len(known or moves))]
            theirs.push(move)
            board.push_uci(move.uci())
            found = board.opening()
            ours = None if found is None else (found.eco, found.name, found.ply)
            assert ours == by_python_chess(theirs, names)


def _after(board: chess.Board, move: chess.Move) -> str:
    board.push(move)
    epd = board.epd()
    board.pop()
    return epd


def test_transpositions_have_the_name_of_the_position() -> None:
    games = Games.from_pgn(b"1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 * 1. c4 e6 2. Nc3 Nf6 3. d4 Bb4 *")
    assert games.openings().name.tolist() == ["Nimzo-Indian Defense"] * 2
    assert games.openings().ply.tolist() == [6, 6]


def test_later_moves_do_not_change_the_name() -> None:
    board = Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        board.push_san(san)
    lopez = Opening("C60", "Ruy Lopez", 5)
    assert board.opening() == lopez
    for san in ("Rb8", "h4", "Ra8"):
        board.push_san(san)
        assert board.opening() == lopez
    for _ in range(4):
        board.pop()
    found = board.opening()
    assert found is not None
    assert (found.name, found.ply, found.family) == ("King's Knight Opening: Normal Variation", 4,
                                                     "King's Knight Opening")  # fmt: skip
    assert board.copy(stack=False).opening() == dataclasses.replace(found, ply=0)
    assert pickle.loads(pickle.dumps(lopez)) == lopez
    assert len({lopez, Opening("C60", "Ruy Lopez", 5)}) == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        lopez.ply = 3  # type: ignore[misc]


def test_the_side_to_move_and_rights_count() -> None:
    placement = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R"
    assert Board(f"{placement} b KQkq - 3 3").opening() is not None
    assert Board(f"{placement} b KQkq - 40 90").opening() is not None
    for rest in ("w KQkq - 3 3", "b Kkq - 3 3", "b - - 3 3"):
        assert Board(f"{placement} {rest}").opening() is None
    assert Board().opening() is None  # the start position has no name


def test_boards_with_illegal_positions_and_null_moves() -> None:
    board = Board()
    board.push_san("e4")
    board.push(Move.null())
    assert board.opening() == Opening("B00", "King's Pawn Game", 1)
    board = Board()
    for san in ("e4", "f5", "Qh5+"):
        board.push_san(san)
    board.push(Move.from_uci("a7a6"))  # pseudo-legal
    assert not board.is_valid()
    assert board.opening() == Opening("B00", "Duras Gambit", 2)
    board.pop()
    board.remove_piece_at(enroque.E1)  # clears the history, as in python-chess
    assert board.opening() is None
    assert board.opening() is None
    board.set_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    assert board.opening() == Opening("B00", "King's Pawn Game", 0)
    board.push(Move.from_uci("e7e5"))
    assert board.opening() == Opening("C20", "King's Pawn Game", 1)


def test_chess960() -> None:
    games = example_games()
    assert (games[games.chess960].openings().ply == -1).all()
    board = chess960.position(518)
    board.push_san("e4")
    assert board.chess960
    assert board.opening() == Opening("B00", "King's Pawn Game", 1)


def test_games_without_a_name() -> None:
    text = b'[FEN "none"] 1. e4 *\n\n'
    text += b'[FEN "8/8/8/8/8/8/8/K6k w - - 0 1"] 1. Ka2 *\n\n[A "b"] *\n\n1. Nf3 *'
    found = Games.from_pgn(text).openings()
    assert len(found) == 4
    assert found.ply.tolist() == [-1, -1, -1, 1]
    assert found.name.tolist() == ["", "", "", "Zukertort Opening"]
    assert found.family.tolist() == ["", "", "", "Zukertort Opening"]
    assert found.eco.tolist() == ["", "", "", "A04"]
    assert (found.index.dtype, found.ply.dtype, found.eco.dtype) == (np.int64, np.int64, "<U3")
    assert openings.table()[found.index[3]].name == "Zukertort Opening"
    none = Games.from_pgn(b"").openings()
    assert (len(none), none.eco.shape, none.name.shape, none.eco.dtype) == (0, (0,), (0,), "<U3")


def test_threads(games: Games) -> None:
    many = Games.concatenate([games] * 20)
    first = many.openings(threads=1)
    for threads in (2, 7, None):
        again = many.openings(threads=threads)
        np.testing.assert_array_equal(first.index, again.index)
        np.testing.assert_array_equal(first.ply, again.ply)
    assert by_column(many)[: len(games)] == by_column(games)


def test_arrow(games: Games) -> None:
    pa = pytest.importorskip("pyarrow")
    found = games.openings()
    table = pa.table(found)
    assert table.column_names == ["eco", "name", "family", "ply"]
    missing: list[Any] = [None if ply < 0 else ply for ply in found.ply.tolist()]
    assert table["ply"].to_pylist() == missing
    for name in ("eco", "name", "family"):
        assert pa.types.is_dictionary(table[name].type)
        texts = getattr(found, name).tolist()
        assert table[name].to_pylist() == [text or None for text in texts]
        assert len(set(table[name].chunk(0).dictionary.to_pylist())) == len(
            table[name].chunk(0).dictionary
        )
    assert pa.table(Games.from_pgn(b"").openings()).num_rows == 0
    assert pa.table(Games.from_pgn(b'[A "b"] *').openings())["name"].to_pylist() == [None]
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(found)
    assert frame["name"].cast(polars.String).to_list() == table["name"].to_pylist()
