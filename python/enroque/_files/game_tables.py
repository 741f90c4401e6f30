"""Tables of games with the moves as text, such as those of Hugging Face and Kaggle.

The columns of a table become PGN, which is parsed: the moves may be UCI, SAN or movetext with
comments, as one text or as a list. `SHAPES` lists the known tables.
"""

import importlib
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from .._arguments import one_of
from .._core import Games, is_pgn_tag_name
from ..errors import ArgumentError, FileFormatError, advised
from .arrow_columns import plain_column
from .arrow_lists import pyarrow

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["SHAPES", "GameColumns", "Shape", "from_table"]


@dataclass(frozen=True)
class Shape:
    """A known table of games, recognized by the names of its columns in any case.

    Attributes:
        moves: the column of the moves.
        tags: columns by the name of their tag; the table has all of them.
        time_unit: the unit of the base time of `TimeControl`.
        null_result: the result of a game whose result is null; `None` if it is unknown.
        skipped: columns that are not read, such as the moves in another notation.
        results: results of PGN by those of the table, beside words such as `white`.
        required: other columns that the table has.
    """

    moves: str
    tags: Mapping[str, str] = field(default_factory=dict)
    time_unit: str = "seconds"
    null_result: str | None = None
    skipped: tuple[str, ...] = ()
    results: Mapping[str, str] = field(default_factory=dict)
    required: tuple[str, ...] = ()


SHAPES: Final = (
    # `Games.to_pandas`
    Shape(
        "moves",
        {"Result": "result"},
        skipped=("chess960", "broken", "plies"),
        results={"1": "1-0", "0": "1/2-1/2", "-1": "0-1"},
        required=("chess960", "broken", "plies", "white_elo", "black_elo"),
    ),
    # Kaggle: datasnaek/chess
    Shape(
        "moves",
        {
            "White": "white_id",
            "WhiteElo": "white_rating",
            "Black": "black_id",
            "BlackElo": "black_rating",
            "Result": "winner",
            "Termination": "victory_status",
            "TimeControl": "increment_code",
            "ECO": "opening_eco",
            "Opening": "opening_name",
        },
        time_unit="minutes",
    ),
    # Hugging Face: angeluriot/chess_games
    Shape(
        "moves_uci",
        {"Result": "winner", "Termination": "end_type"},
        null_result="1/2-1/2",
        skipped=("moves_san", "moves_custom"),
    ),
    # Hugging Face: Lichess/standard-chess-games, chess960-chess-games, tournament-chess-games
    Shape("movetext"),
    # Kaggle: arevel/chess-games
    Shape("an"),
    # Hugging Face: austindavis/lichess_uci, adamkarvonen/chess_games
    Shape("transcript"),
    # Hugging Face: laion/strategic_game_chess, and tables of others
    Shape("moves"),
)
"""The known tables, those with more columns first."""

