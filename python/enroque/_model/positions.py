"""`planes`, `PositionError`, and the types of the arguments of `Positions`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from .._core import Positions, positions_from_columns
from ..errors import ArgumentError, ArrayError
from .evals import NO_EVAL

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

    from .._core import Encoding
    from .games import PgnSource as PgnSource

Texts: TypeAlias = "Iterable[str | bytes] | Any"
"""FENs: a list, an array, a Series, an Arrow array, or another iterable of texts."""

PositionSource: TypeAlias = "PgnSource | Any"
"""One or several files of positions, or a table with `__arrow_c_stream__`."""

Role: TypeAlias = Literal[
    "fen",
    "eval",
    "cp",
    "mate",
    "result",
    "expected_score",
    "move",
    "line",
    "solution",
    "depth",
    "nodes",
    "knodes",
    "id",
    "rating",
    "rating_deviation",
    "popularity",
    "plays",
    "themes",
    "openings",
]
"""The meaning of a column of a table."""

SORT_COLUMNS: Final = {
    "evals": NO_EVAL,
    "result": -128,
    "expected_score": None,
    "depth": 0,
    "nodes": -1,
    "rating": -1,
    "rating_deviation": -1,
    "popularity": -128,
    "plays": -1,
}
"""The columns of numbers by which rows are sorted, and the value of a row without one."""

TableColumns: TypeAlias = Mapping[Role, str]
"""The names of a table's columns by their meaning."""


def planes(
    fens: Texts,
    encoding: "Encoding | str",
    *,
    dtype: "DTypeLike | None" = None,
    out: "NDArray[Any] | None" = None,
    threads: int | None = None,
) -> "NDArray[Any]":
    """Returns the input planes of a list of FENs, on all cores.

    `Positions.from_fens` has more: it skips rows that are wrong, and makes every other array.

    Args:
        fens: the FENs: a list, an array, a Series of pandas or Polars, or an Arrow array.
        encoding: the encoding or its name, such as `"pieces"` or `"lc0"`.
        dtype: the dtype of the planes; `None` for float32.
        out: the array to write to; `None` for a new one.
        threads: the number of threads; `None` for all cores.

    Returns:
        An array of `(len(fens), *encoding.shape)`.

    Raises:
        BrokenRowError: a FEN is not a legal position; the message names its row.

    Example:
        >>> import enroque
        >>> enroque.planes([enroque.STARTING_FEN], "pieces", dtype="uint8").sum()
        np.uint64(32)
    """
    table = Positions.from_fens(fens, strict=True, threads=threads)
    return table.planes(encoding, dtype=dtype, out=out, threads=threads)


@dataclass(frozen=True)
class PositionError:
    """An error or warning of a row of a table, with its location. It is data, not an exception.

    Attributes:
        source: the name of the source, such as the path of the file.
        row: the number of the row in the source, from 1; 0 if the whole source is damaged.
        index: the index of the row in the `Positions` with this report, from 0; `None` if the row
            is not there.
        kind: the kind of error, such as `invalid_fen`.
        column: the column or field; empty if it is the whole row.
        text: the invalid text.
        reason: the reason.
        message: the complete message with location.

    Example:
        >>> from enroque import Positions
        >>> print(Positions.from_fens(["8/8 w"]).errors[0].kind)
        invalid_fen
    """

    source: str
    row: int
    index: int | None
    kind: str
    column: str
    text: str
    reason: str
    message: str

    def __str__(self) -> str:
        return self.message


def in_order(positions: Positions, by: Any, descending: bool) -> Positions:
    """Returns the rows in sorted order; see `Positions.sort`."""
    import numpy as np

    named = isinstance(by, str) and by in SORT_COLUMNS
    keys = getattr(positions, by) if named else by
    if keys is None or isinstance(keys, str):
        known = [name for name in SORT_COLUMNS if getattr(positions, name) is not None]
        raise ArgumentError(f"{by!r} is no column of numbers of the table, but {', '.join(known)}")
    keys = np.asarray(keys)
    if keys.shape != (len(positions),):
        raise ArrayError(f"a key must have shape ({len(positions)},), not {keys.shape}")
    none = SORT_COLUMNS.get(by) if isinstance(by, str) else None
    unknown = np.isnan(keys) if keys.dtype.kind == "f" else keys == none
    rows = np.argsort(keys[::-1] if descending else keys, kind="stable")
    # to be stable, the reversed rows are sorted in ascending order, and reversed
    rows = len(keys) - 1 - rows[::-1] if descending else rows
    return positions[rows[np.argsort(unknown[rows], kind="stable")]]


def reduce(positions: Positions) -> tuple[Any, ...]:
    """Returns what `pickle` and `copy` make positions of."""
    return positions_from_columns, (positions._columns(),)
