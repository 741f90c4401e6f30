"""Positions of PGN files as boolean planes and move indices.

Mirrors the calls of `blunder_prediction/maia_chess_backend/fen_to_vec.py`, `games.py` and
`make_month_csv.py` of https://github.com/CSSLab/maia-chess, commit e464f161c295 (GPL-3.0):
`read_game` in a loop, headers, `mainline()`, `board.fen()` before each move, evaluations and clocks
of comments.
"""

import hashlib
import io
from pathlib import Path

import chess
import chess.pgn
import numpy as np
from random_games import random_game

LETTERS = "PNBRQKpnbrqk"


def games():
    with (Path(__file__).parent / "games.pgn").open(encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            yield game
    for seed in range(5):
        game = chess.pgn.Game.from_board(random_game(seed))
        game.headers["WhiteElo"] = str(1500 + seed)
        yield chess.pgn.read_game(io.StringIO(str(game)))


def vector(board):
    array = np.zeros((17, 8, 8), bool)
    for square, piece in board.piece_map().items():
        rank, file = chess.square_rank(square), chess.square_file(square)
        if board.turn == chess.BLACK:
            rank = 7 - rank
        is_own = piece.color == board.turn
        symbol = piece.symbol().upper() if is_own else piece.symbol().lower()
        array[LETTERS.index(symbol), rank, file] = True
    array[12] = board.turn
    for n, color in enumerate((board.turn, not board.turn)):
        array[13 + 2 * n] = board.has_kingside_castling_rights(color)
        array[14 + 2 * n] = board.has_queenside_castling_rights(color)
    return array


def index(move):
    return 64 * move.from_square + move.to_square


for game in games():
    headers = game.headers
    board = game.board()
    vectors, indices, rows = [], [], []
    for ply, node in enumerate(game.mainline()):
        score = node.eval()
        rows.append(
            (
                ply,
                board.fen(),
                node.move.uci(),
                node.san(),
                board.is_check(),
                board.legal_moves.count(),
                None if score is None else score.white().score(mate_score=10000),
                node.clock(),
                sorted(node.nags),
                len(node.parent.variations),
            )
        )
        vectors.append(vector(board))
        indices.append(index(node.move))
        board.push(node.move)
    packed = np.packbits(np.stack(vectors)).tobytes() + np.array(indices, np.int32).tobytes()
    print(headers["White"], headers.get("WhiteElo"), headers["Result"], len(rows))
    print(hashlib.sha256(packed).hexdigest())
    print(*rows, sep="\n")
    print(game.end().board().fen() == board.fen(), board.result())
