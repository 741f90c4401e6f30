"""The columns of a file, and games from them."""

from typing import Any, Final

from .._core import Games, games_from_columns
from ..errors import FileFormatError

__all__ = [
    "COLUMNS",
    "FAULTS",
    "FORMAT",
    "OLDER_FORMATS",
    "TEXTS",
    "from_columns",
]

FORMAT: Final = "enroque games 4"
"""What the array `format` of a file says; the number grows when the columns change."""

OLDER_FORMATS: Final = ("enroque games 1", "enroque games 2", "enroque games 3")
"""What files say that are read all the same. They have no parts, but the columns under their own
names; the first kept no `errors` and `warnings`, the second no annotations and sources."""

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
    "evals",
    "clocks",
    "move_times",
    "arrows",
    "arrow_offsets",
    "tag_names",
    "tags",
    "tag_offsets",
    "source_names",
    "sources",
    "source_games",
    "source_offsets",
    "errors",
    "warnings",
)

FAULTS: Final = ("errors", "warnings")
"""How many faults there were, and the first of them as rows; see `GameError`."""

TEXTS: Final = ("other_starts", "tag_names", "source_names", *FAULTS)
"""The columns that hold text: in a file, the bytes of JSON."""

OPTIONAL: Final = (
    "evals",
    "clocks",
    "move_times",
    "arrows",
    "arrow_offsets",
    "source_names",
    "sources",
    "source_games",
    "source_offsets",
    *FAULTS,
)
"""The columns that may be absent."""


def from_columns(columns: dict[str, Any]) -> Games:
    """Games from the columns of a file or of `Games._columns`.

    Raises:
        FileFormatError: a `ValueError`, if they are no games.
    """
    columns = {name: columns.get(name) for name in COLUMNS}
    for name, column in columns.items():
        if column is None and name not in OPTIONAL:
            raise FileFormatError(f"column {name} is missing")
    try:
        for name in FAULTS:
            if columns[name] is not None:
                count, rows = columns[name]
                columns[name] = (count, [tuple(row) for row in rows])  # JSON has lists only
        return games_from_columns(**columns)
    except (TypeError, ValueError, OverflowError) as error:
        if isinstance(error, FileFormatError):
            raise
        raise FileFormatError(f"a column has another type than it should: {error}") from None
