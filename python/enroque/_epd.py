"""The type of EPD operations."""

from typing import TypeAlias

from ._core import Move

__all__ = ["Operations"]

Operations: TypeAlias = dict[str, str | int | float | Move | list[Move] | None]
"""Operands by opcode: `None`, a string, a number, a move, or moves (`pv`, `bm`, `am`)."""
