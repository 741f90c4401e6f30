"""Random games that are the same with every library: moves are chosen in the order of their UCI."""

import random

import chess


def random_game(seed, plies=80):
    """Returns a board after random moves."""
    choice = random.Random(seed)
    board = chess.Board()
    for _ in range(plies):
        moves = sorted(board.legal_moves, key=lambda move: move.uci())
        if not moves:
            break
        board.push(choice.choice(moves))
    return board
