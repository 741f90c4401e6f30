"""The columns of a file."""

from typing import Any, Final

from .._core import Games, games_from_columns
from .._model.stored import GAMES, LISTS, PLIES
from ..errors import FileFormatError

__all__ = [
    "COLUMNS",
    "FORMAT",
    "OF_GAMES",
    "OF_LISTS",
    "OF_PLIES",
    "REPORTS",
    "TEXTS",
    "from_columns",
    "reduce",
]

FORMAT: Final = "enroque games 5"
"""The array `format` of a file. The number increases when the columns change."""

REPORTS: Final = ("errors", "warnings")
"""Columns of reports: their number, and the first of them as rows of fields of `GameError`."""

OF_GAMES: Final = (
    *("start", *(column.name for column in GAMES)),
    *("sources", "source_games", "source_offsets"),
)
"""The columns with a value for each game."""

OF_PLIES: Final = ("moves", *(column.name for column in PLIES))
"""The columns with a row for each ply."""

OF_LISTS: Final = tuple((column.name, column.offsets) for column in LISTS)
"""The columns with a list for each ply: the names of their items and of their offsets."""

TEXTS: Final = ("other_starts", "tag_names", "source_names", *REPORTS)
"""The columns that are JSON in a file."""

COLUMNS: Final = (
    *(*OF_GAMES, *OF_PLIES, "offsets", "tags", "tag_offsets", *TEXTS),
    *(name for names in OF_LISTS for name in names),
)


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
        for name in REPORTS:
            if columns.get(name) is not None:
                count, rows = columns[name]
                # JSON has no tuples
                columns = {**columns, name: (count, [tuple(row) for row in rows])}
        return games_from_columns(columns)
    except (TypeError, ValueError, OverflowError) as error:
        if isinstance(error, FileFormatError):
            raise
        raise FileFormatError(f"a column has the wrong type: {error}") from None
