"""Reading games from text handles, one at a time."""

from collections.abc import Callable
from typing import Any, TextIO, TypeVar, overload

from .. import _core
from .._core import Game
from ._headers import Headers
from ._visitors import BaseVisitor, GameBuilder, HeadersBuilder, SkipVisitor

__all__ = ["read_game", "read_headers", "skip_game"]

ResultT = TypeVar("ResultT")


@overload
def read_game(handle: TextIO) -> Game | None: ...
@overload
def read_game(handle: TextIO, *, Visitor: Callable[[], BaseVisitor[ResultT]]) -> ResultT | None: ...  # noqa: N803
def read_game(handle: TextIO, *, Visitor: Callable[[], Any] = GameBuilder) -> Any:  # noqa: N803
    """Reads the next game from a text handle.

    Afterwards the handle is positioned after the game, so `tell` and `seek` work. A game ends at an
    empty line after its moves, or at the end of the text. Errors are logged and collected in the
    `errors` of the game: an illegal or unreadable move ends its line, main line or variation, and
    reading continues after it.

    Args:
        handle: an open text file or `io.StringIO`.
        Visitor: a function without arguments that returns a `BaseVisitor`.

    Returns:
        The result of the visitor, a `Game` by default; `None` at the end of the text.

    Example:
        >>> import io
        >>> from enroque.pgn import read_game
        >>> game = read_game(io.StringIO("1. e4 e5 2. Nf3 *"))
        >>> print(game.mainline_moves())
        1. e4 e5 2. Nf3
    """
    if Visitor is GameBuilder:
        return _core.read_game(handle)
    visitor = Visitor()
    if type(visitor) is GameBuilder:
        game = visitor.Game()
        return game if _core.read_into(handle, game) else None
    if type(visitor) is HeadersBuilder:
        tags = _core.read_headers(handle)
        if tags is None:
            return None
        if visitor.Headers is Headers:
            return Headers._of(tags, {})
        headers = visitor.Headers({})
        headers.update(tags)
        return headers
    if type(visitor) is SkipVisitor:
        return _core.skip_game(handle) or None
    return _core.visit_game(handle, visitor)


def read_headers(handle: TextIO) -> Headers | None:
    """Reads the headers of the next game and skips its moves.

    Args:
        handle: an open text file or `io.StringIO`.

    Returns:
        The headers; `None` at the end of the text.
    """
    return read_game(handle, Visitor=HeadersBuilder)


def skip_game(handle: TextIO) -> bool:
    """Skips the next game.

    Args:
        handle: an open text file or `io.StringIO`.

    Returns:
        `False` at the end of the text.
    """
    return _core.skip_game(handle)
