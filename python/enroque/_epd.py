"""The operations of an EPD, as `Board.set_epd` and `Board.from_epd` return them."""

from typing import TypeAlias

from ._core import Move

__all__ = ["Operations"]

Operations: TypeAlias = dict[str, str | int | float | Move | list[Move] | None]
"""An operand by its opcode: `None`, a text, a number, a move, or moves (`pv`, `bm`, `am`)."""
