"""The positions of games that `label` evaluates."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arguments import at_least_one, checked_count, whole_number
from .._core import Games
from .._model.games import INVALID_START
from ..errors import ArgumentError, ArrayError, OutOfRangeError


def selected(
    games: Games,
    positions: tuple[ArrayLike, ArrayLike] | None,
    min_ply: int,
    max_ply: int | None,
    every_n: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns the games and plies of the positions to evaluate.

    Args:
        games: the games.
        positions: `(game, ply)` if they are given.
        min_ply: the first ply of each game.
        max_ply: the last ply of each game; `None` for the last position.
        every_n: the distance of plies.

    Raises:
        ArgumentError: a number is out of range.
        ArrayError: `positions` are not two arrays of integers of the same length.
        OutOfRangeError: a game or ply does not exist.
    """
    checked_count("min_ply", min_ply)
    at_least_one("every_n", every_n)
    if max_ply is not None and whole_number(max_ply, "max_ply must be an int") < min_ply:
        raise ArgumentError(f"max_ply must be min_ply ({min_ply}) or more, not {max_ply}")
    if positions is not None:
        return _given(games, positions)
    last = games.plies if max_ply is None else np.minimum(games.plies, min(max_ply, 2**31 - 1))
    has_start = games.start != INVALID_START
    counts = np.where(has_start, np.maximum((last - min_ply) // every_n + 1, 0), 0).astype(np.intp)
    game = np.repeat(np.arange(len(games)), counts)
    ends = np.cumsum(counts)
    ply = np.arange(len(game)) - np.repeat(ends - counts, counts)
    return game, min_ply + every_n * ply


def _given(
    games: Games, positions: tuple[ArrayLike, ArrayLike]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    try:
        game, ply = (np.asarray(column) for column in positions)
    except ValueError:
        raise ArrayError("positions must be two arrays, (game, ply)") from None
    if game.ndim != 1 or game.shape != ply.shape:
        raise ArrayError(
            f"positions must be two arrays of the same length, not {game.shape} and {ply.shape}"
        )
    for column in (game, ply):
        if column.size and column.dtype.kind not in "iu":
            raise ArrayError(f"positions must be arrays of integers, not {column.dtype}")
    game, ply = game.astype(np.int64), ply.astype(np.int64)
    wrong = (game < 0) | (game >= len(games))
    if wrong.any():
        raise OutOfRangeError(f"game {game[wrong][0]} does not exist, there are {len(games)}")
    wrong = (ply < 0) | (ply > games.plies[game])
    if wrong.any():
        number = int(np.argmax(wrong))
        plies = games.plies[game[number]]
        raise OutOfRangeError(f"game {game[number]} has {plies} plies, not {ply[number]}")
    return game, ply
