"""Conversion between boards of enroque and python-chess."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar

from .._core import Board, Move
from .._optional_packages import missing_package
from ..errors import ArgumentError, IllegalMoveError, IllegalPositionError

if TYPE_CHECKING:
    import chess

__all__ = ["ChessBoard", "from_chess", "to_chess"]

ChessBoard: TypeAlias = "chess.Board"
"""A board of python-chess."""

B = TypeVar("B", bound=Board)


def to_chess(board: Board) -> chess.Board:
    """Returns the position and its history as a board of python-chess.

    Args:
        board: the board; its move stack is copied.

    Raises:
        ImportError: python-chess is not installed.
    """
    try:
        import chess
    except ImportError as error:
        raise missing_package(error, "to_chess", "python-chess", "chess") from error
    moves = board.move_stack
    copy = _without_history(board.root())
    for move in moves:
        copy.push(chess.Move.from_uci(move.uci()))
    if not moves or copy.board_fen() == board.board_fen():
        _copy_fields(copy, board)  # edits since the last move
        copy.turn = board.turn
        return copy
    return _without_history(board)


def _without_history(board: Board) -> chess.Board:
    import chess

    copy = chess.Board(None, chess960=board.chess960)
    copy.set_board_fen(board.board_fen())
    copy.turn = board.turn
    _copy_fields(copy, board)
    return copy


def from_chess(cls: type[B], board: chess.Board) -> B:
    """Returns the position and history of a board of python-chess.

    Args:
        cls: the class of the result, `Board` or a subclass.
        board: a board of standard chess or Chess960. If its history has illegal moves, the
            result has no history.

    Raises:
        ArgumentError: the board plays a variant.
    """
    if not hasattr(board, "uci_variant"):
        raise TypeError(f"board must be a board of python-chess, not {type(board).__name__}")
    if board.uci_variant != "chess":
        raise ArgumentError(f"enroque plays standard chess and Chess960, not {board.uci_variant}")
    copy = cls(None, chess960=board.chess960)
    _copy_position(copy, board.root())
    try:
        for move in board.move_stack:
            copy.push(Move.from_uci(move.uci()))
    except (IllegalMoveError, IllegalPositionError):
        _copy_position(copy, board)
    if copy.board_fen() != board.board_fen():
        _copy_position(copy, board)
    copy.turn = board.turn
    _copy_fields(copy, board)
    return copy


def _copy_position(copy: Board, board: chess.Board) -> None:
    copy.set_board_fen(board.board_fen())
    copy.turn = board.turn
    _copy_fields(copy, board)


def _copy_fields(copy: Board | chess.Board, board: Board | chess.Board) -> None:
    copy.castling_rights = board.castling_rights
    copy.ep_square = board.ep_square
    copy.halfmove_clock = board.halfmove_clock
    copy.fullmove_number = board.fullmove_number
