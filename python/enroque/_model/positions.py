"""`planes`, `PositionError`, `PositionFilter`, and the types of the arguments of `Positions`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from .._core import Positions, check_position_filter, positions_from_columns

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

    from .._core import Encoding
    from .games import PgnSource as PgnSource

__all__ = [
    "PositionError",
    "PositionFilter",
    "PositionSource",
    "Role",
    "TableColumns",
    "Texts",
    "planes",
    "reduce",
]

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
"""What a column of a table holds."""

TableColumns: TypeAlias = Mapping[Role, str]
"""The names of a table's columns by what they hold."""


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
        text: the text that is wrong.
        reason: what is wrong.
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


@dataclass(frozen=True, kw_only=True)
class PositionFilter:
    """Criteria of positions, for `Positions.filter`. A row passes if it meets all that are set.

    A row that lacks what a criterion needs, such as an evaluation, does not pass.

    Attributes:
        turn: the side to move.
        check: whether the side to move is in check.
        capture: whether the row's move captures.
        quiet: whether there is no check, and the row's move is neither a capture nor a promotion.
            No search is made.
        over: whether the position is checkmate or stalemate.
        min_pieces: the least number of pieces, kings and pawns included.
        max_pieces: the largest number of pieces.
        max_eval: the largest absolute evaluation in centipawns; mates are larger.
        mate: whether the evaluation is a mate.
        min_depth: the least depth.
        min_nodes: the least number of nodes.
        min_rating: the least rating of a puzzle.
        max_rating: the largest rating of a puzzle.
        themes: themes of which a puzzle must have one.

    Raises:
        ArgumentError: a criterion has an impossible value (a `ValueError`).
        TypeError: a criterion has the wrong type.

    Example:
        >>> from enroque import PositionFilter, Positions
        >>> fens = ["4k3/8/8/8/8/8/8/4K2R w K -", "4k2R/8/8/8/8/8/8/4K3 b - -"]
        >>> len(Positions.from_fens(fens).filter(PositionFilter(check=True)))
        1
    """

    turn: bool | None = None
    check: bool | None = None
    capture: bool | None = None
    quiet: bool | None = None
    over: bool | None = None
    min_pieces: int | None = None
    max_pieces: int | None = None
    max_eval: int | None = None
    mate: bool | None = None
    min_depth: int | None = None
    min_nodes: int | None = None
    min_rating: int | None = None
    max_rating: int | None = None
    themes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_position_filter(self)


def reduce(positions: Positions) -> tuple[Any, ...]:
    """Returns what `pickle` and `copy` make positions of."""
    return positions_from_columns, (positions._columns(),)
