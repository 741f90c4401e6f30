"""The loader over tables of positions: arrays equal to those of the table, selection, files."""

import gzip
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from enroque import Column, Games, Loader, Positions
from enroque.errors import ArgumentError, EncodingError, FileFormatError
from enroque.find import Check, Count, Played, Ply, Query, Quiet, Rating, Turn
from enroque.grain import PositionSource
from loader_batches import collect, same

COLUMNS = [Column.planes("pieces"), Column.policy("uci"), Column.value(), Column.game()]


@pytest.fixture(scope="module")
def table(games: Games) -> Positions:
    return Positions.from_games(games, *games.positions(max_ply=40))


def joined(batches: list[dict[str, Any]]) -> dict[str, Any]:
    return {name: np.concatenate([batch[name] for batch in batches]) for name in batches[0]}


def test_arrays_are_those_of_the_table(table: Positions) -> None:
    expected = table.encode(COLUMNS)
    in_order = joined(collect(Loader(table, COLUMNS, shuffle_rows=0, batch_size=1000)))
    shuffled = joined(collect(Loader(table, COLUMNS, seed=1, batch_size=1000)))
    assert shuffled["game"].tolist() != in_order["game"].tolist()
    assert sorted(shuffled["game"]) == list(range(len(table)))  # each row once
    for name, array in expected.items():
        np.testing.assert_array_equal(in_order[name], array)
        np.testing.assert_array_equal(shuffled[name], array[shuffled["game"]])


def test_batches_depend_on_the_arguments_alone(table: Positions) -> None:
    def batches(**options: Any) -> list[dict[str, Any]]:
        return collect(Loader(table, COLUMNS, shuffle_rows=700, batch_size=512, **options))

    assert same(batches(seed=5), batches(seed=5, threads=1))
    assert same(batches(seed=5), batches(seed=5, threads=7, prefetch=1))
    assert not same(batches(seed=5), batches(seed=6))
    loader = Loader(table, COLUMNS, seed=5)
    assert not same(collect(loader), collect(loader))  # the next epoch


def test_resuming_and_ranks(table: Positions) -> None:
    options: dict[str, Any] = {"seed": 3, "shuffle_rows": 700, "batch_size": 256}
    everything = collect(Loader(table, COLUMNS, **options))
    loader = Loader(table, COLUMNS, **options)
    for _ in range(7):
        next(loader)
    other = Loader(table, COLUMNS, **options)
    other.load_state_dict(loader.state_dict())
    assert same(collect(other), everything[7:])
    parts = [collect(Loader(table, COLUMNS, rank=n, world_size=3, **options)) for n in range(3)]
    rows = [row for part in parts for row in joined(part)["game"]]
    assert sorted(rows) == list(range(len(table)))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


def test_selecting(table: Positions) -> None:
    def rows(**options: Any) -> list[int]:
        return sorted(joined(collect(Loader(table, Column.game(), **options)))["game"])

    def expected(query: Query) -> list[int]:
        return [int(row) - 1 for row in table.filter(query).source_row]

    numbered = len(table) == table.source_row[-1]
    for query in [Check(), Played(captures=True) & Count("!", min=20), Turn(False)]:
        chosen = rows(filter=query)
        assert 0 < len(chosen) < len(table)
        assert chosen == expected(query) or not numbered
        assert len(chosen) == len(expected(query))
    half = rows(sample_probability=0.5, seed=1)
    assert abs(len(half) / len(table) - 0.5) < 0.05
    assert half == rows(sample_probability=0.5, seed=1, threads=1)
    won = rows(weights={"result": [0, 0, 1]})
    assert won == [row for row, value in enumerate(table.value()) if value > 0 or np.isnan(value)]
    for option, value in [
        ("min_ply", 3),
        ("max_ply", 3),
        ("positions_per_game", 3),
        ("min_clock", 3),
    ]:
        with pytest.raises(ArgumentError, match=f"{option} is an option of games, not of tables"):
            next(Loader(table, COLUMNS, **{option: value}))
    with pytest.raises(ArgumentError, match="Ply is a condition of games, not of tables"):
        next(Loader(table, COLUMNS, filter=Check() & Ply(min=3)))
    with pytest.raises(ArgumentError, match="weights of ply is an option of games"):
        next(Loader(table, COLUMNS, weights={"ply": [1.0]}))
    with pytest.raises(ArgumentError, match="has no samples"):
        next(Loader(table, COLUMNS, filter=Rating(min=1)))


def test_filters_of_games_are_those_of_tables(games: Games) -> None:
    """The same criteria select the same positions of games and of a table of them."""
    game, ply = games.positions(min_ply=0)
    before_end = ply < np.diff(games.offsets)[game]
    game, ply = game[before_end], ply[before_end]
    table = Positions.from_games(games, game, ply)
    for passes in [Check(), Quiet() & Count("!", max=20), Played(captures=False)]:
        of_games = joined(collect(Loader(games, COLUMNS, filter=passes, shuffle_games=0)))
        of_table = joined(collect(Loader(table, COLUMNS, filter=passes, shuffle_rows=0)))
        np.testing.assert_array_equal(of_games["planes"], of_table["planes"])
        np.testing.assert_array_equal(of_games["policy"], of_table["policy"])


