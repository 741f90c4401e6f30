"""`enroque chess960`: prints Chess960 and double Chess960 start positions."""

import argparse

from enroque import chess960
from enroque.cli.parser import Commands, Parser, whole_number
from enroque.cli.position import print_position

__all__ = ["add"]


def add(commands: "Commands[Parser]") -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "chess960",
        description="Print a Chess960 start position by its Scharnagl number (0 to 959; 518 is "
        "the standard start position), or a random one.",
        examples={
            "by number: the standard start position": "518",
            "at random, the same every time": "--random --seed 7",
        },
    )
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument(
        "number", nargs="?", type=whole_number, metavar="NUMBER", help="0 to 959 (default: random)"
    )
    choice.add_argument("--random", action="store_true", help="a random start position")
    choice.add_argument(
        "--double",
        nargs=2,
        type=whole_number,
        metavar=("WHITE", "BLACK"),
        help="double Chess960: the numbers of White's and of Black's pieces",
    )
    choice.add_argument(
        "--double-random", action="store_true", help="a random double Chess960 start position"
    )
    parser.add_argument("--seed", type=whole_number, metavar="N", help="seed of random positions")
    parser.set_defaults(run=run, parser=parser)


def run(options: argparse.Namespace) -> None:
    """Prints the start position."""
    if options.seed is not None and (options.double or options.number is not None):
        raise ValueError("--seed needs a random position: omit NUMBER and --double")
    if options.double:
        board = chess960.double(*options.double)
    elif options.double_random:
        board = chess960.double_random(seed=options.seed)
    elif options.number is not None:
        board = chess960.position(options.number)
    else:
        board = chess960.random(seed=options.seed)
    print_position(board)
