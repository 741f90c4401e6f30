"""Outcomes of games: python-chess's terminations and further ones of the Laws of Chess."""

import enum
from dataclasses import dataclass

from .._core import termination_pgn_tag
from .pieces import BLACK, WHITE, Color

_POINTS = ("0", "1/2", "1")


class Termination(enum.Enum):
    """The reason for which a game ended."""

    CHECKMATE = 1
    """FIDE 5.1.1."""
    STALEMATE = 2
    """FIDE 5.2.1."""
    INSUFFICIENT_MATERIAL = 3
    """Neither player has the pieces to checkmate (FIDE 5.2.2)."""
    SEVENTYFIVE_MOVES = 4
    """FIDE 9.6.2."""
    FIVEFOLD_REPETITION = 5
    """FIDE 9.6.1."""
    FIFTY_MOVES = 6
    """FIDE 9.3."""
    THREEFOLD_REPETITION = 7
    """FIDE 9.2."""
    VARIANT_WIN = 8
    VARIANT_LOSS = 9
    VARIANT_DRAW = 10
    DEAD_POSITION = 11
    """Neither player can checkmate by any series of legal moves (FIDE 5.2.2)."""
    TIME_FORFEIT = 12
    """A flag fell (FIDE 6.9)."""
    RESIGNATION = 13
    """FIDE 5.1.2."""
    AGREEMENT = 14
    """The players agreed on a draw (FIDE 5.2.3)."""
    ILLEGAL_MOVE = 15
    """An illegal move that loses the game (FIDE 7.5.5)."""
    SEALED_MOVE = 16
    """The sealed move was ambiguous, unclear or illegal (FIDE Guideline I.9)."""
    RULES_INFRACTION = 17
    """Another infringement of the Laws, such as late arrival (FIDE 6.7, 11.7)."""
    ABANDONED = 18
    ADJUDICATION = 19
    """An arbiter decided the result."""
    DEATH = 20
    EMERGENCY = 21

    @property
    def pgn_tag(self) -> str:
        """The value of the PGN tag `Termination`, such as `normal` or `time forfeit`."""
        return termination_pgn_tag(self.name) or "normal"


@dataclass(frozen=True)
class Outcome:
    """The outcome of a finished game.

    Attributes:
        termination: the reason for which it ended.
        winner: `WHITE`, `BLACK`, or `None` for a draw.
        score: White's and Black's half-points (FIDE 10.1); by default that of `winner`. `(0, 0)`
            means that both lost.
    """

    termination: Termination
    winner: Color | None
    score: tuple[int, int] = (-1, -1)

    def __post_init__(self) -> None:
        if self.score == (-1, -1):
            scores = {WHITE: (2, 0), BLACK: (0, 2)}
            score = (1, 1) if self.winner is None else scores[bool(self.winner)]
            object.__setattr__(self, "score", score)

    def __repr__(self) -> str:
        # as in python-chess where the score follows from the winner
        usual = Outcome(self.termination, self.winner).score
        score = "" if self.score == usual else f", score={self.score}"
        return f"Outcome(termination={self.termination!r}, winner={self.winner}{score})"

    def result(self) -> str:
        """Returns White's and Black's points: `1-0`, `0-1`, `1/2-1/2`; `0-0` if both lost."""
        white, black = self.score
        return f"{_POINTS[white]}-{_POINTS[black]}"
