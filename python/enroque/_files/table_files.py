"""Tables of games: CSV, JSON lines, lines of moves, and data frames."""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from csv import reader
from typing import TYPE_CHECKING, Any, Final

from .._arguments import COMPRESSIONS
from .._core import Games
from ..arrow import ROWS, from_batches
from ..errors import FileFormatError, advised
from .arrow_lists import pyarrow
from .formats import plain_name
from .game_tables import GameColumns
from .read_ahead import read_ahead
from .remote import is_url, opened, without_query
from .tables import table_of

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["holds_games", "read", "stream", "table_format_of"]

_HEADER: Final = 1 << 16
"""The number of bytes in which the first line of a table ends."""

_FIRST_MOVE: Final = re.compile(
    r"\s*;?\s*(1\.+\s*)?([a-h][1-8][a-h][1-8]|N[a-h][1-8]|[a-h][1-8])(?=\s|$)"
)

_SUFFIXES: Final = {".csv": "csv", ".tsv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}

_BLOCK: Final = 1 << 24
"""The number of bytes of a batch, which bounds the length of a row."""


def table_format_of(path: str | os.PathLike[str]) -> str | None:
    """Returns `"csv"`, `"jsonl"` or, for `.txt`, `"lines"`; `None` for other files.

    Args:
        path: the file, which may be compressed. A `.txt` must begin with a move.
    """
    suffix = os.path.splitext(plain_name(path))[1]
    if suffix != ".txt":
        return _SUFFIXES.get(suffix)
    try:
        return "lines" if _FIRST_MOVE.match(_first_line(path)) else None
    except (OSError, ImportError):
        return None


def holds_games(path: str | os.PathLike[str]) -> bool:
    """Returns whether a file of text is a table of games, by its first line.

    Args:
        path: the file, which may be of positions.
    """
    format = table_format_of(path)
    if format in (None, "lines"):
        return format is not None
    try:
        names = _csv_names(path)[0] if format == "csv" else list(json.loads(_first_line(path)))
        GameColumns(names)
    except (ValueError, TypeError, OSError, ImportError):  # the reader names the problem
        return False
    return True


def _first_line(path: str | os.PathLike[str]) -> str:
    name = os.fspath(path)
    with _decompressed(name, opened(name)) as file:
        return str(file.read(_HEADER).decode("utf-8-sig", "replace").partition("\n")[0])


def _decompressed(name: str, file: Any) -> Any:
    """Opens a path or the file of a URL, and decompresses it by its suffix."""
    pa = pyarrow()
    if not is_url(name):
        return pa.input_stream(name, compression="detect")
    suffix = os.path.splitext(without_query(name))[1].lower()
    kind = {"zst": "zstd", "gz": "gzip"}.get(found := COMPRESSIONS.get(suffix, ""), found)
    return pa.input_stream(file, compression=kind or None)


def _csv_names(path: str | os.PathLike[str]) -> tuple[list[str], str]:
    """Returns the names of the columns, and the delimiter."""
    header = _first_line(path).rstrip("\r")
    delimiter = next((sign for sign in "\t;" if sign in header), ",")
    return next(reader([header], delimiter=delimiter), []), delimiter


def read(source: Any, **options: Any) -> Games:
    """Returns the games of a table; see `stream`."""
    return Games.concatenate(stream(source, **options))


def stream(
    source: Any,
    *,
    format: str,
    games_per_batch: int = ROWS,
    columns: Mapping[str, str] | None = None,
    time_unit: str | None = None,
) -> Iterator[Games]:
    """Yields the games of a table in batches.

    Args:
        source: a file, or an object with `__arrow_c_stream__`.
        format: `"csv"`, `"jsonl"`, `"lines"`, or `"arrow"` for an object.
        games_per_batch: the largest number of games of a batch.
        columns: the columns by what they contain, as in `Games.read`.
        time_unit: the unit of the base time of time controls.

    Raises:
        FileFormatError: the table is damaged, or not of games.
    """
    name = "a table" if format == "arrow" else os.fspath(source)

    def batches() -> "Iterator[pa.RecordBatch]":
        for batch in _batches(source, name, format, columns, time_unit):
            for first in range(0, batch.num_rows, games_per_batch):
                yield batch.slice(first, games_per_batch)

    try:
        yield from from_batches(batches(), columns, time_unit, name)
    except FileFormatError as error:
        named = FileFormatError(f"{name}: {error}", source=name)
        raise advised(named, error.hint, **error.options) from None


def _batches(
    source: Any,
    name: str,
    format: str,
    columns: Mapping[str, str] | None,
    time_unit: str | None,
) -> "Iterable[pa.RecordBatch]":
    pa = pyarrow()
    if format == "arrow":
        table = table_of(name, source)
        if columns is not None or not {"moves", "movedata"} & {*table.columns}:
            known = GameColumns(table.columns, columns, time_unit)
            yield from table.open([known.moves, *known.tags])
        else:
            yield from table.open(table.columns)
        return
    if format == "csv":
        GameColumns(_csv_names(name)[0], columns, time_unit)  # also of a table without rows
    try:
        file = opened(name)
        rows = _rows(file, name, format)
        yield from read_ahead(rows, file.close) if is_url(name) else rows
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise FileFormatError(str(error)) from error


def _rows(file: Any, name: str, format: str) -> "Iterator[pa.RecordBatch]":
    with _decompressed(name, file) as text:
        yield from _json(text) if format == "jsonl" else _csv(text, name, format == "lines")


def _json(file: Any) -> Any:
    from pyarrow.json import ReadOptions, open_json

    return open_json(file, ReadOptions(block_size=_BLOCK))


def _csv(file: Any, path: str, is_lines: bool) -> Any:
    from pyarrow import csv

    pa = pyarrow()
    if is_lines:
        names, delimiter = ["moves"], "\x1f"  # in no text
    else:
        names, delimiter = _csv_names(path)
    return csv.open_csv(
        file,
        csv.ReadOptions(block_size=_BLOCK, column_names=names if is_lines else None),
        csv.ParseOptions(
            delimiter=delimiter,
            quote_char=False if is_lines else '"',
            newlines_in_values=not is_lines,
            ignore_empty_lines=not is_lines,
        ),
        # no guesses from the first rows; an empty text is null
        csv.ConvertOptions(
            column_types=dict.fromkeys(names, pa.large_string()),
            null_values=[""],
            strings_can_be_null=True,
        ),
    )
