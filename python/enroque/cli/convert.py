"""`enroque convert`: converts files of games between formats."""

import argparse
import os
from collections import Counter
from contextlib import ExitStack

from enroque._conversion import MANIFEST, Conversion, convert
from enroque._file_formats import KNOWN
from enroque._progress import total_of
from enroque._sources import find_sources
from enroque.cli.error_hints import error_hints
from enroque.cli.input_options import (
    add_filter_options,
    add_reading_options,
    filter_of,
    reading_of,
)
from enroque.cli.parser import Commands, Parser, add_threads, counting_number
from enroque.cli.progress import byte_count, input_progress, note, note_errors

__all__ = ["add"]


def add(commands: "Commands[Parser]") -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "convert",
        help="convert games between PGN, Parquet, .npz and training formats",
        usage="enroque convert [options] INPUT [INPUT ...] OUTPUT",
        description="Write the games of files to one file, or to shards in a folder. File name "
        "suffixes select the formats: .pgn (also .pgn.zst, .pgn.gz, .pgn.bz2), .parquet, .npz, "
        ".vf, .binpack, .v6 and the others of enroque.formats. To continue an interrupted run, "
        "start it again with the same arguments.",
    )
    parser.add_argument(
        "input", nargs="+", metavar="INPUT",
        help="files, folders or patterns; - is PGN from the standard input",
    )  # fmt: skip
    parser.add_argument("output", metavar="OUTPUT", help="a file, or a folder for shards")
    parser.add_argument(
        "--from", dest="source_format", metavar="FORMAT",
        help="the format of inputs whose names do not show it",
    )  # fmt: skip
    parser.add_argument(
        "--to", metavar="FORMAT",
        help=f"write shards of this format to the folder OUTPUT: {KNOWN}",
    )  # fmt: skip
    parser.add_argument(
        "--shard-games", type=counting_number, metavar="N",
        help="number of games in a shard (default: 100000)",
    )  # fmt: skip
    parser.add_argument(
        "--overwrite", action="store_true", help="replace the files of another conversion"
    )
    parser.add_argument(
        "--on-unsupported", choices=["raise", "skip"], default="raise",
        help="for games that the format cannot store, such as Chess960 in binpack: stop with an "
        "error, or skip them (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--missing-score", type=int, metavar="N",
        help="the score written for positions without an evaluation (default: the format's own "
        "value for that; an error if it has none)",
    )  # fmt: skip
    parser.add_argument(
        "--annotations", action="append", choices=["move_times", "arrows", "engine"],
        help="also keep move times or arrows of PGN comments, or the evaluations and times that "
        "Cutechess and fastchess write; can be repeated",
    )  # fmt: skip
    add_threads(parser)
    add_filter_options(parser)
    add_reading_options(parser)
    parser.set_defaults(run=run, parser=parser)


def run(options: argparse.Namespace) -> None:
    """Converts, and prints a summary."""
    filter = filter_of(options)
    skip_unsupported = options.on_unsupported == "skip"
    with ExitStack() as stack:
        hints = error_hints(on_error=options.on_error, skip_unsupported=skip_unsupported)
        stack.enter_context(hints)
        sources = find_sources(options.input, options.source_format)
        total = total_of(source.bytes for source in sources)
        report = stack.enter_context(input_progress("converting", options.input, total))
        conversion = convert(
            options.input,
            options.output,
            to=options.to,
            shard_games=options.shard_games,
            filter=filter,
            max_games_per_elo_bin=options.max_games_per_elo_bin,
            elo_bin_width=options.elo_bin_width,
            overwrite=options.overwrite,
            source_format=options.source_format,
            on_error=options.on_error,
            on_unsupported=options.on_unsupported,
            missing_score=options.missing_score,
            annotations=options.annotations or (),
            threads=options.threads,
            progress=report,
            **reading_of(options),
        )
    _report(options.output, conversion)


def _report(output: str, done: Conversion) -> None:
    note_errors(done.errors["sources"], done.errors["first"], done.errors["count"])
    warnings = done.warnings["count"] if done.warnings else 0
    if warnings:
        more = "" if warnings == 1 else f"; {warnings - 1} more warnings"
        note(f"{done.warnings['first'][0]}{more}")
    count = len(done.shards)
    if done.resumed:
        resumed = "all" if done.resumed == count else f"{done.resumed} of"
        what = "the file was" if count == 1 else f"{resumed} {count} files were"
        note(f"{what} written by an earlier run")
    games = done.games
    summary = f"{games['read']} games read, {games['kept']} kept ({games['broken']} broken)"
    if done.filtered_out:
        summary += f"; filtered out: {_counts(done.filtered_out)}"
    print(summary)
    skipped: Counter[str] = Counter()
    for shard in done.shards:
        skipped.update(shard.get("skipped", {}))
    if skipped:
        print(f"skipped because {done.format} cannot store them: {_counts(skipped)}")
    size = byte_count(sum(shard["bytes"] for shard in done.shards))
    if os.path.isdir(output):
        files = "1 shard" if count == 1 else f"{count} shards"
        print(f"{done.positions} positions in {files} and {MANIFEST} in {output} ({size})")
    else:
        print(f"{done.positions} positions in {output} ({size}); manifest: {output}.{MANIFEST}")


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
