"""Columns, conditions and weights of ratings and clocks in a `Loader`."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from enroque import Column, Games, Loader
from enroque.data import example_games
from enroque.errors import ArgumentError
from enroque.find import Clock, MoveTime, Rating
from enroque.sequences import SequenceLoader

NAMES = [
    "rating",
    "opponent_rating",
    "clock",
    "opponent_clock",
    "move_time",
    "base_time",
    "increment",
]


@pytest.fixture(scope="module")
def path(data_file: Callable[[str], Path]) -> Path:
    return data_file("pgn/lichess_bullet_3000.pgn.zst")


def _epoch(source: object, columns: list[Column], **options: object) -> dict[str, np.ndarray]:
    with Loader(source, columns, shuffle_games=0, batch_size=4096, **options) as loader:  # type: ignore[arg-type]
        batches = list(loader)
    return {name: np.concatenate([batch[name] for batch in batches]) for name in batches[0]}


def test_files_equal_games(path: Path, tmp_path: Path) -> None:
    games = Games.from_pgn(path)
    game, ply = games.positions()
    columns = [getattr(Column, name)(on_missing="nan") for name in NAMES] + [Column.legal_count()]
    expected = games.encode(columns, game, ply)
    npz = tmp_path / "games.npz"
    games.write(npz)
    for source in (path, npz, games):
        found = _epoch(source, columns)
        for name, values in expected.items():
            np.testing.assert_array_equal(found[name], values, name)


def test_skipped_where_missing(path: Path) -> None:
    games = Games.from_pgn(path)
    game, ply = games.positions()
    for view in ("side_to_move", "white"):
        columns = [
            Column.rating(view=view, on_missing="skip"),
            Column.move_time(on_missing="skip"),
            Column.game(),
            Column.ply(),
        ]
        found = _epoch(path, columns)
        known = games.time_used() >= 0
        assert 0 < known.sum() < len(known)
        np.testing.assert_array_equal(found["game"], game[known])
        np.testing.assert_array_equal(found["ply"], ply[known])
    with (
        Loader(path, Column.move_time()) as loader,
        pytest.raises(ArgumentError, match="time of the move"),
    ):
        next(loader)
    with Loader(path, Column.move_time(), filter=MoveTime()) as loader:
        assert (next(loader)["move_time"] >= 0).all()


def test_skipped_samples_are_counted(path: Path, tmp_path: Path) -> None:
    games = Games.from_pgn(path)
    missing = int((games.time_used() < 0).sum())
    columns = [Column.move_time(on_missing="skip")]
    for source, shuffle_games in ((path, 100), (games, 0)):
        with Loader(source, columns, batch_size=999, shuffle_games=shuffle_games) as loader:
            assert loader.skipped == 0
            for _epoch in range(2):
                rows = sum(len(batch["move_time"]) for batch in loader)
                assert (rows, loader.skipped) == (len(games.moves) - missing, missing)
    table = tmp_path / "table.csv"
    table.write_text(
        "FEN,Evaluation\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,12\n8/8/8/8/8/8/8/K1k5 w - - 0 1,\n"
    )
    with Loader(table, Column.eval(on_missing="skip")) as loader:
        assert [len(batch["eval"]) for batch in loader] == [1]
        assert loader.skipped == 1
    chess960 = example_games()
    with Loader(chess960, Column.features("HalfKP"), on_unsupported="skip") as loader:
        assert sum(len(batch["features"]) for batch in loader) == len(chess960.moves)
        assert loader.skipped == 0
    with SequenceLoader(chess960, on_unsupported="skip") as loader:
        list(loader)
        assert loader.skipped == 38  # games of Chess960


def test_one_rating_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[WhiteElo "1500"]\n[BlackElo "?"]\n\n1. e4 e5 2. d4 *\n')
    columns = [Column.rating(on_missing="skip"), Column.ply()]
    assert _epoch(path, columns)["ply"].tolist() == [0, 2]
    columns = [Column.opponent_rating(on_missing="skip"), Column.ply()]
    assert _epoch(path, columns)["ply"].tolist() == [1]
    columns = [Column.rating(view="white", on_missing="skip"), Column.ply()]
    assert _epoch(path, columns)["ply"].tolist() == [0, 1, 2]


def test_given_times_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 {[%emt 0:00:03]} e5 {[%emt 0:00:04]} *\n")
    assert _epoch(path, [Column.move_time()])["move_time"].tolist() == [3000, 4000]
    found = _epoch(path, [Column.ply()], filter=MoveTime(min=4000))
    assert found["ply"].tolist() == [1]


def test_filter_and_weights(path: Path) -> None:
    columns = [Column.rating(), Column.clock()]
    found = _epoch(path, columns, filter=Rating(min=1500) & Clock(max=20_000))
    assert found["rating"].min() >= 1500
    assert found["clock"].max() <= 20_000
    plain = _epoch(path, columns)["rating"] // 100
    weights = [0.0] * 15 + [1.0, 0.5] + [0.0]
    kept = _epoch(path, columns, weights={"rating": weights})["rating"] // 100
    assert set(kept) == {15, 16}
    assert (kept == 15).sum() == (plain == 15).sum()
    assert (kept == 16).sum() == pytest.approx((plain == 16).sum() / 2, rel=0.05)


def test_tables_have_no_players() -> None:
    from enroque.data import example_positions

    with pytest.raises(ArgumentError, match="rating or clock of a player"):
        example_positions().encode(Column.clock(on_missing="nan"))
