"""Games out of files of every kind, a batch at a time."""

import dataclasses
import glob
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn, Self

from .. import formats, npz
from .._core import Games
from .._files import files_below
from .._filters import Filter
from ..errors import FileFormatError
from .file_formats import KNOWN, kind_of, suffix_of

__all__ = ["BATCH", "Source", "batches", "check_filter", "damage_raises", "expanded"]

BATCH = 16_384
"""Games that are in hand at a time."""


def _games_below(folder: str) -> list[Path]:
    return [file for file in files_below(folder) if kind_of(file) is not None]


@dataclass(frozen=True)
class Source:
    """A file and what kind it is.

    Attributes:
        path: where it is, or the name of a stream.
        kind: its kind.
        stream: an open file in place of one that has a path.
        bytes: how large it is; `None` of a stream, which can be read only once.
        changed: when it was written, in nanoseconds; `None` of a stream.
    """

    path: Path
    kind: str
    stream: Any = None
    bytes: int | None = None
    changed: int | None = None

    @classmethod
    def of_file(cls, path: Path, kind: str) -> Self:
        """A file by its path; a pipe is a stream.

        Raises:
            OSError: it cannot be read.
        """
        if path.exists() and not path.is_file():
            return cls(path, kind)
        with path.open("rb") as file:
            found = os.fstat(file.fileno())
        return cls(path, kind, bytes=found.st_size, changed=found.st_mtime_ns)

    def described(self) -> dict[str, Any]:
        """For the manifest."""
        if self.bytes is None:
            return {"path": str(self.path), "kind": self.kind, "stream": True}
        size = {"bytes": self.bytes, "mtime_ns": self.changed}
        return {"path": str(self.path), "kind": self.kind, **size}


def expanded(named: Any, source_kind: str | None = None) -> list[Source]:
    """The files that paths, folders (all below, sorted) and patterns name, and the streams.

    `source_kind` is the kind of those whose names do not say it.

    Raises:
        FileNotFoundError: a file is not there, or a pattern or folder has none.
        ValueError: a name says no kind of file, or nothing is named.
    """
    if source_kind is not None:
        source_kind = suffix_of(source_kind) and source_kind.partition(".")[0]
    is_one = isinstance(named, str | bytes | bytearray | memoryview | os.PathLike)
    several = [named] if is_one or hasattr(named, "read") else list(named)
    if not several:
        raise ValueError("no source is named")
    return [source for one in several for source in _sources_of(one, source_kind)]


def _sources_of(named: Any, source_kind: str | None) -> Iterator[Source]:
    if isinstance(named, bytes | bytearray | memoryview):
        named = io.BytesIO(named)
    is_stdin = isinstance(named, str) and named == "-"
    if is_stdin or hasattr(named, "read"):
        if source_kind not in (None, "pgn"):
            raise ValueError(f"only PGN is read from streams, not {source_kind}")
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
        found[0].stat()  # the error of a file that is not there
    if not found:
        raise FileNotFoundError(2, "no files of games there", text)
    for file in found:
        kind = kind_of(file) or source_kind
        if kind is None:
            raise ValueError(
                f"{file}: the name does not say what kind of file this is: give `source_kind` "
                f"(--from); known: {KNOWN}"
            )
        # the errors of open, of the last file too, before all work
        yield Source.of_file(file, kind)


def damage_raises(error: FileFormatError) -> NoReturn:
    """What becomes of damage unless somebody goes on."""
    raise error


