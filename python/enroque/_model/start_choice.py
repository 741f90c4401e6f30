"""Random choices of Chess960 start positions under conditions."""

from collections.abc import Iterable
from typing import Final, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arguments import checked_count, whole_number
from ..errors import ArgumentError, Chess960Error
from .starts import COUNT, start_table
from .types import Seed

_WORD: Final = 1 << 32

_SEEDS: Final = 1 << 64


def chosen(
    n: SupportsIndex,
    *,
    is_double: bool,
    one_of_pairs: bool,
    exclude: Iterable[SupportsIndex],
    only: ArrayLike | None,
    weights: ArrayLike | None,
    distinct: bool,
    seed: "Seed | np.random.RandomState",
) -> NDArray[np.int64]:
    """Returns random numbers, `(n,)`, or pairs of them, `(n, 2)`; see `chess960.random`.

    `one_of_pairs` keeps one of each two starts that are mirror images.
    """
    count = checked_count("n", n)
    weight = np.ones(COUNT) if weights is None else _weights(weights)
    if only is not None:
        kept = np.zeros(COUNT, bool)
        kept[_numbers("only", only)] = True
        weight = np.where(kept, weight, 0)
    if one_of_pairs:
        starts = start_table()
        weight = np.where(starts.number < starts.mirrored, weight, 0)
    weight[_numbers("exclude", [whole_number(one, "exclude must be ints") for one in exclude])] = 0
    if is_double:
        weight = np.outer(weight, weight).ravel()
    possible = np.flatnonzero(weight)
    if not len(possible):
        raise ArgumentError("no start position meets the conditions of only, exclude and weights")
    if distinct and count > len(possible):
        raise ArgumentError(
            f"n is {count}, but only {len(possible)} start positions meet the conditions: pass a "
            "smaller n, or distinct=False"
        )
    state = seed if isinstance(seed, np.random.RandomState) else generator(seed)
    if distinct:
        # the largest of the keys log(u) / w are a weighted sample (Efraimidis and Spirakis, 2006)
        keys = np.log(1 - state.random_sample(len(possible))) / weight[possible]
        drawn = possible[np.argsort(-keys, kind="stable")[:count]]
    else:
        ends = np.cumsum(weight[possible])
        drawn = possible[np.searchsorted(ends, state.random_sample(count) * ends[-1], "right")]
    return np.stack(np.divmod(drawn, COUNT), axis=1) if is_double else drawn


def generator(seed: Seed) -> np.random.RandomState:
    """Returns the generator of NumPy whose numbers stay the same in every release (NEP 19)."""
    if seed is None:
        return np.random.RandomState()
    if isinstance(seed, np.random.Generator):
        number = int(seed.integers(_SEEDS, dtype=np.uint64))
    else:
        number = whole_number(seed, "a seed must be an int or a numpy.random.Generator")
    if not 0 <= number < _SEEDS:
        raise ArgumentError(f"a seed must be 0 to 2**64 - 1, not {number}")
    return np.random.RandomState([number % _WORD, number // _WORD])


def _numbers(name: str, numbers: ArrayLike) -> NDArray[np.int64]:
    """Returns the numbers of start positions, which may be given as a mask."""
    array = np.asarray(numbers)
    if array.dtype == bool:
        if array.shape != (COUNT,):
            raise ArgumentError(f"{name} must have {COUNT} bools, not shape {array.shape}")
        return np.flatnonzero(array)
    if array.size == 0:
        return np.zeros(0, np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be numbers from 0 to 959, or 960 bools, not {array.dtype}")
    wrong = array[(array < 0) | (array >= COUNT)]
    if len(wrong):
        raise Chess960Error(f"{name} has {wrong[0]}: numbers are from 0 to 959")
    return array.astype(np.int64)


def _weights(weights: ArrayLike) -> NDArray[np.float64]:
    array = np.array(weights, np.float64)
    if array.shape != (COUNT,):
        raise ArgumentError(f"weights must be {COUNT} numbers, not shape {array.shape}")
    if not (np.isfinite(array) & (array >= 0)).all():
        raise ArgumentError("weights must be finite numbers of 0 or more")
    return array
