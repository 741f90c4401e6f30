"""`enroque convert`: converts files of games between formats, and files of positions to shards."""

import argparse
import os
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from enroque._files.conversion import convert
from enroque._files.conversion.positions import convert_positions
from enroque._files.conversion.result import Conversion, PositionConversion, counts_text
from enroque._files.formats import KNOWN, MANIFEST
from enroque._files.positions import SHARD_SUFFIXES
from enroque.cli import input_options, position_options
from enroque.cli.parser import Commands, Parser, add_threads, counting_number, whole_number
from enroque.cli.progress import byte_count, input_progress, note, note_errors
from enroque.tablebase import Tablebase


def add(commands: "Commands[Parser]") -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "convert",
        usage="enroque convert [options] INPUT [INPUT ...] OUTPUT",
        description="Write the games of files to one file, or to shards in a folder. File name "
        "suffixes select the formats: .pgn (also .pgn.zst, .pgn.gz, .pgn.bz2), .parquet, .npz, "
        ".vf, .binpack, .v6 and the others of enroque.formats. With --to positions, write the "
        "positions of tables (CSV, JSON lines, EPD, Parquet, ...) to shards. To continue an "
        "interrupted run, start it again with the same arguments.",
        examples={
            "PGN to Parquet": "games.pgn.zst games.parquet",
            "a large file to shards, only games of strong players": (
                "lichess.pgn.zst shards --to parquet --shard-games 50000 --min-elo 2000"
            ),
            "and back to PGN": "games.parquet games.pgn",
            "a table of positions": "evals.csv shards --to positions.parquet",
        },
    )
    option = parser.add_argument
    input_options.add_inputs(parser)
    option("output", metavar="OUTPUT", help="a file, or a folder for shards")
    input_options.add_source_format(parser)
    option(
        "--to", metavar="FORMAT",
        help=f"write shards of this format to the folder OUTPUT: {KNOWN}; positions, or "
        f"positions.FORMAT with one of {', '.join(SHARD_SUFFIXES)}",
    )  # fmt: skip
    option(
        "--shard-games", type=counting_number, help="number of games in a shard (default: 100000)"
    )
    option(
        "--rows-per-shard", type=counting_number,
        help="number of positions in a shard of positions (default: 1000000)",
    )  # fmt: skip
    option(
        "--split", metavar="NAME=F,...",
        help="subsets of positions, as folders with these fractions, such as train=0.9,test=0.1; a "
        "position is in one of them wherever it occurs; needs --seed",
    )  # fmt: skip
    option("--seed", type=whole_number, help="the seed of --split")
    option("--overwrite", action="store_true", help="replace the files of another conversion")
    option(
        "--on-unsupported", choices=["raise", "skip"], default="raise",
        help="for games that the format cannot store, such as Chess960 in binpack: stop with an "
        "error, or skip them (default: %(default)s)",
    )  # fmt: skip
    option(
        "--missing-score", type=int,
        help="the score written for positions without an evaluation (default: the format's own "
        "value for that; an error if it has none)",
    )  # fmt: skip
    option(
        "--annotations", action="append", choices=["move_times", "arrows", "engine"],
        help="also keep move times or arrows of PGN comments, or the evaluations and times that "
        "Cutechess and fastchess write; can be repeated",
    )  # fmt: skip
    option(
        "--tablebase", metavar="FOLDER",
        help="replace the results of games that reach a position in the Syzygy tables in FOLDER",
    )  # fmt: skip
    add_threads(parser)
    input_options.add_filter_options(parser)
    input_options.add_reading_options(parser)
    position_options.add_position_options(parser)
    parser.set_defaults(run=run, parser=parser, filters_games=False)


