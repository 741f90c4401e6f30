"""Sources of `Positions`: files, folders, patterns, streams, and tables of other packages."""

import glob
import os
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile, ZipFile

from .._core import FileReader, position_suffixes
from ..errors import ArgumentError, FileFormatError, advised
from ..formats import FORMATS
from .arrow_lists import pyarrow
from .atomic import files_below
from .formats import format_of, plain_name
from .paths import expanded
from .remote import is_url, size_of, urls_of
from .remote import opened as opened_file
from .sources import FROM_GAMES, Source, contents_of, remote_source, shards_below, shards_of
from .stream import batches_of
from .table_files import holds_games
from .tables import Table, parquet_table, table_of

_TEXT: Final = tuple(position_suffixes())
"""The suffixes of text, which is recognized by what it contains."""

_RECORDS: Final = [
    name for name, format in FORMATS.items() if format.records is not None or format.bag is not None
]
"""The training formats whose records are positions."""


_ROWS: Final = 65_536
"""The number of records of a batch."""


def _is_of_positions(path: Path) -> bool:
    """Whether the name of a file is that of positions; `read` takes files with any name."""
    return _kind_of(path) != "text" or plain_name(path).endswith((*_TEXT, ".zip"))


def _kind_of(path: str | Path) -> str:
    """Returns `"npz"`, `"parquet"`, the name of a format of records, or `"text"`."""
    if plain_name(path).endswith(_TEXT):
        return "text"
    format = format_of(path)
    return format if format in ("npz", "parquet", *_RECORDS) else "text"


def is_of_positions(name: str) -> bool:
    """Whether a path, folder or pattern is of positions, not of games.

    Folders are recognized by their manifest, or if they have no files of games; `.npz` and Parquet
    files by their columns, others by their names.

    Args:
        name: the path, folder or pattern.
    """
    path = Path(name)
    if path.is_dir():
        shards = [shard for base in (path, path.parent) for shard in shards_of(base)]
        if shards:
            return any(contents_of(shard) == "positions" for shard in shards)
        files = files_below(path)
        wanted = [is_of_positions(str(file)) for file in files]
        others = [file for file, is_wanted in zip(files, wanted, strict=True) if not is_wanted]
        return any(wanted) and not any(format_of(file) for file in others)
    if is_url(name) and (found := urls_of(name)) != [name]:
        return is_of_positions(found[0])
    if not is_url(name) and not path.exists():
        matches = glob.glob(name, recursive=True)
        return is_of_positions(matches[0]) if matches else plain_name(name).endswith(_TEXT)
    kind = _kind_of(name)
    if kind == "text":
        return plain_name(name).endswith(_TEXT) and not holds_games(name)
    if kind in _RECORDS:
        return FORMATS[kind].contents == "positions"
    if kind == "npz":
        try:
            with ZipFile(path) as archive:
                return "packed.npy" in archive.namelist()
        except (BadZipFile, OSError):
            return False
    pyarrow()
    from pyarrow.parquet import ParquetFile

    from ..parquet import naming_damage

    try:
        with naming_damage(name):
            return are_positions(ParquetFile(opened_file(name, is_random=True)).schema_arrow.names)
    except FileFormatError:
        return False  # the reader of games names the damage, as that of `.npz` files


def are_positions(names: Iterable[str]) -> bool:
    """Returns whether the columns of an Arrow table with these names are of positions."""
    known = {*names}
    return any(name.lower() == "fen" for name in known) and not {"moves", "movetext"} & known


def find(source: Any) -> list[Source]:
    """Returns the files, streams and tables of an argument, with folders and patterns expanded.

    Args:
        source: the argument of `Positions.read`, or a list that this function returned.

    Raises:
        FileNotFoundError: a file does not exist, or a pattern or folder contains no positions.
        ArgumentError: text is passed in place of a path, or there is no source.
    """
    if isinstance(source, list) and source and isinstance(source[0], Source):
        return source
    files_of = partial(shards_below, contents="positions", is_wanted=_is_of_positions)
    items = expanded(source, files_of, contents="positions")
    if not items:
        raise ArgumentError("no source: pass at least one file, folder, pattern, stream or table")
    return [_source_of(item) for item in items]


def _source_of(item: Any) -> Source:
    if hasattr(item, "__arrow_c_stream__"):
        return Source("a table", "arrow", item)
    if not isinstance(item, str):
        return Source(str(getattr(item, "name", "<stream>")), "text", item)
    path, kind = Path(item), _kind_of(item)
    status = size_of(item) if is_url(item) else path.stat()
    of_games = format_of(item) if kind == "text" else None
    if of_games is not None and not path.name.lower().endswith(".zip"):
        error = ArgumentError(f"{item}: a {of_games} file of games: {FROM_GAMES}")
        raise advised(error, FROM_GAMES, games=())
    if not isinstance(status, os.stat_result):
        return remote_source(item, kind, ("text", "parquet"), status)
    is_file = path.is_file()
    size, modified = (status.st_size, status.st_mtime_ns) if is_file else (None, None)
    return Source(str(path), kind, bytes=size, modified=modified)


def opened(source: Any, format: str | None, strict: bool, on_error: str) -> Iterator[Any]:
    """Yields what is to be read: paths, bytes and streams of text, and iterators over `Positions`.

    Args:
        source: as for `find`.
        format: the format of text or records that was stated; `None` to recognize it.
        strict: whether the first error of a row is raised.
        on_error: `"skip"` or `"mask"`, what rows that cannot be read become.
    """
    from .positions import read_npz

    sources, tables = find(source), 0
    has_several = sum(found.format == "arrow" for found in sources) > 1
    for found in sources:
        name = found.path
        records = format if format in _RECORDS else found.format
        if records in _RECORDS and (format is None or format == records):
            if found.stream is not None:
                raise ArgumentError(f"{records} can only be read from files, not from streams")
            reader = FileReader.positions(name, records, strict, on_error)
            yield batches_of(reader, _ROWS)
        elif found.format == "arrow":
            tables += 1
            yield _of_positions(table_of(f"table {tables}" if has_several else name, found.stream))
        elif found.format == "npz":
            yield (read_npz(path) for path in [name])
        elif found.format == "parquet":
            yield _of_positions(parquet_table(name))
        else:
            yield opened_file(name) if found.stream is None else found.stream


def _of_positions(table: Table) -> Table:
    """Returns a table, unless its columns are those of `Games`.

    Raises:
        FileFormatError: with the call that takes positions of games.
    """
    if {"start", "moves", "chess960"} <= {*table.columns}:
        error = FileFormatError(f"{table.name}: a table of games: {FROM_GAMES}")
        raise advised(error, FROM_GAMES, games=())
    return table
