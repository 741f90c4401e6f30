"""Reasons why a position is illegal or impossible: python-chess's flags and numbers."""

import enum
from typing import Final


class Status(enum.IntFlag):
    """Flags that state why a position is illegal or impossible; `VALID` is 0.

    `FenError.status` and `IllegalPositionError.status` are ints of these flags.

    Example:
        >>> from enroque import Board
        >>> Board("8/8/8/8/8/8/8/K6P w - - 0 1").status()
        <Status.NO_BLACK_KING|PAWNS_ON_BACKRANK: 34>
    """

    VALID = 0
    NO_WHITE_KING = 1 << 0
    """White has no king."""
    NO_BLACK_KING = 1 << 1
    """Black has no king."""
    TOO_MANY_KINGS = 1 << 2
    """A side has several kings."""
    TOO_MANY_WHITE_PAWNS = 1 << 3
    """White has more than eight pawns."""
    TOO_MANY_BLACK_PAWNS = 1 << 4
    """Black has more than eight pawns."""
    PAWNS_ON_BACKRANK = 1 << 5
    """A pawn is on the first or the eighth rank."""
    TOO_MANY_WHITE_PIECES = 1 << 6
    """White has more than sixteen pieces."""
    TOO_MANY_BLACK_PIECES = 1 << 7
    """Black has more than sixteen pieces."""
    BAD_CASTLING_RIGHTS = 1 << 8
    """A castling right has no king or no rook, or there are two to one side of the king."""
    INVALID_EP_SQUARE = 1 << 9
    """No double push can have passed the en-passant square."""
    OPPOSITE_CHECK = 1 << 10
    """The side not to move is in check."""
    EMPTY = 1 << 11
    """There are no pieces."""
    RACE_CHECK = 1 << 12
    """Never set: enroque does not play Racing Kings."""
    RACE_OVER = 1 << 13
    """Never set, as above."""
    RACE_MATERIAL = 1 << 14
    """Never set, as above."""
    TOO_MANY_CHECKERS = 1 << 15
    """More than two pieces give check."""
    IMPOSSIBLE_CHECK = 1 << 16
    """No legal move can have given this check."""


STATUS_VALID: Final = Status.VALID
STATUS_NO_WHITE_KING: Final = Status.NO_WHITE_KING
STATUS_NO_BLACK_KING: Final = Status.NO_BLACK_KING
STATUS_TOO_MANY_KINGS: Final = Status.TOO_MANY_KINGS
STATUS_TOO_MANY_WHITE_PAWNS: Final = Status.TOO_MANY_WHITE_PAWNS
STATUS_TOO_MANY_BLACK_PAWNS: Final = Status.TOO_MANY_BLACK_PAWNS
STATUS_PAWNS_ON_BACKRANK: Final = Status.PAWNS_ON_BACKRANK
STATUS_TOO_MANY_WHITE_PIECES: Final = Status.TOO_MANY_WHITE_PIECES
STATUS_TOO_MANY_BLACK_PIECES: Final = Status.TOO_MANY_BLACK_PIECES
STATUS_BAD_CASTLING_RIGHTS: Final = Status.BAD_CASTLING_RIGHTS
STATUS_INVALID_EP_SQUARE: Final = Status.INVALID_EP_SQUARE
STATUS_OPPOSITE_CHECK: Final = Status.OPPOSITE_CHECK
STATUS_EMPTY: Final = Status.EMPTY
STATUS_RACE_CHECK: Final = Status.RACE_CHECK
STATUS_RACE_OVER: Final = Status.RACE_OVER
STATUS_RACE_MATERIAL: Final = Status.RACE_MATERIAL
STATUS_TOO_MANY_CHECKERS: Final = Status.TOO_MANY_CHECKERS
STATUS_IMPOSSIBLE_CHECK: Final = Status.IMPOSSIBLE_CHECK
