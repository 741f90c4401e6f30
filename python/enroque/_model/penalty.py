"""`Penalty`: time added to a clock."""

from typing import NamedTuple


class Penalty(NamedTuple):
    """Time added to the opponent's clock, in milliseconds, by the class of the time control.

    Args:
        standard: in standard chess, and if the class is not known.
        rapid: in a rapid game (FIDE A.3).
        blitz: in a blitz game (FIDE B.3).

    >>> from enroque.rules import RuleSet
    >>> RuleSet.named("fide2018").illegal_move_penalty
    Penalty(standard=120000, rapid=120000, blitz=60000)
    """

    standard: int
    rapid: int
    blitz: int
