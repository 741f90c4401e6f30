"""Values of evaluations in columns, those of `src/types/evals.rs`."""

from typing import Final

__all__ = ["MATE", "MAX_CENTIPAWNS", "NO_EVAL"]

NO_EVAL: Final = -(2**31)
"""The evaluation of a move without one."""

MATE: Final = 1_000_000
"""A mate in n moves is `MATE` - n, or its negative."""

MAX_CENTIPAWNS: Final = 900_000
"""The largest evaluation that is not a mate."""
