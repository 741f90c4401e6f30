"""Messages for those who come from python-chess and pandas, and conversions that they expect."""

import random
from collections.abc import Callable

import chess
import numpy as np
import pytest

import enroque
from enroque import Board, Column, Filter, SquareSet
from enroque.data import example_games
from enroque.errors import ArrayError

GAMES = example_games()
MOVE = chess.Move.from_uci("e2e4")
PIECE = chess.Piece.from_symbol("N")

TYPES: list[tuple[Callable[[Board], object], str]] = [
    (lambda board: board.push(MOVE), "a move must be an enroque.Move, not chess.Move"),
    (lambda board: board.san(MOVE), "a move must be an enroque.Move, not chess.Move"),
    (lambda board: MOVE in board.legal_moves, "a move must be an enroque.Move, not chess.Move"),
    (lambda board: board.variation_san([MOVE]), "an enroque.Move, not chess.Move"),
    (lambda board: board.set_piece_at(4, PIECE), "a piece must be an enroque.Piece, not chess.P"),
    (lambda board: board.set_piece_map({4: PIECE}), "an enroque.Piece, not chess.Piece"),
    (lambda board: Board(chess.Board()), "a FEN must be a str, not chess.Board"),
    (lambda board: GAMES.filter(min_elo=2000), r"games.filter\(enroque.Filter\(min_elo=...\)\)"),
    (lambda board: GAMES.filter(), "filter must be an enroque.Filter, not NoneType"),
    (lambda board: GAMES.planes("lc0"), r"game, ply = games.positions\(\)"),
    (lambda board: GAMES.encode(Column.ply()), r"game, ply = games.positions\(\)"),
    (lambda board: GAMES.policy("lc0", [0]), r"game, ply = games.positions\(\)"),
]


@pytest.mark.parametrize(("call", "message"), TYPES)
def test_types(call: Callable[[Board], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call(Board())


def test_filters_are_as_before() -> None:
    assert len(GAMES.filter(Filter(variant="chess960"))) == 38


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("white", r"games.tag_values\('White'\)"),
        ("event", r"games.tag_values\('Event'\)"),
        ("load", "use Games.read"),
        ("save", "use games.write"),
        ("to_parquet", "use games.write"),
        ("white_eloo", "did you mean 'white_elo'"),
    ],
)
def test_names_of_games(name: str, hint: str) -> None:
    with pytest.raises(AttributeError, match=hint):
        getattr(GAMES, name)
    assert not hasattr(GAMES, name)


def test_names_without_hints() -> None:
    for name in ("qqq", "_private"):
        with pytest.raises(AttributeError, match="has no attribute"):
            getattr(GAMES, name)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("read_pgn", "use Games.read, or enroque.pgn.read_game"),
        ("read_game", "use enroque.pgn.read_game"),
        ("Gamess", "did you mean 'Games'"),
        ("FenError", "it is enroque.errors.FenError"),
    ],
)
def test_names_of_the_package(name: str, hint: str) -> None:
    with pytest.raises(AttributeError, match=hint):
        getattr(enroque, name)


def test_sets_of_arrays() -> None:
    squares = SquareSet([0, 9, 63])
    for dtype in (np.int64, np.uint8, np.uint64):
        assert SquareSet(np.array([0, 9, 63], dtype)) == squares
    mask = np.zeros(64, np.bool_)
    mask[[0, 9, 63]] = True
    assert SquareSet(mask) == SquareSet(mask.reshape(8, 8)) == squares
    assert SquareSet(np.array([], np.int64)) == SquareSet()
    assert SquareSet(np.uint64(7)) == SquareSet([0, 1, 2])  # a bitboard
    assert SquareSet(np.array(7)) == SquareSet([0, 1, 2])
    with pytest.raises(ArrayError, match="a mask of squares must have 64 entries, not 8"):
        SquareSet(np.zeros(8, np.bool_))
    with pytest.raises(enroque.errors.OutOfRangeError, match="not 64"):
        SquareSet(np.array([64]))
    with pytest.raises(TypeError, match="not float"):
        SquareSet(np.array([1.0]))


def test_legal_moves_are_a_sequence() -> None:
    board = Board()
    moves = list(board.legal_moves)
    array = np.array(board.legal_moves)
    assert (array.shape, array.dtype) == ((20,), np.dtype(object))
    assert array.tolist() == moves
    assert np.asarray(board.legal_moves, dtype=object).tolist() == moves
    assert list(reversed(board.legal_moves)) == moves[::-1]
    chosen = random.Random(1).sample(board.legal_moves, 2)
    assert len(set(chosen)) == 2
    assert set(chosen) <= set(moves)
    assert random.Random(1).choice(board.legal_moves) in moves
    assert np.random.default_rng(1).choice(board.legal_moves) in moves
    mate = Board("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    assert np.array(mate.legal_moves).shape == (0,)
