"""The Laws of Chess beyond the single move: who can still win, and what an arbiter decides.

    >>> import enroque
    >>> wall = enroque.Board("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1")
    >>> wall.can_win(enroque.WHITE).reason
    'the men that can move can never mate'
    >>> wall.outcome().termination
    <Termination.DEAD_POSITION: 11>
    >>> wall.flag_fall(enroque.WHITE).outcome.result()
    '1/2-1/2'

Articles are those of the FIDE Laws in force since January 2023.
"""

import enum
from dataclasses import dataclass

from ._core import Move
from .outcome import Outcome, Termination

__all__ = ["Adjudication", "Answer", "Outcome", "Termination", "Verdict"]


class Verdict(enum.Enum):
    """Whether a player can still win."""

    NO = 0
    """Proved: no series of legal moves ends in a mate by this player."""
    YES = 1
    """There is such a series of moves."""
    UNKNOWN = 2
    """Not found out within the budget; the Laws let a player win until there is a proof."""


@dataclass(frozen=True)
class Answer:
    """Whether a player can still win, and why. False only if it is proved that he cannot.

    Attributes:
        verdict: `NO`, `YES` or `UNKNOWN`.
        reason: why not, in words; `None` unless the verdict is `NO`.
        line: legal moves of both players that end in the mate, none if it is mate already; `None`
            unless the verdict is `YES`.
    """

    verdict: Verdict
    reason: str | None = None
    line: tuple[Move, ...] | None = None

    def __bool__(self) -> bool:
        return self.verdict is not Verdict.NO


@dataclass(frozen=True)
class Adjudication:
    """A game that one player loses unless the opponent cannot win (FIDE 5.1.2, 6.9, 7.5.5).

    Attributes:
        outcome: the result.
        answer: whether the opponent could still win.
    """

    outcome: Outcome
    answer: Answer
