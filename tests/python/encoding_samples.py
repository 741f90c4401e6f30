"""Games with all properties in which encodings differ, and all encodings."""

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

import enroque
from enroque import Board, Games

NAMES = enroque.Encoding.names()
PLANES = [
    enroque.Encoding(name, **options)
    for name, options in [
        ("alphazero", {}),
        ("alphazero", {"layout": "channels_last"}),
        ("alphazero", {"player": "opponent"}),
        ("chess_alpha_zero", {}),
        ("lc0", {}),
        ("lc0", {"format": 2, "fill": "no"}),
        ("lc0", {"format": 133, "fill": "always"}),
        ("maia2", {}),
        ("maia2", {"view": "white"}),
        ("maia3", {}),
        ("maia3", {"history": 1}),
        ("openspiel", {}),
        ("pettingzoo", {}),
        ("pettingzoo", {"player": "opponent"}),
        ("pieces", {}),
        ("pieces", {"view": "white"}),
        ("tutorial14", {}),
    ]
]
POLICIES = [enroque.Policy(name) for name in enroque.Policy.names()] + [
    enroque.Policy("lc0", format=3),
    enroque.Policy("from_to", view="white"),
]
TOKENS = [
    enroque.Encoding("chessbench"),
    enroque.Encoding("squares"),
    enroque.Encoding("squares", view="white"),
]
FEATURES = [enroque.Encoding(name) for name in NAMES["features"]]
RECORDS = [enroque.Encoding(name) for name in NAMES["records"]]
COMPOSED = enroque.Encoding(
    "composed", parts="pieces own_attacks castling castling_rooks en_passant"
)
PGN = """[White "A"]
[Result "1-0"]

1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 Nc6 {[%eval #-3]} 3. Ng1 Nb8 4. Nf3 Nc6 5. Bb5 a6
6. O-O 1-0

[Variant "Chess960"]
[FEN "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"]
[Result "0-1"]

1. g3 g6 2. O-O O-O 0-1

[FEN "4k3/P7/8/3pP3/8/8/8/4K2R b K - 7 30"]

1... Kd7 2. O-O *

"""
GAMES = Games.from_pgn(io.StringIO(PGN))


def _pairs() -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    game, ply = GAMES.positions()
    order = np.random.default_rng(1).permutation(len(game))
    return game[order], ply[order]


PAIRS: tuple[Any, Any] = _pairs()
"""All positions, in random order."""
BOARDS: list[Board] = [GAMES[g].board(p) for g, p in zip(*PAIRS, strict=True)]
"""The same positions as boards."""
