"""Parsing the tag `TimeControl`."""

import enum
from dataclasses import dataclass, field

from ..errors import ArgumentError

__all__ = ["TimeControl", "TimeControlPart", "TimeControlType", "parse_time_control"]


class TimeControlType(enum.Enum):
    """The speed class of a game."""

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
    time: int = 0
    increment: float = 0
    delay: float = 0


@dataclass
class TimeControl:
    """A time control.

    Attributes:
        parts: the periods in order.
        type: the speed class.
    """

    parts: list[TimeControlPart] = field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


# Upper limits of a player's time for 60 moves, in seconds: FIDE's blitz and rapid (Laws, A.1 and
# B.1), and bullet below them.
_LIMITS = (
    (3 * 60, TimeControlType.BULLET),
    (15 * 60, TimeControlType.BLITZ),
    (60 * 60, TimeControlType.RAPID),
)


def _parse_period(text: str) -> TimeControlPart:
    period = TimeControlPart()
    base, _, bonus = text.partition("+")
    if bonus[-1:] in ("d", "D"):
        period.delay = float(bonus[:-1])
    elif bonus:
        period.increment = float(bonus)
    moves, slash, time = base.partition("/")
    if slash:
        period.moves, period.time = int(moves), int(time)
    else:
        period.time = int(base)
    return period


def parse_time_control(time_control: str) -> TimeControl:
    """Parses the value of a `TimeControl` tag.

    Args:
        time_control: the value, such as `40/7200:1800+30`; an empty string or `?` is unknown.

    Returns:
        A `TimeControl`.

    Raises:
        ArgumentError: the value is not a time control.

    Example:
        >>> from enroque.pgn import parse_time_control
        >>> control = parse_time_control("40/7200:1800+30")
        >>> control.type.name, control.parts[1]
        ('STANDARD', TimeControlPart(moves=0, time=1800, increment=30.0, delay=0))
    """
    if not isinstance(time_control, str):
        kind = type(time_control).__qualname__
        raise TypeError(f"time_control must be a str, not {kind}")
    if not time_control or time_control.startswith("?"):
        return TimeControl()
    if time_control.startswith("-"):
        return TimeControl(type=TimeControlType.UNLIMITED)
    try:
        parts = [_parse_period(text) for text in time_control.split(":")]
    except ValueError as error:
        raise ArgumentError(f"invalid time control {time_control[:80]!r}: {error}") from None
    if any(part.moves == 0 for part in parts[:-1]):
        raise ArgumentError(
            f"invalid time control {time_control[:80]!r}: only the last period may have no moves"
        )
    seconds = parts[0].time + 60 * parts[0].increment
    kinds = (kind for limit, kind in _LIMITS if seconds < limit)
    return TimeControl(parts, next(kinds, TimeControlType.STANDARD))
