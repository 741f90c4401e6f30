"""Missing labels, the size of an epoch, and processes with equal numbers of batches."""

import multiprocessing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from enroque import Column, Games, Loader, Positions
from enroque.data import example_positions
from enroque.errors import ArgumentError
from loader_batches import collect, same

TEXT = """\
1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 Nc6 {[%eval 0.1]} 3. Bb5 1-0

1. d4 {[%eval 0.1]} d5 {[%eval #-3]} 2. c4 *

1. c4 c5 1/2-1/2
"""
RESULTS = {(0, ply) for ply in range(5)} | {(2, 0), (2, 1)}
EVALS = {(0, 1), (0, 2), (0, 4), (1, 1), (1, 2)}
ALL = {(0, ply) for ply in range(5)} | {(1, ply) for ply in range(3)} | {(2, 0), (2, 1)}
LABELS: list[tuple[str, set[tuple[int, int]], str]] = [
    ("value", RESULTS, "result"),
    ("wdl", RESULTS, "result"),
    ("eval", EVALS, "evaluation"),
    ("win_probability", EVALS, "evaluation"),
    ("search_value", set(), "value of a search"),
    ("search_wdl", set(), "value of a search"),
    ("network_value", set(), "value of the network"),
    ("search_weight", set(), "weight"),
]


def places(batches: list[dict[str, Any]]) -> set[tuple[int, int]]:
    return {
        place
        for batch in batches
        for place in zip(batch["game"].tolist(), batch["ply"].tolist(), strict=True)
    }


@pytest.mark.parametrize(("name", "expected", "datum"), LABELS)
def test_missing_labels_of_games(name: str, expected: set[tuple[int, int]], datum: str) -> None:
    games = Games.from_pgn(TEXT.encode())
    column = getattr(Column, name)
    way_out = f'no {datum}; on_missing="nan" writes NaN, and on_missing="skip" lets a Loader skip'
    for unsupported in ("raise", "mask", "skip"):
        # with a column before it that cannot express some moves
        columns = [Column.policy("from_to"), column()]
        with (
            Loader(games, columns, on_unsupported=unsupported) as loader,
            pytest.raises(ArgumentError, match=f"block 0, game [0-2], ply [0-4]: {way_out}"),
        ):
            next(loader)
    game, ply = games.positions()
    with pytest.raises(ArgumentError, match=f"entry [0-9]: {way_out}"):
        games.encode(column(), game, ply)
    with pytest.raises(ArgumentError, match=f"entry [0-9]: {way_out}"):
        games.encode([Column.policy("lc0"), column()], game, ply, on_unsupported="mask")
    with pytest.raises(ArgumentError, match='on_missing cannot be "skip" here'):
        games.encode(column(on_missing="skip"), game, ply)
    with pytest.raises(ValueError, match="on_missing"):
        column(on_missing="zeros")
    is_nan = np.isnan(games.encode({"x": column(on_missing="nan")}, game, ply)["x"])
    is_nan = is_nan.reshape(len(game), -1).all(1)
    pairs = zip(game[~is_nan].tolist(), ply[~is_nan].tolist(), strict=True)
    assert set(pairs) == expected
    if hasattr(games, name) and callable(getattr(games, name)):
        array = getattr(games, name)(game, ply)  # the methods show NaN
        assert np.array_equal(np.isnan(array).reshape(len(game), -1).all(1), is_nan)
    columns = [Column.game(), Column.ply(), column(on_missing="nan")]
    assert places(collect(Loader(games, columns))) == ALL
    columns[-1] = column(on_missing="skip")
    assert repr(columns[-1]) == f"enroque.Column.{name}(on_missing='skip')"
    loader = Loader(games, columns, positions_per_game=2)
    if not expected:
        with pytest.raises(ArgumentError, match="no samples"):
            next(loader)
        return
    batches = collect(loader)
    assert not any(np.isnan(batch[name]).any() for batch in batches)
    seen = places(batches)
    # the positions of a game are selected among those that have the label
    per_game = [min(2, sum(g == game for g, _ in expected)) for game in range(3)]
    assert seen <= expected
    assert [sum(g == game for g, _ in seen) for game in range(3)] == per_game
    with pytest.raises(ArgumentError, match="skipping"):
        Loader(games, columns[:2], positions_per_game=2).load_state_dict(loader.state_dict())


