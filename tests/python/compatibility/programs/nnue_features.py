"""Feature indices of a network with king buckets.

Mirrors the calls of `model/modules/features/halfka_v2_hm.py` and `cross_check_eval.py` of
https://github.com/official-stockfish/nnue-pytorch, commit 9f72946529c4 (GPL-3.0): `board.king`,
`piece_map`, `piece.piece_type` and `piece.color`, square arithmetic, positions with few pieces.
"""

import hashlib

import chess
import numpy as np
from random_games import random_game


def oriented(is_white, square, king):
    mirrored = square ^ (7 if chess.square_file(king) < 4 else 0)
    return mirrored if is_white else chess.square_mirror(mirrored)


def features(board, color):
    king = board.king(color)
    own = oriented(color, king, king)
    bucket = 4 * (7 - chess.square_rank(own)) + 7 - chess.square_file(own)
    active = []
    for square, piece in board.piece_map().items():
        kind = 2 * (piece.piece_type - 1) + (piece.color != color)
        active.append(oriented(color, square, king) + 64 * kind + 768 * bucket)
    return sorted(active)


VALUES = {
    chess.PAWN: 126,
    chess.KNIGHT: 781,
    chess.BISHOP: 825,
    chess.ROOK: 1276,
    chess.QUEEN: 2538,
}
for seed in range(6):
    end = random_game(seed, 120)
    board, digest, total = end.root(), hashlib.sha256(), 0
    for move in end.move_stack:
        for color in chess.COLORS:
            digest.update(np.array(features(board, color), np.int32).tobytes())
        total += sum(
            value
            * (
                chess.popcount(board.pieces_mask(kind, chess.WHITE))
                - len(board.pieces(kind, False))
            )
            for kind, value in VALUES.items()
        )
        board.push(move)
    print(seed, len(end.move_stack), total, digest.hexdigest(), features(board, board.turn)[:4])
