"""Reading and writing files of games, whose suffixes select the formats."""

import os
from collections.abc import Iterator, Sequence
from typing import Any, Final

from .._core import Games
from .._model.filters import Filter
from .._model.games import FilePath
from .._progress import Progress, adding, reporting, total_of
from ..errors import ArgumentError
from .atomic import AtomicFile
from .formats import known_format, module_of
from .position_sources import find as find_positions
from .position_sources import is_of_positions
from .sources import Source, check_filter, find_sources, one_format, open_file

__all__ = ["loader_files", "open_stream", "read", "stream", "write"]

_HINT: Final = "Games.from_pgn reads PGN with any name, Positions.read tables of positions"

_STREAM_HINT: Final = "pass PGN as an open file; Positions.stream reads tables of positions"


def read(source: Any, filter: Filter | None, progress: Progress) -> Games:
    """Reads all games of files; see `Games.read`."""
    sources = find_sources(source, hint=_HINT)
    format = one_format(sources, "Games.read")
    if format == "pgn":
        named = [source.pgn for source in sources]
        return Games.from_pgn(named, filter=filter, progress=progress)
    check_filter(sources, filter)
    module, options = module_of(format)
    with reporting(progress, "reading", "B") as report:
        advance = adding(report, total_of(source.bytes for source in sources))

        def parts() -> Iterator[Games]:
            for source in sources:
                games = module.read(source.path, **options)
                yield games if filter is None else games.filter(filter)
                advance(source.bytes or 0)

        return Games.concatenate(parts())


def open_stream(source: Any) -> tuple[bool, list[Any]]:
    """Returns whether the sources of `Games.stream` are PGN, and the sources.

    Sources of PGN are as `Games.from_pgn` takes them; others are for `stream`. A list of `Source`
    is that of `convert`, whose names may have any suffix.
    """
    is_found = isinstance(source, list) and bool(source) and isinstance(source[0], Source)
    sources = source if is_found else find_sources(source, hint=_STREAM_HINT)
    is_pgn = one_format(sources, "Games.stream") == "pgn"
    return is_pgn, [source.pgn for source in sources] if is_pgn else sources


def loader_files(source: Any, missing_ok: bool) -> tuple[list[str], str]:
    """Returns the files of a `Loader`, and their format."""
    paths = [source] if isinstance(source, str | os.PathLike) else source
    if all(is_of_positions(os.fspath(path)) for path in paths):
        return [str(found.path) for found in find_positions(source)], "positions"
    sources = find_sources(source, missing_ok=missing_ok, hint=_HINT)
    if any(source.stream is not None for source in sources):
        raise TypeError(
            "a Loader reads its source repeatedly, so it needs a path, not an open file"
        )
    return [str(source.path) for source in sources], one_format(sources, "a Loader")


def stream(
    sources: Sequence[Source],
    games_per_batch: int,
    filter: Filter | None,
    progress: Progress,
    has_pgn_options: bool,
) -> Iterator[Games]:
    """Reads files that are not PGN in batches; see `Games.stream`."""
    if has_pgn_options:
        raise ArgumentError(
            "strict, language, comments and annotations are options of PGN, and "
            f"{sources[0].path} is {sources[0].format}"
        )
    check_filter(sources, filter)
    return _batches(sources, games_per_batch, filter, progress)


def _batches(
    sources: Sequence[Source], games_per_batch: int, filter: Filter | None, progress: Progress
) -> Iterator[Games]:
    with reporting(progress, "reading", "B") as report:
        advance = adding(report, total_of(source.bytes for source in sources))
        for source in sources:
            for games in open_file(source, games_per_batch):
                yield games if filter is None else games.filter(filter)
            advance(source.bytes or 0)


def write(games: Games, path: FilePath, progress: Progress) -> None:
    """Writes games to a file; see `Games.write`."""
    AtomicFile(path)  # raises errors of the path
    format = known_format(path, "use a suffix such as .pgn, .npz or .parquet")
    if format == "pgn":
        games.to_pgn(path, progress=progress)
    else:
        module, options = module_of(format)
        module.write(games, path, progress=progress, **options)
