"""Sets of squares as plain ints: bit n is square n, a1 the lowest. With python-chess's names."""

from collections.abc import Iterable
from typing import SupportsInt, TypeAlias

from .squares import Square

__all__ = ["Bitboard", "IntoSquareSet"]

Bitboard: TypeAlias = int
IntoSquareSet: TypeAlias = SupportsInt | Iterable[Square]
"""What a `SquareSet` can be made of: a bitboard, anything with `__int__`, or squares."""
