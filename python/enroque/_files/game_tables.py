"""Tables of games with the moves as text, such as those of Hugging Face and Kaggle.

The columns of a table become PGN, which is parsed: the moves may be UCI, SAN or movetext with
comments, as one text or as a list. `SHAPES` lists the known tables.
"""

import importlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from .._arguments import one_of
from .._core import Games, games_from_rows, is_pgn_tag_name
from ..errors import ArgumentError, FileFormatError, advised
from .arrow_columns import text_arrays
from .arrow_lists import pyarrow

if TYPE_CHECKING:
    import pyarrow as pa


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
        skipped=("chess960", "broken", "plies", "opening_name"),
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

_INDEX: Final = ("", "index", "__index_level_0__", "unnamed: 0")
"""Columns with the index of pandas, which are not read."""

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
        raise advised(error, advice, columns=("moves=...",), convert_positions=())


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
    tags = []
    for name, tag in columns.tags.items():
        with suppress(pyarrow().ArrowException):  # a type without text
            tags.append((tag, text_arrays(_written(batch.column(name)))))
    return games_from_rows(
        tags,
        text_arrays(batch.column(columns.moves)),
        columns.moves,
        list(columns.results.items()),
        columns.null_result or "",
        columns.is_minutes,
        file,
        rows_before,
    )


def _written(column: "pa.Array") -> "pa.Array":
    """Returns the dates and times of a column as in PGN; other columns as they are."""
    pa = pyarrow()
    pc = importlib.import_module("pyarrow.compute")
    if pa.types.is_timestamp(column.type):
        column = pc.cast(column, pa.date32(), safe=False)
    if pa.types.is_date(column.type):
        return pc.replace_substring(column.cast(pa.string()), "-", ".")
    if pa.types.is_time(column.type):
        return pc.utf8_slice_codeunits(column.cast(pa.string()), 0, 8)
    return column
