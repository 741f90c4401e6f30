"""`enroque chess960`: start positions by number, at random, or a different one for each side."""

import argparse

from enroque import chess960
from enroque.cli.parser import Commands, Parser, whole_number
from enroque.cli.position import describe

__all__ = ["add"]


def add(commands: "Commands[Parser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "chess960",
        help="Chess960 start positions by number or at random",
        description="Print a Chess960 start position by its number (0 to 959, Scharnagl's "
        "numbering: 518 is standard chess), or a random one.",
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
        help="double Chess960: a number for White's pieces and one for Black's",
    )
    choice.add_argument(
        "--double-random", action="store_true", help="double Chess960, both sides at random"
    )
    parser.add_argument("--seed", type=whole_number, help="the same random position every time")
    parser.set_defaults(run=run, parser=parser)


def run(options: argparse.Namespace) -> None:
    """Print the start position: its FEN in both dialects, and its number."""
    if options.seed is not None and (options.double or options.number is not None):
        raise ValueError("--seed is for a random position, and this one is chosen")
    if options.double:
        board = chess960.double(*options.double)
    elif options.double_random:
        board = chess960.double_random(seed=options.seed)
    elif options.number is not None:
        board = chess960.position(options.number)
    else:
        board = chess960.random(seed=options.seed)
    describe(board)