def test_missing_labels_of_tables() -> None:
    table = example_positions()[:50]
    text = "fen,cp,result\n" + "".join(
        f"{fen},{'' if number % 3 == 0 else 10 * number},{'' if number % 2 else '1-0'}\n"
        for number, fen in enumerate(table.fens())
    )
    roles = {"fen": "fen", "eval": "cp", "result": "result"}
    options: dict[str, Any] = {"columns": roles, "perspective": "white", "unit": "cp"}
    table = Positions.read(text.encode(), format="csv", **options)
    for name, step in [("win_probability", 3), ("eval", 3), ("value", 2), ("wdl", 2)]:
        column = getattr(Column, name)
        with pytest.raises(ArgumentError, match=r"row [01]: no "):
            table.encode(column())
        with pytest.raises(ArgumentError, match=r"block 0, row [0-9]+: no "):
            next(Loader(table, column()))
        columns = [Column.game(), column(on_missing="skip")]
        (batch,) = collect(Loader(table, columns, shuffle_rows=0))
        is_nan = np.isnan(getattr(table, name)().reshape(len(table), -1)).all(1)
        assert abs(is_nan.sum() - len(table) / step) < 3
        kept = np.flatnonzero(~is_nan).tolist()
        assert batch["game"].tolist() == kept
        assert not np.isnan(batch[name]).any()
        (batch,) = collect(Loader(table, column(on_missing="nan"), shuffle_rows=0))
        assert np.array_equal(batch[name], getattr(table, name)(), equal_nan=True)
        loader = Loader(table, columns)
        assert loader.epoch_size == len(kept)


def test_epoch_size(games: Games, tmp_path: Path) -> None:
    column = Column.policy("lc0")
    for options in [
        {},
        {"min_ply": 10, "max_ply": 30},
        {"positions_per_game": 3},
        {"rank": 1, "world_size": 3},
        {"rank": 1, "world_size": 3, "even": True},
        {"shuffle_games": 0, "batch_size": 100, "drop_last": True},
    ]:
        for source in (games, [games[:20], games[20:]]):
            loader = Loader(source, column, **options)  # type: ignore[arg-type]
            rows = sum(len(batch["policy"]) for batch in loader)
            dropped = loader.epoch_size - rows  # type: ignore[operator]
            assert 0 <= dropped < (100 if "drop_last" in options else 1)
    table = example_positions()[:700]
    assert Loader(table, Column.planes("pieces"), rank=1, world_size=3).epoch_size == 233
    games.write(tmp_path / "games.pgn")
    for unknown in (
        Loader(tmp_path / "games.pgn", column),
        Loader(lambda: iter([games]), column),
        Loader(games, column, sample_probability=0.5),
        Loader(games, column, weights={"ply": [1, 2]}),
        Loader(games, Column.policy("uci"), on_unsupported="skip"),
    ):
        assert unknown.epoch_size is None


@pytest.mark.parametrize("batch_size", [64, 130])
@pytest.mark.parametrize("shuffle", [0, 30])
@pytest.mark.parametrize("drop_last", [False, True])
def test_even_processes(games: Games, *, batch_size: int, shuffle: int, drop_last: bool) -> None:
    columns = [Column.game(), Column.ply(), Column.policy("lc0")]
    options: dict[str, Any] = {"batch_size": batch_size, "shuffle_games": shuffle, "seed": 4}
    sources = {"memory": games, "list": [games[:50], games[50:90], games[90:]]}
    for source in sources.values():
        loaders = [
            Loader(
                source, columns, rank=rank, world_size=3, even=True, drop_last=drop_last, **options
            )
            for rank in range(3)
        ]
        for _ in range(2):
            ranks = [collect(loader) for loader in loaders]
            lengths = [[len(batch["ply"]) for batch in batches] for batches in ranks]
            assert lengths[0] == lengths[1] == lengths[2]
            seen = [places(batches) for batches in ranks]
            count = sum(map(sum, lengths))
            assert len(set.union(*seen)) == count == sum(map(len, seen))
            if not drop_last:
                assert len(games.moves) - 2 * 10 <= count <= len(games.moves)
    one = collect(Loader(games, columns, even=True, **options))
    assert same(one, collect(Loader(games, columns, **options)))
    table = example_positions()[:1000]
    sizes = {
        tuple(len(batch["game"]) for batch in Loader(
            table, Column.game(), rank=rank, world_size=3, even=True, shuffle_rows=100
        ))
        for rank in range(3)
    }  # fmt: skip
    assert sizes == {(333,)}
    with pytest.raises(ArgumentError, match="even needs on_unsupported"):
        Loader(games, columns, even=True, on_unsupported="skip")


