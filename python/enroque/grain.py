"""Positions for Grain: `import enroque.grain`, which does not import grain.

`PositionSource` is what Grain calls a random-access data source, and so it is also a map-style
dataset of PyTorch: it has a length, and gives any position of its games by number, or many at once.
"""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ._core import Encoding, Games, PolicyEncoding
from .errors import OutOfRangeError

__all__ = ["PositionSource"]


class PositionSource:
    """The positions of games by number, each a dict of arrays.

    Position n is the n-th of all positions in which a move was played, game by game, from `min_ply`
    to `max_ply`. Grain shuffles, shards and batches them:

    Example:
        source = PositionSource(games, planes="lc0", policy="lc0", value=True)
        data = grain.MapDataset.source(source).seed(1).shuffle().batch(256)

    Columns: `planes` (of an encoding; `dtype` as of `Games.planes`), `policy` (the index of the
    move that was played), `legal_mask` (of a policy), `value` (the result for the side to move),
    `plies_left`, `game` and `ply`. It pickles with its games, for workers. The `Loader` does all of
    this in Rust and is many times as fast; this is for those who need Grain's own order of things.

    Args:
        games: where the positions are.
        planes: an encoding or its name.
        dtype: of the planes.
        policy: a policy or its name.
        legal_mask: a policy or its name.
        value: whether the result is wanted.
        plies_left: whether the number of plies that were still played is wanted.
        min_ply: the first ply of each game.
        max_ply: the last ply of each game; `None` for all.
    """

    def __init__(
        self,
        games: Games,
        *,
        planes: Encoding | str | None = None,
        dtype: DTypeLike | None = None,
        policy: PolicyEncoding | str | None = None,
        legal_mask: PolicyEncoding | str | None = None,
        value: bool = False,
        plies_left: bool = False,
        min_ply: int = 0,
        max_ply: int | None = None,
    ) -> None:
        if min_ply < 0 or (max_ply is not None and max_ply < min_ply):
            raise ValueError(f"plies go from 0 and upwards, not from {min_ply} to {max_ply}")
        if dtype is not None and planes is None:
            raise ValueError("dtype is of planes, which are not asked for")
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
            number = operator.index(index)
        except TypeError:
            kind = type(index).__name__
            raise TypeError(f"a position has a whole number, not {kind}") from None
        columns = self._columns(np.array([number]))
        return {name: column[0] for name, column in columns.items()}

    def __getitems__(self, indices: Sequence[int]) -> list[dict[str, Any]]:
        """Many positions at once, as PyTorch's `DataLoader` asks for them."""
        columns = self._columns(np.asarray(indices, dtype=np.int64))
        return [
            {name: column[row] for name, column in columns.items()} for row in range(len(indices))
        ]

    def _getitems(self, indices: Sequence[int]) -> list[dict[str, Any]]:
        """The same by the name that Grain gives it."""
        return self.__getitems__(indices)

    def _columns(self, indices: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        count = len(self)
        wrong = (indices < -count) | (indices >= count)
        if wrong.any():
            raise OutOfRangeError(f"there are {count} positions: no number {indices[wrong][0]}")
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
