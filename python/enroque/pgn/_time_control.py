"""python-chess's names for the parts and the class of an `enroque.TimeControl`."""

import enum
from dataclasses import dataclass


class TimeControlType(enum.Enum):
    """The class of a time control by python-chess."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


@dataclass
class TimeControlPart:
    """A period of a time control.

    Attributes:
        moves: the number of moves; 0 for the rest of the game.
        time: seconds for these moves.
        increment: seconds added for each move.
        delay: seconds before the clock starts, for each move.
    """

    moves: int = 0
    time: float = 0
    increment: float = 0
    delay: float = 0
