"""Checks of the moves, positions and opponents of a board to play on."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from .._arguments import check_type, type_name
from .._core import Board, Move
from .._model.pieces import WHITE
from .._model.squares import Square
from ..errors import ArgumentError, IllegalMoveError

if TYPE_CHECKING:
    from ..engine import Engine

Choose: TypeAlias = Callable[[Board], Move | str]
"""A function that chooses a move for a board: a `Move`, or its SAN or UCI."""


def checked_board(board: Board, *, may_be_illegal: bool) -> Board:
    """Returns a copy of a board.

    Args:
        board: the board.
        may_be_illegal: whether the position may be illegal.

    Raises:
        IllegalPositionError: it is, and may not be.
    """
    check_type("board", board, Board, hint=": use Board(fen)" if isinstance(board, str) else "")
    if not may_be_illegal:
        board.can_win(WHITE, quick=True)  # raises
    return board.copy()


def checked_move(board: Board, move: Move | str) -> Move:
    """Returns a legal move.

    Args:
        board: the position.
        move: the move, or its SAN or UCI.
    """
    if isinstance(move, str):
        move = board.parse_san(move)  # which reads null moves, too
    check_type("a move", move, Move)
    if not (move and board.is_legal(move)):
        raise IllegalMoveError(f"{move} is illegal in {board.fen()}")
    return move


def checked_line(board: Board, line: Iterable[Move | str]) -> list[Move]:
    """Returns the moves of a solution.

    Args:
        board: the position at its start.
        line: the moves, at least one.
    """
    board, moves = board.copy(), []
    for move in line:
        moves.append(checked_move(board, move))
        board.push(moves[-1])
    if not moves:
        raise ArgumentError("the solution has no moves")
    return moves


def choices(board: Board) -> list[tuple[Square, Square, str]]:
    """Returns origins, targets and UCI of the legal moves.

    Castling has the rook as a target, and that of the king unless it is one square away.

    Args:
        board: the position.
    """
    found = []
    for move in board.legal_moves:
        origin, targets = move.from_square, {move.to_square}
        if board.is_castling(move):
            king, corner = (6, 7) if board.is_kingside_castling(move) else (2, 0)
            targets |= set() if board.chess960 else {(origin & 56) + corner}
            king += origin & 56
            targets |= {king} if abs(origin - king) > 1 else set()
        found += [(origin, target, board.uci(move)) for target in sorted(targets)]
    return found


def function_of(opponent: "Choose | Engine") -> Choose:
    """Returns an opponent as a function.

    Args:
        opponent: a function, or an engine.
    """
    if callable(opponent):
        return opponent
    from ..engine import Engine, Limit

    if not isinstance(opponent, Engine):
        raise TypeError(
            f"opponent must be a function of a Board or an Engine, not {type_name(opponent)}"
        )
    return lambda board: opponent.play(board, Limit(time=0.5)).move or ""
