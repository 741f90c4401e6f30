"""Reading games from text handles, one at a time."""

from collections.abc import Callable
from typing import Any, TextIO, TypeVar, overload

from .. import _core
from .._core import Game
from .headers import Headers
from .visitors import BaseVisitor, GameBuilder, HeadersBuilder, SkipVisitor

__all__ = ["read_game", "read_headers", "skip_game"]

ResultT = TypeVar("ResultT")


@overload
def read_game(handle: TextIO) -> Game | None: ...
@overload
def read_game(handle: TextIO, *, Visitor: Callable[[], BaseVisitor[ResultT]]) -> ResultT | None: ...  # noqa: N803
def read_game(handle: TextIO, *, Visitor: Callable[[], Any] = GameBuilder) -> Any:  # noqa: N803
    """Reads the next game from a text handle; `None` at its end.

    The handle stands after the game then, so that `tell` and `seek` find games again. A game ends
    with an empty line after its moves, or with the text.

    What cannot be read is logged and collected in the game's `errors`: a move that is not legal, or
    a word of a move's shape that is none, ends its line, main line or variation, and the rest goes
    on.

    Args:
        handle: an open text file or `io.StringIO`.
        Visitor: makes a visitor, which is told of the game and whose result is returned.

    >>> import io
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
    """Reads the headers of the next game and passes over its moves; `None` at the end."""
    return read_game(handle, Visitor=HeadersBuilder)


def skip_game(handle: TextIO) -> bool:
    """Passes over the next game; `False` at the end."""
    return _core.skip_game(handle)
