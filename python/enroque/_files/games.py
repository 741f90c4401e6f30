"""Reading and writing files of games, whose suffixes select the formats."""

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, Final

from .._arguments import at_least_one
from .._core import FileReader, Games, Positions
from .._model.filters import Filter
from .._model.games import FilePath
from .._progress import Progress, adding, reporting, total_of, write_all
from ..errors import ArgumentError
from .atomic import Written
from .flat_games import write as write_flat
from .formats import TABLES, module_of, plain_name, table_options
from .pgn import read_all
from .position_sources import find as find_positions
from .position_sources import is_of_positions
from .remote import is_url
from .sources import Source, batches, check_filter, find_sources, one_format, open_file
from .stream import Stream, batches_of
from .writer import Writer

_HINT: Final = "Games.from_pgn reads PGN with any name, Positions.read tables of positions"

_STREAM_HINT: Final = "pass PGN as an open file; Positions.stream reads tables of positions"


def read(
    source: Any,
    *,
    format: str | None,
    filter: Filter | None,
    columns: Mapping[str, str] | None,
    time_unit: str | None,
    progress: Progress,
) -> Games:
    """Reads all games of files; see `Games.read`."""
    sources = find_sources(source, format, hint=_HINT)
    known = one_format(sources, "Games.read")
    table = table_options(known, columns, time_unit)
    if known == "pgn":
        opened = [source.opened for source in sources]
        return read_all(FileReader.pgn(opened, filter=filter, progress=progress))
    check_filter(sources, filter)
    module, options = module_of(known)
    with reporting(progress, "reading", "B") as report:
        advance = adding(report, total_of(source.bytes for source in sources))

        def parts() -> Iterator[Games]:
            for source in sources:
                games = module.read(source.opened, **options, **table)
                yield games if filter is None else games.filter(filter)
                advance(source.bytes or 0)

        return Games.concatenate(parts())


def stream(
    source: Any,
    *,
    games_per_batch: int,
    format: str | None,
    filter: Filter | None,
    columns: Mapping[str, str] | None,
    time_unit: str | None,
    progress: Progress,
    **pgn_options: Any,
) -> Stream[Games]:
    """Reads files in batches; see `Games.stream`."""
    at_least_one("games_per_batch", games_per_batch)
    sources = find_sources(source, format, hint=_STREAM_HINT)
    known = one_format(sources, "Games.stream")
    table = table_options(known, columns, time_unit)
    if known == "pgn":
        opened = [source.opened for source in sources]
        reader = FileReader.pgn(opened, filter=filter, progress=progress, **pgn_options)
        return Stream(batches_of(reader, games_per_batch), reader)
    defaults = {"strict": False, "language": None, "comments": "standard", "annotations": None}
    if any(pgn_options[name] != default for name, default in defaults.items()):
        raise ArgumentError(
            "strict, language, comments and annotations are options of PGN, and "
            f"{sources[0].path} is {sources[0].format}"
        )
    check_filter(sources, filter)
    return Stream(_batches(sources, games_per_batch, filter, progress, table))


def _batches(
    sources: Sequence[Source],
    games_per_batch: int,
    filter: Filter | None,
    progress: Progress,
    table: Mapping[str, Any],
) -> Generator[Games, None, None]:
    with reporting(progress, "reading", "B") as report:
        advance = adding(report, total_of(source.bytes for source in sources))
        for source in sources:
            for games in open_file(source, games_per_batch, **table):
                yield games if filter is None else games.filter(filter)
            advance(source.bytes or 0)


def write(
    games: Games,
    path: FilePath,
    *,
    format: str | None,
    moves: str | None,
    progress: Progress,
    **options: Any,
) -> Written:
    """Writes games to a file; see `Games.write`."""
    is_csv = format == "csv" or (format is None and plain_name(path).endswith(".csv"))
    if moves is not None or is_csv:
        return write_flat(games, path, format, moves or "movetext", progress)
    with Writer(path, format, **options) as writer:
        write_all(writer.write, games, progress)
    return writer.close()


def loader_files(
    source: Any, missing_ok: bool
) -> tuple[list[str], str, Callable[[str, int], Iterator[Any]] | None]:
    """Returns the files of a `Loader`, their format, and a function that opens those in columns.

    The function takes a path and the number of games or rows of a batch.
    """
    paths = [source] if isinstance(source, str | os.PathLike) else source
    if all(is_of_positions(os.fspath(path)) for path in paths):
        names = [found.path for found in find_positions(source)]
        return names, "positions", lambda path, size: Positions.stream(path, rows_per_batch=size)
    sources = find_sources(source, missing_ok=missing_ok, hint=_HINT)
    if any(source.stream is not None for source in sources):
        raise TypeError(
            "a Loader reads its source repeatedly, so it needs a path, not an open file"
        )
    format = one_format(sources, "a Loader")
    names = [source.path for source in sources]
    if format == "pgn" and any(map(is_url, names)):
        return names, "URLs of PGN", _open_pgn
    if format not in ("npz", "parquet", *TABLES):
        return names, format, None
    module, options = module_of(format)
    return names, format, lambda path, size: module.stream(path, games_per_batch=size, **options)


def _open_pgn(path: str, _: int) -> Iterator[Games]:
    return (games for games, _ in batches([Source(path, "pgn")], None))
