"""The main line after a node."""

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from .._core import GameNode, mainline_text
from ._visitors import BaseVisitor

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")


class Mainline(Generic[ItemT]):
    """The nodes or moves of the main line after a node.

    Returned by `GameNode.mainline` and `GameNode.mainline_moves`. It can be iterated over
    repeatedly and in reverse; `str` writes it as PGN on one line.

    Args:
        start: the node before the first item.
        moves: iterate over `Move`s instead of `ChildNode`s.

    Example:
        >>> import io
        >>> from enroque import pgn
        >>> line = pgn.read_game(io.StringIO("1. e4 e5 (1... c5) 2. Nf3 *")).mainline_moves()
        >>> print(line)
        1. e4 e5 2. Nf3
        >>> [move.uci() for move in line]
        ['e2e4', 'e7e5', 'g1f3']
    """

    def __init__(self, start: GameNode, moves: bool) -> None:
        self.start = start
        self._moves = moves

    def __bool__(self) -> bool:
        return not self.start.is_end()

    def __iter__(self) -> Iterator[ItemT]:
        items: Iterator[Any] = iter(self.start._mainline(self._moves))
        return items

    def __reversed__(self) -> Iterator[ItemT]:
        items: Iterator[Any] = reversed(self.start._mainline(self._moves))
        return items

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Calls a visitor for the moves, without variations.

        Args:
            visitor: a `BaseVisitor`.

        Returns:
            The result of the visitor.
        """
        board = self.start.board()
        for node in self.start.mainline():
            if node.starting_comment:
                visitor.visit_comment(node.starting_comment)
            visitor.visit_move(board, node.move)
            board.push(node.move)
            visitor.visit_board(board)
            for nag in sorted(node.nags):
                visitor.visit_nag(nag)
            if node.comment:
                visitor.visit_comment(node.comment)
        return visitor.result()

    def __str__(self) -> str:
        return mainline_text(self.start, True)

    def __repr__(self) -> str:
        return f"<Mainline at {id(self):#x} ({mainline_text(self.start, False)})>"
