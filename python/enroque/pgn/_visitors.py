"""Visitors: objects whose methods are called for the contents of a game in PGN order."""

import enum
import logging
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeVar, overload

from .._core import Board, Game, GameNode, Move
from ..errors import PgnError

if TYPE_CHECKING:
    from ._headers import Headers

LOGGER = logging.getLogger("enroque.pgn")
"""The logger for errors of games."""

ResultT = TypeVar("ResultT", covariant=True)
GameT = TypeVar("GameT", bound=Game)
# for the argument of the constructor, whose class variable is not bound yet
_GameT = TypeVar("_GameT", bound=Game)


class SkipType(enum.Enum):
    """The type of `SKIP`."""

    SKIP = None


SKIP: Final = SkipType.SKIP
"""Returned by a visitor to skip a game, a variation or a move."""


class BaseVisitor(ABC, Generic[ResultT]):
    """The base class of visitors; override `result` and the methods that you need.

    Visitors are called by `GameNode.accept`, `GameNode.accept_subgame`, `Mainline.accept` and
    `read_game(handle, Visitor=...)`.

    Example:
        >>> import io
        >>> from enroque import pgn
        >>> class Comments(pgn.BaseVisitor[list[str]]):
        ...     def begin_game(self):
        ...         self.comments = []
        ...     def visit_comment(self, comment):
        ...         self.comments.append(comment)
        ...     def result(self):
        ...         return self.comments
        >>> pgn.read_game(io.StringIO("1. e4 {best} e5 (1... c5 {sharp}) *"), Visitor=Comments)
        ['best', 'sharp']
    """

    def begin_game(self) -> SkipType | None:
        """Called at the start of a game; return `SKIP` to skip it."""

    def begin_headers(self) -> "Headers | None":
        """Called before the tags.

        Returns:
            The `Headers` that collect the tags, or `None` for new ones.
        """

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Called for a tag.

        Args:
            tagname: the name of the tag.
            tagvalue: its value.
        """

    def end_headers(self) -> SkipType | None:
        """Called after the tags; return `SKIP` to skip the moves."""

    def begin_parse_san(self, board: Board, san: str) -> SkipType | None:
        """Called before a move is parsed; return `SKIP` to skip it.

        Args:
            board: the position before the move; do not change it.
            san: the text of the move.
        """

    def parse_san(self, board: Board, san: str) -> Move:
        """Parses a move; a `ValueError` is passed to `handle_error`.

        Args:
            board: the position before the move; do not change it.
            san: the text of the move.

        Returns:
            The move.

        Raises:
            InvalidMoveError: the text is not a move.
            IllegalMoveError: the move is illegal.
            AmbiguousMoveError: several pieces can make the move.
        """
        return board.parse_san(san)

    def visit_move(self, board: Board, move: Move) -> None:
        """Called for a move.

        Args:
            board: the position before the move; do not change it.
            move: the move.
        """

    def visit_board(self, board: Board) -> None:
        """Called for the start position and after each move.

        Args:
            board: the position; do not change it.
        """

    def visit_comment(self, comment: str) -> None:
        """Called for a comment.

        Args:
            comment: the text.
        """

    def visit_nag(self, nag: int) -> None:
        """Called for a NAG.

        Args:
            nag: the number.
        """

    def begin_variation(self) -> SkipType | None:
        """Called at the start of a variation; return `SKIP` to skip it."""

    def end_variation(self) -> None:
        """Called at the end of a variation, also of a skipped one."""

    def visit_result(self, result: str) -> None:
        """Called for the result after the moves.

        Args:
            result: `1-0`, `0-1`, `1/2-1/2` or `*`.
        """

    def end_game(self) -> None:
        """Called at the end of the game."""

    @abstractmethod
    def result(self) -> ResultT:
        """Returns the result of the visit."""

    def handle_error(self, error: Exception) -> None:
        """Called for an error; raises it unless overridden.

        Args:
            error: the exception.
        """
        raise error


class GameBuilder(BaseVisitor[GameT]):
    """Builds a game; the default visitor of `read_game`.

    The result is the game.

    Args:
        Game: the class of the game, called without arguments.
    """

    @overload
    def __init__(self: "GameBuilder[Game]") -> None: ...
    @overload
    def __init__(self: "GameBuilder[_GameT]", *, Game: type[_GameT]) -> None: ...  # noqa: N803
    def __init__(self, *, Game: Any = Game) -> None:  # noqa: N803
        self.Game = Game

    def begin_game(self) -> SkipType | None:
        """Makes an empty game."""
        self.game: GameT = self.Game()
        self.variation_stack: list[GameNode] = [self.game]
        self.starting_comment = ""
        self.in_variation = False
        return None

    def begin_headers(self) -> "Headers | None":
        """Returns the headers of the game."""
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Sets the tag.

        Args:
            tagname: the name of the tag.
            tagvalue: its value.
        """
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        """Adds the NAG to the last move.

        Args:
            nag: the number.
        """
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> SkipType | None:
        """Returns to the position before the last move."""
        before = self.variation_stack[-1].parent
        if before is None:
            raise PgnError("a variation before the first move")
        self.variation_stack.append(before)
        self.in_variation = False
        return None

    def end_variation(self) -> None:
        """Returns to the line before the variation."""
        self.variation_stack.pop()

    def visit_result(self, result: str) -> None:
        """Sets the tag `Result`, unless it is set.

        Args:
            result: `1-0`, `0-1`, `1/2-1/2` or `*`.
        """
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: str) -> None:
        """Adds the comment to the move before it, or stores it for the move after it.

        Args:
            comment: the text.
        """
        last = self.variation_stack[-1]
        if self.in_variation or (last.parent is None and last.is_end()):
            last.comment = " ".join(filter(None, (last.comment, comment)))
        else:
            self.starting_comment = " ".join(filter(None, (self.starting_comment, comment)))

    def visit_move(self, board: Board, move: Move) -> None:
        """Adds the move.

        Args:
            board: the position before the move; do not change it.
            move: the move.
        """
        comment, self.starting_comment = self.starting_comment, ""
        last = self.variation_stack[-1]
        self.variation_stack[-1] = last.add_variation(move, starting_comment=comment)
        self.in_variation = True

    def handle_error(self, error: Exception) -> None:
        """Logs the error and adds it to the `errors` of the game.

        Args:
            error: the exception.
        """
        LOGGER.error("%s while parsing %r", error, self.game)
        self.game.errors.append(error)

    def result(self) -> GameT:
        """Returns the game."""
        return self.game


