"""Hugging Face `datasets`: `import enroque.hf`, which imports datasets (and with it pyarrow).

Games go there as rows of Arrow (the columns of `enroque.arrow`), loaders as streams of examples,
and tables of games, Lichess's among them, come back as Games.
"""

from collections.abc import Iterator
from typing import Any

import datasets

from . import arrow
from ._arguments import at_least_one
from ._core import Games, Loader

__all__ = ["batches", "from_games", "positions", "to_games"]


def from_games(games: Games) -> datasets.Dataset:
    """Games as a `Dataset`, a row a game, with the columns of `enroque.arrow`."""
    return datasets.Dataset(arrow.to_arrow(games))


def to_games(
    dataset: datasets.Dataset | datasets.IterableDataset, *, games_per_batch: int = 10_000
) -> Iterator[Games]:
    """The games of a dataset in batches: one of `from_games`, or of Lichess's on the Hub.

    A streamed dataset stays one: no more than a batch is in memory.

    Example:
        table = datasets.load_dataset("Lichess/chess960-chess-games", split="train", streaming=True)
        for games in to_games(table):
            ...

    Raises:
        FileFormatError: a `ValueError`: the rows are no games.
    """
    at_least_one("games_per_batch", games_per_batch)
    for table in dataset.with_format("arrow").iter(batch_size=games_per_batch):
        yield arrow.from_arrow(table)


def batches(loader: Loader) -> datasets.IterableDataset:
    """A loader as a stream whose examples are whole batches, dicts of arrays.

    Each pass over it is an epoch of the loader. The arrays are copies: a stream may be buffered.
    """
    return datasets.IterableDataset.from_generator(_Epochs(loader, by_position=False))


def positions(loader: Loader) -> datasets.IterableDataset:
    """A loader as a stream of single positions, for trainers that batch by themselves."""
    return datasets.IterableDataset.from_generator(_Epochs(loader, by_position=True))


class _Epochs:
    """What `from_generator` calls for each pass, and pickles only to have a name for it."""

    def __init__(self, loader: Loader, *, by_position: bool) -> None:
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
        return _in_another_process, (id(self.loader), self.by_position)


def _in_another_process(*_: object) -> None:
    raise RuntimeError(
        "a loader has threads of its own and does not go to other processes: use no workers"
    )
