"""Start positions and results of `Arena`."""

import os
from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arguments import type_name
from ..errors import ArgumentError

if TYPE_CHECKING:
    from .._core import Board, Games, Policy
    from .._display.explorer import Explorer
    from ..polyglot import MemoryMappedReader

BookWalk: TypeAlias = "tuple[MemoryMappedReader | Explorer, int]"
"""Moves of a Polyglot book or an explorer, and their largest number."""

StartSource: TypeAlias = (
    "str | Board | Games | tuple[Games, ArrayLike, ArrayLike] | BookWalk | Sequence[str | Board]"
)
"""A name, a position, or a list of positions: FENs, boards, the starts of games, `(games, game,
ply)` for positions of games, or `(book, plies)` for moves of a Polyglot book or an explorer."""

PlyRange: TypeAlias = int | tuple[int, int]
"""A number of plies, or its limits."""

ArenaStart: TypeAlias = "StartSource | Sequence[tuple[float, StartSource]]"
"""A source of start positions, or a mixture of several with their weights."""

ArenaPositions: TypeAlias = (
    "str | Board | tuple[Games, ArrayLike, ArrayLike] | Iterable[str | Board] | NDArray[np.uint8]"
)
"""Positions for games of an arena: boards, FENs, `(games, game, ply)`, or rows of bytes."""

ActionPolicy: TypeAlias = 'Policy | str | Literal["moves", "legal"]'
"""The encoding of actions: indices of a policy, 16-bit moves, or indices of the legal moves."""

NAMES = ("standard", "chess960", "double_chess960")
"""The named sources of start positions."""


class Step(NamedTuple):
    """The results of a step of an `Arena`, one entry for each game of the call.

    Attributes:
        rewards: float32, the reward of the player who moved: 1 if the move won the game, -1 if it
            lost it, else 0.
        terminated: bool, whether the game ended by the rules.
        truncated: bool, whether the game ended at `max_plies`, without a result.
        termination: uint8, the reason of `terminated`: the value of an `enroque.Termination`; else
            0.
        white_result: int8, the result as in `Games.result`: 1, 0 or -1 from White's view, -128 if
            the game has none.
    """

    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    termination: NDArray[np.uint8]
    white_result: NDArray[np.int8]


class PlayoutResults(NamedTuple):
    """Results of random playouts, one entry for each game of the call.

    Attributes:
        value: float32, the mean result for the side to move, -1 to 1.
        wdl: float32 `(games, 3)`, the fractions of wins, draws and losses of the side to move.
        plies: int64, the number of plies of all playouts of the game together.
    """

    value: NDArray[np.float32]
    wdl: NDArray[np.float32]
    plies: NDArray[np.int64]


def start_sources(start: Any) -> list[tuple[float, Any]]:
    """Returns weights and sources: a name, FENs, `(games, game, ply)`, or `(bytes, FEN, plies)`.

    Args:
        start: the argument of `Arena`.
    """
    is_list = isinstance(start, Sequence) and not isinstance(start, str) and len(start) > 0
    is_mixture = is_list and all(
        isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], Real) for item in start
    )
    if not is_mixture:
        return [(1.0, _source(start))]
    return [(float(weight), _source(source)) for weight, source in start]


def _source(source: Any) -> Any:
    from .._core import Board, Games

    if isinstance(source, str):
        return source if source in NAMES else [_fen(source)]
    if isinstance(source, Board):
        return [_fen(source)]
    if isinstance(source, Games):
        return source, np.arange(len(source)), np.zeros(len(source), np.int64)
    if isinstance(source, tuple) and len(source) == 3 and isinstance(source[0], Games | bytes):
        return source  # bytes are of a source that was returned by this function
    if isinstance(source, tuple) and len(source) == 2:
        from .._display.explorer import Explorer
        from ..polyglot import MemoryMappedReader

        book, plies = source
        if isinstance(book, MemoryMappedReader):
            return book.read(), Board().fen(), plies
        if isinstance(book, Explorer):
            return book.book(plies), book.board.fen(), plies
    if isinstance(source, Iterable) and not isinstance(source, Mapping | bytes | os.PathLike):
        return [_fen(item) for item in source]
    names = ", ".join(map(repr, NAMES))
    raise TypeError(
        f"start must be {names}, a FEN, a Board, Games, (games, game, ply), (book, plies), a list "
        f"of FENs, or a list of (weight, source), not {type_name(source)}"
    )


def _fen(position: Any) -> str:
    from .._core import Board

    if isinstance(position, Board):
        return position.fen(shredder=position.chess960)
    if not isinstance(position, str):
        raise TypeError(f"a start position must be a FEN or a Board, not {type_name(position)}")
    if "/" not in position:
        names = ", ".join(map(repr, NAMES))
        raise ArgumentError(f"unknown start {position!r}: it must be {names}, or a FEN")
    return position