def _in_worker(loader: Loader | None, queue: Any) -> None:
    """Iterates a loader where PyTorch reports a worker."""
    import sys
    import types
    import warnings

    module: Any = types.ModuleType("torch.utils.data")
    module.get_worker_info = lambda: types.SimpleNamespace(id=1, num_workers=2)
    sys.modules["torch.utils.data"] = module
    games = Games.from_pgn(TEXT.encode())
    try:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            if loader is None:
                list(Loader(games, Column.policy("lc0"), rank=1, world_size=2))
                assert not found
                loader = Loader(games, Column.policy("lc0"))
            list(loader)
            queue.put([str(warning.message) for warning in found])
    except RuntimeError as error:
        queue.put(str(error))


def test_workers_of_pytorch(games: Games) -> None:
    """A loader in the workers of a `DataLoader` would return everything several times."""
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    for loader, expected in [
        (Loader(games, Column.policy("lc0")), "cannot be used in workers"),
        (None, "each of 2 workers of a DataLoader has its own Loader"),
    ]:
        process = context.Process(target=_in_worker, args=(loader, queue))
        process.start()
        process.join(60)
        assert expected in str(queue.get())


def test_workers_of_a_dataset_of_the_user(games: Games) -> None:
    torch = pytest.importorskip("torch")

    class Dataset(torch.utils.data.IterableDataset):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            self.loader = Loader(games, Column.policy("lc0"))

        def __iter__(self) -> Any:
            for batch in self.loader:
                yield torch.from_numpy(batch["policy"].copy())

    data = torch.utils.data.DataLoader(Dataset(), batch_size=None, num_workers=2)
    with pytest.raises(RuntimeError, match="num_workers=0"):
        list(data)
    whole = torch.utils.data.DataLoader(Dataset(), batch_size=None)
    assert sum(len(batch) for batch in whole) == len(games.moves)


def test_errors_name_the_option(games: Games) -> None:
    column = Column.policy("lc0")
    for name in [
        "batch_size", "min_ply", "max_ply", "positions_per_game", "min_clock", "shuffle_games",
        "shuffle_rows", "rank", "world_size", "prefetch",
    ]:  # fmt: skip
        for value in ("256", 256.0, [256]):
            kind = type(value).__name__
            with pytest.raises(
                TypeError, match=f"^{name} must be an int(?: or None)?, not {kind}$"
            ):
                Loader(games, column, **{name: value})  # type: ignore[arg-type]
        with pytest.raises(ArgumentError, match=f"{name} must be 0 or more, not -1"):
            Loader(games, column, **{name: -1})  # type: ignore[arg-type]
        assert Loader(games, column, **{"world_size": 3, name: np.int64(2)}).epoch == 0  # type: ignore[arg-type]
    for weights, text in [
        ({"ply": "ab"}, "weights of ply must be a list of numbers, not str"),
        ({"ply": 3}, "weights of ply must be a list of numbers, not int"),
        ({3: [1]}, "a key of weights must be a str, not int"),
        ([1], "weights must be a dict, not list"),
    ]:
        with pytest.raises(TypeError, match=text):
            Loader(games, column, weights=weights)  # type: ignore[arg-type]
