"""A network whose outputs are hashes of the position: any number of positions, and no ties."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

SIZE = 1858


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finalizer of SplitMix64."""
    with np.errstate(over="ignore"):
        numbers = numbers + np.uint64(0x9E3779B97F4A7C15)
        numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return numbers ^ (numbers >> np.uint64(31))


def hashed(keys: NDArray[np.uint64], scale: float = 3.0) -> tuple[Any, Any]:
    """Returns logits `(n, 1858)` and values of positions with these keys."""
    keys = _mixed(keys)
    index = _mixed(np.arange(SIZE, dtype=np.uint64))
    logits = (_mixed(keys[:, None] ^ index) >> np.uint64(40)).astype(np.float32) / 2**24 * scale
    values = (_mixed(keys + np.uint64(7)) >> np.uint64(40)).astype(np.float32) / 2**23 - 1
    return logits, values.astype(np.float32)


def evaluate(leaves: Any) -> tuple[Any, Any]:
    """The network, for `TreeSearch.run`."""
    return hashed(leaves.zobrist_key)
