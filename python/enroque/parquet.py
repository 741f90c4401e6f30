"""Games in Parquet files, one row per game.

Requires pyarrow, the extra `parquet`. The columns are those of `enroque.arrow`. Files are
compressed with zstd and have a row group for every 16,384 games, so that files of any size are
written and read in bounded memory. Page checksums are written and verified. Every move is validated
when a file is read; `FileFormatError` reports the first illegal one.

Example:
    >>> from enroque.data import example_games
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     example_games().write(f"{folder}/games.parquet").games
    ...     sum(len(games) for games in stream(f"{folder}/games.parquet"))
    118
    118
"""

import importlib
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from ._arguments import at_least_one
from ._core import Games
from ._files.arrow_lists import pyarrow
from ._files.read_ahead import read_ahead
from ._files.remote import is_url
from ._files.remote import opened as open_remote
from ._model.games import FilePath
from ._model.stored import GAMES, LISTS, PLIES
from .arrow import ROWS, arrow_schema, batches, reader_of
from .errors import FileFormatError

__all__ = ["read", "stream"]
__dir__ = __all__.copy

_ASCENDING: Final = ("source_game", "source_offset")
"""Columns of ascending numbers, which are stored as differences."""

_DICTIONARIES: Final = (
    *("start", "fen", "source", *(column.name for column in GAMES), "moves.list.element"),
    *(f"{column.name}.list.element" for column in PLIES if column.dtype.startswith("int")),
    *(
        f"{column.name}.list.element.list.element{field}"
        for column in LISTS
        for field in ([f".{name}" for name in column.fields] or [""])
    ),
    *(f"tags.list.element.{name}" for name in ("name", "value")),
)
"""Columns that are stored with a dictionary of distinct values."""

_NAMES: Final = "tags.list.element.name"
_VALUES: Final = "tags.list.element.value"
"""Columns that are read as dictionaries if possible: each distinct string is decoded once."""

_LEVELS: Final = dict.fromkeys(
    (*(f"{name}.list.element" for name in ("clocks", "move_times")), _NAMES, _VALUES), 3
)
"""zstd levels of columns with repeated values: 10 to 17% smaller than level 1, Arrow's default,
which the other columns have. For moves and evaluations level 3 gains 1%."""


_READ_AHEAD: Final = 1 << 16
"""The number of bytes of a column to read at a time."""


class Encoder:
    """Writes games to an open Parquet file; the bytes do not depend on the batches.

    Args:
        file: the file.
        stack: what is closed at the end.
    """

    def __init__(self, file: BinaryIO, stack: ExitStack) -> None:
        self._pending: list[Games] = []
        self._pending_games = 0
        self._writer = stack.enter_context(
            _parquet().ParquetWriter(
                file,
                arrow_schema(),
                compression="zstd",
                compression_level=_LEVELS,
                # statistics of lists are of no use
                write_statistics=["start", *(c.name for c in GAMES if c.dtype != "bool")],
                write_page_checksum=True,
                use_dictionary=list(_DICTIONARIES),
                column_encoding=dict.fromkeys(_ASCENDING, "DELTA_BINARY_PACKED"),
            )
        )

    def write(self, games: Games) -> None:
        """Adds games."""
        self._pending.append(games)
        self._pending_games += len(games)
        if self._pending_games >= ROWS:
            complete = self._pending_games - self._pending_games % ROWS
            all_games = Games.concatenate(self._pending)
            self._write_groups(all_games, complete)
            self._pending = [all_games[complete:]]
            self._pending_games -= complete

    def _write_groups(self, games: Games, count: int) -> None:
        for batch in batches(games, count=count):
            self._writer.write_batch(batch, row_group_size=batch.num_rows)

    def finish(self) -> dict[str, Any]:
        """Completes the file."""
        if self._pending_games:
            self._write_groups(Games.concatenate(self._pending), self._pending_games)
        self._writer.close()
        return {}


def stream(
    path: FilePath,
    *,
    games_per_batch: int = ROWS,
    columns: Mapping[str, str] | None = None,
    time_unit: str | None = None,
) -> Iterator[Games]:
    """Reads a Parquet file in batches, in bounded memory. Every move is validated.

    Tables of games with moves as text, such as those of Lichess, can be read too.

    Args:
        path: the file.
        games_per_batch: the largest number of games in a batch.
        columns: the columns of a table with moves as text, as in `Games.read`.
        time_unit: the unit of base times in such a table.

    Returns:
        An iterator over `Games`.

    Raises:
        FileFormatError: the file is damaged or contains no games, or a move is illegal.
        ImportError: pyarrow is not installed.
        OSError: the file cannot be read.
    """
    at_least_one("games_per_batch", games_per_batch)
    return _stream(_readable(path), games_per_batch, columns, time_unit)


