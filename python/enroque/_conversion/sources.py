"""Reading games from files of any format, batch by batch."""

import glob
import io
import itertools
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, Self

from .. import formats, npz
from .._core import Games
from .._criteria import CRITERIA
from .._files import files_below
from .._filters import Filter
from ..errors import ArgumentError, FileFormatError
from .file_formats import KNOWN, format_of, suffix_of

__all__ = [
    "BATCH",
    "EloLimit",
    "Source",
    "batches",
    "bytes_since",
    "check_filter",
    "find_sources",
    "given_criteria",
    "raise_error",
]

BATCH = 16_384
"""Number of games in a batch."""


def _games_below(folder: str) -> list[Path]:
    return [file for file in files_below(folder) if format_of(file) is not None]


@dataclass(frozen=True)
class Source:
    """A file or stream of games.

    Attributes:
        path: the path of the file, or the name of the stream.
        format: the file format.
        stream: an open file; `None` for a file with a path.
        bytes: the size; `None` for a stream.
        modified: the modification time in nanoseconds; `None` for a stream.
    """

    path: Path
    format: str
    stream: Any = None
    bytes: int | None = None
    modified: int | None = None

    @classmethod
    def of_file(cls, path: Path, format: str) -> Self:
        """Returns the source of a path; pipes and devices are streams.

        Raises:
            OSError: the file cannot be read.
        """
        if path.exists() and not path.is_file():
            return cls(path, format)
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
        return cls(path, format, bytes=status.st_size, modified=status.st_mtime_ns)

    def manifest_entry(self) -> dict[str, Any]:
        """Returns the entry of the source in the manifest."""
        if self.bytes is None:
            return {"path": str(self.path), "format": self.format, "stream": True}
        size = {"bytes": self.bytes, "mtime_ns": self.modified}
        return {"path": str(self.path), "format": self.format, **size}


def find_sources(named: Any, source_format: str | None = None) -> list[Source]:
    """Returns the files and streams of the argument `source` of `convert`.

    Args:
        named: a path, folder, pattern, stream or bytes, or several of them.
        source_format: the format of files whose names do not show it.

    Raises:
        FileNotFoundError: a file does not exist, or a pattern or folder contains no games.
        ArgumentError: the format of a file is unknown, or there is no source.
    """
    if source_format is not None:
        source_format = suffix_of(source_format) and source_format.partition(".")[0]
    is_one = isinstance(named, str | bytes | bytearray | memoryview | os.PathLike)
    several = [named] if is_one or hasattr(named, "read") else named
    found = [source for one in several for source in _sources_of(one, source_format)]
    if not found:
        raise ArgumentError("no source: pass at least one file, folder, pattern or stream")
    return found


def _sources_of(named: Any, source_format: str | None) -> Iterator[Source]:
    if isinstance(named, bytes | bytearray | memoryview):
        named = io.BytesIO(named)
    is_stdin = isinstance(named, str) and named == "-"
    if is_stdin or hasattr(named, "read"):
        if source_format not in (None, "pgn"):
            raise ArgumentError(f"streams can only be read as pgn, not as {source_format}")
        stream = sys.stdin.buffer if is_stdin else named
        name = "-" if is_stdin else str(getattr(stream, "name", "<stream>"))
        yield Source(Path(name), "pgn", stream)
        return
    text = os.fspath(named)
    if os.path.isdir(text):
        found = _games_below(text)
    elif glob.has_magic(text) and not os.path.exists(text):
        found = [
            file
            for name in sorted(glob.glob(text, recursive=True))
            for file in (_games_below(name) if os.path.isdir(name) else [Path(name)])
        ]
    else:
        found = [Path(text)]
        found[0].stat()  # raises the error of a missing file
    if not found:
        raise FileNotFoundError(2, "no files of games there", text)
    for file in found:
        format = format_of(file) or source_format
        if format is None:
            raise ArgumentError(
                f"{file}: cannot detect the format from the name: pass source_format= "
                f"(known: {KNOWN})"
            )
        # opens every file, so that errors are raised before any work
        yield Source.of_file(file, format)


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
        if games < 0:
            raise ArgumentError(f"{self.NAME} must be 0 or more, not {games}")
        if not 1 <= bin_width < 1 << 16:
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
        threads: number of threads; `None` for all cores.
        advance: called with the number of bytes read since the last call.
        on_damage: called with the error of a damaged file, after the games before the damage. If
            it returns, reading continues with the next file.

    Raises:
        FileFormatError: a `ValueError`: a file is damaged.
    """

    def limited(games: Games) -> tuple[Games, dict[str, int]]:
        return (games, games.filtered_out) if elo_limit is None else elo_limit.limited(games)

    for format, group in itertools.groupby(sources, key=lambda source: source.format):
        if format == "pgn":
            for games in _from_pgn(list(group), filter, reading or {}, threads, advance):
                errors = [str(error) for error in games.errors if error.kind == "source"]
                yield limited(games)
                for error in errors:
                    on_damage(FileFormatError(error))
        else:
            for source in group:
                try:
                    for games in _open(source):
                        yield limited(games if filter is None else games.filter(filter))
                except FileFormatError as error:
                    on_damage(error)
                advance(source.bytes or 0)


def _from_pgn(
    sources: Sequence[Source],
    filter: Filter | None,
    reading: Mapping[str, Any],
    threads: int | None,
    advance: Callable[[int], object],
) -> Iterator[Games]:
    named = [source.path if source.stream is None else source.stream for source in sources]
    with Games.stream(
        named,
        games_per_batch=BATCH,
        filter=filter,
        threads=threads,
        progress=bytes_since(advance),
        **reading,
    ) as stream:
        yield from stream


def bytes_since(advance: Callable[[int], object]) -> Callable[[int, object], None]:
    """Returns a `progress` callback that calls `advance` with the bytes since the last call."""
    before = 0

    def progress(done: int, _: object) -> None:
        nonlocal before
        advance(done - before)
        before = done

    return progress


def _open(source: Source) -> Iterator[Games]:
    if source.format == "parquet":
        from .. import parquet

        yield from parquet.read(source.path, games_per_batch=BATCH)
    elif source.format == "npz":
        yield from npz.read(source.path, games_per_batch=BATCH)
    else:
        try:
            yield from formats.read(source.path, source.format, games_per_batch=BATCH)
        except FileFormatError as error:
            if str(source.path) in str(error):
                raise
            raise FileFormatError(f"{source.path}: {error}") from error


def given_criteria(filter: Filter) -> dict[str, Any]:
    """Returns the criteria that are set, as in JSON."""
    given: dict[str, Any] = json.loads(json.dumps(filter.given()))
    return given


def check_filter(sources: Sequence[Source], filter: Filter | None) -> None:
    """Raises an error if the filter has criteria on what a source does not store.

    Raises:
        ArgumentError: with the name of the criterion and of the source.
    """
    given = {} if filter is None else filter.given()
    missing = {one.name: what for one in CRITERIA for what in one.sources if what in _PGN_ONLY}
    for source in sources:
        if source.format in ("pgn", "npz", "parquet"):
            continue
        for name in given:
            if name in missing:
                raise ArgumentError(
                    f"{source.path}: {name} needs {missing[name]}, which {source.format} lacks"
                )


_PGN_ONLY = ("tags", "ratings")
"""What criteria look at that training formats do not store."""
