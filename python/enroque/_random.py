"""Seeds of the core's random generator, ChaCha8."""

import operator
import secrets
from typing import TypeAlias

import numpy as np

from .errors import ArgumentError

__all__ = ["Seed", "seed_number"]

Seed: TypeAlias = "int | np.random.Generator | None"  # numpy.random is imported when used
"""A number from 0 to 2**64 - 1, a generator that draws one, or `None` for a random one."""


def seed_number(seed: Seed) -> int:
    """Returns 64 bits to seed the core's generator with."""
    if seed is None:
        return secrets.randbits(64)
    try:
        number = operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        if isinstance(seed, np.random.Generator):
            return int(seed.integers(2**64, dtype=np.uint64))
        kind = type(seed).__name__
        raise TypeError(f"a seed must be an int or a numpy.random.Generator, not {kind}") from None
    if not 0 <= number < 2**64:
        raise ArgumentError(f"a seed must be 0 to 2**64 - 1, not {number}")
    return number
