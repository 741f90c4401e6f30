"""Resuming with the loaders and trainers of other packages, in any epoch."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from enroque import Column, Games, Loader
from loader_batches import collect

BATCH = 128
Rows = list[tuple[int, int]]


def loader(games: Games, batch_size: int = BATCH) -> Loader:
    columns = [Column.policy("lc0"), Column.game(), Column.ply()]
    return Loader(games, columns, batch_size=batch_size, seed=3, shuffle_games=50)


def pairs(batch: Any) -> Rows:
    """The games and plies of a batch of any adapter."""
    rows = zip(np.ravel(batch["game"]), np.ravel(batch["ply"]), strict=True)
    return [(int(game), int(ply)) for game, ply in rows]


def epochs(games: Games, count: int) -> list[list[Rows]]:
    """The batches of the loader itself, for each epoch."""
    one = loader(games)
    return [[pairs(batch) for batch in collect(one)] for _ in range(count)]


def stops(expected: list[list[Rows]]) -> Iterator[tuple[int, int]]:
    """Epochs and numbers of batches after which training stops."""
    last = len(expected[0])
    yield from [(0, 1), (0, last - 1), (0, last), (1, 3), (1, last - 1), (2, 0), (2, 5)]


def check_stateful_loader(games: Games, make: Callable[[], Any], *, of_batches: bool) -> None:
    """Resumes a `StatefulDataLoader` over a dataset at several places."""
    pytest.importorskip("torch")
    module = pytest.importorskip("torchdata.stateful_dataloader")
    expected = epochs(games, 4)

    def data_loader() -> Any:
        size = None if of_batches else BATCH
        return module.StatefulDataLoader(make(), batch_size=size)

    for epoch, stop in stops(expected):
        data = data_loader()
        for number in range(epoch):
            assert [pairs(batch) for batch in data] == expected[number]
        if stop == 0:
            state = data.state_dict()
        batches = iter(data)
        for number in range(stop):
            assert pairs(next(batches)) == expected[epoch][number]
        if stop > 0:
            state = data.state_dict()
        again = data_loader()
        again.load_state_dict(state)
        rest = [pairs(batch) for batch in again]
        if stop == 0 and not rest:  # the iterator of the epoch before is at its end
            rest = [pairs(batch) for batch in again]
        assert rest == expected[epoch][stop:], (epoch, stop)
        assert [pairs(batch) for batch in again] == expected[epoch + 1], (epoch, stop)


@pytest.mark.filterwarnings("default")
def test_stateful_data_loader(games: Games) -> None:
    pytest.importorskip("torch")
    from enroque.torch import LoaderDataset

    check_stateful_loader(games, lambda: LoaderDataset(loader(games)), of_batches=True)


def test_epochs_of_the_torch_dataset(games: Games) -> None:
    pytest.importorskip("torch")
    from enroque.torch import LoaderDataset

    expected = epochs(games, 3)
    dataset = LoaderDataset(loader(games))
    for epoch in [2, 0, 0, 1]:
        dataset.set_epoch(epoch)
        assert [pairs(batch) for batch in dataset] == expected[epoch]
    dataset.set_epoch(1)
    batches = iter(dataset)
    for _ in range(4):
        next(batches)
    state = dataset.state_dict()
    again = LoaderDataset(loader(games))
    again.load_state_dict(state)
    again.set_epoch(1)  # as programs do before each epoch: it keeps the position
    assert [pairs(batch) for batch in again] == expected[1][4:]
    again.load_state_dict(state)
    again.set_epoch(2)
    assert [pairs(batch) for batch in again] == expected[2]


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("kind", ["batches", "positions", "map", "with_format"])
def test_stateful_data_loader_of_huggingface(games: Games, kind: str) -> None:
    pytest.importorskip("datasets")
    from enroque import hf

    def make() -> Any:
        if kind == "batches":
            return hf.batches(loader(games))
        dataset = hf.positions(loader(games, batch_size=77))
        if kind == "map":
            return dataset.map(lambda row: {"twice": 2 * int(row["policy"])})
        return dataset.with_format("torch") if kind == "with_format" else dataset

    check_stateful_loader(games, make, of_batches=kind == "batches")


@pytest.mark.filterwarnings("default")
def test_states_of_huggingface_datasets(games: Games) -> None:
    pytest.importorskip("datasets")
    from enroque import hf

    expected = [[row for batch in epoch for row in batch] for epoch in epochs(games, 3)]

    def rows(dataset: Any) -> Rows:
        return [(int(row["game"]), int(row["ply"])) for row in dataset]

    dataset = hf.positions(loader(games))
    for epoch in [2, 0, 0, 1]:
        dataset.set_epoch(epoch)
        assert rows(dataset) == expected[epoch]
    for stop in [0, 1, 127, 128, 129, 1000]:
        dataset = hf.positions(loader(games))
        dataset.set_epoch(1)
        iterator = iter(dataset)
        for _ in range(stop):
            next(iterator)
        state = dataset.state_dict()
        other = loader(games, batch_size=100)
        again = hf.positions(other)
        again.set_epoch(1)
        for _ in range(2):  # the same state again
            again.load_state_dict(state)
            assert rows(again) == expected[1][stop:]
        again.set_epoch(2)
        assert rows(again) == expected[2]


@pytest.mark.filterwarnings("default")
def test_trainer(games: Games, tmp_path: Any) -> None:
    """The `Trainer` of transformers, resumed in its second epoch."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("datasets")
    transformers = pytest.importorskip("transformers")
    pytest.importorskip("accelerate")
    from enroque import hf

    class Model(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.weight = torch.nn.Parameter(torch.zeros(1))
            self.seen: list[Rows] = []

        def forward(self, policy: Any, game: Any, ply: Any) -> Any:
            self.seen.append(pairs({"game": game, "ply": ply}))
            return {"loss": (self.weight * policy.float()).mean()}

    def train(steps: int, **options: Any) -> list[Rows]:
        arguments = transformers.TrainingArguments(
            output_dir=str(tmp_path),
            max_steps=steps,
            per_device_train_batch_size=BATCH,
            save_steps=80,
            logging_strategy="no",
            report_to=[],
            use_cpu=True,
            disable_tqdm=True,
        )
        model = Model()
        data = hf.positions(loader(games))
        trainer = transformers.Trainer(model=model, args=arguments, train_dataset=data)
        trainer.train(**options)
        return model.seen

    expected = [batch for epoch in epochs(games, 3) for batch in epoch]
    length = len(epochs(games, 1)[0])
    assert length < 80 < 2 * length
    assert train(80) == expected[:80]
    resumed = train(100, resume_from_checkpoint=True)
    assert resumed == expected[80:100]
