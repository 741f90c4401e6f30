"""An environment for self-play and its 18 input planes.

Mirrors the calls of `src/chess_zero/env/chess_env.py` and `src/chess_zero/config.py` of
https://github.com/Zeta36/chess-alpha-zero, commit db5961e6bc0e (MIT): `push_uci`,
`result(claim_draw=True)`, `copy.copy(board)`, FENs to planes, labels of moves.
"""

import copy
import hashlib
import random

import chess
import numpy as np

PIECES = "KQRBNPkqrbnp"


class Env:
    def __init__(self):
        self.board = chess.Board()
        self.plies = 0
        self.result = None

    def step(self, action):
        self.board.push_uci(action)
        self.plies += 1
        result = self.board.result(claim_draw=True)
        self.result = None if result == "*" else result

    def copy(self):
        other = copy.copy(self)
        other.board = copy.copy(self.board)
        return other


def flipped(fen):
    rows, turn, rights, *rest = fen.split(" ")
    if turn == "w":
        return fen
    rows = "/".join(row.swapcase() for row in reversed(rows.split("/")))
    return " ".join([rows, "w", "".join(sorted(rights.swapcase())), *rest])


def planes(fen):
    rows, _, rights, ep_square, clock, _ = flipped(fen).split(" ")
    array = np.zeros((18, 8, 8), np.float32)
    for rank, row in enumerate(rows.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                array[PIECES.index(letter), rank, file] = 1
                file += 1
    for n, letter in enumerate("KQkq"):
        array[12 + n] = letter in rights
    array[16] = int(clock)
    if ep_square != "-":
        array[17, 8 - int(ep_square[1]), ord(ep_square[0]) - ord("a")] = 1
    return array


def labels():
    """UCI texts of all queen and knight moves and promotions."""
    names = []
    board = chess.BaseBoard.empty()
    for square in chess.SQUARES:
        for symbol in "QN":
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
            names += [chess.Move(square, to).uci() for to in board.attacks(square)]
        board.remove_piece_at(square)
    return sorted(names)


LABELS = {name: n for n, name in enumerate(labels())}
print(len(LABELS))
for seed in range(6):
    choice = random.Random(seed)
    env = Env()
    digest = hashlib.sha256()
    while env.result is None and env.plies < 120:
        legal = sorted(move.uci() for move in env.board.legal_moves)
        policy = np.zeros(len(LABELS), np.float32)
        policy[[LABELS[uci[:4]] for uci in legal]] = 1 / len(legal)
        digest.update(planes(env.board.fen()).tobytes() + policy.tobytes())
        other = env.copy()
        other.step(legal[0])
        digest.update(other.board.fen().encode())
        env.step(choice.choice(legal))
    print(env.result, env.plies, env.board.fen(), digest.hexdigest())
