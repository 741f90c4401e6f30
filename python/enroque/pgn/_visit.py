"""Calling visitors for a game tree."""

from collections.abc import Iterable
from typing import Any, TypeVar

from .._arguments import type_name
from .._core import Board, Game, GameNode, Move
from ._export import StringExporter
from ._headers import Headers
from ._visitors import SKIP, BaseVisitor

ResultT = TypeVar("ResultT")

# The kinds of steps; the same numbers as in `src/python/pgn/write.rs`.
MOVE, COMMENT, NAG, BEGIN, END = range(5)


def accept(node: GameNode, visitor: BaseVisitor[ResultT]) -> ResultT:
    """Calls the visitor for a node and its subtree; see `GameNode.accept`."""
    _check(visitor)
    exporter: Any = visitor
    if type(exporter) is StringExporter and not exporter.current_line:
        # not a subclass: its text is written without calls of its methods
        flags = exporter.headers, exporter.comments, exporter.variations
        text = node._text(exporter.columns, *map(bool, flags))
        # not `str.splitlines`, since a comment may contain carriage returns
        exporter.lines += text.removesuffix("\n").split("\n")
        return visitor.result()
    if not isinstance(node, Game):
        parent = node.parent
        assert parent is not None, "every node except the game has a parent"
        _walk(node._steps(after=False, sidelines=False), parent.board(), visitor)
        return visitor.result()
    if visitor.begin_game() is not SKIP:
        for name, value in node.headers.items():
            visitor.visit_header(name, value)
        _visit_moves(node, node, visitor)
    visitor.end_game()
    return visitor.result()


def accept_subgame(node: GameNode, visitor: BaseVisitor[ResultT]) -> ResultT:
    """Calls the visitor for a game from a node on; see `GameNode.accept_subgame`."""
    _check(visitor)
    game = node.game()
    start = Headers({})
    start._set_up(node.board())
    if visitor.begin_game() is not SKIP:
        visitor.begin_headers()
        for name, value in game.headers.items():
            if name not in start and name not in ("FEN", "SetUp", "Variant"):
                visitor.visit_header(name, value)
        for name, value in start.items():
            visitor.visit_header(name, value)
        _visit_moves(node, game, visitor)
    visitor.end_game()
    return visitor.result()


def _check(visitor: object) -> None:
    """Raises a `TypeError` for an object that is not a visitor."""
    if not hasattr(visitor, "begin_game"):
        raise TypeError(f"visitor must be a visitor, not {type_name(visitor)}")


def _visit_moves(node: GameNode, game: Game, visitor: BaseVisitor[Any]) -> None:
    """Calls the visitor for the start position, the moves and the result."""
    if visitor.end_headers() is SKIP:
        return
    board = node.board() if node == game else node.board().copy(stack=False)
    visitor.visit_board(board)
    if node == game and node.comment:
        visitor.visit_comment(node.comment)
    _walk(node._steps(after=True, sidelines=True), board, visitor)
    visitor.visit_result(game.headers.get("Result", "*"))


def _walk(steps: Iterable[tuple[int, Any]], board: Board, visitor: BaseVisitor[Any]) -> None:
    """Calls the visitor for each step, with the board in the position of the step."""
    # For each open variation, the move that it replaces, and the number of moves of the line before
    # it. Moves are popped and pushed on one board: copies would take quadratic memory.
    interrupted: list[tuple[Move, int]] = []
    plies = 0
    skipped_depth = 0  # the number of open variations in a skipped one, itself included
    for kind, value in steps:
        if skipped_depth:
            skipped_depth += (kind == BEGIN) - (kind == END)
            if not skipped_depth:
                visitor.end_variation()
        elif kind == MOVE:
            visitor.visit_move(board, value)
            board.push(value)
            plies += 1
            visitor.visit_board(board)
        elif kind == COMMENT:
            visitor.visit_comment(value)
        elif kind == NAG:
            visitor.visit_nag(value)
        elif kind == BEGIN:
            if visitor.begin_variation() is SKIP:
                skipped_depth = 1
                continue
            interrupted.append((board.pop(), plies - 1))
            plies = 0
        else:
            for _ in range(plies):
                board.pop()
            move, plies = interrupted.pop()
            board.push(move)
            plies += 1
            visitor.end_variation()
