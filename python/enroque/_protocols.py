"""What stands between brackets, for type checkers: a number gives one, a slice gives a list.

The stub is generated, and the generator knows no overloads: it names these in place of methods.
"""

from typing import Protocol, SupportsIndex, overload

from ._core import ChildNode, Move

__all__ = ["GetMove", "GetVariation"]


class GetMove(Protocol):
    """`board.legal_moves[...]`."""

    @overload
    def __call__(self, index: SupportsIndex, /) -> Move: ...
    @overload
    def __call__(self, index: slice, /) -> list[Move]: ...


class GetVariation(Protocol):
    """`node.variations[...]`."""

    @overload
    def __call__(self, index: SupportsIndex, /) -> ChildNode: ...
    @overload
    def __call__(self, index: slice, /) -> list[ChildNode]: ...
