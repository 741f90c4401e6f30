"""The columns of a file."""

from typing import Any, Final

from .._core import Games, games_from_columns
from ..errors import FileFormatError

__all__ = [
    "COLUMNS",
    "FORMAT",
    "OLDER_FORMATS",
    "REPORTS",
    "TEXTS",
    "from_columns",
    "reduce",
]

FORMAT: Final = "enroque games 4"
"""The array `format` of a file. The number increases when the columns change."""

OLDER_FORMATS: Final = ("enroque games 1", "enroque games 2", "enroque games 3")
"""Older formats that can be read. Their columns are not divided into chunks. Version 1 has no
`errors` and `warnings`, versions 1 and 2 have no annotations and sources."""

REPORTS: Final = ("errors", "warnings")
"""Columns of reports: their number, and the first of them as rows of fields of `GameError`."""

_ANNOTATIONS: Final = ("evals", "clocks", "move_times", "arrows", "arrow_offsets")
_SEARCHES: Final = (
    *("search_values", "search_wdl", "network_values", "search_nodes", "search_weights"),
    *("visit_moves", "visit_counts", "visit_offsets"),
)
_SOURCES: Final = ("source_names", "sources", "source_games", "source_offsets")

COLUMNS: Final = (
    "start",
    "other_starts",
    "chess960",
    "moves",
    "offsets",
    "result",
    "white_elo",
    "black_elo",
    "broken",
    *_ANNOTATIONS,
    *_SEARCHES,
    "tag_names",
    "tags",
    "tag_offsets",
    *_SOURCES,
    *REPORTS,
)

TEXTS: Final = ("other_starts", "tag_names", "source_names", *REPORTS)
"""The columns that are JSON in a file."""

OPTIONAL: Final = (*_ANNOTATIONS, *_SEARCHES, *_SOURCES, *REPORTS)
"""The columns that may be absent."""


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
    columns = {name: columns.get(name) for name in COLUMNS}
    for name, column in columns.items():
        if column is None and name not in OPTIONAL:
            raise FileFormatError(f"column {name} is missing")
    try:
        for name in REPORTS:
            if columns[name] is not None:
                count, rows = columns[name]
                columns[name] = (count, [tuple(row) for row in rows])  # JSON has no tuples
        return games_from_columns(columns)
    except (TypeError, ValueError, OverflowError) as error:
        if isinstance(error, FileFormatError):
            raise
        raise FileFormatError(f"a column has the wrong type: {error}") from None
