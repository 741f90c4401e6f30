"""Games as tables with moves as text, with the columns of `Lichess/standard-chess-games`."""

import importlib
import io
import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .._arguments import COMPRESSIONS, check_suffix_of_format, one_of
from .._core import Games, Positions
from .._model.games import FilePath
from .._progress import Progress, write_all
from .arrow_lists import pyarrow
from .atomic import Written, replacing
from .formats import plain_name

if TYPE_CHECKING:
    import pyarrow as pa

_STANDARD: Final = 518
"""The number of the standard position."""

_NUMBERS: Final = ("WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff")

_REPLACED: Final = ("FEN", "SetUp", "Variant", "Result", "WhiteElo", "BlackElo")
"""Tags whose values are those of the columns of `Games`, as in written PGN."""

_RESULTS: Final = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
_ROWS: Final = 16_384
"""The number of games of a row group."""


def flat_table(games: Games, moves: str) -> "pa.Table":
    """Returns a table with a column for each tag, and the moves as text.

    Dates, times and numbers have the types of Lichess's tables; the values of tags that are not of
    these types are null.

    Args:
        games: the games.
        moves: `"movetext"` for a column of this name with comments and result; `"san"` or `"uci"`
            for words in a column `moves`.
    """
    return _table(games, moves, _types(games, moves))


def _types(games: Games, moves: str, *, has_dates: bool = True) -> "dict[str, pa.DataType]":
    """Returns the columns; without dates, dates, times and differences of ratings are text."""
    one_of("moves", moves, "movetext", "san", "uci")
    pa = pyarrow()
    types = {name: pa.string() for name in games.tag_names if name not in _REPLACED}
    types["Result"] = pa.string()
    for name, ratings in (("WhiteElo", games.white_elo), ("BlackElo", games.black_elo)):
        if (ratings > 0).any():
            types[name] = pa.int16()
    if has_dates:
        known = dict.fromkeys(_NUMBERS, pa.int16())
        known |= {"UTCDate": pa.date32(), "UTCTime": pa.time32("s")}
        types |= {name: kind for name, kind in known.items() if name in types}
    if (games.start != _STANDARD).any() or games.chess960.any():
        types |= {"FEN": pa.string(), "Variant": pa.string()}
    types["movetext" if moves == "movetext" else "moves"] = pa.string()
    return types


def _table(games: Games, moves: str, types: "dict[str, pa.DataType]") -> "pa.Table":
    pa = pyarrow()
    columns: dict[str, Any] = {
        "Result": [_RESULTS.get(result, "*") for result in games.result.tolist()],
        "WhiteElo": pa.array(games.white_elo, mask=games.white_elo == 0),
        "BlackElo": pa.array(games.black_elo, mask=games.black_elo == 0),
    }
    if "FEN" in types:
        # a game without a valid start has no positions
        fens = np.array(games.tag_values("FEN"), object)
        is_empty = games.broken & (np.diff(games.offsets) == 0)
        others = np.flatnonzero((games.start != _STANDARD) & ~is_empty)
        fens[others] = Positions.from_games(games, others, np.zeros_like(others)).fens()
        columns["FEN"] = fens.tolist()
        columns["Variant"] = ["Chess960" if is_it else None for is_it in games.chess960.tolist()]
    if moves == "movetext":
        columns["movetext"] = _movetexts(games)
    else:
        columns["moves"] = getattr(games, moves)().tolist()
    arrays = [
        pa.array(columns[name], kind)
        if name in columns
        else _typed(kind, pa.array(games.tag_values(name), pa.string()))
        for name, kind in types.items()
    ]
    return pa.table(arrays, names=list(types))


def _typed(kind: "pa.DataType", values: "pa.Array") -> "pa.Array":
    """Returns the values of a tag as a type; null for those that are not of this type."""
    pa = pyarrow()
    pc = importlib.import_module("pyarrow.compute")
    if pa.types.is_integer(kind):
        digits = pc.replace_substring_regex(values, r"^\+", "")
        is_number = pc.match_substring_regex(digits, r"^-?\d{1,4}$")
        return pc.if_else(is_number, digits, pa.scalar(None, pa.string())).cast(kind)
    if pa.types.is_string(kind):
        return values
    format = "%Y.%m.%d" if pa.types.is_date(kind) else "%H:%M:%S"
    return pc.strptime(values, format, "s", error_is_null=True).cast(kind)


def _movetexts(games: Games) -> list[str]:
    """Returns the line of moves of each game, with comments and the result."""
    file = io.BytesIO()
    games.to_pgn(file, columns=None)
    lines = file.getvalue().decode().split("\n")
    return [line for line in lines if line and not line.startswith("[")]


def write(
    games: Games, path: FilePath, format: str | None, moves: str, progress: Progress
) -> Written:
    """Writes games as a table with moves as text; see `Games.write`."""
    if format is None:
        format = "csv" if plain_name(path).endswith(".csv") else "parquet"
    one_of("format", format, "csv", "parquet")
    compressions = tuple(COMPRESSIONS) if format == "csv" else ()
    check_suffix_of_format(path, f"a table in {format}", [f".{format}"], compressions)
    compression = COMPRESSIONS.get(os.path.splitext(os.fsdecode(path).lower())[1])
    types = _types(games, moves, has_dates=format != "csv")
    schema = pyarrow().schema(list(types.items()))
    with replacing(path) as file:
        with ExitStack() as closed:
            target = file
            if compression is not None:
                other = os.fdopen(os.dup(file.fileno()), "wb")  # pyarrow closes it
                codec = {"zst": "zstd", "gz": "gzip"}.get(compression, compression)
                target = closed.enter_context(pyarrow().output_stream(other, compression=codec))
            if format == "csv":
                opened = importlib.import_module("pyarrow.csv").CSVWriter(target, schema)
            else:
                parquet = importlib.import_module("pyarrow.parquet")
                opened = parquet.ParquetWriter(target, schema, compression="zstd")
            writer = closed.enter_context(opened)

            def write_rows(part: Games) -> None:
                for first in range(0, len(part), _ROWS):
                    rows = part[first : first + _ROWS]
                    writer.write_table(_table(rows, moves, types))

            write_all(write_rows, games, progress)
        size = file.tell()
    return Written(games=len(games), positions=len(games.moves), bytes=size)
