"""Reading games from files of any format, batch by batch."""

import errno
import itertools
import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from .._arguments import checked_count
from .._core import FileReader, Games
from .._model.criteria import CRITERIA
from .._model.filters import Filter
from ..errors import ArgumentError, FileFormatError
from . import formats
from .atomic import files_below
from .paths import Pipe, expanded
from .remote import is_url, opened, size_of
from .stream import batches_of
from .table_files import table_format_of

BATCH = 16_384
"""Number of games in a batch."""

FROM_GAMES: Final = "use Positions.from_games(games, *games.positions())"
"""The advice of messages about files of games where positions are read."""


@dataclass(frozen=True)
class Source:
    """A file or stream of games.

    Attributes:
        path: the path or URL of the file, or the name of the stream.
        format: the file format.
        stream: an open file, bytes, a split or a table; `None` for a file with a path.
        bytes: the size; `None` for a stream.
        modified: the modification time in nanoseconds; `None` for a stream.
    """

    path: str
    format: str
    stream: Any = None
    bytes: int | None = None
    modified: int | None = None

    @property
    def opened(self) -> Any:
        """The source as readers take it."""
        if self.stream is not None:
            return self.stream
        return opened(self.path) if self.format == "pgn" else self.path

    def manifest_entry(self) -> dict[str, Any]:
        """Returns the entry of the source in the manifest."""
        if self.bytes is None:
            return {"path": self.path, "format": self.format, "stream": True}
        size = {"bytes": self.bytes, "mtime_ns": self.modified}
        return {"path": self.path, "format": self.format, **size}


def find_sources(
    named: Any,
    source_format: str | None = None,
    *,
    missing_ok: bool = False,
    hint: str = f"pass source_format=, or {formats.FOR_POSITIONS}",
) -> list[Source]:
    """Returns the files and streams of an argument, with folders and patterns expanded.

    Args:
        named: a path, folder, pattern, stream or bytes, or several of them.
        source_format: the format of files whose names do not show it.
        missing_ok: whether files need not exist.
        hint: what to do with files of another suffix, for the message of the error.

    Raises:
        FileNotFoundError: a file does not exist, or a pattern or folder contains no games.
        ArgumentError: the format of a file is unknown, or there is no source.
    """
    if source_format is not None and source_format not in formats.TABLES:
        source_format = formats.suffix_of(source_format) and source_format.partition(".")[0]
    items = expanded(named, _games_below)
    if not items:
        raise ArgumentError("no source: pass at least one file, folder, pattern or stream")
    return [_source_of(item, source_format, missing_ok, hint) for item in items]


def _source_of(item: Any, source_format: str | None, missing_ok: bool, hint: str) -> Source:
    if not isinstance(item, str):
        name = str(getattr(item, "name", "<stream>"))
        format = (
            source_format or (formats.format_of(name) if isinstance(item, Pipe) else None) or "pgn"
        )
        if hasattr(item, "__arrow_c_stream__"):
            return Source("a table", "arrow", item)
        if format == "pgn":
            return Source(name, format, item)
        if isinstance(item, Pipe):
            return Source(name, format)
        raise ArgumentError(f"streams can only be read as pgn, not as {format}")
    path = Path(item)
    size = size_of(item) if is_url(item) else None
    if not missing_ok and not is_url(item):
        path.stat()  # raises the error of a missing file
    format = (
        formats.format_of(item)
        or table_format_of(item)
        or source_format
        or formats.known_format(item, hint, source_format=(), convert_positions=())
    )
    if is_url(item):
        return remote_source(item, format, ("pgn", "parquet", *formats.TABLES), size)
    if not path.is_file():  # a device, or missing
        return Source(str(path), format)
    # opens every file, so that errors are raised before any work
    with path.open("rb") as file:
        status = os.fstat(file.fileno())
    return Source(str(path), format, bytes=status.st_size, modified=status.st_mtime_ns)


def remote_source(url: str, format: str, readable: Collection[str], size: int | None) -> Source:
    """Returns the source of a URL.

    Args:
        url: the URL.
        format: the format of the file.
        readable: the formats that are read from URLs.
        size: the number of bytes; `None` if it is unknown.

    Raises:
        ArgumentError: the format is read from files only.
    """
    if format not in readable:
        raise ArgumentError(f"{url}: download the file: {format} is not read from URLs")
    return Source(url, format, bytes=size)


def _games_below(folder: str) -> list[str]:
    """Returns the files of games in a folder and its subfolders, sorted.

    Raises:
        FileNotFoundError: there are none, or one of the files in the manifest is missing.
        ArgumentError: a conversion to this folder has not finished, or it contains no games.
    """
    try:
        return shards_below(folder, "games", lambda file: formats.format_of(file) is not None)
    except FileNotFoundError as error:
        if error.filename != folder:
            raise
    return shards_below(folder, "games", lambda file: table_format_of(file) in ("csv", "jsonl"))