def log_errors(game: Game) -> None:
    """Logs the errors of a game that was read without a visitor."""
    for error in game.errors:
        LOGGER.error("%s while parsing %r", error, game)


class BoardBuilder(BaseVisitor[Board]):
    """Plays the main line. The result is the last board, with its move stack.

    Example:
        >>> import io
        >>> from enroque import pgn
        >>> board = pgn.read_game(io.StringIO("1. e4 e5 *"), Visitor=pgn.BoardBuilder)
        >>> board.move_stack
        [Move.from_uci('e2e4'), Move.from_uci('e7e5')]
    """

    def begin_game(self) -> SkipType | None:
        """Starts in the main line."""
        self._depth = 0
        return None

    def begin_variation(self) -> SkipType:
        """Skips the variation."""
        self._depth += 1
        return SKIP

    def end_variation(self) -> None:
        """Returns to the line before the variation."""
        self._depth -= 1

    def visit_board(self, board: Board) -> None:
        """Stores the board of the main line.

        Args:
            board: the position.
        """
        if not self._depth:
            self.board = board

    def result(self) -> Board:
        """Returns the last board."""
        return self.board


class SkipVisitor(BaseVisitor[Literal[True]]):
    """Skips a game. The result is `True`."""

    def begin_game(self) -> SkipType:
        """Skips the game."""
        return SKIP

    def end_headers(self) -> SkipType:
        """Skips the moves."""
        return SKIP

    def begin_variation(self) -> SkipType:
        """Skips the variation."""
        return SKIP

    def result(self) -> Literal[True]:
        """Returns `True`."""
        return True
