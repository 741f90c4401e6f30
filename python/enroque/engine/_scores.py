"""Evaluations of engines: centipawns, mates, and probabilities of win, draw and loss."""

from abc import ABC, abstractmethod
from functools import total_ordering
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar, overload

from .._model.pieces import BLACK, WHITE, Color


@total_ordering
class Score(ABC):
    """An evaluation from one side's view: `Cp`, `Mate` or `MateGiven`."""

    @overload
    def score(self, *, mate_score: int) -> int: ...
    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...
    @abstractmethod
    def score(self, *, mate_score: int | None = None) -> int | None:
        """Returns the evaluation in centipawns.

        Args:
            mate_score: the value of a mate on the board; a mate in n moves counts n less. `None`
                returns `None` for mates.
        """

    @abstractmethod
    def mate(self) -> int | None:
        """Returns the moves to mate, negative if this side is mated; `None` if there is no mate."""

    def is_mate(self) -> bool:
        """Returns whether the evaluation is a mate."""
        return self.mate() is not None

    @abstractmethod
    def _key(self) -> tuple[int, int]:
        """Returns the sort key: being mated, centipawns, mating; then the distance."""

    @abstractmethod
    def __neg__(self) -> "Score": ...

    def __pos__(self) -> "Score":
        return self

    def __abs__(self) -> "Score":
        return max(self, -self)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._key() < other._key() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())


class Cp(Score):
    """An evaluation in centipawns.

    Args:
        cp: hundredths of a pawn.
    """

    def __init__(self, cp: int) -> None:
        self.cp = cp

    def score(self, *, mate_score: int | None = None) -> int:
        """Returns the centipawns.

        Args:
            mate_score: has no effect.
        """
        return self.cp

    def mate(self) -> None:
        """Returns `None`."""

    def _key(self) -> tuple[int, int]:
        return (0, self.cp)

    def __neg__(self) -> "Cp":
        return Cp(-self.cp)

    def __repr__(self) -> str:
        return f"Cp({self})"

    def __str__(self) -> str:
        return f"{self.cp:+d}" if self.cp else "0"


class Mate(Score):
    """A mate in a number of moves.

    Args:
        moves: the moves to mate; 0 or less if this side is mated.
    """

    def __init__(self, moves: int) -> None:
        self.moves = moves

    @overload
    def score(self, *, mate_score: int) -> int: ...
    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...
    def score(self, *, mate_score: int | None = None) -> int | None:
        """Returns `mate_score` reduced by the moves to mate, or its negative.

        Args:
            mate_score: the value of a mate on the board; `None` returns `None`.
        """
        if mate_score is None:
            return None
        return (mate_score if self.moves > 0 else -mate_score) - self.moves

    def mate(self) -> int:
        """Returns the moves to mate, negative if this side is mated."""
        return self.moves

    def _key(self) -> tuple[int, int]:
        return (1 if self.moves > 0 else -1, -self.moves)

    def __neg__(self) -> Score:
        return Mate(-self.moves) if self.moves else MateGiven

    def __repr__(self) -> str:
        return f"Mate({str(self)[1:]})"

    def __str__(self) -> str:
        return f"#{self.moves:+d}" if self.moves > 0 else f"#-{-self.moves}"


class _MateGiven(Score):
    """The evaluation of a side that has given checkmate."""

    @overload
    def score(self, *, mate_score: int) -> int: ...
    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...
    def score(self, *, mate_score: int | None = None) -> int | None:
        """Returns `mate_score`.

        Args:
            mate_score: the value of a mate on the board.
        """
        return mate_score

    def mate(self) -> int:
        """Returns 0."""
        return 0

    def _key(self) -> tuple[int, int]:
        return (2, 0)

    def __neg__(self) -> Mate:
        return Mate(0)

    def __repr__(self) -> str:
        return "MateGiven"

    def __str__(self) -> str:
        return "#+0"

    def __reduce__(self) -> str:
        return "MateGiven"


MateGiven: Final = _MateGiven()
"""This side has given mate: `-Mate(0)`."""


class _Signed(Protocol):
    def __neg__(self) -> Any: ...


T = TypeVar("T", bound=_Signed)


class _Pov(Generic[T]):
    """A value and its view."""

    def __init__(self, relative: T, turn: Color) -> None:
        self.relative = relative
        self.turn = turn

    def pov(self, color: Color) -> T:
        """Returns the value from a color's view.

        Args:
            color: `WHITE` (True) or `BLACK` (False).
        """
        opposite: T = -self.relative
        return self.relative if self.turn == color else opposite

    def white(self) -> T:
        """Returns the value from White's view."""
        return self.pov(WHITE)

    def black(self) -> T:
        """Returns the value from Black's view."""
        return self.pov(BLACK)

    def __eq__(self, other: object) -> bool:
        return self.white() == other.white() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.white())

    def __repr__(self) -> str:
        turn = "WHITE" if self.turn else "BLACK"
        return f"{type(self).__name__}({self.relative!r}, {turn})"


class PovScore(_Pov[Score]):
    """An evaluation and its view.

    Attributes:
        relative: the evaluation.
        turn: the color of the view.
    """

    def is_mate(self) -> bool:
        """Returns whether the evaluation is a mate."""
        return self.relative.is_mate()


class Wdl(NamedTuple):
    """The chances of win, draw and loss from one side's view: thousandths in UCI.

    Attributes:
        wins: the chances of a win.
        draws: the chances of a draw.
        losses: the chances of a loss.

    Example:
        >>> Wdl(600, 300, 100).expectation()
        0.75
    """

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        """Returns the sum, usually 1000."""
        return self.wins + self.draws + self.losses

    def expectation(self) -> float:
        """Returns the expected score: 1 for a win, 0.5 for a draw, 0 for a loss."""
        return (self.wins + 0.5 * self.draws) / self.total()

    def __neg__(self) -> "Wdl":
        return Wdl(self.losses, self.draws, self.wins)


class PovWdl(_Pov[Wdl]):
    """The chances of win, draw and loss, and their view.

    Attributes:
        relative: the chances.
        turn: the color of the view.
    """