_TAGS: Final = {
    tag.lower(): tag
    for tag in (
        *("Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "Variant"),
        *("WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle", "WhiteRatingDiff", "BlackRatingDiff"),
        *("UTCDate", "UTCTime", "ECO", "Opening", "TimeControl", "Termination"),
    )
}
"""Tags by their names in lower case; underscores in names of columns are ignored."""

_RESULTS: Final = {"white": "1-0", "black": "0-1", "draw": "1/2-1/2"}
"""Results in words; others are those of PGN. The meaning of numbers differs between tables."""

_END: Final = r"(1-0|0-1|1/2-1/2|\*)\s*$"

_INDEX: Final = ("", "index", "__index_level_0__", "unnamed: 0")
"""Columns with the index of pandas, which are not read."""

_SEMICOLON: Final = r"^\s*;\s*"

_SPECIAL: Final = re.compile(rb'["\\\r\n]')
"""Characters that are written in another way in values of tags."""

_PUZZLES: Final = ("puzzleid", "themes")
"""Columns of tables of puzzles, whose moves are solutions."""


class GameColumns:
    """The meaning of the columns of a table of games.

    Args:
        names: the names of the columns.
        columns: columns by what they contain, as in `Games.read`; `None` for a known table.
        time_unit: the unit of the base time of time controls; `None` for that of the known table.

    Raises:
        ArgumentError: `columns` names a column that the table lacks or none of moves, or
            `time_unit` is required or unknown.
        FileFormatError: the table is not known.
    """

    def __init__(
        self,
        names: list[str],
        columns: Mapping[str, str] | None = None,
        time_unit: str | None = None,
    ) -> None:
        if time_unit is not None:
            one_of("time_unit", time_unit, "seconds", "minutes")
        shape, lower = Shape(""), {name.lower(): name for name in reversed(names)}
        lower |= {name: name for name in names if name in lower}
        if columns is None:
            shape = self._known(names, lower)
            given = {**shape.tags, "moves": shape.moves}
        else:
            given = {_tag_of(role) or role: name for role, name in columns.items()}
            for name in given.values():
                if name not in names:
                    raise ArgumentError(
                        f"there is no column {name!r} among {', '.join(map(repr, names))}"
                    )
            if "moves" not in given:
                raise ArgumentError('columns must name the column of "moves"')
            lower = {name: name for name in names}
        self.moves = lower[given.pop("moves")]
        self.null_result = shape.null_result
        self.results = {**_RESULTS, **shape.results}
        self.tags = {lower[column]: tag for tag, column in given.items()}
        """The tags of columns, by the names of the columns."""
        taken = set(self.tags.values())
        for name in names:
            if name in self.tags or name == self.moves or name.lower() in (*_INDEX, *shape.skipped):
                continue
            tag = _tag_of(name) or name
            if tag not in taken and is_pgn_tag_name(tag):
                self.tags[name] = tag
                taken.add(tag)
        used = [self.moves, *self.tags]
        if repeated := next((name for name in used if names.count(name) > 1), None):
            raise FileFormatError(f"not a table of games: there are several columns {repeated}")
        control = next((name for name, tag in self.tags.items() if tag == "TimeControl"), None)
        if control is not None and columns is not None and time_unit is None:
            advice = 'pass time_unit="minutes" or "seconds"'
            error = ArgumentError(f"{advice}: the unit of times in {control!r} is not known")
            raise advised(error, advice, time_unit=("minutes", "seconds"))
        self.is_minutes = (time_unit or shape.time_unit) == "minutes"

    @staticmethod
    def _known(names: list[str], lower: Mapping[str, str]) -> Shape:
        if any(name in lower for name in _PUZZLES):
            raise FileFormatError("a table of puzzles, not of games: use Positions.read")
        for shape in SHAPES:
            if all(name in lower for name in (shape.moves, *shape.tags.values(), *shape.required)):
                return shape
        shown = ", ".join(map(repr, names[:20])) + (", ..." if len(names) > 20 else "")
        advice = (
            'pass columns={"moves": ...} with the name of the column of moves, or use '
            "Positions.read for tables of positions"
        )
        error = FileFormatError(f"not a table of games: the columns are {shown}: {advice}")
        raise advised(error, advice, columns=(), convert_positions=())


def _tag_of(name: str) -> str | None:
    """Returns the tag that a column is named after; `None` if there is none."""
    return _TAGS.get(name.replace("_", "").lower())


def from_table(
    columns: GameColumns, batch: "pa.RecordBatch", file: str | None, rows_before: int
) -> Games:
    """Returns the games of the rows of a table.

    A broken game keeps its legal moves, and is reported in `errors`, whose `game` is the number of
    the row, from 1. A row without text is a game without moves.

    Args:
        columns: the meaning of the columns.
        batch: the rows.
        file: the name of the file, for `Games.source`.
        rows_before: the number of rows of the file before these.

    Raises:
        FileFormatError: a `ValueError`: a row contains several games, or none.
    """
    texts = _texts(batch, columns)
    games, rows = _parsed(texts, columns.moves)
    counts = np.bincount(rows, minlength=batch.num_rows)
    if len(bad := np.flatnonzero(counts > 1)):
        number = rows_before + bad[0] + 1
        raise FileFormatError(f"row {number} of the table holds {counts[bad[0]]} games, not one")
    if not counts.all():
        # text that does not begin with a move is no game without a tag
        pc = importlib.import_module("pyarrow.compute")
        tag, end = (pyarrow().scalar(text, texts.type) for text in ('[Result "*"]\n', ""))
        texts = pc.if_else(counts > 0, texts, pc.binary_join_element_wise(tag, texts, end))
        games, rows = _parsed(texts, columns.moves)
    if not np.array_equal(rows, np.arange(batch.num_rows)):
        raise FileFormatError("the rows of the table do not read as one game each")
    return games._with_row_origins(file, rows_before)


def _parsed(texts: "pa.Array", name: str) -> tuple[Games, NDArray[np.int64]]:
    """Returns the games in the PGN of rows, and the row of each game."""
    _, offsets, data = texts.buffers()
    games = Games.from_pgn(_Named(b"" if data is None else data, name))
    starts = np.frombuffer(offsets, np.int64, len(texts) + 1, 8 * texts.offset)
    return games, np.searchsorted(starts[:-1], games.source_offset, "right") - 1


class _Named(io.BytesIO):
    """Bytes with a name, which error messages show."""

    def __init__(self, data: Any, name: str) -> None:
        super().__init__(data)
        self.name = name


def _texts(batch: "pa.RecordBatch", columns: GameColumns) -> "pa.Array":
    """Returns the PGN of each row, all in one buffer."""
    pa = pyarrow()
    pc = importlib.import_module("pyarrow.compute")

    def text(value: str) -> Any:
        return pa.scalar(value, pa.large_string())

    def joined(*texts: Any) -> Any:
        return pc.binary_join_element_wise(*texts, text(""))

    empty = pa.array([""], pa.large_string()).take(pa.array(np.zeros(batch.num_rows, np.int64)))
    lines, end = [empty], text("*")
    for name, tag in columns.tags.items():
        if (value := _tag_values(tag, batch.column(name), columns)) is None:
            continue
        line = joined(text(f'[{tag} "'), value, text('"]\n'))
        lines.append(line.fill_null(""))
        if tag == "Result":
            is_result = pc.match_substring_regex(value, f"^{_END}")
            end = pc.if_else(is_result.fill_null(False), value, end)
    tags = joined(*lines, empty)
    moves = plain_column(batch.column(columns.moves), is_text=True)
    moves = moves.view(pa.large_string()).fill_null("")
    if pc.any(pc.match_substring_regex(moves, _SEMICOLON)).as_py():  # would begin a comment
        moves = pc.replace_substring_regex(moves, _SEMICOLON, "")
    # adds missing results, so that each row ends a game
    ends = pc.match_substring_regex(moves, _END)
    result = pc.if_else(ends, text(""), joined(text(" "), end, empty))
    # a row without text is a game by its tags; the others without moves are rare
    is_bare = pc.and_(pc.equal(pc.binary_length(tags), 0), pc.equal(pc.binary_length(moves), 0))
    tags = pc.if_else(is_bare, text('[Result "*"]\n'), tags)
    return joined(tags, text("\n"), moves, result, text("\n\n"))


def _tag_values(tag: str, column: "pa.Array", columns: GameColumns) -> "pa.Array | None":
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
    # an empty cell is no tag, above all no FEN
    text = pc.if_else(pc.equal(text, ""), pa.scalar(None, text.type), text)
    if tag == "Result":
        known = pa.array(list(columns.results), pa.large_string())
        words = pc.index_in(pc.utf8_lower(text), known)
        results = pa.array(list(columns.results.values()), pa.large_string())
        text = pc.coalesce(results.take(words), text)
        if columns.null_result is not None:
            text = text.fill_null(columns.null_result)
    elif tag == "TimeControl" and columns.is_minutes:
        text = _seconds(text)
    elif tag.endswith("RatingDiff"):
        text = pc.replace_substring_regex(text, r"^(\d)", r"+\1")
    if _SPECIAL.search(text.buffers()[2] or b""):
        for character, replacement in (("\\", "\\\\"), ('"', '\\"'), ("\n", " "), ("\r", " ")):
            text = pc.replace_substring(text, character, replacement)
    return text


def _seconds(controls: "pa.Array") -> "pa.Array":
    """Returns time controls such as `15+2`, whose base time is in minutes, with seconds."""
    pa = pyarrow()
    pc = importlib.import_module("pyarrow.compute")
    parts = pc.extract_regex(controls, r"^(?P<base>\d{1,6})(?P<rest>\D.*)?$")
    base = pc.multiply(pc.struct_field(parts, "base").cast(pa.int64()), 60)
    rest = pc.struct_field(parts, "rest").cast(pa.large_string()).fill_null("")
    seconds = pc.binary_join_element_wise(
        base.cast(pa.large_string()), rest, pa.scalar("", pa.large_string())
    )
    return pc.coalesce(seconds, controls)