def shards_below(folder: str, contents: str, is_wanted: Callable[[Path], bool]) -> list[str]:
    """Returns the files with some contents in a folder and its subfolders, sorted.

    Args:
        folder: the folder, which may be that of a conversion, or a subset in it.
        contents: `"games"` or `"positions"`.
        is_wanted: whether the name of a file is that of these contents.

    Raises:
        FileNotFoundError: there are none, or one of the files in the manifest is missing.
        ArgumentError: a conversion to this folder has not finished, or it has other contents or
            several subsets.
    """
    path = Path(folder).absolute()
    bases = [(path, "")]
    if path.name in subsets_of(path.parent):
        bases.append((path.parent, f"{path.name}/"))
    for base, subset in bases:
        if (base / formats.JOURNAL).exists():
            raise ArgumentError(
                f"{folder}: a conversion to this folder has not finished: wait for it, or run it "
                "again"
            )
        for shard in shards_of(base):
            if shard["file"].startswith(subset):
                if (found := contents_of(shard)) != contents:
                    raise ArgumentError(f"{folder}: contains {found}, not {contents}")
                Path(base, shard["file"]).stat()
    found_files = [str(file) for file in files_below(folder) if is_wanted(file)]
    if not found_files:
        raise FileNotFoundError(errno.ENOENT, f"no files of {contents} there", folder)
    _check_no_subsets(folder, found_files)
    return found_files


def _check_no_subsets(folder: str, files: list[str]) -> None:
    """Raises an error if files below a folder are of several subsets of a conversion.

    Raises:
        ArgumentError: with the names of the subsets.
    """
    bases = {base for file in files for base in Path(file).relative_to(folder).parents}
    for base in sorted(Path(folder, base) for base in bases):
        if len(names := [name for name in subsets_of(base) if (base / name).is_dir()]) > 1:
            raise ArgumentError(
                f"{base} has the subsets {', '.join(names[:-1])} and {names[-1]}: pass one, such "
                f"as {base / names[0]}"
            )


def contents_of(shard: dict[str, Any]) -> str:
    """Returns what a shard has.

    Args:
        shard: its entry in the manifest.
    """
    if "rows" in shard:
        return "arrays of `enroque tensors`"
    return "games" if "games" in shard else "positions"


def shards_of(folder: Path) -> list[dict[str, Any]]:
    """Returns the entries of the shards in the manifest of a folder; none if it has no manifest.

    Args:
        folder: the folder.
    """
    try:
        shards = json.loads((folder / formats.MANIFEST).read_bytes())["shards"]
        return [shard for shard in shards if isinstance(shard["file"], str)]
    except (OSError, ValueError, KeyError, TypeError):
        return []  # absent, or a file of another program