def batches(
    sources: Sequence[Source],
    filter: Filter | None,
    *,
    reading: Mapping[str, Any] | None = None,
    threads: int | None = None,
    advance: Callable[[int], object] = lambda _: None,
    damaged: Callable[[FileFormatError], object] = damage_raises,
) -> Iterator[tuple[Games, dict[str, int]]]:
    """The games that are wanted, and how many each criterion left out among them.

    `reading` are arguments of `Games.stream`, for PGN. `advance` is told of bytes that have been
    read, `damaged` of every file that is damaged, when the games before the damage have been given;
    if it does not raise, what comes after is read.

    Raises:
        FileFormatError: a `ValueError`: a file is damaged.
        ValueError: a criterion that a source cannot be asked.
    """
    # what one reader of PGN counts by itself, readers of several kinds must count together
    together = filter is not None and filter.max_games_per_elo_bin is not None
    together = together and any(source.kind != "pgn" for source in sources)
    taken: list[int] = []

    def capped(games: Games, refused: dict[str, int]) -> tuple[Games, dict[str, int]]:
        nonlocal taken
        assert filter is not None
        cap = Filter(
            max_games_per_elo_bin=filter.max_games_per_elo_bin, elo_bin_width=filter.elo_bin_width
        )
        wanted, taken = games._filtered_after(cap, taken)
        return wanted, {**refused, **wanted.filtered_out}

    place = 0
    while place < len(sources):
        last = place
        while last < len(sources) and sources[last].kind == sources[place].kind:
            last += 1
        some, place = sources[place:last], last
        if some[0].kind == "pgn":
            asked = (
                replace(filter, max_games_per_elo_bin=None)
                if together and filter is not None
                else filter
            )
            for games, refused in _from_pgn(some, asked, reading or {}, threads, advance):
                faults = [str(fault) for fault in games.errors if fault.kind == "source"]
                yield capped(games, refused) if together else (games, refused)
                for fault in faults:
                    damaged(FileFormatError(fault))
        else:
            for source in some:
                try:
                    for games in _opened(source):
                        if filter is None:
                            yield games, {}
                        else:
                            wanted, taken = games._filtered_after(filter, taken)
                            yield wanted, wanted.filtered_out
                except FileFormatError as error:
                    damaged(error)
                advance(source.bytes or 0)


def _from_pgn(
    sources: Sequence[Source],
    filter: Filter | None,
    reading: Mapping[str, Any],
    threads: int | None,
    advance: Callable[[int], object],
) -> Iterator[tuple[Games, dict[str, int]]]:
    done = 0

    def tell(bytes_read: int, _: int | None) -> None:
        nonlocal done
        advance(bytes_read - done)
        done = bytes_read

    named = [source.path if source.stream is None else source.stream for source in sources]
    with Games.stream(
        named, games_per_batch=BATCH, filter=filter, threads=threads, progress=tell, **reading
    ) as stream:
        for games in stream:
            yield games, games.filtered_out


def _opened(source: Source) -> Iterator[Games]:
    if source.kind == "parquet":
        from .. import parquet

        yield from parquet.read(source.path, games_per_batch=BATCH)
    elif source.kind == "npz":
        yield from npz.read(source.path, games_per_batch=BATCH)
    else:
        try:
            yield from formats.read(source.path, source.kind, games_per_batch=BATCH)
        except FileFormatError as error:
            if str(source.path) in str(error):
                raise
            raise FileFormatError(f"{source.path}: {error}") from error


_OF_TAGS = {
    "time_class", "since", "until", "eco", "termination", "event", "title", "either_title", "bots",
    "tags",
}  # fmt: skip
"""Criteria that only files with tags can be asked."""

_OF_RATINGS = {"min_elo", "max_elo", "either_min_elo", "either_max_elo"}
"""Criteria that only files with ratings can be asked."""


def check_filter(sources: Sequence[Source], filter: Filter | None) -> None:
    """Refuses criteria that a source cannot be asked.

    Raises:
        ValueError: naming the criterion and the source.
    """
    if filter is None:
        return
    given = [
        field.name
        for field in dataclasses.fields(filter)
        if getattr(filter, field.name) != field.default
    ]
    for source in sources:
        if source.kind == "pgn":
            continue
        for name in given:
            if source.kind in ("npz", "parquet"):
                continue
            if name in _OF_TAGS | _OF_RATINGS:
                what = "tags" if name in _OF_TAGS else "ratings"
                raise ValueError(f"{source.path} has no {what}, which {name} asks")
