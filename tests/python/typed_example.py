"""What a user writes, for type checkers: `test_typing.py` runs mypy over it."""

from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import enroque
from enroque import chess960


def play() -> str:
    board = enroque.Board()
    assert_type(board.push_san("e4"), enroque.Move)
    assert_type(board.copy(stack=False), enroque.Board)
    assert_type(chess960.random(seed=7), enroque.Board)
    assert_type(board.piece_at(enroque.E4), enroque.Piece | None)
    for move in board.legal_moves:
        assert_type(move, enroque.Move)
        assert_type(board.san(move), str)
    outcome = board.outcome(claim_draw=True)
    if outcome is not None:
        assert_type(outcome.winner, bool | None)
        return outcome.result()
    return board.fen()


def squares() -> list[enroque.Square]:
    some = enroque.SquareSet([enroque.E4, enroque.D5])
    some |= {enroque.A1}
    some <<= 8
    assert_type(some | 0xFF, enroque.SquareSet)
    assert_type(~some & some, enroque.SquareSet)
    assert_type(some <= enroque.SquareSet.ray(enroque.A1, enroque.H8), bool)
    assert_type(some.pop(), int)
    some.update(enroque.SquareSet.between(enroque.A1, enroque.A8), [enroque.B3], 0xFF)
    wanted: enroque.IntoSquareSet = some
    return list(enroque.SquareSet(wanted))


def arrays(path: str) -> NDArray[Any]:
    games = enroque.Games.from_pgn(path, threads=2, progress=print)
    assert_type(games, enroque.Games)
    strong = games[games.white_elo > 2500]
    game, ply = games.pairs(min_ply=8)
    assert_type(game, NDArray[np.int64])
    assert_type(games.policy("lc0", game, ply), NDArray[np.int64])
    assert_type(games.value(game, ply), NDArray[np.float32])
    for view in games:
        assert_type(view, enroque.GameView)
        assert_type(view.headers, dict[str, str])
    for error in games.errors:
        assert_type(error.line, int)
    del strong
    return games.planes("lc0", game, ply, dtype=np.uint8)
