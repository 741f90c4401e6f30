"""`enroque chess960`: prints Chess960 and double Chess960 start positions."""

import argparse
import csv
import json
import shlex
import sys
from pathlib import Path

from enroque import Board, chess960, pgn
from enroque.cli.parser import Commands, Parser, counting_number, whole_number
from enroque.cli.position import print_position

_FORMATS = ("text", "fen", "epd", "pgn", "csv", "json")
_CONDITIONS = ("bishops_adjacent", "bishops_opposite", "castles_first")


def add(commands: "Commands[Parser]") -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "chess960",
        usage="enroque chess960 [options] [NUMBER ...]",
        description="Print Chess960 start positions by their Scharnagl numbers (0 to 959; 518 is "
        "the standard start position), or random ones.",
        examples={
            "by number: the standard start position": "518",
            "at random, the same every time": "--random --seed 7",
            "30 different ones, and a page to print": "--random 30 --seed 7 --sheet starts.svg",
            "an opening book of 500 balanced lines": (
                "--random 500 --plies 8 --engine stockfish --format epd"
            ),
            "the same for double Chess960, as games": (
                "--double-random 500 --plies 8 --engine stockfish --format pgn"
            ),
        },
    )
    option = parser.add_argument
    option(
        "numbers", nargs="*", type=whole_number, metavar="NUMBER",
        help="0 to 959 (default: one at random)",
    )  # fmt: skip
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument(
        "--random", nargs="?", type=counting_number, const=1,
        help="N different random start positions (default: 1)",
    )  # fmt: skip
    choice.add_argument(
        "--double", nargs=2, type=whole_number, metavar=("WHITE", "BLACK"),
        help="double Chess960: the numbers of White's and of Black's pieces",
    )  # fmt: skip
    choice.add_argument(
        "--double-random", nargs="?", type=counting_number, const=1,
        help="N different random start positions of double Chess960 (default: 1)",
    )  # fmt: skip
    option("--seed", type=whole_number, help="seed of random positions")
    option(
        "--only", action="append", choices=_CONDITIONS, default=[], metavar="CONDITION",
        help="choose only from positions with a property; can be repeated: "
        f"{', '.join(_CONDITIONS)}",
    )  # fmt: skip
    option(
        "--exclude", nargs="+", type=whole_number, default=[], metavar="NUMBER",
        help="numbers that are not chosen",
    )  # fmt: skip
    option(
        "--format", choices=_FORMATS, default="text",
        help="a FEN or an EPD per line, games, a table, or text (default)",
    )  # fmt: skip
    option(
        "--shredder", action="store_true",
        help="write castling rights by the files of the rooks in FEN, EPD and PGN",
    )  # fmt: skip
    option(
        "--plies", type=whole_number,
        help="N random moves after each random start; no two positions are equal or mirror images",
    )  # fmt: skip
    option(
        "--engine", metavar="COMMAND",
        help="with --plies: a UCI engine; keep only positions that it evaluates as balanced",
    )  # fmt: skip
    option(
        "--nodes", type=counting_number, default=10_000,
        help="with --engine: the nodes of each search (default: %(default)s)",
    )  # fmt: skip
    option(
        "--max-eval", type=whole_number, default=50,
        help="with --engine: the largest evaluation in centipawns (default: %(default)s)",
    )  # fmt: skip
    option("--sheet", metavar="FILE", help="also write an SVG image of all boards")
    parser.set_defaults(run=run, parser=parser)


def run(options: argparse.Namespace) -> None:
    """Prints the start positions."""
    boards = _boards(options)
    rows = [_row(board) for board in boards]
    if options.sheet is not None:
        from enroque import svg

        titles = [str(row["number"]) for row in rows]
        Path(options.sheet).write_text(svg.sheet(boards, titles=titles), encoding="utf-8")
    if options.format == "json":
        print(json.dumps(rows))
    elif options.format == "csv":
        writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    for n, board in enumerate(boards):
        if options.format == "text":
            print(end="\n" if n else "")
            print_position(board)
        elif options.format == "epd":
            print(board.epd(id=str(rows[n]["number"]), shredder=options.shredder))
        elif options.format == "fen":
            print(board.fen(shredder=options.shredder))
        elif options.format == "pgn":
            game = pgn.Game.from_board(board)
            game.headers["FEN"] = board.root().fen(shredder=options.shredder)
            print(game, end="\n\n")


def _boards(options: argparse.Namespace) -> list[Board]:
    is_random = not options.numbers and not options.double
    if not is_random and (options.random or options.double_random):
        raise ValueError("pass numbers, or --random or --double-random, not both")
    if options.numbers and options.double:
        raise ValueError("pass NUMBER, or --double WHITE BLACK, not both")
    for name in ("seed", "only", "exclude", "plies"):
        if not is_random and getattr(options, name) not in (None, []):
            raise ValueError(f"--{name} needs a random position: omit NUMBER and --double")
    if options.double:
        return [chess960.double(*options.double)]
    if not is_random:
        return [chess960.position(number) for number in options.numbers]
    if options.engine is not None and options.plies is None:
        raise ValueError("--engine needs --plies")
    count = options.double_random or options.random
    if options.plies is None and not options.only and not options.exclude and (count or 1) == 1:
        one = chess960.double_random if options.double_random else chess960.random
        return [one(seed=options.seed)]
    starts = chess960.table().columns()
    mask = None
    for name in options.only:
        mask = starts[name] if mask is None else mask & starts[name]
    if options.plies is not None:
        engine = None if options.engine is None else shlex.split(options.engine)
        return chess960.lines(
            count or 1, options.plies, double=bool(options.double_random), only=mask,
            exclude=options.exclude, engine=engine, nodes=options.nodes,
            max_eval=options.max_eval, seed=options.seed,
        )  # fmt: skip
    several = chess960.double_random if options.double_random else chess960.random
    return several(count or 1, only=mask, exclude=options.exclude, seed=options.seed)


def _row(board: Board) -> dict[str, object]:
    """Returns the columns of a position; a double start has White's and Black's number."""
    white, black = chess960.numbers(board.root()) or (0, 0)
    return {
        "number": white if white == black else f"{white}-{black}",
        "white": chess960.back_rank(white),
        "black": chess960.back_rank(black).lower(),
        "fen": board.fen(),
        "shredder_fen": board.fen(shredder=True),
    }
