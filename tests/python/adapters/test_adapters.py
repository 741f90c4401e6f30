"""Adapters of the loader and of games to PyTorch, JAX, Grain and Hugging Face `datasets`."""

import pickle
from typing import Any

import numpy as np
import pytest

from enroque import Arena, Column, Games, Loader, Positions
from enroque.data import example_positions
from enroque.grain import PositionSource, loader_dataset
from enroque.sequences import SequenceLoader
from loader_batches import LC0, collect


def test_position_source(games: Games) -> None:
    source = PositionSource(
        games,
        [
            Column.planes("pieces", dtype=np.uint8),
            Column.policy("lc0"),
            Column.legal_mask("lc0"),
            Column.value(),
            Column.plies_left(),
        ],
        min_ply=10,
        max_ply=59,
    )
    lengths = np.diff(games.offsets.astype(int))
    assert len(source) == np.clip(lengths, 0, 60).sum() - np.minimum(lengths, 10).sum()
    pairs = [(one["game"], one["ply"]) for one in source.__getitems__(range(len(source)))]
    expected = [(g, p) for g, n in enumerate(lengths) for p in range(10, min(n, 60))]
    assert pairs == expected
    last = source[-1]
    game, ply = np.array([expected[-1][0]]), np.array([expected[-1][1]])
    assert np.array_equal(last["planes"], games.planes("pieces", game, ply, dtype=np.uint8)[0])
    assert last["policy"] == games.policy("lc0", game, ply)[0]
    assert np.array_equal(last["legal_mask"], games.legal_mask("lc0", game, ply)[0])
    assert last["legal_mask"][last["policy"]]
    assert last["plies_left"] == games.plies_left(game, ply)[0]
    again = pickle.loads(pickle.dumps(source))
    assert np.array_equal(again[7]["planes"], source[7]["planes"])
    with pytest.raises(IndexError, match="is out of range: there are"):
        source[len(source)]
    assert source[np.int64(3)]["ply"] == source[3]["ply"]
    for invalid in (1.5, "1", None, slice(0, 2)):
        with pytest.raises(TypeError, match="the index of a position must be an int, not "):
            source[invalid]  # type: ignore[index]
    with pytest.raises(ValueError, match="plies must be 0 or more"):
        PositionSource(games, Column.policy("lc0"), min_ply=3, max_ply=2)
    assert len(PositionSource(games[:0], Column.policy("lc0"))) == 0


@pytest.mark.filterwarnings("default")
def test_grain(games: Games) -> None:
    grain = pytest.importorskip("grain")
    source = PositionSource(games, [Column.planes("pieces"), Column.policy("lc0"), Column.value()])
    data = grain.MapDataset.source(source)
    assert len(data) == len(source)
    assert np.array_equal(data[5]["planes"], source[5]["planes"])
    seen = set()
    for batch in grain.MapDataset.source(source).seed(1).shuffle().batch(256):
        assert batch["planes"].shape[1:] == (12, 8, 8)
        assert batch["policy"].shape == (len(batch["planes"]),)
        seen.update(zip(batch["game"].tolist(), batch["ply"].tolist(), strict=True))
    assert len(seen) == len(source)
    workers = data.slice(slice(0, 512)).to_iter_dataset().batch(64)
    assert sum(len(batch["ply"]) for batch in workers) == 512


