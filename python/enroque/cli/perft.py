"""`enroque perft`: counts sequences of legal moves."""

import argparse
import re
import time

import enroque
from enroque.cli.parser import Commands, Parser, add_threads, counting_number
from enroque.cli.position import board_of


def add(commands: "Commands[Parser]") -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "perft",
        usage="enroque perft [-h] [--divide] [--threads N] [--hash MB] [FEN] DEPTH",
        description="Count the sequences of DEPTH legal moves from a position, the usual test of "
        "a move generator.",
        examples={
            "from the standard start position: 119060324 nodes": "6",
            "from another position, by first move": (
                '--divide "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" 4'
            ),
        },
    )
    parser.add_argument(
        "words",
        nargs="+",
        metavar="[FEN] DEPTH",
        help="the position, quoted or not (default: the standard start position), and the depth "
        "in plies, 0 to 255",
    )
    parser.add_argument("--divide", action="store_true", help="print the count of each first move")
    add_threads(parser)
    parser.add_argument(
        "--hash",
        type=counting_number,
        metavar="MB",
        help="use a hash table of MB megabytes, which counts transpositions once (default: none)",
    )
    parser.set_defaults(run=run, parser=parser)


def run(options: argparse.Namespace) -> None:
    """Prints the count and the time."""
    *fen, last = options.words
    if not re.fullmatch(r"\d{1,3}", last, re.ASCII) or int(last) > 255:
        raise ValueError(f"DEPTH, the last argument, must be 0 to 255, not {last!r}")
    depth = int(last)
    board = board_of(fen)
    started = time.perf_counter()

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
    seconds = time.perf_counter() - started
    speed = f", {nodes / seconds / 1e6:,.0f} million nodes/s" if nodes > 1_000_000 else ""
    print(f"{nodes} nodes at depth {depth} ({seconds:.3f} s{speed})")
