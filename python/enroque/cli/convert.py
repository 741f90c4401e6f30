"""`enroque convert`: games from files of any kind into files of any other."""

import argparse
import os
from dataclasses import replace

from enroque._conversion import MANIFEST, Conversion, convert
from enroque._conversion.sources import expanded
from enroque._filters import Filter
from enroque.cli.error_hints import error_hints
from enroque.cli.input_options import add_filter_options, add_reading_options, filter_of, reading_of
from enroque.cli.parser import Commands, Parser, counting_number, whole_number
from enroque.cli.progress import byte_count, input_progress, note, note_faults

__all__ = ["add"]


def add(commands: "Commands[Parser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "convert",
        help="games between PGN, Parquet, .npz and the trainers' files",
        description="Write the games of files into a file, or into shards in a folder. The endings "
        "of names say what kind each file is: .pgn (also .zst, .gz, .bz2), .parquet, .npz, .vf, "
        ".binpack and the other kinds of enroque.formats. A run that was stopped, even by a power "
        "cut, goes on where it stopped when it is started again.",
    )
    parser.add_argument(
        "input", nargs="+", metavar="INPUT", help="files, folders or patterns; - is PGN from stdin"
    )
    parser.add_argument("output", metavar="OUTPUT", help="a file, or a folder for shards")
    parser.add_argument(
        "--from", dest="source_kind", metavar="KIND",
        help="what kind of files the inputs are whose names do not say it",
    )  # fmt: skip
    parser.add_argument(
        "--to", metavar="KIND",
        help="what kind of shards to write into a folder: parquet, npz, pgn, pgn.zst, viriformat, "
        "binpack, ...",
    )  # fmt: skip
    parser.add_argument(
        "--shard-games", type=counting_number, metavar="N",
        help="games in a shard (default: 100000)",
    )  # fmt: skip
    parser.add_argument(
        "--overwrite", action="store_true", help="replace what another conversion left there"
    )
    parser.add_argument(
        "--skip-unsupported", action="store_true",
        help="leave out games that the kind has no words for, such as Chess960 in a binpack",
    )  # fmt: skip
    parser.add_argument(
        "--missing-score", type=int, metavar="N",
        help="what stands for an evaluation that is not known (default: what the kind has for it; "
        "where it has nothing, that is an error)",
    )  # fmt: skip
    parser.add_argument(
        "--annotations", action="append", choices=["move_times", "arrows"],
        help="keep thinking times or drawn arrows of PGN's comments too; again for both",
    )  # fmt: skip
    parser.add_argument(
        "--variant", choices=["standard", "chess960"], help="only these games (default: all)"
    )
    parser.add_argument(
        "--min-elo", type=whole_number, metavar="N", help="both players rated N or more"
    )
    parser.add_argument(
        "--max-elo", type=whole_number, metavar="N", help="both players rated, N at most"
    )
    parser.add_argument(
        "--result", action="append", choices=["1-0", "0-1", "1/2-1/2", "*"], metavar="RESULT",
        help="1-0, 0-1, 1/2-1/2 or *, and again for more of them (default: all)",
    )  # fmt: skip
    add_filter_options(parser)
    add_reading_options(parser)
    parser.add_argument(
        "--threads", type=counting_number, metavar="N", help="use N cores (default: all)"
    )
    parser.set_defaults(run=run, parser=parser)


def run(options: argparse.Namespace) -> None:
    """Convert, and say what was written."""
    criteria = {
        "variant": options.variant,
        "min_elo": options.min_elo,
        "max_elo": options.max_elo,
        "result": options.result,
    }
    sizes = [source.bytes for source in expanded(options.input, options.source_kind)]
    given = {name: value for name, value in criteria.items() if value is not None}
    base = filter_of(options)
    filter = replace(base or Filter(), **given) if given else base
    skips = options.skip_unsupported
    with (
        error_hints(on_error=options.on_error, skip_unsupported=skips),
        input_progress("converting", options.input, sizes) as advance,
    ):
        before = 0

        def tell(done: int, _: int) -> None:
            nonlocal before
            advance(done - before)
            before = done

        done = convert(
            options.input,
            options.output,
            to=options.to,
            shard_games=options.shard_games,
            filter=filter,
            overwrite=options.overwrite,
            source_kind=options.source_kind,
            on_error=options.on_error,
            on_unsupported="skip" if options.skip_unsupported else "raise",
            missing_score=options.missing_score,
            annotations=options.annotations or (),
            threads=options.threads,
            progress=tell,
            **reading_of(options),
        )
    _report(options.output, done)


def _report(output: str, done: Conversion) -> None:
    of_sources, of_games = done.errors["sources"], done.errors["first"]
    note_faults(of_sources, of_games, done.errors["count"])
    forgiven = done.warnings["count"] if done.warnings else 0
    if forgiven:
        more = "" if forgiven == 1 else f"; {forgiven - 1} more warnings"
        note(f"{done.warnings['first'][0]}{more}")
    if done.resumed:
        whole = "all" if done.resumed == len(done.shards) else f"{done.resumed} of"
        files = f"{whole} {len(done.shards)} files were"
        note(f"{'the file was' if len(done.shards) == 1 else files} there from an earlier run")
    games = done.games
    refused = ", ".join(f"{name} {count}" for name, count in done.filtered_out.items())
    print(
        f"{games['read']} games read, {games['kept']} kept ({games['broken']} broken)"
        + (f"; left out for {refused}" if refused else "")
    )
    skipped: dict[str, int] = {}
    for shard in done.shards:
        for name, count in shard.get("skipped", {}).items():
            skipped[name] = skipped.get(name, 0) + count
    if skipped:
        reasons = ", ".join(f"{name} {count}" for name, count in skipped.items())
        print(f"left out because {done.kind} has no words for them: {reasons}")
    size = byte_count(sum(shard["bytes"] for shard in done.shards))
    if os.path.isdir(output):
        files = "1 shard" if len(done.shards) == 1 else f"{len(done.shards)} shards"
        print(f"{done.positions} positions in {files} and {MANIFEST} in {output} ({size})")
    else:
        print(f"{done.positions} positions in {output} ({size}), described by {output}.{MANIFEST}")
