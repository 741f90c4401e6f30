"""The columns of a file."""

from typing import Any, Final

from .._core import Games, games_from_columns
from ..errors import FileFormatError

FORMAT: Final = "enroque games 6"
"""The array `format` of a file. The number increases when the columns change."""

REPORTS: Final = ("errors", "warnings")
"""Columns of reports, which are JSON already: their numbers, and the first of them."""

TEXTS: Final = ("other_starts", "tag_names", "source_names")
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
        return games_from_columns(columns)
    except (TypeError, ValueError, OverflowError) as error:
        if isinstance(error, FileFormatError):
            raise
        raise FileFormatError(f"a column has the wrong type: {error}") from None
