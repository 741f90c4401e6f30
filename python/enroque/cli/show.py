"""`enroque show`: one position, looked at from all sides."""

import argparse

from enroque import Board
from enroque.cli.parser import Commands, Parser
from enroque.cli.position import board_of, describe

__all__ = ["add"]


def add(commands: "Commands[Parser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "show",
        help="show a position: board, FEN in both dialects, legal moves, check",
        description="Show a position: the board, its FEN in both dialects, the legal moves in SAN, "
        "whether it is check, and its Chess960 number if it is a start position.",
    )
    parser.add_argument(
        "fen", nargs="*", metavar="FEN", help="the position, quoted or not (default: the start)"
    )
    parser.set_defaults(run=run, parser=parser)


def run(options: argparse.Namespace) -> None:
    """Print what there is to say about the position."""
    board = board_of(options.fen)
    moves = [board.san(move) for move in board.legal_moves]
    print(board)
    print()
    describe(board)
    print(f"to move:   {'White' if board.turn else 'Black'}{_state(board)}")
    print(f"moves:     {len(moves)}{': ' if moves else ''}{' '.join(moves)}")


def _state(board: Board) -> str:
    if board.is_checkmate():
        return ", checkmate"
    if board.is_stalemate():
        return ", stalemate"
    return ", in check" if board.is_check() else ""
