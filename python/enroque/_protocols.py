"""Types of `__getitem__` methods: an int returns one item, a slice returns a list.

The generated stub uses these in place of methods, since its generator does not support overloads.
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