@pytest.mark.filterwarnings("default")
def test_huggingface_datasets(games: Games) -> None:
    pytest.importorskip("datasets")
    from enroque import hf

    table = hf.from_games(games)
    assert table.num_rows == len(games)
    some = table.select(range(10, 30))
    (again,) = hf.to_games(some)
    assert np.array_equal(again.moves, games[10:30].moves)
    streamed = list(hf.to_games(table.to_iterable_dataset(), games_per_batch=50))
    assert [len(batch) for batch in streamed] == [50, 50, 18]
    assert np.array_equal(Games.concatenate(streamed).moves, games.moves)
    with pytest.raises(ValueError, match="1 or more"):
        next(hf.to_games(table, games_per_batch=0))

    def loader(**options: Any) -> Loader:
        return Loader(
            games,
            [Column.policy("lc0"), Column.game(), Column.ply()],
            batch_size=128,
            seed=3,
            **options,
        )

    expected = [{name: array.copy() for name, array in batch.items()} for batch in loader()]
    found = list(hf.batches(loader()))
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert np.array_equal(one["policy"], other["policy"])
    rows = list(hf.positions(loader()).take(200))
    policy = np.concatenate([batch["policy"] for batch in expected])
    assert [int(row["policy"]) for row in rows] == policy[:200].tolist()


def test_torch(games: Games) -> None:
    torch = pytest.importorskip("torch")
    from enroque.torch import LoaderDataset, expand_bits

    def loader(dtype: str = "float32") -> Loader:
        columns = [Column.planes(LC0, dtype=dtype), Column.policy("lc0")]
        return Loader(games, columns, batch_size=128)

    expected = collect(loader())
    data = torch.utils.data.DataLoader(LoaderDataset(loader()), batch_size=None)
    for tensors, arrays in zip(data, expected, strict=True):
        assert tensors["policy"].dtype == torch.int64
        assert np.array_equal(tensors["planes"].numpy(), arrays["planes"])
    for tensors, arrays in zip(LoaderDataset(loader(dtype="bits")), expected, strict=True):
        planes = expand_bits(LC0, tensors["planes"], tensors["planes_values"])
        assert np.array_equal(planes.numpy(), arrays["planes"])
    workers = torch.utils.data.DataLoader(LoaderDataset(loader()), batch_size=None, num_workers=1)
    with pytest.raises(RuntimeError, match="num_workers=0"):
        next(iter(workers))


def test_torch_planes_of_an_arena() -> None:
    torch = pytest.importorskip("torch")
    from enroque.torch import ArenaPlanes

    arena = Arena(6, seed=1)
    planes = ArenaPlanes(LC0, 6, device="cuda" if torch.cuda.is_available() else "cpu")
    for games in (None, [1, 4], None, [0]):
        for _ in range(5):
            arena.step(arena.sample())
        found = planes(arena, games).cpu().numpy()
        assert np.array_equal(found, arena.planes(LC0, games=games))
    with pytest.raises(ValueError, match="out"):
        planes(Arena(7))


def test_jax(games: Games) -> None:
    jax = pytest.importorskip("jax")
    from enroque.jax import batches, expand_bits

    def loader(dtype: str = "float32") -> Loader:
        columns = [Column.planes(LC0, dtype=dtype), Column.policy("lc0")]
        return Loader(games, columns, batch_size=128)

    expected = collect(loader())
    for found, arrays in zip(batches(loader()), expected, strict=True):
        assert np.array_equal(found["planes"], arrays["planes"])
        assert np.array_equal(found["policy"], arrays["policy"])
    expand = jax.jit(lambda masks, values: expand_bits(LC0, masks, values))
    for found, arrays in zip(batches(loader(dtype="bits")), expected, strict=True):
        planes = expand(found["planes"], found["planes_values"])
        assert np.array_equal(planes, arrays["planes"])


@pytest.mark.filterwarnings("default")
def test_grain_datasets_of_loaders(games: Games) -> None:
    pytest.importorskip("grain")

    def loader() -> SequenceLoader:
        return SequenceLoader(games, block=64, batch_size=8, on_unsupported="skip", seed=3)

    epochs = loader()
    first, second = list(epochs), list(epochs)
    assert len(first) == len(second) > 3
    dataset = loader_dataset(loader()).map(lambda batch: batch["tokens"])
    iterator = iter(dataset)
    assert len(list(iterator)) == len(first)
    iterator = iter(dataset)
    np.testing.assert_array_equal(next(iterator), second[0]["tokens"])
    state = iterator.get_state()
    other = iter(loader_dataset(loader()))
    next(other)
    other.set_state(state)
    for batch, expected in zip(other, second[1:], strict=True):
        np.testing.assert_array_equal(batch["tokens"], expected["tokens"])


