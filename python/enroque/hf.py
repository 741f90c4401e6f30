"""Games, tables and loaders as datasets of Hugging Face, and datasets as games and tables.

`import enroque` does not import datasets; `import enroque.hf` does.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from . import arrow
from ._arguments import at_least_one, check_loader, check_type
from ._core import Games, Loader, Positions
from ._files.arrow_lists import pyarrow
from ._model.positions import TableColumns
from ._optional_packages import missing_package

try:
    import datasets
    from datasets.iterable_dataset import _BaseExamplesIterable
except ImportError as error:
    raise missing_package(error, "enroque.hf", "Hugging Face datasets", "datasets") from error

__all__ = ["batches", "from_games", "from_positions", "positions", "to_games", "to_positions"]
__dir__ = __all__.copy


def from_games(games: Games) -> datasets.Dataset:
    """Returns games as a `Dataset` with one row per game.

    Args:
        games: the games.

    Returns:
        A dataset with the columns of `enroque.arrow`.
    """
    check_type("games", games, Games)
    return datasets.Dataset(arrow.to_arrow(games))


def to_games(
    dataset: "datasets.Dataset | datasets.IterableDataset",
    *,
    games_per_batch: int = 10_000,
    columns: Mapping[str, str] | None = None,
    time_unit: str | None = None,
) -> Iterator[Games]:
    """Generates the games of a dataset in batches; of a streaming dataset one batch is in memory.

        table = datasets.load_dataset("Lichess/chess960-chess-games", split="train", streaming=True)
        for games in to_games(table):
            ...

    Args:
        dataset: a dataset with the columns of `enroque.arrow`, such as a result of `from_games`, or
            one with moves as text, such as those of Lichess on the Hub.
        games_per_batch: the largest number of games of a batch.
        columns: the columns of a table of moves as text, as in `Games.read`.
        time_unit: the unit of base times in such a table, as in `Games.read`.

    Raises:
        ArgumentError: `columns` or `time_unit` is wrong or required.
        FileFormatError: the rows are not games (a `ValueError`).
    """
    at_least_one("games_per_batch", games_per_batch)
    tables = dataset.with_format("arrow").iter(batch_size=games_per_batch)
    rows = (batch for table in tables for batch in table.combine_chunks().to_batches())
    return arrow.from_batches(arrow.checked(rows), columns, time_unit)


def from_positions(positions: Positions) -> datasets.Dataset:
    """Returns a table of positions as a `Dataset` with one row per position.

    Args:
        positions: the table.

    Returns:
        A dataset with the columns of the Parquet files that `Positions.write` makes.
    """
    check_type("positions", positions, Positions)
    return datasets.Dataset(pyarrow().table(positions))


def to_positions(
    dataset: "datasets.Dataset | datasets.IterableDataset",
    *,
    rows_per_batch: int = 100_000,
    columns: TableColumns | None = None,
    perspective: str | None = None,
    unit: str | None = None,
) -> Iterator[Positions]:
    """Generates the rows of a dataset in tables; of a streaming dataset one is in memory.

        name = "Lichess/chess-position-evaluations"
        for positions in to_positions(datasets.load_dataset(name, split="train", streaming=True)):
            ...

    Rows of one position that a batch divides are not joined.

    Args:
        dataset: a dataset with a column of FENs, such as those of Lichess on the Hub, or a result
            of `from_positions`.
        rows_per_batch: the largest number of rows of the dataset in a batch.
        columns: as in `Positions.read`.
        perspective: as in `Positions.read`.
        unit: as in `Positions.read`.

    Raises:
        ArgumentError: `columns`, `perspective` or `unit` is required, since the columns are not
            those of a known dataset.
    """
    at_least_one("rows_per_batch", rows_per_batch)
    for table in dataset.with_format("arrow").iter(batch_size=rows_per_batch):
        yield Positions.read(table, columns=columns, perspective=perspective, unit=unit)


def batches(loader: Loader) -> datasets.IterableDataset:
    """Returns a loader as a streaming dataset whose examples are whole batches.

    Each iteration is an epoch of the loader, or that of `set_epoch`. The state of the dataset
    resumes the loader in any epoch. The arrays are copied, since a stream may be buffered.

    Args:
        loader: the loader; it cannot be sent to worker processes.

    Returns:
        A dataset of dicts of arrays by column name.
    """
    return _LoaderDataset(_Epochs(loader, by_position=False))


def positions(loader: Loader) -> datasets.IterableDataset:
    """Returns a loader as a streaming dataset of single positions, to be batched by a trainer.

    Each iteration is an epoch of the loader, or that of `set_epoch`. The state of the dataset
    resumes the loader in any epoch. `Trainer` needs the length of the dataset to resume after the
    first epoch: it is `Loader.epoch_size`, where it is known, and a dataset that `map` or
    `with_format` makes has none.

    Args:
        loader: the loader; it cannot be sent to worker processes.

    Returns:
        A dataset of dicts of one row of each column, by column name.
    """
    return _LoaderDataset(_Epochs(loader, by_position=True))


class _Resumed:
    """What the examples of a dataset and of those made of it share."""

    state: dict[str, Any] | None = None
    """The state of the loader that was loaded last."""
    has_epoch = False
    """Whether `set_epoch` was called."""


class _Epochs(_BaseExamplesIterable):
    """The examples of the epochs of a loader, whose state is that of the loader."""

    num_shards = 1
    _sleep_on_threads_shutdown = False
    _state_dict: dict[str, Any] | None

    def __init__(self, loader: Loader, *, by_position: bool) -> None:
        super().__init__()
        check_loader(loader)
        self.loader, self.by_position = loader, by_position
        self.epoch, self.resumed = 0, _Resumed()

    def shift_rngs(self, value: int) -> "_Epochs":
        """Returns these examples in an epoch other than 0; datasets calls it for a copy."""
        self.epoch, self.resumed.has_epoch = value, True
        return self

    def shuffle_data_sources(self, *_: object) -> "_Epochs":
        """Returns itself: the loader shuffles."""
        return self

    shard_data_sources = reshard_data_sources = shuffle_data_sources

    def _init_state_dict(self) -> dict[str, Any]:
        """The position before a batch, and the number of its examples that were returned."""
        self._state_dict = {"loader": None, "done": 0, "type": type(self).__name__}
        return self._state_dict

    def __iter__(self) -> Iterator[tuple[tuple[int, int], dict[str, Any]]]:
        loader, state, resumed = self.loader, self._state_dict or {}, self.resumed
        saved, done = state.get("loader"), 0
        # datasets loads a state again at each iteration of its epoch
        if saved is not None and saved != resumed.state:
            loader.load_state_dict(saved)
            resumed.state, done = saved, state["done"]
            if resumed.has_epoch and loader.epoch != self.epoch:
                return  # this epoch is over
        elif resumed.has_epoch:
            loader.set_epoch(self.epoch)
        before = loader.state_dict()
        for number, batch in enumerate(loader):
            arrays = {name: array.copy() for name, array in batch.items()}
            count = len(next(iter(arrays.values()))) if self.by_position else 1
            for n in range(done, count):
                row = {name: array[n] for name, array in arrays.items()}
                is_last = n + 1 == count
                state["loader"] = loader.state_dict() if is_last else before
                state["done"] = 0 if is_last else n + 1
                yield (number, n), row if self.by_position else arrays
            before, done = loader.state_dict(), max(done - count, 0)
        state["loader"], state["done"] = loader.state_dict(), 0


class _LoaderDataset(datasets.IterableDataset):
    """A dataset of the examples of a loader."""

    def set_epoch(self, epoch: int) -> None:
        super().set_epoch(epoch)
        self._ex_iterable.resumed.has_epoch = True

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        super().load_state_dict(state_dict)
        self._ex_iterable.resumed.state = None

    def __len__(self) -> int:
        examples = self._ex_iterable
        size = examples.loader.epoch_size if examples.by_position else None
        if size is None:
            raise TypeError("the number of positions of an epoch is unknown")
        return size
