"""Checks of the arguments of pictures: boards, moves, sides, sizes and colors."""

import math
import numbers
import re
from typing import TYPE_CHECKING, Any, Final

from .._arguments import type_name
from .._core import Board
from .._model.squares import Square, checked_square, parse_square
from ..errors import ArgumentError

if TYPE_CHECKING:
    from .._core import BaseBoard, Move
    from .._model.pieces import Color

_DIGITS: Final = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")


def board_of(board: Any) -> "BaseBoard | None":
    """Returns the board of a FEN; others, such as those of python-chess, as they are."""
    if not (board is None or isinstance(board, str) or hasattr(board, "piece_map")):
        raise TypeError(f"board must be a Board, a BaseBoard or a FEN, not {type_name(board)}")
    return Board(board) if isinstance(board, str) else board


def as_square(square: Square | str) -> Square:
    """Returns the number of a square, which may be a name, or raises."""
    return parse_square(square) if isinstance(square, str) else checked_square(square)


def squares_of_move(move: "Move | None") -> tuple[Square, ...]:
    """Returns the two squares of a move to highlight; none for `None` and null moves."""
    if move is None:
        return ()
    if not hasattr(move, "from_square"):
        hint = " (Move.from_uci reads 'e2e4')" if isinstance(move, str) else ""
        raise TypeError(f"lastmove must be an enroque.Move, not {type_name(move)}{hint}")
    return (move.from_square, move.to_square) if move else ()


def checked_orientation(color: "Color") -> bool:
    """Returns the color at the bottom as a bool, or raises."""
    if color not in (True, False):  # NumPy, whose bools are equal, is not imported
        raise TypeError(f"orientation must be WHITE (True) or BLACK (False), not {color!r:.80}")
    return bool(color)


def checked_size(size: Any) -> Any:
    """Returns a number of pixels, or raises."""
    requirement = "size must be a number of pixels above 0"
    if not isinstance(size, numbers.Real) or isinstance(size, bool):
        raise TypeError(f"{requirement}, not {type_name(size)}")
    if not 0 < float(size) < math.inf:
        raise ArgumentError(f"{requirement}, not {size}")
    return size


def checked_css_color(color: str) -> str:
    """Returns a CSS color; raises if it is not a string, or `#` without the digits of a color."""
    requirement = "a color must be one of CSS, such as '#ff0000' or 'red'"
    if not isinstance(color, str):
        raise TypeError(f"{requirement}, not {type_name(color)}")
    if color.startswith("#") and not _DIGITS.fullmatch(color):
        raise ArgumentError(f"{requirement}, not {color[:20]!r}")
    return color