def _readable(path: FilePath) -> str:
    """Returns the path as text, after opening the file, so that errors are raised at once."""
    _parquet()
    name = os.fspath(path)
    if not is_url(name):
        with Path(name).open("rb") as file:
            if file.read(2) == b"PK":
                raise FileFormatError(f"{name}: not a Parquet file but a zip file", source=name)
    return name


@contextmanager
def naming_damage(path: FilePath) -> Iterator[None]:
    """Raises the errors of pyarrow for a damaged file as `FileFormatError`, with its name."""
    pa = pyarrow()  # at the end of the interpreter nothing can be imported
    try:
        yield
    # damaged text may not be UTF-8
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        # pyarrow raises OSError without errno for damaged files
        name = os.fspath(path)
        raise FileFormatError(f"{name}: damaged Parquet file: {error}", source=name) from error


def _stream(
    path: str,
    games_per_batch: int,
    given: Mapping[str, str] | None,
    time_unit: str | None,
    ahead: Callable[[Iterator[Any]], Iterator[Any]] = iter,
) -> Iterator[Games]:
    """Reads a file in batches; `ahead` is called with the batches of pyarrow."""
    parquet = _parquet()
    with naming_damage(path), ExitStack() as stack:
        row = 0
        try:
            opened = open_remote(path, is_random=True)
            metadata = parquet.read_metadata(opened)
            file = stack.enter_context(
                parquet.ParquetFile(
                    opened,
                    metadata=metadata,
                    page_checksum_verification=True,
                    read_dictionary=_dictionaries(opened, metadata, games_per_batch),
                    # the defaults keep all of the file in memory, and complete row groups
                    pre_buffer=False,
                    buffer_size=_READ_AHEAD,
                )
            )
            reader = reader_of(file.schema_arrow, given, time_unit)
            rows = file.iter_batches(games_per_batch, columns=reader.columns)
            for batch in read_ahead(rows, opened.close) if is_url(path) else ahead(rows):
                games = reader.read(batch, path, row)
                row += len(games)
                yield games
        except FileFormatError as error:
            where = f"after row {row}: " if row else ""
            raise FileFormatError(f"{path}: {where}{error}", source=path) from None


def _dictionaries(opened: Any, metadata: Any, games_per_batch: int) -> list[str]:
    """Returns the columns that are read as dictionaries.

    Each batch contains the complete dictionary of its row group. Values have large dictionaries, so
    a row group must be a single batch.
    """
    groups = [metadata.row_group(n) for n in range(metadata.num_row_groups)]
    if any(group.num_rows % games_per_batch for group in groups[:-1]):
        return []  # not supported by pyarrow for batches across row groups
    numbers = {metadata.schema.column(n).path: n for n in range(metadata.num_columns)}
    columns = [_NAMES]
    if all(group.num_rows <= games_per_batch for group in groups):
        columns.append(_VALUES)

    def has_dictionary(chunk: Any) -> bool:
        # pyarrow cannot read differences as a dictionary
        is_delta = any(encoding.startswith("DELTA") for encoding in chunk.encodings)
        return bool(chunk.has_dictionary_page) and not is_delta

    columns = [column for column in columns if column in numbers]
    if not columns:
        return []
    # pyarrow ends the process at damaged metadata of a column, but reads a row with an error
    with _parquet().ParquetFile(opened, metadata=metadata, pre_buffer=False) as file:
        for number in range(len(groups)):
            next(file.iter_batches(batch_size=1, row_groups=[number], columns=columns), None)
    return [
        column
        for column in columns
        if all(has_dictionary(group.column(numbers[column])) for group in groups)
    ]


def read(
    path: FilePath, *, columns: Mapping[str, str] | None = None, time_unit: str | None = None
) -> Games:
    """Reads all games of a Parquet file, in several threads; see `stream`.

    Args:
        path: the file.
        columns: the columns of a table with moves as text, as in `Games.read`.
        time_unit: the unit of base times in such a table.

    Raises:
        FileFormatError: the file is damaged or contains no games, or a move is illegal.
        ImportError: pyarrow is not installed.
        OSError: the file cannot be read.
    """
    return Games.concatenate(_stream(_readable(path), ROWS, columns, time_unit, read_ahead))


def _parquet() -> Any:
    pyarrow()
    return importlib.import_module("pyarrow.parquet")
