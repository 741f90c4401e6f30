"""The inputs of Maia-2 and Maia-3 that need a game, against recorded outputs of Maia-3."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from enroque import Column, Games, Loader
from enroque.errors import ArgumentError


@pytest.fixture(scope="module")
def games(data_file: Callable[[str], Path]) -> Games:
    return Games.from_pgn(data_file("pgn/lichess_999.pgn"))


def test_maia3_equals_the_program(games: Games, data_file: Callable[[str], Path]) -> None:
    vectors = np.load(data_file("vectors/maia3_times_std.npz"))
    assert len(vectors["game"]) == 1000
    columns = [Column.planes("maia3"), Column.maia3_times()]
    found = games.encode(columns, vectors["game"], vectors["ply"])
    squares = found["planes"].reshape(-1, 64, 96)
    times = np.repeat(found["maia3_times"][:, None], 64, 1)
    inputs = np.concatenate([squares, times], 2)
    tokens = np.unpackbits(vectors["tokens"], axis=1).reshape(-1, 64, 96)
    recorded = np.repeat(vectors["times"][:, None], 64, 1)
    expected = np.concatenate([tokens.astype(np.float32), recorded], 2)
    assert inputs.dtype == expected.dtype == np.float32
    assert inputs.tobytes() == expected.tobytes()


def test_maia3_times_of_other_columns(games: Games) -> None:
    game, ply = games.positions()
    names = ("base_time", "increment", "clock", "move_time")
    parts = np.stack([getattr(games, name)(game, ply) for name in names], 1)
    times = games.encode(Column.maia3_times(on_missing="nan"), game, ply)["maia3_times"]
    is_known = ~np.isnan(parts).any(1)
    assert 0 < is_known.sum() < len(parts)
    np.testing.assert_array_equal(times[is_known], (parts[is_known] / 1e5).astype(np.float32))
    assert np.isnan(times[~is_known]).all()
    with Loader(games, Column.maia3_times(on_missing="skip"), shuffle_games=0) as loader:
        rows = np.concatenate([batch["maia3_times"] for batch in loader])
    np.testing.assert_array_equal(rows, times[is_known])


def _bin(rating: float) -> int:
    return 0 if rating < 1100 else 10 if rating >= 2000 else int(rating) // 100 - 10


def test_maia2_ratings(games: Games) -> None:
    game, ply = games.positions()
    found = games.encode(Column.maia2_ratings(), game, ply)["maia2_ratings"]
    for column, ratings in enumerate((games.rating(game, ply), games.opponent_rating(game, ply))):
        assert found[:, column].tolist() == [_bin(rating) for rating in ratings]
    assert found.dtype == np.int64
    one = Games.from_pgn(StringIO('[WhiteElo "1500"]\n\n1. e4 e5 *'))
    found = one.encode(Column.maia2_ratings(on_missing="nan"), [0, 0], [0, 1])["maia2_ratings"]
    assert found.tolist() == [[-1, -1]] * 2
    with pytest.raises(ArgumentError, match="on_missing"):
        one.encode(Column.maia2_ratings(), [0], [0])
