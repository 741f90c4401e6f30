"""Types of arguments, and of `__getitem__`: an int returns one item, a slice returns a list.

The generated stub uses these in place of methods, since its generator does not support overloads.
"""

from collections.abc import Iterable
from typing import Any, Protocol, SupportsIndex, overload

from ._core import Move

__all__ = ["ArrowStream", "GeneratesLegalMoves", "GetMove"]


class ArrowStream(Protocol):
    """Data of Arrow, such as a table of pyarrow or Polars."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Returns a capsule with a stream of record batches."""
        ...


class GeneratesLegalMoves(Protocol):
    """A board of another class, such as of a variant, for `LegalMoveGenerator`."""

    def generate_legal_moves(self) -> Iterable[Move]:
        """Returns the legal moves."""
        ...


class GetMove(Protocol):
    """`board.legal_moves[...]`."""

    @overload
    def __call__(self, index: SupportsIndex, /) -> Move: ...
    @overload
    def __call__(self, index: slice, /) -> list[Move]: ...
