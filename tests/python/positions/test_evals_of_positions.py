"""`games.with_evals(positions)`: evaluations joined onto the moves of games by position."""

import numpy as np
import pytest

from enroque import Games, Positions
from enroque.data import example_games

NONE = -(2**31)


def evaluated(fens: list[str], evals: list[int], depths: list[int] | None = None) -> Positions:
    depths = depths or [1] * len(fens)
    lines = [f"{fen},{cp},{depth}" for fen, cp, depth in zip(fens, evals, depths, strict=True)]
    return Positions.read("\n".join(["fen,white_cp,depth", *lines]).encode())


def fens_after_moves(games: Games) -> list[str]:
    """Returns the position after each move."""
    return [
        games[index].board(ply).fen()
        for index in range(len(games))
        for ply in range(1, len(games[index]) + 1)
    ]


def test_every_move_is_found() -> None:
    games = example_games()[::6]
    fens = fens_after_moves(games)
    # an evaluation of each position, the same for equal ones: a dictionary is the oracle
    number_of: dict[int, int] = {}
    table = Positions.from_fens(fens)
    evals = [number_of.setdefault(int(key), len(number_of)) for key in table.keys]
    joined = games.with_evals(evaluated(fens, evals))
    expected = np.array(evals, np.int32)
    np.testing.assert_array_equal(joined.evals, expected)
    assert joined.eval_count == len(games.moves)
    assert games.eval_count == 0
    assert games.evals is None
    # of a half of the positions, in any order
    some = np.random.default_rng(1).permutation(len(fens))[::2]
    half = evaluated([fens[row] for row in some], [evals[row] for row in some])
    known = {evals[row] for row in some}
    expected = np.array([cp if cp in known else NONE for cp in expected], np.int32)
    for threads in (1, 2, 5):
        joined = games.with_evals(half, threads=threads)
        np.testing.assert_array_equal(joined.evals, expected)
    assert joined.eval_count == np.count_nonzero(expected != NONE)
    assert joined.with_columns(evals=np.full(len(games.moves), NONE)) == games


def test_what_the_games_have_stays() -> None:
    games = Games.from_pgn(b"1. e4 { [%eval 0.3] } e5 2. Nf3 { [%eval 0.5] } *")
    fens = fens_after_moves(games)
    table = evaluated(fens[:2], [11, 12])
    assert games.with_evals(table).evals.tolist() == [30, 12, 50]
    assert games.with_evals(table, replace=True).evals.tolist() == [11, 12, 50]
    assert games.with_evals(Positions.from_fens(fens)) == games
    assert games.with_evals(Positions.from_fens([])).eval_count == 2


def test_the_deepest_and_the_key() -> None:
    games = Games.from_pgn(b"1. e4 d5 *")
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq {} 7 9"
    # clocks, and an en-passant square without a capture, do not count
    table = evaluated([fen.format(square) for square in ("-", "e3", "-")], [1, 2, 3], [5, 9, 9])
    assert games.with_evals(table).evals.tolist() == [2, NONE]
    without_rights = evaluated([fen.format("-").replace("KQkq", "KQ")], [4])
    assert games.with_evals(without_rights).evals is None
    broken = Positions.read(
        b"FEN,Evaluation\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,#-3\nx,1\n",
        on_error="mask",
    )
    assert games.with_evals(broken).evals.tolist() == [-999_997, NONE]


def test_streams_fill_what_is_missing() -> None:
    games = Games.from_pgn(b"1. e4 d5 *")
    table = evaluated(fens_after_moves(games), [2, 3])
    joined = games
    for row in range(2):
        joined = joined.with_evals(table[row : row + 1])
    assert joined.evals.tolist() == [2, 3]
    with pytest.raises(TypeError):
        games.with_evals("evals")  # type: ignore[arg-type]
