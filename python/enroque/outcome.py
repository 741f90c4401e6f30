"""How a game ended, with python-chess's names."""

import enum
from dataclasses import dataclass

from .pieces import Color

__all__ = ["Outcome", "Termination"]


class Termination(enum.Enum):
    """What ended a game."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7
    VARIANT_WIN = 8
    VARIANT_LOSS = 9
    VARIANT_DRAW = 10


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    Attributes:
        termination: what ended it.
        winner: `WHITE`, `BLACK`, or `None` for a draw.
    """

    termination: Termination
    winner: Color | None

    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""
        return "1/2-1/2" if self.winner is None else ("1-0" if self.winner else "0-1")
