"""Positions of games as a random-access data source of Grain.

A `PositionSource` is also a map-style dataset of PyTorch. The module imports neither grain nor
torch.
"""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ._core import Encoding, Games, Policy
from .errors import ArgumentError, OutOfRangeError

__all__ = ["PositionSource"]


class PositionSource:
    """The positions of games, by index, as dicts of arrays by column name.

    The positions are those in which a move was played, ordered by game and ply. The columns `game`
    and `ply` are always present. A source can be pickled for workers, with its games. The `Loader`
    is many times faster; use this class where Grain or PyTorch must shuffle, shard and batch:

        data = grain.MapDataset.source(source).seed(1).shuffle().batch(256)

    Args:
        games: the games.
        planes: an encoding for the column `planes`.
        dtype: the dtype of the planes, as in `Games.planes`; `None` for float32.
        policy: a policy for the column `policy`, the index of the move played.
        legal_mask: a policy for the column `legal_mask`.
        value: whether there is a column `value`, the result for the side to move.
        plies_left: whether there is a column `plies_left`.
        min_ply: the first ply of each game.
        max_ply: the last ply of each game; `None` for no limit.

    Raises:
        ArgumentError: `min_ply` or `max_ply` is out of range, or `dtype` is set without `planes`.

    Example:
        >>> from enroque.data import example_games
        >>> source = PositionSource(example_games(), planes="lc0", policy="lc0", value=True)
        >>> source[0]["planes"].shape
        (112, 8, 8)
    """

    def __init__(
        self,
        games: Games,
        *,
        planes: Encoding | str | None = None,
        dtype: DTypeLike | None = None,
        policy: Policy | str | None = None,
        legal_mask: Policy | str | None = None,
        value: bool = False,
        plies_left: bool = False,
        min_ply: int = 0,
        max_ply: int | None = None,
    ) -> None:
        if min_ply < 0 or (max_ply is not None and max_ply < min_ply):
            raise ArgumentError(
                f"plies must be 0 or more, and min_ply at most max_ply, not {min_ply} to {max_ply}"
            )
        if dtype is not None and planes is None:
            raise ArgumentError("dtype requires planes")
        self.games = games
        self._planes, self._dtype = planes, dtype
        self._policy, self._legal_mask = policy, legal_mask
        self._value, self._plies_left = value, plies_left
        self._min_ply = min_ply
        plies = np.diff(games.offsets.astype(np.int64))
        if max_ply is not None:
            plies = np.minimum(plies, max_ply + 1)
        counts = np.maximum(plies - min_ply, 0)
        self._ends: NDArray[np.int64] = np.cumsum(counts)

    def __len__(self) -> int:
        return int(self._ends[-1]) if len(self._ends) else 0

    def __repr__(self) -> str:
        return f"<PositionSource: {len(self)} positions of {len(self.games)} games>"

    def __getitem__(self, index: int) -> dict[str, Any]:
        try:
            position = operator.index(index)
        except TypeError:
            kind = type(index).__name__
            raise TypeError(f"the index of a position must be an int, not {kind}") from None
        columns = self._columns(np.array([position]))
        return {name: column[0] for name, column in columns.items()}

    def __getitems__(self, indices: Sequence[int]) -> list[dict[str, Any]]:
        """Returns several positions; PyTorch's `DataLoader` calls it.

        Args:
            indices: the indices of the positions.
        """
        columns = self._columns(np.asarray(indices, dtype=np.int64))
        return [
            {name: column[row] for name, column in columns.items()} for row in range(len(indices))
        ]

    def _getitems(self, indices: Sequence[int]) -> list[dict[str, Any]]:
        """Returns several positions; Grain calls it."""
        return self.__getitems__(indices)

    def _columns(self, indices: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        count = len(self)
        invalid = (indices < -count) | (indices >= count)
        if invalid.any():
            raise OutOfRangeError(
                f"index {indices[invalid][0]} is out of range: there are {count} positions"
            )
        indices = np.where(indices < 0, indices + count, indices)
        game = np.searchsorted(self._ends, indices, side="right")
        before = np.where(game > 0, self._ends[game - 1], 0)
        ply = indices - before + self._min_ply
        games = self.games
        columns: dict[str, NDArray[Any]] = {"game": game, "ply": ply}
        if self._planes is not None:
            columns["planes"] = games.planes(self._planes, game, ply, dtype=self._dtype)
        if self._policy is not None:
            columns["policy"] = games.policy(self._policy, game, ply)
        if self._legal_mask is not None:
            columns["legal_mask"] = games.legal_mask(self._legal_mask, game, ply)
        if self._value:
            columns["value"] = games.value(game, ply)
        if self._plies_left:
            columns["plies_left"] = games.plies_left(game, ply)
        return columns
