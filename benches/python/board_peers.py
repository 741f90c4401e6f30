"""The calls of other Python libraries of chess, beside those of `board.py`."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Peer:
    """A library: its module, the variables of its statements, and the statements by label.

    `names` takes the module, a FEN and a move in UCI.
    """

    module: str
    names: Callable[[Any, str, str], dict[str, Any]]
    calls: dict[str, str]


def bulletchess(module: Any, fen: str, uci: str) -> dict[str, Any]:
    board = module.Board.from_fen(fen)
    return {**vars(module), "fen": fen, "board": board, "move": module.Move.from_uci(uci)}


def cozy_chess(module: Any, fen: str, uci: str) -> dict[str, Any]:
    board = module.Board.from_fen(fen)
    move = module.Move.from_str(uci)
    return {"Board": module.Board, "copy": board.__copy__, "board": board, "move": move, "fen": fen}


def rust_chess(module: Any, fen: str, uci: str) -> dict[str, Any]:
    board = module.Board(fen)
    return {"Board": module.Board, "board": board, "move": module.Move.from_uci(uci), "fen": fen}


def nchess(module: Any, fen: str, uci: str) -> dict[str, Any]:
    board = module.Board(fen)
    move = module.Move(uci)
    return {"Board": module.Board, "board": board, "move": move, "fen": fen}


def chessmg(module: Any, fen: str, uci: str) -> dict[str, Any]:
    board = module.ChessPosition(fen)
    move = next(move for move in board.legal_moves() if move.uci == uci)
    return {"Board": module.ChessPosition, "board": board, "move": move, "fen": fen}


def esca(module: Any, fen: str, uci: str) -> dict[str, Any]:
    position, game = module.Position.from_fen(fen), module.Game.from_fen(fen)
    move = position.parse_uci(uci)
    names = {"Game": module.Game, "Position": module.Position, "fen": fen}
    return {**names, "board": position, "game": game, "move": move}


PEERS = {
    "bulletchess": Peer(
        "bulletchess",
        bulletchess,
        {
            "Board()": "Board()",
            "Board(fen)": "Board.from_fen(fen)",
            "fen()": "board.fen()",
            "list(legal_moves)": "board.legal_moves()",
            "UCI of all, move by move": "[move.uci() for move in board.legal_moves()]",
            "legal_moves.count()": "utils.count_moves(board)",
            "push + pop": "board.apply(move); board.undo()",
            "copy(stack=False)": "board.copy()",
            "parse_san": "Move.from_san('Nxc6', board)",
            "san": "move.san(board)",
            "is_checkmate": "board in CHECKMATE",
            "perft(4)": "utils.perft(Board(), 4)",
            "turn": "board.turn",
            "to_square": "move.destination",
        },
    ),
    "cozy-chess-py": Peer(
        "cozy_chess",
        cozy_chess,
        {
            "Board()": "Board()",
            "Board(fen)": "Board.from_fen(fen)",
            "fen()": "board.fen()",
            "list(legal_moves)": "board.generate_moves()",
            "UCI of all, move by move": "[str(move) for move in board.generate_moves()]",
            "legal_moves.count()": "sum(map(len, board.generate_piece_moves()))",
            "is_legal": "board.is_legal(move)",
            # it has no undo: a copy takes its place
            "push + pop": "copy().play_unchecked(move)",
            "copy(stack=False)": "copy()",
            "outcome": "board.status()",
            "turn": "board.side_to_move()",
            "to_square": "move.to_square",
        },
    ),
    "rust-chess": Peer(
        "rust_chess",
        rust_chess,
        {
            "Board()": "Board()",
            "Board(fen)": "Board(fen)",
            "fen()": "board.get_fen()",
            "list(legal_moves)": "board.reset_move_generator(); list(board.generate_legal_moves())",
            "UCI of all, move by move": (
                "board.reset_move_generator();"
                "[move.get_uci() for move in board.generate_legal_moves()]"
            ),
            "is_legal": "board.is_legal_move(move)",
            # it has no undo: a new board takes its place
            "push + pop": "board.make_move_new(move, check_legality=False)",
            "parse_san": "board.get_move_from_san('Nxc6')",
            "is_checkmate": "board.is_checkmate()",
            "turn": "board.turn",
            "to_square": "move.dest",
        },
    ),
    "nchess": Peer(
        "nchess",
        nchess,
        {
            "Board()": "Board()",
            "Board(fen)": "Board(fen)",
            "fen()": "board.fen()",
            "list(legal_moves)": "board.generate_legal_moves()",
            "is_legal": "board.is_move_legal(move)",
            "push + pop": "board.step(move); board.undo()",
            "copy(stack=False)": "board.copy()",
            "perft(4)": "Board().perft(4, no_print=True)",
            "turn": "board.side",
            "to_square": "move.to_",
        },
    ),
    "chessmg": Peer(
        "chessmg",
        chessmg,
        {
            "Board()": "Board()",
            "Board(fen)": "Board(fen)",
            "fen()": "board.fen",
            "list(legal_moves)": "board.legal_moves()",
            "UCI of all, move by move": "[move.uci for move in board.legal_moves()]",
            "push + pop": "board.make_move(move); board.undo_move()",
            "copy(stack=False)": "board.copy()",
            "is_checkmate": "board.is_checkmate",
            "perft(4)": "Board().perft(4)",
            "turn": "board.turn",
            "to_square": "move.to_square",
        },
    ),
    "esca": Peer(
        "esca",
        esca,
        {
            "Board()": "Game()",
            "Board(fen)": "Position.from_fen(fen)",
            "fen()": "board.fen",
            "list(legal_moves)": "board.legal_moves()",
            "UCI of all, move by move": "[move.uci() for move in board.legal_moves()]",
            "push + pop": "game.play(move); game.undo()",
            "copy(stack=False)": "game.copy()",
            "parse_san": "board.parse_san('Nxc6')",
            "san": "board.san(move)",
            "outcome": "game.outcome()",
            "turn": "board.side_to_move",
            "to_square": "move.destination",
        },
    ),
}
"""By the name on PyPI. Labels are those of `board.CALLS`."""


def installed() -> dict[str, Any]:
    """Returns the modules of the peers that are installed; prints the names of the others."""
    modules = {}
    for name, peer in PEERS.items():
        try:
            modules[name] = importlib.import_module(peer.module)
        except ImportError:
            print(f"skipped: {name} is not installed")
    if "bulletchess" in modules:
        importlib.import_module("bulletchess.utils")
    return modules
