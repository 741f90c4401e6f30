"""Seeds of the core's random generator, ChaCha8."""

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Seed"]

Seed: TypeAlias = "int | np.random.Generator | None"
"""A number from 0 to 2**64 - 1, a generator that draws one, or `None` for a random one."""
