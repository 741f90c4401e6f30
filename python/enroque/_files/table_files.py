"""Tables of games: CSV, JSON lines, lines of moves, and data frames."""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from csv import reader
from typing import TYPE_CHECKING, Any, Final, TypeAlias

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

_HEADER: Final = 1 << 16
"""The number of bytes in which the first line of a table ends."""

_FIRST_MOVE: Final = re.compile(
    r"\s*;?\s*(1\.+\s*)?([a-h][1-8][a-h][1-8]|N[a-h][1-8]|[a-h][1-8])(?=\s|$)"
)

_SUFFIXES: Final = {".csv": "csv", ".tsv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}

_WrongRows: TypeAlias = dict[int, tuple[str, str]]
"""The text of rows that cannot be read, and the reason, by their numbers from 1."""

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
    wrong: _WrongRows = {}
    rows = 0

    def batches() -> "Iterator[pa.RecordBatch]":
        for batch in _batches(source, name, format, columns, time_unit, wrong):
            for first in range(0, batch.num_rows, games_per_batch):
                yield batch.slice(first, games_per_batch)

    try:
        for games in from_batches(batches(), columns, time_unit, name):
            yield _with_errors(games, name, rows, wrong) if wrong else games
            rows += len(games)
    except FileFormatError as error:
        named = FileFormatError(f"{name}: {error}", source=name)
        raise advised(named, error.hint, **error.options) from None


def _batches(
    source: Any,
    name: str,
    format: str,
    columns: Mapping[str, str] | None,
    time_unit: str | None,
    wrong: _WrongRows,
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
        rows = _rows(file, name, format, wrong)
        yield from read_ahead(rows, file.close) if is_url(name) else rows
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise FileFormatError(str(error)) from error


def _rows(file: Any, name: str, format: str, wrong: _WrongRows) -> "Iterator[pa.RecordBatch]":
    with _decompressed(name, file) as text:
        if format == "jsonl":
            from pyarrow.json import ReadOptions, open_json

            yield from open_json(text, ReadOptions(block_size=_BLOCK))
        else:
            yield from _with_nulls(_csv(text, name, format == "lines", wrong), wrong)


def _with_nulls(reader: Any, wrong: _WrongRows) -> "Iterator[pa.RecordBatch]":
    """Yields the batches of a reader that skips wrong rows, with rows of nulls in their places."""
    pa = pyarrow()
    row = 1

    def nulls() -> list[None]:
        nonlocal row
        start = row
        while row in wrong:
            row += 1
        return [None] * (row - start)

    for batch in reader:
        indices: list[int | None] = []
        for index in range(batch.num_rows) if wrong else ():
            indices += [*nulls(), index]
            row += 1
        if not indices:
            row += batch.num_rows
        is_whole = len(indices) <= batch.num_rows
        yield batch if is_whole else batch.take(pa.array(indices, pa.int64()))
    if last := nulls():
        columns = [pa.nulls(len(last), field.type) for field in reader.schema]
        yield pa.RecordBatch.from_arrays(columns, schema=reader.schema)


def _with_errors(games: Games, name: str, rows_before: int, wrong: _WrongRows) -> Games:
    """Returns the games of rows with the errors of those that are wrong."""
    indices = [index for index in range(len(games)) if rows_before + index + 1 in wrong]
    if not indices:
        return games
    make, (state,) = games.__reduce__()[:2]
    errors = json.loads(state["errors"])
    for index in indices:
        row = rows_before + index + 1
        text, reason = wrong.pop(row)
        errors["list"].append(
            {"source": name, "game": row, "index": index, "kind": "syntax", "reason": reason}
            | {"ply": 0, "line": 0, "column": 0, "token": text[:80]}
        )
    errors["list"].sort(key=lambda error: error["game"])
    of_sources, of_games = (*errors["counts"], 0, 0)[:2]
    errors["counts"] = [of_sources, of_games + len(indices)]
    broken = state["broken"].copy()
    broken[indices] = True
    state |= {"broken": broken, "errors": json.dumps(errors)}
    with_errors: Games = make(state)
    return with_errors


def _csv(file: Any, path: str, is_lines: bool, wrong: _WrongRows) -> Any:
    from pyarrow import csv

    def skipped(row: Any) -> str:
        reason = f"expected {row.expected_columns} fields, got {row.actual_columns}"
        wrong[row.number if is_lines else row.number - 1] = (row.text, reason)
        return "skip"

    pa = pyarrow()
    if is_lines:
        names, delimiter = ["moves"], "\x1f"  # in no text
    else:
        names, delimiter = _csv_names(path)
    return csv.open_csv(
        file,
        # only one thread counts rows
        csv.ReadOptions(
            use_threads=False, block_size=_BLOCK, column_names=names if is_lines else None
        ),
        csv.ParseOptions(
            delimiter=delimiter,
            quote_char=False if is_lines else '"',
            newlines_in_values=not is_lines,
            ignore_empty_lines=not is_lines,
            invalid_row_handler=skipped,
        ),
        # no guesses from the first rows; an empty text is null
        csv.ConvertOptions(
            column_types=dict.fromkeys(names, pa.large_string()),
            null_values=[""],
            strings_can_be_null=True,
        ),
    )
