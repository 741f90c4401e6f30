"""Colors and piece types, with python-chess's names and numbers."""

from typing import Final, TypeAlias, cast

from .._arguments import NOT_AN_INDEX, whole_number
from ..errors import OutOfRangeError

# colors
__all__ = ["BLACK", "COLORS", "COLOR_NAMES", "WHITE", "Color"]
# piece types
__all__ += ["BISHOP", "KING", "KNIGHT", "PAWN", "PIECE_NAMES", "PIECE_SYMBOLS", "PIECE_TYPES"]
__all__ += ["QUEEN", "ROOK", "UNICODE_PIECE_SYMBOLS", "PieceType", "piece_name", "piece_symbol"]

Color: TypeAlias = bool
WHITE: Final[Color] = True
BLACK: Final[Color] = False
COLORS: Final[list[Color]] = [WHITE, BLACK]
COLOR_NAMES: Final[list[str]] = ["black", "white"]

PieceType: TypeAlias = int
PAWN: Final[PieceType] = 1
KNIGHT: Final[PieceType] = 2
BISHOP: Final[PieceType] = 3
ROOK: Final[PieceType] = 4
QUEEN: Final[PieceType] = 5
KING: Final[PieceType] = 6
PIECE_TYPES: Final[list[PieceType]] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
PIECE_SYMBOLS: Final[list[str | None]] = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: Final[list[str | None]] = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS: Final[dict[str, str]] = dict(
    zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True)
)


def _name(names: list[str | None], piece_type: PieceType) -> str:
    try:
        if piece_type > 0 and (name := names[piece_type]):
            return name
    except NOT_AN_INDEX:
        pass  # the requirement is named below
    requirement = "a piece type must be a number from 1 (pawn) to 6 (king)"
    number = whole_number(piece_type, requirement)
    if not 1 <= number <= 6:
        raise OutOfRangeError(f"{requirement}, not {number}")
    return cast(str, names[number])


def piece_symbol(piece_type: PieceType) -> str:
    """Returns the lower-case letter of a piece type: `"n"` for `KNIGHT`.

    Args:
        piece_type: `PAWN` (1) to `KING` (6).

    Raises:
        OutOfRangeError: the piece type is out of range.
    """
    return _name(PIECE_SYMBOLS, piece_type)


def piece_name(piece_type: PieceType) -> str:
    """Returns the English name of a piece type: `"knight"` for `KNIGHT`.

    Args:
        piece_type: `PAWN` (1) to `KING` (6).

    Raises:
        OutOfRangeError: the piece type is out of range.
    """
    return _name(PIECE_NAMES, piece_type)
