"""The columns of Aix's tables of Lichess games, `thomasd1/aix-lichess-database` on Hugging Face.

Moves of the level Low are two bytes each: the origin and bit 6 for a promotion, and the target
with the promoted piece in the two high bits (0 queen, 1 rook, 2 bishop, 3 knight). A last byte
has the level in its two high bits.
"""

import importlib
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from .._core import Games
from .._model.evals import MATE, NO_EVAL
from ..errors import FileFormatError
from .arrow_lists import pyarrow
from .game_tables import GameColumns, from_table

if TYPE_CHECKING:
    import pyarrow as pa

_LEVELS: Final = ("Low", "Medium", "High")

_NAMES: Final = np.array([f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"], "S2")
_SQUARES: Final = _NAMES.view(np.uint8).reshape(64, 2)

_MATES: Final = 512
"""The number of values at each end of int16 that are mates in 1 to 512 moves."""


def from_aix(batch: "pa.RecordBatch", file: str | None, rows_before: int) -> Games:
    """Returns the games of rows of Aix's tables; see `game_tables.from_table`.

    Args:
        batch: the rows.
        file: the name of the file, for `Games.source`.
        rows_before: the number of rows of the file before these.

    Raises:
        FileFormatError: the moves of a row are damaged, or of another level than Low.
    """
    pa = pyarrow()
    pc = importlib.import_module("pyarrow.compute")
    columns = {"moves": _decoded_moves(batch.column("movedata"), rows_before)}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if name in ("movedata", "clocks_white", "clocks_black", "evals", "time_increment"):
            continue
        if name == "time_initial":
            base, increment = (
                time.cast(pa.string()) for time in (column, batch.column("time_increment"))
            )
            control = pc.binary_join_element_wise(base, increment, "+")
            columns["TimeControl"] = control.fill_null("-")
        elif name == "lichess_id":
            prefix = pa.scalar("https://lichess.org/")
            columns["Site"] = pc.binary_join_element_wise(prefix, column.cast(pa.string()), "")
        elif name == "utc_timestamp":
            columns["UTCDate"] = pc.strftime(column, format="%Y.%m.%d")
            seconds = column.cast(pa.timestamp("s"), safe=False)
            columns["UTCTime"] = pc.strftime(seconds, format="%H:%M:%S")
        else:
            columns[name.replace("_rating", "_elo").replace("elo_diff", "rating_diff")] = column
    table = pa.record_batch(columns)
    games = from_table(GameColumns(table.schema.names), table, file, rows_before)
    return _with_clocks_and_evals(games, batch)


def _decoded_moves(column: "pa.Array", rows_before: int) -> "pa.Array":
    """Returns the moves of each game as UCI, with castling as in the file."""
    pa = pyarrow()
    column = column.cast(pa.large_binary()).fill_null(b"\0")
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, np.int64, len(column) + 1, 8 * column.offset)
    content = np.frombuffer(data or b"", np.uint8)
    lengths = np.diff(ends)
    last = content[ends[1:] - 1] if len(content) else np.zeros(len(column), np.uint8)
    if len(rows := np.flatnonzero((last != 0) | (lengths % 2 == 0))):
        where, level = f"row {rows_before + rows[0] + 1} of movedata", int(last[rows[0]]) >> 6
        if level in (1, 2):
            raise FileFormatError(
                f"{where}: the level {_LEVELS[level]}: use the files of the level Low"
            )
        raise FileFormatError(f"{where}: damaged moves")
    kept = np.ones(int(ends[-1] - ends[0]), bool)
    kept[ends[1:] - 1 - ends[0]] = False
    moves = content[ends[0] : ends[-1]][kept].reshape(-1, 2)
    text = np.full((len(moves), 6), ord(" "), np.uint8)
    text[:, :2], text[:, 2:4] = _SQUARES[moves[:, 0] & 63], _SQUARES[moves[:, 1] & 63]
    pieces = np.frombuffer(b"qrbn", np.uint8)[moves[:, 1] >> 6]
    text[:, 4] = np.where(moves[:, 0] & 64, pieces, ord(" "))
    starts = np.zeros(len(column) + 1, np.int64)
    np.cumsum(3 * (lengths - 1), out=starts[1:])
    buffers = [None, pa.py_buffer(starts), pa.py_buffer(text)]
    return pa.Array.from_buffers(pa.large_string(), len(column), buffers)


def _with_clocks_and_evals(games: Games, batch: "pa.RecordBatch") -> Games:
    """Returns the games with the clocks and the evaluations of their rows."""
    names = batch.schema.names
    columns: dict[str, NDArray[Any]] = {}
    lengths = np.diff(games.offsets)

    def put(values: NDArray[Any], missing: int, name: str, first: int, step: int) -> None:
        """Puts the values of each row at every `step`-th move of its game from `first` on."""
        column, pc = batch.column(name), importlib.import_module("pyarrow.compute")
        counts = pc.fill_null(pc.list_value_length(column), 0).to_numpy(zero_copy_only=False)
        items = pc.fill_null(column.flatten().cast(pyarrow().int64()), missing)
        items = items.to_numpy(zero_copy_only=False)
        row = np.repeat(np.arange(len(counts)), counts)
        index = np.arange(len(items)) - np.repeat(np.cumsum(counts) - counts, counts)
        ply = first + step * index
        fits = ply < lengths[row]  # a broken game is shorter
        values[games.offsets[:-1][row[fits]] + ply[fits]] = items[fits]

    if "clocks_white" in names and "clocks_black" in names:
        clocks = np.full(len(games.moves), -1, np.int64)
        for color, name in enumerate(("clocks_white", "clocks_black")):
            put(clocks, -1, name, color, 2)
        columns["clocks"] = np.where(clocks >= 0, 1000 * clocks, -1)
    if "evals" in names:
        evals = np.full(len(games.moves), NO_EVAL, np.int64)
        put(evals, NO_EVAL, "evals", 0, 1)
        top, bottom = np.iinfo(np.int16).max, np.iinfo(np.int16).min
        known = evals != NO_EVAL
        white, black = known & (evals > top - _MATES), known & (evals < bottom + _MATES)
        evals[white] += MATE - 1 - top
        evals[black] += -MATE + 1 - bottom
        columns["evals"] = evals
    return games.with_columns(**columns) if columns else games
