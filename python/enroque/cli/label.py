"""`enroque label`: evaluates games and positions with a UCI engine."""

import argparse
import shlex
from pathlib import Path
from typing import Any

import numpy as np

from enroque import Games, Positions
from enroque._files import position_sources
from enroque._files.conversion.destination import destination_of
from enroque._files.position_sources import is_of_positions
from enroque._files.positions import write, written_format
from enroque._files.sources import Source, batches, find_sources
from enroque._files.writer import Writer
from enroque._model.evals import NO_EVAL
from enroque._progress import adding, total_of
from enroque.cli.input_options import pair_of_names
from enroque.cli.parser import Commands, Parser, check_overwrite, counting_number, whole_number
from enroque.cli.progress import input_progress, note_errors, progress


def add(commands: "Commands[Parser]") -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "label",
        usage="enroque label [options] INPUT [INPUT ...] OUTPUT",
        description="Evaluate the positions of games with a UCI engine, in several processes, and "
        "write the games with evaluations (%eval in PGN) to one file. To continue an interrupted "
        "run, start it again with the same arguments: evaluations are kept in OUTPUT.labels until "
        "the file is complete.",
        examples={
            "with Stockfish": "games.pgn labeled.pgn --nodes 20000",
            "with another engine": "games.pgn labeled.parquet --depth 12 --engine ./berserk",
            "a list of FENs": "positions.fen labeled.csv --nodes 20000",
        },
    )
    option = parser.add_argument
    option("input", nargs="+", metavar="INPUT", help="files, folders, patterns or URLs")
    option("output", metavar="OUTPUT", help="a file: .pgn, .parquet, .npz and others")
    option(
        "--engine", type=_command, default="stockfish", metavar="COMMAND",
        help="the program, and its arguments (default: %(default)s)",
    )  # fmt: skip
    option("--nodes", type=counting_number, help="search N nodes in each position")
    option("--depth", type=counting_number, help="search each position to depth N")
    option("--time", type=float, metavar="SECONDS", help="search each position for this time")
    option(
        "--workers", type=counting_number,
        help="number of engine processes (default: number of cores)",
    )  # fmt: skip
    option(
        "--option", action="append", type=pair_of_names, metavar="NAME=VALUE",
        help="a UCI option, such as Hash=64; can be repeated",
    )  # fmt: skip
    option(
        "--timeout", type=float, default=60.0, metavar="SECONDS",
        help="the time after which an engine is started again (default: %(default)g)",
    )  # fmt: skip
    option(
        "--min-ply", type=whole_number, default=0,
        help="the first ply to evaluate (default: %(default)s, the start position)",
    )  # fmt: skip
    option("--max-ply", type=whole_number, help="the last ply to evaluate")
    option(
        "--every-n", type=counting_number, default=1,
        help="evaluate every N-th ply (default: %(default)s)",
    )  # fmt: skip
    option("--missing-only", action="store_true", help="skip positions that have an evaluation")
    option(
        "--search", action="store_true",
        help="also store win, draw and loss (UCI_ShowWDL) and the number of nodes",
    )  # fmt: skip
    option("--overwrite", action="store_true", help="replace OUTPUT if it exists")
    parser.set_defaults(run=run, parser=parser)


def _command(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error}") from error


def run(options: argparse.Namespace) -> None:
    """Reads, evaluates and writes games or positions, and prints a summary."""
    output = Path(options.output)
    are_positions = [is_of_positions(name) for name in options.input if name != "-"]
    if any(are_positions) and not all(are_positions):
        raise ValueError("the inputs are games and positions: evaluate them in separate runs")
    if any(are_positions):
        sources = position_sources.find(options.input)
        format, label = written_format(output, None), _label_positions
        is_input = any(output.resolve() == Path(source.path).resolve() for source in sources)
    else:
        sources = find_sources(options.input)
        destination = destination_of(output, None, None)
        format, label = destination.format, _label_games
        is_input = any(destination.contains(source.path) for source in sources)
    check_overwrite(output, options.overwrite)
    if options.nodes is None and options.depth is None and options.time is None:
        raise ValueError("pass a limit of each search: --nodes, --depth or --time")
    if is_input:
        raise ValueError(f"{output} is also an input")
    labels = output.with_name(f"{output.name}.labels")
    arguments = {
        "command": options.engine,
        "options": dict(options.option or ()),
        "checkpoint": labels,
    } | {name: getattr(options, name) for name in ("nodes", "depth", "time", "workers", "timeout")}
    labeled, summary = label(options, sources, arguments)
    if isinstance(labeled, Games):
        with Writer(output, format, durable=True) as writer:
            writer.write(labeled)
    else:
        write(labeled, output, format, durable=True)
    labels.unlink()
    print(f"{summary} with evaluations in {output}")


def _label_games(
    options: argparse.Namespace, sources: list[Source], arguments: dict[str, Any]
) -> tuple[Games | Positions, str]:
    total = total_of(source.bytes for source in sources)
    with input_progress("reading", options.input, total) as report:
        advance = adding(report, total)
        games = Games.concatenate(
            chunk for chunk, _ in batches(sources, None, reading={}, advance=advance)
        )
    note_errors((), games.errors, games.error_count)
    with progress("evaluating", None, "positions") as report:
        labeled = games.label(
            min_ply=options.min_ply,
            max_ply=options.max_ply,
            every_n=options.every_n,
            missing_only=options.missing_only,
            search=options.search,
            progress=report,
            **arguments,
        )
    evals = labeled.evals
    count = 0 if evals is None else int(np.count_nonzero(evals != NO_EVAL))
    return labeled, f"{len(labeled)} games, {count} of {len(labeled.moves)} plies"


def _label_positions(
    options: argparse.Namespace, sources: list[Source], arguments: dict[str, Any]
) -> tuple[Games | Positions, str]:
    given = (options.min_ply, options.max_ply, options.every_n, options.missing_only)
    if given != (0, None, 1, False):
        raise ValueError("--min-ply, --max-ply, --every-n and --missing-only are for games")
    with progress("reading", None, "B") as report:
        positions = Positions.read(sources, progress=report)
    note_errors((), positions.errors, positions.error_count)
    with progress("evaluating", None, "positions") as report:
        labels = positions.label(wdl=options.search, progress=report, **arguments)
    count = np.count_nonzero(labels.evals != NO_EVAL)
    return labels.positions, f"{count} of {len(positions)} positions"
