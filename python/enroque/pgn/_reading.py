"""Reading games from text handles, one at a time."""

import io
from collections.abc import Callable
from typing import Any, TextIO, TypeVar, overload

from .. import _core
from .._core import Game, GameNode, GameView
from .._model.games import Annotations
from ._headers import Headers, HeadersBuilder
from ._visitors import SKIP, BaseVisitor, GameBuilder, SkipVisitor, log_errors

ResultT = TypeVar("ResultT")

read_variant: Callable[[str, Any], Any] | None = None
"""While `enroque.as_chess` is in effect: reads the text of a game of a variant with a visitor."""


@overload
def read_game(handle: TextIO, *, annotations: Annotations | None = None) -> Game | None: ...
@overload
def read_game(
    handle: TextIO,
    *,
    Visitor: Callable[[], BaseVisitor[ResultT]],  # noqa: N803
    annotations: Annotations | None = None,
) -> ResultT | None: ...
def read_game(
    handle: TextIO,
    *,
    Visitor: Callable[[], Any] = GameBuilder,  # noqa: N803
    annotations: Annotations | None = None,
) -> Any:
    """Reads the next game from a text handle.

    The handle is then positioned after the game, so `tell` and `seek` work. A game ends as in
    `Games`: after its result, at the tags of the next game, or at the end of the text; the comments
    up to the next empty line belong to it. Errors are logged and stored in `Game.errors`. An
    illegal or unreadable move ends its line, which is the main line or a variation, and reading
    continues after the line.

    Args:
        handle: an open text file or `io.StringIO`.
        Visitor: a class, or another callable without arguments, that returns a `BaseVisitor`.
        annotations: `"engine"` for the evaluations and move times that Cutechess and fastchess
            write, such as `{+0.53/14 47s}`, in `GameNode.eval`, `eval_depth` and `emt` of the game.
            Other annotations are always read; see `Games.from_pgn`.

    Returns:
        The result of the visitor, a `Game` by default; `None` at the end of the text.

    Raises:
        TypeError: the handle is not a text handle.

    Example:
        >>> import io
        >>> from enroque.pgn import read_game
        >>> game = read_game(io.StringIO("1. e4 e5 2. Nf3 *"))
        >>> print(game.mainline_moves())
        1. e4 e5 2. Nf3
    """
    if read_variant is not None:
        text = _core.next_game_text(handle)
        if text is None:
            return None
        if _is_of_variant(text):
            return read_variant(text, Visitor)
        handle = io.StringIO(text)
    if Visitor is GameBuilder:
        return _core.read_game(handle, log_errors, annotations)
    visitor = Visitor()
    # a class with custom nodes makes them in `add_variation`, which the visitor calls
    if type(visitor) is GameBuilder and visitor.Game.add_variation is GameNode.add_variation:
        game = visitor.Game()
        if not _core.read_into(handle, game, annotations):
            return None
        log_errors(game)
        return game
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
    handles_errors = type(visitor).handle_error is not BaseVisitor.handle_error
    return _core.visit_game(handle, visitor, SKIP, handles_errors)


def _is_of_variant(text: str) -> bool:
    """Returns whether the text of a game has the tag of a variant that enroque does not play."""
    if "Variant" not in text:
        return False
    tags = _core.read_headers(io.StringIO(text)) or {}
    return _core.pgn_variant(tags.get("Variant", "")) is None


def read_headers(handle: TextIO) -> Headers | None:
    r"""Reads the headers of the next game and skips its moves.

    Args:
        handle: an open text file or `io.StringIO`.

    Returns:
        The headers; `None` at the end of the text.

    Raises:
        TypeError: the handle is not a text handle.

    Example:
        >>> import io
        >>> from enroque.pgn import read_headers
        >>> read_headers(io.StringIO('[White "Anderssen"]\n\n1. e4 *'))
        Headers(White='Anderssen')
    """
    return read_game(handle, Visitor=HeadersBuilder)


def skip_game(handle: TextIO) -> bool:
    r"""Skips the next game.

    Args:
        handle: an open text file or `io.StringIO`.

    Returns:
        Whether there was a game; `False` at the end of the text.

    Raises:
        TypeError: the handle is not a text handle.

    Example:
        >>> import io
        >>> from enroque.pgn import read_game, skip_game
        >>> handle = io.StringIO("1. e4 *\n\n1. d4 *")
        >>> skip_game(handle)
        True
        >>> print(read_game(handle).mainline())
        1. d4
    """
    return _core.skip_game(handle)


def game_of(view: GameView) -> Any:
    """Returns a game as a tree; see `GameView.to_game`."""
    return read_game(io.StringIO(view.pgn()))
