"""`enroque explore`: prints the moves played in a position, or results by start position."""

import argparse
import csv
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from enroque import Board, Games, chess960
from enroque._files.sources import batches, find_sources, raise_error
from enroque._progress import adding, total_of
from enroque.cli.input_options import (
    add_filter_options,
    add_inputs,
    add_reading_options,
    add_source_format,
    elo_limit_of,
    filter_of,
    reading_of,
    table_of,
)
from enroque.cli.parser import Commands, Parser, add_threads, counting_number, whole_number
from enroque.cli.progress import input_progress, note, note_errors
from enroque.errors import FileFormatError

__all__ = ["add"]


def add(commands: "Commands[Parser]") -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "explore",
        usage="enroque explore [options] INPUT [INPUT ...]",
        description="Print the moves played in a position, with their results, as CSV. With "
        "--by-start, print results, ratings, evaluations and castling by start position of "
        "Chess960: chess960.by_start documents the columns.",
        examples={
            "the first moves of games": "games.pgn.zst --min-elo 2000",
            "which start is best for White?": "--by-start lichess_chess960.pgn.zst",
            "the first moves of one start": "--start 518 lichess_chess960.pgn.zst",
        },
    )
    add_inputs(parser)
    add_source_format(parser)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--fen", metavar="FEN", help="the position (default: standard chess)")
    choice.add_argument(
        "--start", type=whole_number, metavar="N", help="start position N of Chess960, 0 to 959"
    )
    choice.add_argument("--by-start", action="store_true", help="a row for each start position")
    parser.add_argument(
        "--standard", action="store_true",
        help="with --by-start: count standard chess as start position 518",
    )  # fmt: skip
    parser.add_argument(
        "--min-games", type=counting_number, default=1, metavar="N",
        help="print moves or starts with at least N games (default: %(default)s)",
    )  # fmt: skip
    add_threads(parser)
    add_filter_options(parser, without=("position",))
    add_reading_options(parser)
    parser.set_defaults(run=run, parser=parser, position=None)


def run(options: argparse.Namespace) -> None:
    """Reads the games and prints a table."""
    if options.standard and not options.by_start:
        raise ValueError("--standard needs --by-start")
    if options.by_start:
        _print_starts(options)
        return
    board = Board() if options.fen is None else Board(options.fen, chess960=None)
    if options.start is not None:
        board = chess960.position(options.start)
    options.position = board  # other games are not kept
    explorer = Games.concatenate(_batches(options)).explorer(board, min_games=options.min_games)
    rows = [asdict(row) | {"move": row.move and row.move.uci()} for row in explorer]
    total = asdict(explorer.total)
    _print_table(total, (row.values() for row in rows))
    note(f"{explorer.total.games} games have the position")


def _print_starts(options: argparse.Namespace) -> None:
    results = chess960.by_start(_batches(options), standard=options.standard)
    kept = results.games >= options.min_games
    columns = {name: column[kept].tolist() for name, column in results.columns().items()}
    _print_table(columns, zip(*columns.values(), strict=True))
    for kind, count in results.skipped.items():
        if count:
            note(f"skipped {count} games: {kind}")


def _print_table(names: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
    """Prints a table as CSV; unknown values are empty."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([None if value != value else value for value in row] for row in rows)


def _batches(options: argparse.Namespace) -> Iterator[Games]:
    """Yields the games of the inputs, and prints their errors at the end."""
    sources = find_sources(options.input, options.source_format)
    damages: list[FileFormatError] = []
    errors: list[object] = []
    count = 0
    total = total_of(source.bytes for source in sources)
    with input_progress("reading", options.input, total) as report:
        for games, _ in batches(
            sources, filter_of(options), elo_limit_of(options), reading=reading_of(options),
            threads=options.threads, advance=adding(report, total), **table_of(options),
            on_damage=raise_error if options.on_error == "raise" else damages.append,
        ):  # fmt: skip
            count += games.error_count
            errors += games.errors[: max(0, 5 - len(errors))]
            yield games
    note_errors(damages, errors, count)
