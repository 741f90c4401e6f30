"""The stored columns of `Games`, from the table of the core."""

from typing import Any, Final, NamedTuple

from .._core import stored_columns


class StoredColumn(NamedTuple):
    """A stored column.

    Attributes:
        name: the name, also in files.
        dtype: the dtype of the array.
        fields: the names of the numbers of a value that has several.
        offsets: the name of the offsets of lists.
        absent: the value that stands for none.
    """

    name: str
    dtype: str
    fields: list[str]
    offsets: str
    absent: Any


def _columns(section: int) -> tuple[StoredColumn, ...]:
    return tuple(StoredColumn(*column) for column in stored_columns()[section])


GAMES: Final = _columns(0)
"""The columns with a value for each game."""

PLIES: Final = _columns(1)
"""The columns with a value for each move, `None` if no game has any."""

LISTS: Final = _columns(2)
"""The columns with a list for each move, `None` if no game has any."""
