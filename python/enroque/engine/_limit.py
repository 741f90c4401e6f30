"""Limits of searches, and checks of arguments of searches."""

import dataclasses
import math
from typing import Any

from .._arguments import check_type, type_name
from .._core import Board
from ..errors import ArgumentError


@dataclasses.dataclass(frozen=True)
class Limit:
    """The limits of a search, which ends at the first one reached.

    Attributes:
        time: seconds.
        depth: depth in plies.
        nodes: number of nodes.
        mate: search for a mate in this number of moves.
        white_clock: seconds on White's clock.
        black_clock: seconds on Black's clock.
        white_inc: White's increment in seconds.
        black_inc: Black's increment in seconds.
        remaining_moves: moves to the next time control.

    Raises:
        ArgumentError: a limit is not positive.

    Example:
        >>> Limit(nodes=1000)
        Limit(nodes=1000)
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    remaining_moves: int | None = None

    def __post_init__(self) -> None:
        for name, value in self.given().items():
            is_float = name.endswith(("time", "clock", "inc"))
            types = (int, float) if is_float else (int,)
            if not isinstance(value, types) or isinstance(value, bool):
                kind = "a number" if is_float else "an int"
                raise TypeError(f"{name} must be {kind}, not {type(value).__name__}")
            if not math.isfinite(value) or value < 0 or (value == 0 and not name.endswith("inc")):
                raise ArgumentError(f"{name} must be positive, not {value}")

    def given(self) -> dict[str, Any]:
        """Returns the limits that are set, by name."""
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {name: value for name, value in values.items() if value is not None}

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.given().items())
        return f"Limit({given})"


def check_search(board: Board, limit: Limit) -> None:
    """Raises an error if the arguments of a search have wrong types, or the limit is empty."""
    check_type("a board", board, Board)
    if not isinstance(limit, Limit):
        raise TypeError(f"limit must be an enroque.engine.Limit, not {type_name(limit)}")
    if not limit.given():
        raise ArgumentError("the limit is empty: the search would not end")


def check_timeout(timeout: float | None) -> None:
    """Raises an error if a time is not positive."""
    if timeout is not None and not (timeout > 0 and math.isfinite(timeout)):
        raise ArgumentError(f"timeout must be a positive number of seconds, not {timeout}")


_WORDS = {
    "time": "movetime", "depth": "depth", "nodes": "nodes", "mate": "mate",
    "white_clock": "wtime", "black_clock": "btime", "white_inc": "winc", "black_inc": "binc",
    "remaining_moves": "movestogo",
}  # fmt: skip
"""The words of UCI's `go`; times are in milliseconds."""


def go(limit: Limit) -> str:
    """Returns what follows `go`.

    Args:
        limit: the limits.
    """
    is_time = {"time", "white_clock", "black_clock", "white_inc", "black_inc"}
    return " ".join(
        f"{_WORDS[name]} {max(name == 'time', round(1000 * value)) if name in is_time else value}"
        for name, value in limit.given().items()
    )
