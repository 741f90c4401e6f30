"""The speed of `Board` compared with python-chess, by method: `python benches/python/board.py`."""

import random
from typing import Any

import chess
from timing import header, row, seconds, statement

import enroque

FEN = "r2q1rk1/pp2ppbp/2np1np1/8/3NP1b1/1BN1B3/PPP2PPP/R2Q1RK1 w - - 8 10"
NS = 1e9


CALLS = {
    "Board()": "Board()",
    "Board(fen)": "Board(fen)",
    "fen()": "board.fen()",
    "list(legal_moves)": "list(board.legal_moves)",
    "UCI of all, move by move": "[move.uci() for move in board.legal_moves]",
    "legal_moves.count()": "board.legal_moves.count()",
    "is_legal": "board.is_legal(move)",
    "push + pop": "board.push(move); board.pop()",
    "copy(stack=False)": "board.copy(stack=False)",
    "parse_san": "board.parse_san('Nxc6')",
    "san": "board.san(move)",
    "is_checkmate": "board.is_checkmate()",
    "outcome": "board.outcome()",
    "can_claim_draw, 60 plies": "game.can_claim_draw()",
    "set_piece_at": "board.copy(stack=False).set_piece_at(0, None)",
    "attackers": "board.attackers(True, 35)",
    "pseudo-legal moves": "list(board.pseudo_legal_moves)",
}
"""The statements to time, by label. Functions would add the time of a call."""

DIFFERENT = {
    "UCI of all, one call": (
        "board.legal_moves.uci()",
        "[move.uci() for move in board.legal_moves]",
    ),
    "SAN of all, one call": (
        "board.legal_moves.san()",
        "[board.san(move) for move in board.legal_moves]",
    ),
    "hash": ("board.hash()", "board._transposition_key()"),
    "empty loop": ("pass", "pass"),
}
"""Statements that differ: for enroque and for python-chess."""


def names(module: Any) -> dict[str, Any]:
    """Returns the variables of the statements."""
    board = module.Board(FEN)
    move = board.parse_san("Nxc6")
    game = random_game(module, 60)
    return {"Board": module.Board, "fen": FEN, "board": board, "move": move, "game": game}


def random_game(module: Any, plies: int) -> Any:
    """Returns a board after a seeded random game."""
    rng = random.Random(1)
    board = module.Board()
    for _ in range(plies):
        names = sorted(move.uci() for move in board.legal_moves)
        board.push_uci(rng.choice(names))
    return board


def perft(board: Any, depth: int) -> int:
    """Returns the number of leaves, by a loop in Python that counts the moves of the last ply."""
    if depth == 1:
        count: int = board.legal_moves.count()
        return count
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def play_randomly(module: Any) -> int:
    """Plays seeded random games; returns the number of plies."""
    draw = random.Random(3).random
    plies = 0
    for _ in range(20):
        board = module.Board()
        for _ in range(120):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(draw() * len(moves))])
            plies += 1
    return plies


def play_randomly_by_index() -> int:
    """Plays the same games without lists of moves, which python-chess needs."""
    draw = random.Random(3).random
    plies = 0
    for _ in range(20):
        board = enroque.Board()
        moves = board.legal_moves
        for _ in range(120):
            count = len(moves)
            if not count:
                break
            board.push(moves[int(draw() * count)])
            plies += 1
    return plies


def main() -> None:
    """Times each statement in a middlegame position, then perft and random games."""
    header(f"ns per call, {FEN.split()[0]}")
    ours, theirs = names(enroque), names(chess)
    for what, (mine, other) in (
        {what: (call, call) for what, call in CALLS.items()} | DIFFERENT
    ).items():
        row(what, statement(mine, ours), statement(other, theirs), "ns", scale=NS)
    nodes = perft(enroque.Board(), 3)
    ours_time = seconds(lambda: perft(enroque.Board(), 3)) / nodes
    theirs_time = seconds(lambda: perft(chess.Board(), 3)) / nodes
    row("perft 3 in Python, per node", ours_time, theirs_time, "ns", scale=NS)
    ours_time = seconds(lambda: play_randomly(enroque)) / play_randomly(enroque)
    theirs_time = seconds(lambda: play_randomly(chess)) / play_randomly(chess)
    row("random games, per ply", ours_time, theirs_time, "ns", scale=NS)
    by_number = seconds(play_randomly_by_index) / play_randomly_by_index()
    row("random games, moves[number]", by_number, theirs_time, "ns", scale=NS)


if __name__ == "__main__":
    main()