@pytest.mark.parametrize("package", ["torch", "jax", "datasets"])
def test_sequences_of_tokens(games: Games, package: str) -> None:
    pytest.importorskip(package)

    def loader() -> SequenceLoader:
        return SequenceLoader(games, block=64, batch_size=8, on_unsupported="skip", seed=3)

    expected = list(loader())
    batches: Any
    if package == "torch":
        from enroque.torch import LoaderDataset

        batches = list(LoaderDataset(loader()))
    elif package == "jax":
        import enroque.jax

        batches = list(enroque.jax.batches(loader()))
    else:
        from enroque import hf

        rows = list(hf.positions(loader()))
        assert len(rows) == sum(len(batch["tokens"]) for batch in expected)
        batches = [{name: [row[name] for row in rows] for name in expected[0]}]
        expected = [
            {name: np.concatenate([batch[name] for batch in expected]) for name in expected[0]}
        ]
    for batch, arrays in zip(batches, expected, strict=True):
        for name, array in arrays.items():
            np.testing.assert_array_equal(np.asarray(batch[name]), array)


def test_huggingface_datasets_of_positions() -> None:
    pytest.importorskip("datasets")
    from enroque import hf

    table = example_positions()[:500]
    dataset = hf.from_positions(table)
    assert dataset.num_rows == 500
    assert Positions.concatenate(hf.to_positions(dataset, rows_per_batch=300)) == table
    streamed = list(hf.to_positions(dataset.to_iterable_dataset(), rows_per_batch=300))
    assert [len(part) for part in streamed] == [300, 200]
    stated = dataset.select_columns(["fen", "white_cp"]).rename_column("white_cp", "score")
    with pytest.raises(ValueError, match="columns"):
        next(hf.to_positions(stated))
    columns = {"fen": "fen", "eval": "score"}
    options = {"columns": columns, "perspective": "white", "unit": "cp"}
    (again,) = hf.to_positions(stated, **options)  # type: ignore[arg-type]
    centipawns = np.abs(table.evals) < 900_000  # type: ignore[arg-type]
    assert np.array_equal(again.evals[centipawns], table.evals[centipawns])  # type: ignore[index]


def test_ray_tensors_of_positions() -> None:
    pytest.importorskip("ray")
    import pyarrow

    from enroque.ray import Tensors

    table = example_positions()[:100]
    arrays = Tensors([Column.planes("pieces"), Column.win_probability()])(pyarrow.table(table))
    assert np.array_equal(arrays["planes"], table.planes("pieces"))
    assert np.array_equal(arrays["win_probability"], table.win_probability())


def test_arrays_of_a_device(games: Games) -> None:
    """Every call names the way out: `.cpu()`, or `.numpy()` for memory to write to."""
    torch = pytest.importorskip("torch")
    numbers = torch.zeros(2, device="meta", dtype=torch.int64)
    values = torch.zeros((2, 1858), device="meta")
    arena = Arena(2)
    for call in (
        lambda: arena.step(numbers),
        lambda: arena.note(numbers),
        lambda: arena.sample(logits=values),
        lambda: arena.planes("lc0", games=numbers),
        lambda: games.encode(Column.policy("lc0"), numbers, [0, 1]),
        lambda: games[numbers],
        lambda: games.with_columns(evals=numbers),
        lambda: Column.label(numbers, each="game"),
    ):
        with pytest.raises(TypeError, match=r"Tensor\.cpu\(\)"):
            call()
    for out in (torch.zeros((2, 112, 8, 8)), torch.zeros((2, 112, 8, 8), device="meta")):
        with pytest.raises(
            TypeError, match=r"tensor\.numpy\(\) of a tensor on the CPU, not Tensor"
        ):
            games.planes("lc0", [0, 1], [0, 1], out=out)
