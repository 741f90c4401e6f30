"""Perft with python-chess's API.

Mirrors the calls of `examples/perft/perft.py` of python-chess 1.11.2 (GPL-3.0-or-later, PyPI
sdist): a board of `chess.variant.find_variant`, `set_epd`, recursion over `legal_moves` with `push`
and `pop`, `legal_moves.count()` at the leaves. Node counts are those of
https://www.chessprogramming.org/Perft_Results.
"""

import chess
import chess.variant

SUITE = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", [20, 400, 8902]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", [48, 2039]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", [14, 191, 2812]),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -", [21, 528]),
]


def nodes(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += nodes(board, depth - 1)
        board.pop()
    return total


board = chess.variant.find_variant("standard")(chess960=True)
for epd, expected in SUITE:
    board.set_epd(epd)
    for depth, count in enumerate(expected, 1):
        found = nodes(board, depth)
        print(board.epd(), depth, found, "ok" if found == count else f"expected {count}")
    for move in sorted(board.legal_moves, key=lambda move: move.uci()):
        board.push(move)
        print(move, board.legal_moves.count(), end=" ")
        board.pop()
    print()
