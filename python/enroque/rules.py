"""The Laws of Chess beyond the single move: who can still win, and what an arbiter decides.

    >>> import enroque
    >>> wall = enroque.Board("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1")
    >>> wall.can_win(enroque.WHITE).reason
    'the pieces that can move can never mate'
    >>> wall.outcome().termination
    <Termination.DEAD_POSITION: 11>
    >>> wall.flag_fall(enroque.WHITE).outcome.result()
    '1/2-1/2'

Articles are those of the FIDE Laws in force since January 2023.
"""

import enum
from dataclasses import dataclass
from typing import Literal, NamedTuple, Self

from ._core import Clock, Move, PlayedGame, TimeControl, rule_set_fields
from ._outcome import Outcome, Termination
from ._pieces import Color

__all__ = [
    "RULE_SETS",
    "Adjudication",
    "Answer",
    "ClaimResult",
    "Clock",
    "Envelope",
    "Event",
    "Irregularity",
    "Opened",
    "Outcome",
    "Penalty",
    "Period",
    "PlayedGame",
    "RuleSet",
    "Ruling",
    "Termination",
    "TimeControl",
    "Verdict",
]

RULE_SETS = ("fide2009", "fide2014", "fide2018", "fide2023", "lichess", "chesscom")
"""The names of the rule sets."""

Irregularity = Literal["illegal_move", "unpromoted_pawn", "no_move", "two_hands"]
"""What was wrong about a move (FIDE 7.5.1 to 7.5.4); the last two count since the Laws of 2017."""


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


class Penalty(NamedTuple):
    """Milliseconds that the opponent of a player gets, by the class of the game.

    >>> RuleSet.named("fide2018").illegal_move_penalty
    Penalty(standard=120000, rapid=120000, blitz=60000)
    """

    standard: int
    """In a game of standard chess, and where the class is not known."""
    rapid: int
    """In a rapid game (FIDE A.3)."""
    blitz: int
    """In a game of blitz (FIDE B.3)."""


@dataclass(frozen=True)
class RuleSet:
    """The rules under which a game is played, as data.

    `RuleSet.named` gives those of an edition of the Laws or of a site; `dataclasses.replace`
    changes what an organiser decides otherwise. Times are in milliseconds.

    Attributes:
        name: one of `RULE_SETS`: the edition for all that the other fields do not say.
        repetition_end: the occurrence of a position that ends the game without a claim
            (FIDE 9.6.1).
        repetition_in_a_row: whether these occurrences have to come at every other move of each
            player, one after the other (FIDE 9.6a of 2014).
        plies_end: plies without capture or pawn move that end it without a claim (FIDE 9.6.2).
        winnability: who cannot win: by the `laws` (FIDE 5.2.2, 6.9), by `material`, or by a look
            at the player's `own_pieces` alone.
        resignation_may_draw: whether resigning to one who cannot win is a draw (FIDE 5.1.2, new
            in 2023).
        illegal_moves_lose: the illegal move that loses (FIDE 7.5.5).
        illegal_move_penalty: what the opponent gets for another.
        invalid_claim_penalty: what the opponent gets for a claim that is not due (FIDE 9.5.3).
        moves_before_agreement: moves of each player before a draw can be agreed (FIDE 5.2.3).
    """

    name: str
    repetition_end: int | None
    repetition_in_a_row: bool
    plies_end: int | None
    winnability: Literal["laws", "material", "own_pieces"]
    resignation_may_draw: bool
    illegal_moves_lose: int | None
    illegal_move_penalty: Penalty
    invalid_claim_penalty: Penalty
    moves_before_agreement: int

    @classmethod
    def named(cls, name: str) -> Self:
        """The rule set with one of the names in `RULE_SETS`."""
        return cls(**rule_set_fields(name))


@dataclass(frozen=True)
class Period:
    """A period of a time control. Times are in milliseconds.

    Attributes:
        moves: the moves to be made in it; `None` for all the rest of the game.
        time: what a player gets at its start.
        increment: what is added after each move (Fischer).
        delay: what passes at each move before the time runs, lost if not used.
        hourglass: whether a player gets what the opponent uses.
    """

    moves: int | None
    time: int
    increment: int = 0
    delay: int = 0
    hourglass: bool = False


@dataclass(frozen=True)
class ClaimResult:
    """What became of a draw claim (FIDE 9.2 to 9.5). True if the game is drawn by it.

    Attributes:
        outcome: the draw; `None` if the claim was not due.
        reason: why not, in words.
        penalty: milliseconds that the opponent gets; the game's clock has them already.
        must_play: the intended move, which has to be played now.
    """

    outcome: Outcome | None
    reason: str | None = None
    penalty: int = 0
    must_play: Move | None = None

    def __bool__(self) -> bool:
        return self.outcome is not None


@dataclass(frozen=True)
class Ruling:
    """What follows from an illegal move and its like (FIDE 7.5).

    Attributes:
        number: which one of this player's it was, from 1.
        penalty: milliseconds that the opponent gets; the game's clock has them already.
        adjudication: the decision, if it ended the game.
    """

    number: int
    penalty: int
    adjudication: Adjudication | None = None


@dataclass(frozen=True)
class Envelope:
    """What must be written on the envelope of a sealed move (FIDE Guideline I.4).

    Attributes:
        fen: the position before the sealed move.
        used: milliseconds used by White and by Black, if there is a clock.
        sealed_by: who sealed the move.
        move_number: the number of the sealed move.
        draw_offer: who offers a draw, if an offer is current.
    """

    fen: str
    used: tuple[int, int] | None
    sealed_by: Color
    move_number: int
    draw_offer: Color | None


@dataclass(frozen=True)
class Opened:
    """What came out of the envelope (FIDE Guideline I.5, I.9).

    Attributes:
        move: the sealed move, which has been played; `None` if it lost the game.
        fault: why it lost: `ambiguous`, `illegal`, `syntax`; `None` if it was played.
        message: the same in words.
        outcome: how the game ended, if it did.
    """

    move: Move | None
    fault: Literal["ambiguous", "illegal", "syntax"] | None
    message: str | None
    outcome: Outcome | None


@dataclass(frozen=True)
class Event:
    """Something that happened in a game beside its moves.

    Attributes:
        ply: how many plies had been played.
        kind: `offer`, `declined`, `invalid_claim`, `illegal_move`, `unpromoted_pawn`, `no_move`,
            `two_hands`, `sealed`, `resumed` or `end`.
        player: whose doing it was, if anybody's.
        move: the move that was announced with a claim, or irregular, as the board writes it.
        penalty: milliseconds that the opponent got for it.
        termination: what ended the game, of an end.
    """

    ply: int
    kind: str
    player: Color | None
    move: Move | None
    penalty: int
    termination: Termination | None
