"""`enroque perft`: count the leaves of the tree of legal moves."""

import argparse
import time

import enroque
from enroque.cli.parser import Commands, Parser, counting_number
from enroque.cli.position import board_of

__all__ = ["add"]


def add(commands: "Commands[Parser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "perft",
        help="count the positions that legal moves lead to",
        usage="enroque perft [-h] [--divide] [--threads N] [--hash MB] [FEN] DEPTH",
        description="Count the sequences of DEPTH legal moves from a position (default: the "
        "start). The standard check of a move generator.",
    )
    parser.add_argument(
        "words",
        nargs="+",
        metavar="[FEN] DEPTH",
        help="the position, quoted or not, then how many plies deep",
    )
    parser.add_argument("--divide", action="store_true", help="a count for each first move")
    parser.add_argument(
        "--threads",
        type=counting_number,
        metavar="N",
        help="how many threads work (default: one a core)",
    )
    parser.add_argument(
        "--hash",
        type=counting_number,
        metavar="MB",
        help="count what several ways lead to once, remembered in so many megabytes",
    )
    parser.set_defaults(run=run, parser=parser)


def run(options: argparse.Namespace) -> None:
    """Print the count, and how long it took."""
    *fen, last = options.words
    depth = _depth(last)
    board = board_of(fen)
    begun = time.perf_counter()

    def count(depth: int) -> int:
        return enroque.perft(board, depth, threads=options.threads, hash_mb=options.hash)

    if options.divide and depth > 0:
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            below = count(depth - 1)
            board.pop()
            nodes += below
            print(f"{board.uci(move)}: {below}", flush=True)
    else:
        nodes = count(depth)
    seconds = time.perf_counter() - begun
    speed = f", {nodes / seconds / 1e6:,.0f} million a second" if nodes > 1_000_000 else ""
    print(f"{nodes} nodes at depth {depth} ({seconds:.3f} s{speed})")


def _depth(text: str) -> int:
    try:
        depth = int(text)
    except ValueError:
        raise ValueError(f"the depth comes last and is a whole number, not {text!r}") from None
    if not 0 <= depth <= 255:
        raise ValueError(f"a depth of {depth} is outside 0 to 255")
    return depth
