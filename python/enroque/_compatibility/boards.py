"""Conversion between boards of enroque and python-chess."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from .._core import Board, Move
from .._optional_packages import imported
from ..errors import ArgumentError, IllegalMoveError, IllegalPositionError

if TYPE_CHECKING:
    import chess

ChessBoard: TypeAlias = "chess.Board"
"""A board of python-chess."""

B = TypeVar("B", bound=Board)

_EMPTY_FEN: Final = "8/8/8/8/8/8/8/8 w - - 0 1"
_NO_SQUARE: Final = 64
"""The en-passant square of the state of a pickle if there is none."""


def to_chess(board: Board) -> chess.Board:
    """Returns the position and its history as a board of python-chess.

    Args:
        board: the board; its move stack is copied.

    Raises:
        ImportError: python-chess is not installed.
    """
    chess = imported("chess", "to_chess", "python-chess")
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
    if not board.move_stack:
        _put(copy, board)
        return copy
    _put(copy, board.root())
    try:
        for move in board.move_stack:
            copy.push(Move(move.from_square, move.to_square, move.promotion, move.drop))
    except (IllegalMoveError, IllegalPositionError):
        _put(copy, board)
    if _pieces(copy) != _pieces(board):
        _put(copy, board)
    copy.turn = board.turn
    _copy_fields(copy, board)
    return copy


def _put(copy: Board, board: chess.Board) -> None:
    """Sets up the position of a board, without history."""
    rest = [int(not board.turn), 0, _NO_SQUARE, 0, 1]
    # the state of a pickle: the one call that takes bitboards
    placement = [(0, [*_pieces(board), *rest])]
    copy.__setstate__((_EMPTY_FEN, [], board.chess960, placement, [(0, board.promoted)], None))
    _copy_fields(copy, board)


def _pieces(board: Board | chess.Board) -> list[int]:
    """Returns the bitboards of White's and of Black's pieces, from pawns to kings."""
    types = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    white, black = board.occupied_co[True], board.occupied_co[False]
    return [each & white for each in types] + [each & black for each in types]


def _copy_fields(copy: Board | chess.Board, board: Board | chess.Board) -> None:
    copy.castling_rights = board.castling_rights
    copy.ep_square = board.ep_square
    copy.halfmove_clock = board.halfmove_clock
    copy.fullmove_number = board.fullmove_number
