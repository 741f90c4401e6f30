"""Values of evaluations in columns, those of `src/types/evals.rs`."""

from typing import Final

NO_EVAL: Final = -(2**31)
"""The evaluation of a move without one."""

MATE: Final = 1_000_000
"""A mate in n moves is `MATE` - n, or its negative."""

MAX_CENTIPAWNS: Final = 900_000
"""The largest evaluation that is not a mate."""


def eval_text(value: float | None) -> str:
    """Returns an evaluation as Lichess shows it: `+0.32`, `#4`, `#-4`; empty for none.

    Args:
        value: centipawns or a mate, as in `Games.evals`; `None` or `NO_EVAL` for none.
    """
    if value is None or value == NO_EVAL:
        return ""
    if abs(value) > MAX_CENTIPAWNS:
        return f"#{MATE - value if value > 0 else -MATE - value:.0f}"
    return f"{value / 100:+.2f}"
