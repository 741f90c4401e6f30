"""Reading tables with games as PGN text, such as `Lichess/standard-chess-games` on Hugging Face.

The column `movetext` contains the moves and comments. Every other column whose name begins with a
capital letter (`White`, `WhiteElo`, `UTCDate`, ...) is a tag. Dates and times are converted to the
format of PGN.
"""

import importlib
import io
from typing import TYPE_CHECKING, Any

import numpy as np

from .._core import Games, is_pgn_tag_name
from ..errors import FileFormatError
from .arrow_columns import plain_column
from .arrow_lists import pyarrow

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["from_movetext"]


def from_movetext(batch: "pa.RecordBatch", file: str | None = None, rows_before: int = 0) -> Games:
    """Returns the games of rows with a column `movetext`.

    A broken game keeps its legal moves, and is reported in `errors`, whose `game` is the number of
    the row, from 1. A row without text is a game without moves.

    Args:
        batch: the rows.
        file: the name of the file, for `Games.source`.
        rows_before: the number of rows of the file before these.

    Raises:
        FileFormatError: a `ValueError`: a row contains several games, or none.
    """
    texts = _texts(batch)
    _, _, data = texts.buffers()
    games = Games.from_pgn(_Named(b"" if data is None else data, "movetext"))
    if len(games) != batch.num_rows:
        for row, text in enumerate(texts):
            count = len(Games.from_pgn(io.StringIO(text.as_py())))
            if count != 1:
                number = rows_before + row + 1
                raise FileFormatError(f"row {number} of the table holds {count} games, not one")
        raise FileFormatError("the rows of the table do not read as one game each")
    return games._with_row_origins(file, rows_before)


class _Named(io.BytesIO):
    """Bytes with a name, which error messages show."""

    def __init__(self, data: Any, name: str) -> None:
        super().__init__(data)
        self.name = name


_RESULT = r"(1-0|0-1|1/2-1/2|\*)\s*$"


def _texts(batch: "pa.RecordBatch") -> "pa.Array":
    """Returns the PGN of each row, all in one buffer."""
    pa = pyarrow()
    pc = importlib.import_module("pyarrow.compute")

    def text(value: str) -> Any:
        return pa.scalar(value, pa.large_string())

    def joined(*texts: Any) -> Any:
        return pc.binary_join_element_wise(*texts, text(""))

    empty = pa.array([""], pa.large_string()).take(pa.array(np.zeros(batch.num_rows, np.int64)))
    lines = [empty]
    names = batch.schema.names
    for name, column in zip(names, batch.columns, strict=True):
        is_tag = name[:1].isupper() and is_pgn_tag_name(name)
        if names.count(name) > 1 and (is_tag or name == "movetext"):
            raise FileFormatError(f"not a table of games: there are several columns {name}")
        if is_tag and (value := _tag_values(name, column)) is not None:
            line = joined(text(f'[{name} "'), value, text('"]\n'))
            lines.append(line.fill_null(""))
    tags = joined(*lines, empty)
    moves = plain_column(batch.column("movetext"), is_text=True)
    moves = moves.view(pa.large_string()).fill_null("")
    # adds missing results, so that each row ends a game; a row without text gets a tag
    ends = pc.match_substring_regex(moves, _RESULT)
    moves = joined(moves, pc.if_else(ends, text(""), text(" *")))
    is_bare = pc.and_(pc.equal(pc.binary_length(tags), 0), pc.equal(moves, " *"))
    tags = pc.if_else(is_bare, text('[Result "*"]\n'), tags)
    return joined(tags, text("\n"), moves, text("\n\n"))


def _tag_values(name: str, column: "pa.Array") -> "pa.Array | None":
    """Returns a column as the values of a tag; `None` if tags have no values of this type."""
    pa = pyarrow()
    pc = importlib.import_module("pyarrow.compute")
    if pa.types.is_date(column.type) or pa.types.is_timestamp(column.type):
        column = pc.strftime(column, format="%Y.%m.%d")
    elif pa.types.is_time(column.type):
        column = pc.utf8_slice_codeunits(column.cast(pa.string()), 0, 8)
    try:
        text = plain_column(column, is_text=True).view(pa.large_string())
    except pa.ArrowException:
        return None
    if name.endswith("RatingDiff"):
        text = pc.replace_substring_regex(text, r"^(\d)", r"+\1")
    for character, replacement in (("\\", "\\\\"), ('"', '\\"'), ("\n", " "), ("\r", " ")):
        text = pc.replace_substring(text, character, replacement)
    return text
