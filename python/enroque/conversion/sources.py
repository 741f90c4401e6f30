"""Games out of files of every kind, a batch at a time."""

import dataclasses
import glob
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import formats
from .._core import Games
from ..errors import FileFormatError
from ..filters import Filter
from .kinds import kind_of

if TYPE_CHECKING:
    from ..games import Annotations

__all__ = ["BATCH", "Source", "batches", "check_filter", "expanded"]

BATCH = 16_384
"""Games that are in hand at a time."""


@dataclass(frozen=True)
class Source:
    """A file and what kind it is."""

    path: Path
    kind: str

    def described(self) -> dict[str, Any]:
        """For the manifest."""
        return {"path": str(self.path), "kind": self.kind, "bytes": self.path.stat().st_size}


def expanded(paths: Sequence[str | os.PathLike[str]]) -> list[Source]:
    """The files that paths, folders (all below, sorted) and patterns name.

    Raises:
        FileNotFoundError: a file is not there, or a pattern or folder has none.
        ValueError: a name says no kind of file.
    """
    sources = []
    for path in paths:
        text = os.fspath(path)
        if os.path.isdir(text):
            found = sorted(
                file
                for file in Path(text).rglob("*")
                if not any(part.startswith(".") for part in file.relative_to(text).parts)
                and kind_of(file) is not None
                and file.is_file()
            )
        elif glob.has_magic(text) and not os.path.exists(text):
            found = [Path(name) for name in sorted(glob.glob(text, recursive=True))]
        else:
            found = [Path(text)]
            found[0].stat()  # the error of a file that is not there
        if not found:
            raise FileNotFoundError(2, "no files of games there", text)
        for file in found:
            kind = kind_of(file)
            if kind is None:
                raise ValueError(f"{file}: the name does not say what kind of file this is")
            with file.open("rb"):  # the errors of open, of the last file too, before all work
                pass
            sources.append(Source(file, kind))
    return sources


def batches(
    sources: Sequence[Source],
    filter: Filter | None,
    *,
    annotations: "Annotations" = (),
    threads: int | None = None,
    advance: Callable[[int], object] = lambda _: None,
) -> Iterator[tuple[Games, dict[str, int]]]:
    """The games that are wanted, and how many each criterion left out among them.

    `advance` is told of bytes that have been read.

    Raises:
        FileFormatError: a `ValueError`: a file is damaged.
        ValueError: a criterion that a source cannot be asked.
    """
    # what one reader of PGN counts by itself, readers of several kinds must count together
    together = filter is not None and filter.cap is not None
    together = together and any(source.kind != "pgn" for source in sources)
    taken: list[int] = []

    def capped(games: Games, refused: dict[str, int]) -> tuple[Games, dict[str, int]]:
        nonlocal taken
        assert filter is not None
        cap = Filter(cap=filter.cap, cap_elo=filter.cap_elo)
        wanted, taken = games._filtered_after(cap, taken)
        return wanted, {**refused, **wanted.removed}

    place = 0
    while place < len(sources):
        last = place
        while last < len(sources) and sources[last].kind == sources[place].kind:
            last += 1
        some, place = sources[place:last], last
        if some[0].kind == "pgn":
            reading = replace(filter, cap=None) if together and filter is not None else filter
            for games, refused in _from_pgn(some, reading, annotations, threads, advance):
                yield capped(games, refused) if together else (games, refused)
        else:
            for source in some:
                for games in _opened(source):
                    if filter is None:
                        yield games, {}
                    else:
                        wanted, taken = games._filtered_after(filter, taken)
                        yield wanted, wanted.removed
                advance(source.path.stat().st_size)


def _from_pgn(
    sources: Sequence[Source],
    filter: Filter | None,
    annotations: "Annotations",
    threads: int | None,
    advance: Callable[[int], object],
) -> Iterator[tuple[Games, dict[str, int]]]:
    done = 0

    def tell(bytes_read: int, _: int | None) -> None:
        nonlocal done
        advance(bytes_read - done)
        done = bytes_read

    paths = [source.path for source in sources]
    with Games.stream(
        paths,
        games_per_batch=BATCH,
        filter=filter,
        annotations=annotations,
        threads=threads,
        progress=tell,
    ) as stream:
        for games in stream:
            yield games, games.removed


def _opened(source: Source) -> Iterator[Games]:
    if source.kind == "parquet":
        from .. import parquet

        yield from parquet.read(source.path, games_per_batch=BATCH)
    elif source.kind == "npz":
        games = Games.load(source.path)
        for first in range(0, len(games), BATCH):
            yield games[first : first + BATCH]
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
            if name in _OF_TAGS and source.kind not in ("npz", "parquet"):
                raise ValueError(f"{source.path} has no tags, which {name} asks")
