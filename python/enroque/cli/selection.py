"""The positions to write: their samples, order and limit."""

import operator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enroque import Games, Positions
from enroque.cli.shards import Encoding


@dataclass(frozen=True)
class Selection:
    """The positions to write, in the order of reading.

    Attributes:
        samples: the games, or the table.
        indices: the selected positions: `game` and `ply`, or `rows`.
        arrays: the arrays to write.
        manifest: the entries of the manifest about the data.
        summary: a line about what was read and kept.
        nothing: the message of the error if no position is selected.
    """

    samples: Games | Positions
    indices: dict[str, NDArray[Any]]
    arrays: Encoding
    manifest: dict[str, Any]
    summary: str
    nothing: str

    def ordered(self, seed: int | None, limit: int | None) -> dict[str, NDArray[Any]]:
        """Returns the indices to write.

        Args:
            seed: the seed of a shuffle; `None` keeps the order.
            limit: the largest number of positions; `None` for all.

        Raises:
            ValueError: there are none.
        """
        count = len(next(iter(self.indices.values())))
        if count == 0:
            raise ValueError(self.nothing)
        order = slice(None) if seed is None else shuffled(count, seed)
        return {name: column[order][:limit] for name, column in self.indices.items()}


def shuffled(count: int, seed: int) -> NDArray[np.intp]:
    """Returns a permutation that is the same for the same seed in every version of NumPy.

    NumPy guarantees this for the raw numbers of PCG64, but not for `Generator.permutation`.

    Args:
        count: the length.
        seed: the seed.
    """
    # a list that contains itself, as a seed, ends the process in NumPy
    generator = np.random.PCG64(operator.index(seed))
    return np.argsort(generator.random_raw(count), kind="stable")
