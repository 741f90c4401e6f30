"""Visitors: who is told, in the order of PGN, what a game holds."""

import enum
import logging
from abc import ABC, abstractmethod
from typing import Any, Final, Generic, Literal, TypeVar, overload

from .._core import Board, Game, GameNode, Move
from .headers import Headers

__all__ = [
    "LOGGER",
    "SKIP",
    "BaseVisitor",
    "BoardBuilder",
    "GameBuilder",
    "HeadersBuilder",
    "SkipType",
    "SkipVisitor",
]

LOGGER: Final = logging.getLogger("enroque.pgn")
"""Where the errors of games are logged."""

ResultT = TypeVar("ResultT", covariant=True)
GameT = TypeVar("GameT", bound=Game)
HeadersT = TypeVar("HeadersT", bound=Headers)
# what a constructor is given, before the class's own variable has a value
_GameT = TypeVar("_GameT", bound=Game)
_HeadersT = TypeVar("_HeadersT", bound=Headers)


class SkipType(enum.Enum):
    """The type of `SKIP`."""

    SKIP = None


SKIP: Final = SkipType.SKIP
"""What a visitor returns to have something passed over."""


class BaseVisitor(ABC, Generic[ResultT]):
    """What visitors are made from: override the methods for what you want to be told.

    For `Game.accept`, `GameNode.accept` and `read_game(handle, Visitor=...)`.
    """

    def begin_game(self) -> SkipType | None:
        """A game begins; `SKIP` passes over it."""

    def begin_headers(self) -> Headers | None:
        """The tags begin; the visitor may return the `Headers` that it keeps them in."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """A tag."""

    def end_headers(self) -> SkipType | None:
        """The tags are over; `SKIP` passes over the moves."""

    def begin_parse_san(self, board: Board, san: str) -> SkipType | None:
        """A move is about to be read from text; `SKIP` passes over it."""

    def parse_san(self, board: Board, san: str) -> Move:
        """Reads a move from text; a `ValueError` goes to `handle_error`."""
        return board.parse_san(san)

    def visit_move(self, board: Board, move: Move) -> None:
        """A move, on the board before it, which must be left as it is."""

    def visit_board(self, board: Board) -> None:
        """The board at the start and after each move, which must be left as it is."""

    def visit_comment(self, comment: str) -> None:
        """A comment."""

    def visit_nag(self, nag: int) -> None:
        """A numeric annotation NAG."""

    def begin_variation(self) -> SkipType | None:
        """A variation begins; `SKIP` passes over it."""

    def end_variation(self) -> None:
        """A variation ends, passed over or not."""

    def visit_result(self, result: str) -> None:
        """The result after the moves."""

    def end_game(self) -> None:
        """The game ends."""

    @abstractmethod
    def result(self) -> ResultT:
        """What the visitor made of the game."""

    def handle_error(self, error: Exception) -> None:
        """Something could not be read; the error is raised, unless this is overridden."""
        raise error


class GameBuilder(BaseVisitor[GameT]):
    """Makes a game; the visitor of `read_game` unless you give another."""

    @overload
    def __init__(self: "GameBuilder[Game]") -> None: ...
    @overload
    def __init__(self: "GameBuilder[_GameT]", *, Game: type[_GameT]) -> None: ...  # noqa: N803
    def __init__(self, *, Game: Any = Game) -> None:  # noqa: N803
        self.Game = Game

    def begin_game(self) -> SkipType | None:
        """Makes the game."""
        self.game: GameT = self.Game()
        self.variation_stack: list[GameNode] = [self.game]
        self.starting_comment = ""
        self.in_variation = False
        return None

    def begin_headers(self) -> Headers | None:
        """The headers are the game's."""
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Keeps the tag."""
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        """Adds the NAG to the last move."""
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> SkipType | None:
        """Goes on from the position before the last move."""
        before = self.variation_stack[-1].parent
        if before is None:
            raise ValueError("a variation before the first move")
        self.variation_stack.append(before)
        self.in_variation = False
        return None

    def end_variation(self) -> None:
        """Goes back to the line that the variation interrupted."""
        self.variation_stack.pop()

    def visit_result(self, result: str) -> None:
        """Keeps the result, unless the headers have one."""
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: str) -> None:
        """Adds the comment to the move before it, or keeps it for the one after it."""
        last = self.variation_stack[-1]
        if self.in_variation or (last.parent is None and last.is_end()):
            last.comment = " ".join(filter(None, (last.comment, comment)))
        else:
            self.starting_comment = " ".join(filter(None, (self.starting_comment, comment)))

    def visit_move(self, board: Board, move: Move) -> None:
        """Adds the move."""
        kept, self.starting_comment = self.starting_comment, ""
        last = self.variation_stack[-1]
        self.variation_stack[-1] = last.add_variation(move, starting_comment=kept)
        self.in_variation = True

    def handle_error(self, error: Exception) -> None:
        """Logs the error and adds it to the game's `errors`."""
        LOGGER.error("%s while parsing %r", error, self.game)
        self.game.errors.append(error)

    def result(self) -> GameT:
        """The game."""
        return self.game


def log_errors(game: Game) -> None:
    """Logs what was wrong with a game that was read at one go."""
    for error in game.errors:
        LOGGER.error("%s while parsing %r", error, game)


class HeadersBuilder(BaseVisitor[HeadersT]):
    """Collects the headers."""

    @overload
    def __init__(self: "HeadersBuilder[Headers]") -> None: ...
    @overload
    def __init__(self: "HeadersBuilder[_HeadersT]", *, Headers: type[_HeadersT]) -> None: ...  # noqa: N803
    def __init__(self, *, Headers: Any = Headers) -> None:  # noqa: N803
        self.Headers = Headers

    def begin_headers(self) -> HeadersT:
        """Makes the headers."""
        self.headers: HeadersT = self.Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Keeps the tag."""
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        """Wants no moves."""
        return SKIP

    def result(self) -> HeadersT:
        """The headers."""
        return self.headers


class BoardBuilder(BaseVisitor[Board]):
    """Plays the main line: the result is the last board, with the moves on its stack."""

    def begin_game(self) -> SkipType | None:
        """Is in no variation."""
        self._depth = 0
        return None

    def begin_variation(self) -> SkipType:
        """Wants none."""
        self._depth += 1
        return SKIP

    def end_variation(self) -> None:
        """It has been passed over."""
        self._depth -= 1

    def visit_board(self, board: Board) -> None:
        """Keeps the board of the main line."""
        if not self._depth:
            self.board = board

    def result(self) -> Board:
        """The last board."""
        return self.board


class SkipVisitor(BaseVisitor[Literal[True]]):
    """Passes over a game."""

    def begin_game(self) -> SkipType:
        """Wants nothing."""
        return SKIP

    def end_headers(self) -> SkipType:
        """Wants no moves."""
        return SKIP

    def begin_variation(self) -> SkipType:
        """Wants no variation."""
        return SKIP

    def result(self) -> Literal[True]:
        """There was a game."""
        return True
