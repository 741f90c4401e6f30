"""Moves of columns."""

from .._core import Move


def move_of_bits(bits: int) -> Move:
    """Returns the move of a column such as `Games.moves`; castling goes to the rook's square.

    Args:
        bits: the source square, six bits for the target, and four for the promotion.
    """
    return Move(bits & 63, bits >> 6 & 63, (bits >> 12) + 1 if bits >> 12 else None)
