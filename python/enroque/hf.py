"""Games, tables and loaders as datasets of Hugging Face, and datasets as games and tables.

`import enroque` does not import datasets; `import enroque.hf` does.
"""

from collections.abc import Iterator
from typing import Any

from . import arrow
from ._arguments import at_least_one, check_loader, check_type
from ._core import Games, Loader, Positions
from ._files.arrow_lists import pyarrow
from ._model.positions import TableColumns
from ._optional_packages import missing_package

try:
    import datasets
except ImportError as error:
    raise missing_package(error, "enroque.hf", "Hugging Face datasets", "datasets") from error

__all__ = ["batches", "from_games", "from_positions", "positions", "to_games", "to_positions"]


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
    dataset: "datasets.Dataset | datasets.IterableDataset", *, games_per_batch: int = 10_000
) -> Iterator[Games]:
    """Generates the games of a dataset in batches; of a streaming dataset one batch is in memory.

        table = datasets.load_dataset("Lichess/chess960-chess-games", split="train", streaming=True)
        for games in to_games(table):
            ...

    Args:
        dataset: a dataset with the columns of `enroque.arrow`, such as a result of `from_games`, or
            one with a column `movetext`, such as those of Lichess on the Hub.
        games_per_batch: the largest number of games of a batch.

    Raises:
        FileFormatError: the rows are not games (a `ValueError`).
    """
    at_least_one("games_per_batch", games_per_batch)
    for table in dataset.with_format("arrow").iter(batch_size=games_per_batch):
        yield arrow.from_arrow(table)


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

    Each iteration is an epoch of the loader. The arrays are copied, since a stream may be buffered.

    Args:
        loader: the loader; it cannot be sent to worker processes.

    Returns:
        A dataset of dicts of arrays by column name.
    """
    return datasets.IterableDataset.from_generator(_Epochs(loader, by_position=False))


def positions(loader: Loader) -> datasets.IterableDataset:
    """Returns a loader as a streaming dataset of single positions, to be batched by a trainer.

    Args:
        loader: the loader; it cannot be sent to worker processes.

    Returns:
        A dataset of dicts of one row of each column, by column name.
    """
    return datasets.IterableDataset.from_generator(_Epochs(loader, by_position=True))


class _Epochs:
    """The generator function of a dataset, which pickles it only to compute a fingerprint."""

    def __init__(self, loader: Loader, *, by_position: bool) -> None:
        check_loader(loader)
        self.loader = loader
        self.by_position = by_position

    def __call__(self) -> Iterator[dict[str, Any]]:
        for batch in self.loader:
            copies = {name: array.copy() for name, array in batch.items()}
            if not self.by_position:
                yield copies
                continue
            for row in zip(*copies.values(), strict=True):
                yield dict(zip(copies, row, strict=True))

    def __reduce__(self) -> tuple[Any, ...]:
        return _raise_in_worker, (id(self.loader), self.by_position)


def _raise_in_worker(*_: object) -> None:
    raise RuntimeError(
        "a Loader cannot be sent to worker processes; it has its own threads, so use no workers"
    )
