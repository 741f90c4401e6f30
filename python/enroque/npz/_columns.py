"""The columns of a file."""

from typing import Any, Final

from .._core import Games, games_from_columns
from ..errors import FileFormatError

__all__ = ["FORMAT", "TEXTS", "from_columns", "reduce"]

FORMAT: Final = "enroque games 5"
"""The array `format` of a file. The number increases when the columns change."""

_REPORTS: Final = ("errors", "warnings")
"""Columns of reports: their number, and the first of them as rows of fields of `GameError`."""

TEXTS: Final = ("other_starts", "tag_names", "source_names", *_REPORTS)
"""The columns that are JSON in a file."""


def reduce(games: Games) -> tuple[Any, ...]:
    """Returns what `pickle` and `copy` make games of."""
    return from_columns, (games._columns(),)


def from_columns(columns: dict[str, Any]) -> Games:
    """Returns games from the columns of a file. Every move is validated.

    Args:
        columns: arrays and texts by name.

    Raises:
        FileFormatError: a column is missing or invalid, or a move is illegal.
    """
    try:
        for name in _REPORTS:
            if columns.get(name) is not None:
                count, rows = columns[name]
                # JSON has no tuples
                columns = {**columns, name: (count, [tuple(row) for row in rows])}
        return games_from_columns(columns)
    except (TypeError, ValueError, OverflowError) as error:
        if isinstance(error, FileFormatError):
            raise
        raise FileFormatError(f"a column has the wrong type: {error}") from None
