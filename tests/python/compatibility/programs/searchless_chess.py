"""Actions, tokens and puzzles.

Mirrors the calls of `src/utils.py`, `src/engines/engine.py` and `src/puzzles.py` of
https://github.com/google-deepmind/searchless_chess, commit 90ae0e6b1217 (Apache-2.0): the table of
actions from `BaseBoard.attacks`, legal moves in a fixed order, puzzles that are solved by a mate.
"""

import hashlib
import io

import chess
import chess.pgn
import numpy as np
from random_games import random_game

PUZZLES = [
    ("1. e4 e5 2. Qh5 Nc6 3. Bc4", "g8f6 h5f7"),
    ("1. f3 e5", "g2g4 d8h4"),
    ("1. e4 e5 2. Nf3 d6 3. d4 Bg4", "d4e5 g4f3 d1f3 d6e5"),
]


def actions():
    moves = []
    board = chess.BaseBoard.empty()
    for square in range(64):
        targets = []
        for symbol in "QN":
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
            targets += board.attacks(square)
        board.remove_piece_at(square)
        moves += [chess.square_name(square) + chess.square_name(target) for target in targets]
    for rank, last in (("2", "1"), ("7", "8")):
        for n, file in enumerate(chess.FILE_NAMES):
            for target in chess.FILE_NAMES[max(n - 1, 0) : n + 2]:
                moves += [f"{file}{rank}{target}{last}{piece}" for piece in "qrbn"]
    return {move: n for n, move in enumerate(moves)}


def ordered_moves(board):
    return sorted(board.legal_moves, key=lambda move: ACTIONS[move.uci()])


class Engine:
    """Chooses the move that leaves the fewest replies."""

    def play(self, board):
        counts = {}
        for move in ordered_moves(board):
            board.push(move)
            counts[move] = board.legal_moves.count() - 1000 * board.is_checkmate()
            board.pop()
        return min(counts, key=lambda move: (counts[move], ACTIONS[move.uci()]))


ACTIONS = actions()
print(len(ACTIONS), hashlib.sha256(" ".join(ACTIONS).encode()).hexdigest())
for seed in range(4):
    end = random_game(seed)
    board, tokens = end.root(), hashlib.sha256()
    for move in end.move_stack:
        legal = [ACTIONS[other.uci()] for other in ordered_moves(board)]
        assert ACTIONS[move.uci()] in legal
        tokens.update(np.array(legal, np.int16).tobytes() + board.fen().ljust(90).encode())
        board.push(move)
    print(seed, board.fen(), tokens.hexdigest())
for pgn, moves in PUZZLES:
    board = chess.pgn.read_game(io.StringIO(pgn)).end().board()
    for n, move in enumerate(moves.split()):
        predicted = Engine().play(board) if n % 2 else None
        if predicted is not None and predicted.uci() != move:
            board.push(predicted)
            print(board.san(board.pop()), "mates" if board.is_checkmate() else "fails")
            break
        board.push(chess.Move.from_uci(move))
    print(board.fen(), board.is_checkmate())
