"""`enroque show`: prints a position."""

import argparse

from enroque import Board
from enroque.cli.parser import Commands, Parser
from enroque.cli.position import board_of, print_position


def add(commands: "Commands[Parser]") -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "show",
        description="Print a position: the board, its FEN as X-FEN and Shredder-FEN, the side to "
        "move, check, checkmate or stalemate, the legal moves in SAN, and the Chess960 number of "
        "a start position.",
        examples={
            "the standard start position": "",
            "checkmate": '"r1bqkbnr/pppp1Qpp/2n5/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"',
        },
    )
    parser.add_argument(
        "fen",
        nargs="*",
        metavar="FEN",
        help="the position, quoted or not (default: the standard start position)",
    )
    parser.set_defaults(run=run, parser=parser)


def run(options: argparse.Namespace) -> None:
    """Prints the position."""
    board = board_of(options.fen)
    moves = [board.san(move) for move in board.legal_moves]
    print(board)
    print()
    print_position(board)
    print(f"to move:   {'White' if board.turn else 'Black'}{_state(board)}")
    print(f"moves:     {len(moves)}{': ' if moves else ''}{' '.join(moves)}")


def _state(board: Board) -> str:
    if board.is_checkmate():
        return ", checkmate"
    if board.is_stalemate():
        return ", stalemate"
    return ", in check" if board.is_check() else ""