def test_rows_that_lack_something() -> None:
    fens = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "8/8 w", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]
    table = Positions.from_fens(fens, on_error="mask")
    with pytest.raises(ValueError, match="row 1"):
        list(Loader(table, Column.planes("pieces")))
    kept = collect(Loader(table, Column.planes("pieces"), on_unsupported="skip"))
    assert len(joined(kept)["planes"]) == 2
    with pytest.raises(ValueError, match="the table has no column of moves"):
        list(Loader(table[[0, 2]], Column.policy("lc0")))
    of_moves = Positions.read(
        b"fen,move\n4k3/8/8/8/8/8/8/4K2R w K -,e1e2\n4k3/8/8/8/8/8/8/4K3 w - -,\n"
    )
    with pytest.raises(ValueError, match="row 1 has no next move"):
        list(Loader(of_moves, Column.policy("lc0")))
    promoting = Positions.read(b"fen,move\n4k3/P7/8/8/8/8/8/4K3 w - - 0 1,a7a8n\n")
    with pytest.raises(EncodingError, match="block 0, row 0"):
        list(Loader(promoting, Column.policy("from_to")))


def test_rows_of_files_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    rows = [f"4k3/8/8/8/8/8/8/4K2R w K - 0 {n}" for n in range(1, 3000)]
    text = "\n".join([*rows[:7], "8/8 w", *rows[7:]])
    (tmp_path / "table.fens").write_text(text)
    loader = Loader(tmp_path / "table.fens", Column.ply(), shuffle_rows=0)
    with pytest.warns(RuntimeWarning, match=r"skipped rows of .*, of which the first is .*row 8"):
        assert sum(len(batch["ply"]) for batch in loader) == 2999
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert sum(len(batch["ply"]) for batch in loader) == 2999
    (reason,) = loader.skipped_files
    assert reason.startswith("rows of ")
    packed = gzip.compress(text.encode())
    (tmp_path / "cut.fens.gz").write_bytes(packed[: len(packed) // 2])
    with pytest.raises(FileFormatError, match=r"cut\.fens\.gz"):
        list(Loader(tmp_path / "cut.fens.gz", Column.ply()))
    with pytest.warns(RuntimeWarning, match=r"cut\.fens\.gz"):
        list(Loader(tmp_path / "cut.fens.gz", Column.ply(), on_error="skip"))


def test_labels_and_lists(table: Positions) -> None:
    label = Column.label(np.arange(len(table), dtype=np.float32), each="position")
    columns = {"label": label, "row": Column.game()}
    batch = joined(collect(Loader(table, columns, seed=2)))
    np.testing.assert_array_equal(batch["label"], batch["row"])
    parts = [table[:500], table[500:]]
    both = joined(collect(Loader(parts, COLUMNS, shuffle_rows=0)))
    np.testing.assert_array_equal(both["planes"], table.planes("pieces"))

    def tables() -> Iterator[Positions]:
        yield from parts

    same_again = joined(collect(Loader(tables, COLUMNS, shuffle_rows=0)))
    np.testing.assert_array_equal(same_again["planes"], both["planes"])


@pytest.mark.parametrize("name", ["x.npz", "x.parquet", "x.csv", "x.epd"])
def test_files(table: Positions, tmp_path: Path, name: str) -> None:
    if not name.endswith((".npz", ".epd")):
        pytest.importorskip("pyarrow")
    table.write(tmp_path / name)
    columns = [Column.planes("pieces"), Column.policy("uci")]
    batch = joined(collect(Loader(tmp_path / name, columns, shuffle_rows=0)))
    for key, array in table.encode(columns).items():
        np.testing.assert_array_equal(batch[key], array)
    again = joined(collect(Loader([tmp_path / name, tmp_path / name], columns, seed=1)))
    assert len(again["policy"]) == 2 * len(table)


def test_tables_are_not_read_as_games(tmp_path: Path) -> None:
    path = tmp_path / "evals.csv"
    path.write_text("FEN,Evaluation\n")
    with pytest.raises(FileFormatError, match=r"Positions\.read"):
        Games.read(path)


def test_random_access(table: Positions) -> None:
    source = PositionSource(table, COLUMNS)
    assert len(source) == len(table)
    assert repr(source) == f"<PositionSource: {len(table)} positions>"
    np.testing.assert_array_equal(source[-1]["planes"], table[-1:].planes("pieces")[0])
    rows = source.__getitems__([5, 3])
    np.testing.assert_array_equal(rows[1]["planes"], table[3:4].planes("pieces")[0])
    with pytest.raises(ArgumentError, match="options of games"):
        PositionSource(table, COLUMNS, min_ply=1)
