"""Conversion of files of games between formats: PGN, `.npz`, Parquet and training formats.

Memory use does not grow with the size of the input. Each shard is complete under its name or
absent. A run that was interrupted, even by SIGKILL or a power failure, continues when it is started
again with the same arguments: it reads the sources again and writes the missing shards. The result
is the same, byte for byte, as that of an uninterrupted run.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal

from ..._arguments import one_of
from ..._core import Games, SyzygyTables
from ..._model.filters import Filter
from ..._model.games import Annotations, FilePath
from ..._progress import Progress, Report, adding, total_of
from ...formats._formats import check_missing_score
from ..formats import table_options
from ..sources import EloLimit, batches, check_filter, find_sources, given_criteria
from .destination import destination_of
from .game_shards import write_games
from .result import Conversion, versions
from .run import Run, converted

if TYPE_CHECKING:
    from ...tablebase import Tablebase

ConversionSource = FilePath | IO[bytes] | IO[str] | bytes
"""A file, folder, pattern, `"-"`, open file, or PGN in memory."""


def convert(
    source: ConversionSource | Iterable[ConversionSource],
    target: str | os.PathLike[str],
    *,
    to: str | None = None,
    shard_games: int | None = None,
    filter: Filter | None = None,
    max_games_per_elo_bin: int | None = None,
    elo_bin_width: int = 100,
    tablebase: "Tablebase | None" = None,
    overwrite: bool = False,
    on_error: Literal["raise", "skip"] = "raise",
    on_unsupported: Literal["raise", "skip"] = "raise",
    missing_score: int | None = None,
    annotations: Annotations = (),
    strict: bool = False,
    language: str | None = None,
    comments: str = "standard",
    source_format: str | None = None,
    columns: Mapping[str, str] | None = None,
    time_unit: str | None = None,
    threads: int | None = None,
    progress: Progress = False,
) -> Conversion:
    """Converts files of games to another format, in constant memory.

    File name suffixes select the formats: `.pgn` (also with `.zst`, `.gz` or `.bz2`), `.npz`,
    `.parquet`, and those of `enroque.formats`. A manifest (`manifest.json` in a folder of shards,
    `NAME.manifest.json` for a single file) stores the returned report.

    If a run was interrupted, the same call continues it. If it was finished, the same call returns
    its report at once. Streams cannot be read again, so their conversions always start over.

    Args:
        source: a file, a folder (with all files of games in it and below), a pattern, `"-"` for PGN
            from the standard input, an open PGN file, PGN as `bytes`, or several of these.
        target: a file to write, or a folder for shards.
        to: the format of shards: `"parquet"`, `"npz"`, `"pgn"`, `"pgn.zst"`, or a name in
            `enroque.formats.FORMATS`; `None` to write a single file in the format of its suffix.
        shard_games: number of games in a shard; `None` means 100,000.
        filter: criteria of the games to convert; `None` for all games. Training formats do not
            store tags, so criteria on tags and ratings raise an error for them.
        max_games_per_elo_bin: the largest number of games in each bin of mean ratings, of all
            sources together; the first ones are kept. `None` for no limit.
        elo_bin_width: the width of these bins in rating points.
        tablebase: Syzygy tables whose results replace those of the games, as in `Games.rescore`,
            after the filter; `None` for the results as played.
        overwrite: whether to replace the files of another conversion.
        on_error: the handling of a damaged or truncated file: `"raise"`, or `"skip"` the rest of
            it. Broken games in a PGN file are always kept up to the illegal move.
        on_unsupported: `"raise"` or `"skip"` games that a training format cannot store.
        missing_score: the score of positions without an evaluation; see `enroque.Writer`.
        annotations: `"move_times"`, `"arrows"` and `"engine"`: other parts of PGN comments to keep,
            besides evaluations and clocks; see `Games.from_pgn`.
        strict: whether to raise `BrokenGameError` at the first broken game of a PGN file.
        language: the language of piece letters in PGN; see `Games.from_pgn`.
        comments: the syntax of evaluations and clocks in PGN comments, `"standard"` or `"tcec"`.
        source_format: the format of sources whose names do not show it.
        columns: the columns of tables of games; see `Games.read`.
        time_unit: the unit of base times in tables of games; see `Games.read`.
        threads: number of threads; `None` for all cores.
        progress: `True` for a progress bar (tqdm), or a function that is called with the bytes read
            and the total bytes (`None` if a source is a stream).

    Returns:
        The report: counts of games, errors, and the files written.

    Raises:
        BlockingIOError: an `OSError`: another conversion is writing to the target.
        FileExistsError: the target contains other files, and `overwrite` is false.
        ClosedError: the tables are closed.
        FileFormatError: a `ValueError`: a source or a table is damaged. Completed
            shards stay: a run with `on_error="skip"` continues from them after a damaged source.
        EncodingError: a `ValueError`: the target format cannot store a game.
        OSError: a file cannot be read or written.
        ArgumentError: arguments contradict each other, or a format is unknown.

    Example:
        >>> import tempfile
        >>> from enroque.data import example_games
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     example_games().to_pgn(f"{folder}/games.pgn.zst")
        ...     report = convert(f"{folder}/games.pgn.zst", f"{folder}/games.npz")
        >>> report.games
        {'read': 118, 'kept': 118, 'broken': 0}
    """
    if filter is not None and not isinstance(filter, Filter):
        raise TypeError(f"filter must be an enroque.Filter, not {type(filter).__qualname__}")
    if tablebase is not None and not isinstance(tablebase, SyzygyTables):
        found = type(tablebase).__qualname__
        raise TypeError(f"tablebase must be an enroque.tablebase.Tablebase, not {found}")
    for name, value in (("on_error", on_error), ("on_unsupported", on_unsupported)):
        one_of(name, value, "raise", "skip")
    check_missing_score(missing_score)
    annotations = (annotations,) if isinstance(annotations, str) else tuple(annotations)
    pgn_options: dict[str, Any] = {
        "annotations": sorted(set(annotations)), "language": language, "comments": comments
    }  # fmt: skip
    Games.from_pgn([], strict=strict, **pgn_options)  # checks the options
    sources = find_sources(source, source_format)
    check_filter(sources, filter)
    table: dict[str, Any] = {}
    for one in sources:
        table = table_options(one.format, columns, time_unit)
    destination = destination_of(Path(target), to, shard_games)
    destination.check_sources(sources)
    writer_options = {"on_unsupported": on_unsupported, "missing_score": missing_score}
    elo_limit = None
    if max_games_per_elo_bin is not None:
        elo_limit = EloLimit(max_games_per_elo_bin, elo_bin_width)
    plan = {
        "sources": [one.manifest_entry() for one in sources],
        "format": destination.format,
        "filter": given_criteria(filter) if filter else {},
        "options": {
            "shard_games": destination.shard_size,
            **({} if elo_limit is None else elo_limit.options()),
            **({} if tablebase is None else {"tablebase": [*map(str, tablebase.folders)]}),
            **writer_options,
            **pgn_options,
            **table,
        },
        "versions": versions(destination.format),
    }

    def write(run: Run, report: Report) -> dict[str, Any]:
        total = total_of(one.bytes for one in sources)
        read = batches(
            sources,
            filter,
            elo_limit,
            reading={"strict": strict, **pgn_options},
            **table,
            threads=threads,
            advance=adding(report, total),
            on_damage=run.damaged,
        )
        if tablebase is not None:
            read = ((one.rescore(tablebase, threads=threads), rest) for one, rest in read)
        fields = write_games(run, read, writer_options)
        if total is not None:
            report(total, total)
        return fields

    return converted(
        Conversion,
        destination,
        plan,
        write,
        overwrite=overwrite,
        skip_damage=on_error == "skip",
        progress=progress,
    )
