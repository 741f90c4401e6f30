"""Types of arguments, results, and of `__getitem__`: an int returns one item, a slice a list.

The generated stub uses these in place of methods, since its generator does not support overloads.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeAlias, overload

from .._core import Move

if TYPE_CHECKING:
    import numpy as np

__all__ = ["ArrowStream", "GeneratesLegalMoves", "GetMove", "Operations", "Seed"]

Operations: TypeAlias = dict[str, str | int | float | Move | list[Move] | None]
"""EPD operands by opcode: `None`, a string, a number, a move, or moves (`pv`, `bm`, `am`)."""

Seed: TypeAlias = "SupportsIndex | np.random.Generator | None"
"""A number from 0 to 2**64 - 1, a generator that draws one, or `None` for a random one."""


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
    """`board.legal_moves[...]` and `board.move_stack[...]`."""

    @overload
    def __call__(self, index: SupportsIndex, /) -> Move: ...
    @overload
    def __call__(self, index: slice, /) -> list[Move]: ...
