"""The speed of `Board` compared with other Python libraries: `python benches/python/board.py`.

python-chess is needed. Each peer that is installed is compared too, in the same process:
pyrust-chess, which has python-chess's names, and those of `board_peers.py`.
"""

import importlib
import random
from typing import Any

import board_peers
import chess
from timing import Table, seconds, statement

import enroque

FEN = "r2q1rk1/pp2ppbp/2np1np1/8/3NP1b1/1BN1B3/PPP2PPP/R2Q1RK1 w - - 8 10"
MOVE = "d4c6"
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
    "turn": "board.turn",
    "to_square": "move.to_square",
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

SAME_NAMES = ("UCI of all, one call", "SAN of all, one call", "empty loop")
"""Those for python-chess that pyrust-chess runs too."""


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


def drop_ins() -> dict[str, Any]:
    """Returns the modules with the names of python-chess, which all statements are for."""
    modules = {"enroque": enroque, "python-chess": chess}
    try:
        modules["pyrust-chess"] = importlib.import_module("pyrust_chess")
    except ImportError:
        print("skipped: pyrust-chess is not installed")
    return modules


def time_calls(modules: dict[str, Any]) -> None:
    """Times each statement in a middlegame position."""
    peers = board_peers.installed()
    variables = {name: names(module) for name, module in modules.items()}
    table = Table(f"calls at {FEN.split()[0]}", "ns", [*modules, *peers])
    statements = {what: dict.fromkeys(modules, code) for what, code in CALLS.items()}
    for what, (ours, theirs) in DIFFERENT.items():
        statements[what] = {"enroque": ours, "python-chess": theirs}
        if what in SAME_NAMES:
            statements[what]["pyrust-chess"] = theirs
    statements["perft(4)"] = {"enroque": "perft(Board(), 4, threads=1)"}
    variables["enroque"]["perft"] = enroque.perft
    for name, module in peers.items():
        peer = board_peers.PEERS[name]
        variables[name] = peer.names(module, FEN, MOVE)
        for what, code in peer.calls.items():
            statements[what][name] = code
    for what, by_engine in statements.items():
        values = [
            statement(by_engine[name], variables[name]) * NS if name in by_engine else None
            for name in table.engines
        ]
        table.row(what, *values)


def main() -> None:
    """Times each statement in a middlegame position, then perft and random games."""
    modules = drop_ins()
    time_calls(modules)
    table = Table("loops in Python", "ns/ply", list(modules))
    nodes = perft(enroque.Board(), 3)
    times = [seconds(lambda m=module: perft(m.Board(), 3)) for module in modules.values()]
    table.row("perft 3, moves of the last ply counted", *(NS * time / nodes for time in times))
    plies = play_randomly(enroque)
    times = [seconds(lambda m=module: play_randomly(m)) for module in modules.values()]
    table.row("random games", *(NS * time / plies for time in times))
    by_number = seconds(play_randomly_by_index) / play_randomly_by_index()
    absent = [None] * (len(modules) - 1)
    table.row("random games, moves[number]", NS * by_number, *absent)


if __name__ == "__main__":
    main()