def run(options: argparse.Namespace) -> None:
    """Converts, and prints a summary."""
    contents, _, format = (options.to or "").partition(".")
    position_options.check_contents(
        options,
        has_positions=contents == "positions",
        for_games=("shard_games", "on_unsupported", "missing_score", "annotations", "tablebase"),
        for_positions=("rows_per_shard", "split", "seed"),
        filters_games=options.filters_games,
    )
    run: Callable[..., Conversion | PositionConversion] = _convert_games
    if contents == "positions":
        run = partial(_convert_positions, format or "npz")
    with input_progress("converting", options.input) as report:
        done = run(
            options,
            overwrite=options.overwrite,
            on_error=options.on_error,
            threads=options.threads,
            progress=report,
        )
    note_errors(done.errors["sources"], done.errors["first"], done.errors["count"])
    _note_warnings(done.warnings)
    _note_resumed(done.resumed, len(done.shards))
    print(done)
    _report_shards(options.output, done.format, done.shards, getattr(done, "subsets", {}))


def _convert_positions(
    format: str, options: argparse.Namespace, **common: Any
) -> PositionConversion:
    if format not in SHARD_SUFFIXES:
        known = ", ".join(SHARD_SUFFIXES)
        options.parser.error(f"argument --to: positions.{format} is unknown; formats: {known}")
    return convert_positions(
        options.input,
        options.output,
        to=format,  # type: ignore[arg-type]  # checked above
        rows_per_shard=options.rows_per_shard or 1_000_000,
        filter=position_options.position_filter_of(options),
        split=_split_of(options),
        seed=options.seed,
        format=options.source_format,
        strict=options.strict,
        **common,
        **position_options.position_reading_of(options),
    )


def _split_of(options: argparse.Namespace) -> dict[str, float] | None:
    if options.split is None:
        return None
    fractions = {}
    for part in options.split.split(","):
        name, _, fraction = part.partition("=")
        try:
            fractions[name] = float(fraction)
        except ValueError:
            options.parser.error(f"argument --split: must be NAME=F,..., not {options.split!r}")
    if options.seed is None:
        options.parser.error("--split needs --seed, so that the same rows are in a subset again")
    return fractions


def _convert_games(options: argparse.Namespace, **common: Any) -> Conversion:
    return convert(
        options.input,
        options.output,
        to=options.to,
        shard_games=options.shard_games,
        filter=input_options.filter_of(options),
        max_games_per_elo_bin=options.max_games_per_elo_bin,
        elo_bin_width=options.elo_bin_width,
        tablebase=None if options.tablebase is None else Tablebase(options.tablebase),
        source_format=options.source_format,
        on_unsupported=options.on_unsupported,
        missing_score=options.missing_score,
        annotations=options.annotations or (),
        **common,
        **input_options.reading_of(options),
        **input_options.table_of(options),
    )


def _note_warnings(warnings: dict[str, Any]) -> None:
    count = warnings["count"] if warnings else 0
    if count:
        more = "" if count == 1 else f"; {count - 1} more warnings"
        note(f"{warnings['first'][0]}{more}")


def _note_resumed(resumed: int, count: int) -> None:
    if resumed:
        of_all = "all" if resumed == count else f"{resumed} of"
        what = "the file was" if count == 1 else f"{of_all} {count} files were"
        note(f"{what} written by an earlier run")


def _report_shards(
    output: str, format: str, shards: list[dict[str, Any]], subsets: dict[str, int]
) -> None:
    """Prints what was skipped and written."""
    skipped: Counter[str] = Counter()
    for shard in shards:
        skipped.update(shard.get("skipped", {}))
    if skipped:
        print(f"skipped because {format} cannot store them: {counts_text(skipped)}")
    size = byte_count(sum(shard["bytes"] for shard in shards))
    positions = sum(shard["positions"] for shard in shards)
    if os.path.isdir(output):
        files = "1 shard" if len(shards) == 1 else f"{len(shards)} shards"
        of_subsets = f": {counts_text(subsets)}" if subsets else ""
        print(f"{positions} positions in {files} and {MANIFEST} in {output} ({size}){of_subsets}")
    else:
        print(f"{positions} positions in {output} ({size}); manifest: {output}.{MANIFEST}")