def subsets_of(folder: Path) -> list[str]:
    """Returns the names of the subsets of a conversion to a folder, finished or not.

    Args:
        folder: the folder.
    """
    for name in (formats.MANIFEST, formats.JOURNAL):
        try:
            plan = json.loads((folder / name).read_bytes())
            return list(plan.get("plan", plan)["options"]["split"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            continue
    return []


def one_format(sources: Sequence[Source], user: str) -> str:
    """Returns the format of all sources.

    Args:
        sources: the files and streams.
        user: what reads them, for the message of the error.

    Raises:
        ArgumentError: they are of several formats.
    """
    found = list(dict.fromkeys(source.format for source in sources))
    if len(found) > 1:
        raise ArgumentError(
            f"the files of {user} must have one format, not {' and '.join(found)}: read those of "
            f"each format separately, or pass a pattern such as '*.{found[0]}'"
        )
    return found[0]


def raise_error(error: FileFormatError) -> NoReturn:
    """Raises the error of a damaged file."""
    raise error


class EloLimit:
    """A limit of games per bin of mean ratings, over several batches.

    Args:
        games: the largest number of games in a bin.
        bin_width: the width of a bin in rating points.

    Raises:
        ArgumentError: an argument is negative, or the width is 0.
    """

    NAME = "max_games_per_elo_bin"

    def __init__(self, games: int, bin_width: int) -> None:
        self._games, self._bin_width = games, bin_width
        self._counts: list[int] = []
        checked_count(self.NAME, games)
        if not 1 <= checked_count("elo_bin_width", bin_width) < 1 << 16:
            raise ArgumentError(f"elo_bin_width must be 1 to 65535, not {bin_width}")

    def options(self) -> dict[str, int]:
        """Returns the entries of the limit in a manifest."""
        return {self.NAME: self._games, "elo_bin_width": self._bin_width}

    def limited(self, games: Games) -> tuple[Games, dict[str, int]]:
        """Returns the games that fit, and the number of games filtered out by criterion."""
        kept, self._counts = games._limit_per_elo_bin(self._games, self._bin_width, self._counts)
        over = len(games) - len(kept)
        return kept, games.filtered_out | ({self.NAME: over} if over else {})


def batches(
    sources: Sequence[Source],
    filter: Filter | None,
    elo_limit: EloLimit | None = None,
    *,
    reading: Mapping[str, Any] | None = None,
    columns: Mapping[str, str] | None = None,
    time_unit: str | None = None,
    threads: int | None = None,
    advance: Callable[[int], object] = lambda _: None,
    on_damage: Callable[[FileFormatError], object] = raise_error,
) -> Iterator[tuple[Games, dict[str, int]]]:
    """Yields batches of games that meet the filter, with the number of games filtered out.

    Args:
        sources: the files and streams.
        filter: criteria that the games meet; `None` for all games.
        elo_limit: a limit of games per rating bin; `None` for no limit.
        reading: arguments of `Games.stream` for PGN.
        columns: the columns of tables, as in `Games.read`.
        time_unit: the unit of base times in tables.
        threads: number of threads; `None` for all cores.
        advance: called with the number of bytes read since the last call.
        on_damage: called with the error of a damaged file, after the games before the damage. If
            it returns, reading continues with the next file.

    Raises:
        ArgumentError: `columns` or `time_unit` is given for files that are no tables.
        FileFormatError: a `ValueError`: a file is damaged.
    """

    def limited(games: Games) -> tuple[Games, dict[str, int]]:
        return (games, games.filtered_out) if elo_limit is None else elo_limit.limited(games)

    for format, group in itertools.groupby(sources, key=lambda source: source.format):
        table = formats.table_options(format, columns, time_unit)
        if format == "pgn":
            reader = FileReader.pgn(
                [source.opened for source in group],
                filter=filter,
                threads=threads,
                progress=bytes_since(advance),
                **(reading or {}),
            )
            for games in batches_of(reader, BATCH):
                reports = [report for report in games.errors if report.kind == "source"]
                yield limited(games)
                for report in reports:
                    error = FileFormatError(str(report), source=report.source)
                    if not report.game:
                        error.kind = "nothing_read"
                    on_damage(error)
        else:
            for source in group:
                try:
                    for games in open_file(source, BATCH, **table):
                        yield limited(games if filter is None else games.filter(filter))
                except FileFormatError as error:
                    on_damage(error)
                advance(source.bytes or 0)


def bytes_since(advance: Callable[[int], object]) -> Callable[[int, object], None]:
    """Returns a `progress` callback that calls `advance` with the bytes since the last call."""
    before = 0

    def progress(done: int, _: object) -> None:
        nonlocal before
        advance(done - before)
        before = done

    return progress


def open_file(source: Source, games_per_batch: int, **table: Any) -> Iterator[Games]:
    """Returns the games of a file that is not PGN, in batches.

    Args:
        source: the file.
        games_per_batch: the largest number of games in a batch.
        **table: options of tables, of `table_options`.

    Raises:
        FileFormatError: a `ValueError`: the file is damaged.
    """
    module, options = formats.module_of(source.format)
    try:
        yield from module.stream(source.opened, games_per_batch=games_per_batch, **options, **table)
    except FileFormatError as error:
        if error.source is not None:
            raise
        name = source.path
        raise FileFormatError(f"{name}: {error}", error.entry, error.offset, name) from error


def given_criteria(filter: Filter) -> dict[str, Any]:
    """Returns the criteria that are set, as in JSON."""
    given: dict[str, Any] = json.loads(json.dumps(filter.given(), default=repr))
    return given


def check_filter(sources: Sequence[Source], filter: Filter | None) -> None:
    """Raises an error if the filter has criteria on what a source does not store.

    Raises:
        ArgumentError: with the name of the criterion and of the source.
    """
    given = {} if filter is None else filter.given()
    missing = {one.name: what for one in CRITERIA for what in one.sources if what in _PGN_ONLY}
    for source in sources:
        if source.format in ("pgn", "npz", "parquet", *formats.TABLES):
            continue
        for name in given:
            if name in missing:
                raise ArgumentError(
                    f"{source.path}: {name} needs {missing[name]}, which {source.format} lacks"
                )


_PGN_ONLY = ("tags", "ratings")
"""The data that criteria depend on and training formats do not store."""
