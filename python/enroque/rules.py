"""FIDE Laws of Chess: who can still win, draws, clocks, penalties, whole games, sealed moves.

    >>> import enroque
    >>> blocked = enroque.Board("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1")
    >>> blocked.can_win(enroque.WHITE).reason
    'the pieces that can move can never mate'
    >>> blocked.outcome().termination
    <Termination.DEAD_POSITION: 11>
    >>> blocked.flag_fall(enroque.WHITE).outcome.result()
    '1/2-1/2'

Article numbers are those of the FIDE Laws in force since January 2023.
"""

import enum
from dataclasses import dataclass
from typing import Literal

from ._core import Clock, Move, PlayedGame, TimeControl
from ._model.options import RuleSet
from ._model.outcome import Outcome, Termination
from ._model.penalty import Penalty
from ._model.pieces import Color

# rule sets, and how games end
__all__ = ["RULE_SETS", "Adjudication", "ClaimResult", "Outcome", "RuleSet", "Termination"]
__all__ += ["Verdict", "Winnability"]
# clocks
__all__ += ["Clock", "Penalty", "Period", "TimeControl"]
# whole games
__all__ += ["Envelope", "Event", "Irregularity", "OpenedEnvelope", "PlayedGame", "Ruling"]
__dir__ = __all__.copy

RULE_SETS = (
    *("fide2009", "fide2014", "fide2018", "fide2023"),
    *("lichess", "chesscom"),
    *("engine", "lc0", "alphazero", "pettingzoo"),
)
"""Names of the rule sets: FIDE's by year, two sites', and that of engine matches and self-play."""

Irregularity = Literal["illegal_move", "unpromoted_pawn", "no_move", "two_hands"]
"""Irregularities that count as an illegal move (FIDE 7.5.1 to 7.5.4), the last two since 2017."""


class Verdict(enum.Enum):
    """Whether a player can still win."""

    NO = 0
    """Proof that no series of legal moves ends in a mate by this player."""
    YES = 1
    """A series of legal moves ends in such a mate."""
    UNKNOWN = 2
    """Undecided within the node budget. The Laws count this as a win: a draw needs a proof."""


@dataclass(frozen=True)
class Winnability:
    """Whether a player can still win, with the reason.

    Its truth value is `False` only for the verdict `NO`, which is a proof.

    Attributes:
        verdict: `NO`, `YES` or `UNKNOWN`.
        reason: the reason for `NO`, in words; otherwise `None`.
        line: for `YES`, legal moves of both players that end in the mate (empty if it is already
            mate); otherwise `None`.
    """

    verdict: Verdict
    reason: str | None = None
    line: tuple[Move, ...] | None = None

    def __bool__(self) -> bool:
        return self.verdict is not Verdict.NO


@dataclass(frozen=True)
class Adjudication:
    """The result of a game that a player loses unless the opponent cannot win.

    FIDE 5.1.2, 6.9, 7.5.5.

    Attributes:
        outcome: the result: a loss, or a draw if the opponent cannot win.
        answer: whether the opponent could still win.
    """

    outcome: Outcome
    answer: Winnability


@dataclass(frozen=True)
class Period:
    """A period of a time control, with times in milliseconds.

    Attributes:
        moves: number of moves to make in this period; `None` for the rest of the game.
        time: time added at the start of the period.
        increment: time added after each move (Fischer).
        delay: time at each move before the main time runs; lost if not used.
        hourglass: whether the time that a player uses is added to the opponent's.
    """

    moves: int | None
    time: int
    increment: int = 0
    delay: int = 0
    hourglass: bool = False


@dataclass(frozen=True)
class ClaimResult:
    """The result of a draw claim (FIDE 9.2 to 9.5).

    Its truth value is `True` if the game is drawn.

    Attributes:
        outcome: the draw; `None` if the claim was invalid.
        reason: the reason for which the claim was invalid, in words.
        penalty: milliseconds added to the opponent's clock (already added to the game's clock).
        must_play: the announced move, which the player must now play.
    """

    outcome: Outcome | None
    reason: str | None = None
    penalty: int = 0
    must_play: Move | None = None

    def __bool__(self) -> bool:
        return self.outcome is not None


@dataclass(frozen=True)
class Ruling:
    """The consequence of an irregularity (FIDE 7.5).

    Attributes:
        number: the number of irregularities of this player so far, from 1.
        penalty: milliseconds added to the opponent's clock (already added to the game's clock).
        adjudication: the result, if the irregularity ended the game.
    """

    number: int
    penalty: int
    adjudication: Adjudication | None = None


@dataclass(frozen=True)
class Envelope:
    """The data written on the envelope of a sealed move (FIDE Guideline I.4).

    Attributes:
        fen: the position before the sealed move.
        used: milliseconds used by White and by Black; `None` without a clock.
        sealed_by: the player who sealed the move.
        move_number: the number of the sealed move.
        draw_offer: the player whose draw offer is open, if any.
    """

    fen: str
    used: tuple[int, int] | None
    sealed_by: Color
    move_number: int
    draw_offer: Color | None


@dataclass(frozen=True)
class OpenedEnvelope:
    """The result of opening an envelope (FIDE Guideline I.5, I.9).

    Attributes:
        move: the sealed move, which has been played; `None` if it lost the game.
        error: the reason for which it lost: `"ambiguous"`, `"illegal"` or `"syntax"`; `None` if it
            was played.
        message: the error as text.
        outcome: the outcome, if the game is over.
    """

    move: Move | None
    error: Literal["ambiguous", "illegal", "syntax"] | None
    message: str | None
    outcome: Outcome | None


@dataclass(frozen=True)
class Event:
    """An event of a game other than a move.

    Attributes:
        ply: number of plies played before the event.
        kind: `"offer"`, `"declined"`, `"invalid_claim"`, `"illegal_move"`, `"unpromoted_pawn"`,
            `"no_move"`, `"two_hands"`, `"sealed"`, `"resumed"` or `"end"`.
        player: the player who caused it, if one did.
        move: the move announced with a claim, or the irregular move.
        penalty: milliseconds added to the opponent's clock.
        termination: for `"end"`, the reason why the game ended.
    """

    ply: int
    kind: str
    player: Color | None
    move: Move | None
    penalty: int
    termination: Termination | None
