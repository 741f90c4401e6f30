"""Positions as a random-access data source of Grain, and a `Loader` as its dataset.

A `PositionSource` is also a map-style dataset of PyTorch. The module imports grain only for
`loader_dataset`, and not torch.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._arguments import check_type, whole_number
from ._core import Games, Loader, Positions
from ._model.encodings import Columns
from ._optional_packages import imported
from .errors import ArgumentError, OutOfRangeError

__all__ = ["PositionSource", "loader_dataset"]
__dir__ = __all__.copy


class PositionSource:
    """The positions of games or of a table, by index, as dicts of arrays by column name.

    The positions of games are those in which a move was played, ordered by game and ply, and the
    columns `game` and `ply` are always present; those of a table are its rows. A source can be
    pickled for workers, with its games or table. The `Loader` is many times faster; use this class
    where Grain or PyTorch must shuffle, shard and batch:

        data = grain.MapDataset.source(source).seed(1).shuffle().batch(256)

    Args:
        source: `Games` or `Positions`.
        columns: a `Column`, a list of them, or a dict of them by name, as in `Games.encode`.
        min_ply: the first ply of each game.
        max_ply: the last ply of each game; `None` for no limit.

    Raises:
        ArgumentError: `min_ply` or `max_ply` is out of range, or given for a table.
        TypeError: the source is not `Games` or `Positions`, or a column not a `Column`.

    Example:
        >>> from enroque import Column
        >>> from enroque.data import example_games
        >>> columns = [Column.planes("lc0"), Column.policy("lc0"), Column.value()]
        >>> source = PositionSource(example_games(), columns)
        >>> source[0]["planes"].shape
        (112, 8, 8)
    """

    def __init__(
        self,
        source: Games | Positions,
        columns: Columns,
        *,
        min_ply: int = 0,
        max_ply: int | None = None,
    ) -> None:
        check_type("source", source, Games, Positions)
        if min_ply < 0 or (max_ply is not None and max_ply < min_ply):
            raise ArgumentError(
                f"plies must be 0 or more, and min_ply at most max_ply, not {min_ply} to {max_ply}"
            )
        self.source = source
        self.columns = columns
        self._min_ply = min_ply
        if isinstance(source, Positions):
            if min_ply > 0 or max_ply is not None:
                raise ArgumentError("min_ply and max_ply are options of games, not of Positions")
            self._ends: NDArray[np.int64] = np.array([len(source)])
        else:
            plies = np.diff(source.offsets)
            if max_ply is not None:
                plies = np.minimum(plies, max_ply + 1)
            self._ends = np.cumsum(np.maximum(plies - min_ply, 0))
        self._arrays(np.array([], np.int64))  # raises errors of the columns here

    def __len__(self) -> int:
        return int(self._ends[-1]) if len(self._ends) else 0

    def __repr__(self) -> str:
        is_table = isinstance(self.source, Positions)
        of_games = "" if is_table else f" of {len(self.source)} games"
        return f"<PositionSource: {len(self)} positions{of_games}>"

    def __getitem__(self, index: int) -> dict[str, Any]:
        position = whole_number(index, "the index of a position must be an int")
        arrays = self._arrays(np.array([position]))
        return {name: array[0] for name, array in arrays.items()}

    def __getitems__(self, indices: Sequence[int]) -> list[dict[str, Any]]:
        """Returns several positions; PyTorch's `DataLoader` calls it.

        Args:
            indices: the indices of the positions.
        """
        arrays = self._arrays(np.asarray(indices, dtype=np.int64))
        return [{name: array[row] for name, array in arrays.items()} for row in range(len(indices))]

    def _getitems(self, indices: Sequence[int]) -> list[dict[str, Any]]:
        """Returns several positions; Grain calls it."""
        return self.__getitems__(indices)

    def _arrays(self, indices: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        count = len(self)
        invalid = (indices < -count) | (indices >= count)
        if invalid.any():
            raise OutOfRangeError(
                f"index {indices[invalid][0]} is out of range: there are {count} positions"
            )
        indices = np.where(indices < 0, indices + count, indices)
        if isinstance(self.source, Positions):
            return self.source.encode(self.columns, rows=indices)
        game = np.searchsorted(self._ends, indices, side="right")
        before = np.where(game > 0, self._ends[game - 1], 0)
        ply = indices - before + self._min_ply
        return {"game": game, "ply": ply} | self.source.encode(self.columns, game, ply)


def loader_dataset(loader: Loader) -> Any:
    """Returns the batches of a loader, or `SequenceLoader`, as an `IterDataset` of Grain.

    Each iteration is an epoch. The state of an iterator is that of the loader, so a checkpoint
    continues in any epoch with the next batch; one iterator is used at a time.

    Args:
        loader: the loader.

    Raises:
        ImportError: grain is not installed.

    Example:
        >>> from enroque import Column, Loader
        >>> from enroque.data import example_games
        >>> loader = Loader(example_games(), Column.policy("lc0"), batch_size=256)
        >>> dataset = loader_dataset(loader).map(len)  # doctest: +SKIP
    """
    check_type("loader", loader, Loader)
    grain = imported("grain", "loader_dataset")

    class Batches(grain.DatasetIterator):  # type: ignore[misc, name-defined]
        """The batches of an epoch, or of the rest of it."""

        batches: Iterator[dict[str, NDArray[Any]]] | None = None

        def __next__(self) -> dict[str, NDArray[Any]]:
            self.batches = self.batches or iter(loader)
            return next(self.batches)

        def get_state(self) -> dict[str, Any]:
            return loader.state_dict()

        def set_state(self, state: dict[str, Any]) -> None:
            loader.load_state_dict(state)
            self.batches = None

    class Dataset(grain.IterDataset):  # type: ignore[misc, name-defined]
        """The epochs of a loader."""

        def __iter__(self) -> Any:
            return Batches()

    return Dataset()
