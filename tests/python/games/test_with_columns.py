"""`Games.with_columns`: columns of moves from arrays, validated."""

import pickle

import numpy as np
import pytest

from enroque import Games
from enroque.data import example_games
from enroque.errors import ArrayError

NO_EVAL = -(2**31)


@pytest.fixture
def games() -> Games:
    return Games.from_pgn(b"1. e4 {[%eval 0.3] [%clk 0:01:00]} e5 2. Nf3 *\n\n1. d4 $1 x *")


def test_columns_are_replaced_and_others_are_kept(games: Games) -> None:
    assert (games.error_count, games.plies.tolist()) == (1, [3, 1])
    evals = np.array([10, -20, 1_000_000, NO_EVAL])
    new = games.with_columns(evals=evals, search_nodes=[1, -1, 0, 7])
    assert new.evals is not None
    assert new.search_nodes is not None
    assert new.clocks is not None
    assert (new.evals.dtype.name, new.evals.tolist()) == ("int32", evals.tolist())
    assert new.search_nodes.tolist() == [1, -1, 0, 7]
    assert new.clocks.tolist() == [60_000, -1, -1, -1]
    assert new.error_count == 1
    assert games.evals is not None
    assert games.evals.tolist() == [30, NO_EVAL, NO_EVAL, NO_EVAL]
    assert games.with_columns() == games
    assert new.with_columns(evals=games.evals, search_nodes=[-1] * 4) == games
    assert pickle.loads(pickle.dumps(new)) == new
    # without an entry
    assert new.with_columns(evals=[NO_EVAL] * 4, clocks=[-1] * 4).evals is None
    assert new.with_columns(search_nodes=[-1] * 4).search_nodes is None


def test_columns_of_searches() -> None:
    games = example_games()[:5]
    count = len(games.moves)
    wdl = np.tile([[0.25, 0.5, 0.25]], (count, 1))
    wdl[3] = np.nan
    values = np.linspace(-1, 1, 2 * count)[::2]
    new = games.with_columns(search_wdl=wdl, search_values=values, move_times=np.arange(count))
    assert new.search_wdl is not None
    np.testing.assert_array_equal(new.search_wdl, wdl.astype(np.float32))
    np.testing.assert_array_equal(new.search_values, values.astype(np.float32))
    assert new.move_times is not None
    assert new.move_times[-1] == count - 1
    assert new[::-1][::-1] == new
    assert (
        games[:0].with_columns(evals=[], search_values=[], search_wdl=np.empty((0, 3)))
        == (games[:0])
    )


@pytest.mark.parametrize(
    ("name", "column", "message"),
    [
        ("evals", [0], "column evals has 1 entries, not 4"),
        ("evals", [0, 0, 0, 1_000_001], "game 1, ply 0: invalid value 1000001 in column evals"),
        ("evals", [0, 2**40, 0, 0], "invalid value 1099511627776 in column evals"),
        ("evals", [0.5] * 4, "evals must be an array of integers, not float64"),
        ("evals", [[0] * 4], "evals must be an array of one dimension, not 2"),
        ("clocks", [0, -2, 0, 0], "game 0, ply 1: invalid value -2 in column clocks"),
        ("move_times", [-9] * 4, "game 0, ply 0: invalid value -9 in column move_times"),
        ("search_nodes", [0, 0, -2, 0], "game 0, ply 2: invalid value -2 in column search_nodes"),
        ("search_values", [0, 0, 0, 1.5], "game 1, ply 0: invalid value 1.5 in column"),
        ("search_values", [[0] * 4], r"search_values must have shape \(moves,\), not \[1, 4\]"),
        ("search_wdl", np.zeros(4), r"search_wdl must have shape \(moves, 3\), not \[4\]"),
        ("search_wdl", np.zeros((4, 3)), "game 0, ply 0: invalid value .* in column search_wdl"),
    ],
)
def test_invalid_columns(games: Games, name: str, column: object, message: str) -> None:
    with pytest.raises(ArrayError, match=message):
        games.with_columns(**{name: column})  # type: ignore[arg-type]
