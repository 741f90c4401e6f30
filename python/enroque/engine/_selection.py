"""The positions that `label` evaluates."""

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arguments import at_least_one, checked_count, whole_number
from .._core import Board, Games
from .._model.games import INVALID_START
from ..errors import ArgumentError, ArrayError, OutOfRangeError

__all__ = ["Positions", "board_at", "selected", "unique_positions"]

KEY_BYTES = 16


@dataclass(frozen=True)
class Positions:
    """Positions of games, each of the different ones once.

    Attributes:
        game: the game of each selected position.
        ply: its ply.
        number: its index among the different positions.
        keys: the hash of each different position, `S16`, sorted.
        first: for each different position, the index of a selected position with it.
    """

    game: NDArray[np.int64]
    ply: NDArray[np.int64]
    number: NDArray[np.int64]
    keys: NDArray[Any]
    first: NDArray[np.int64]


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
    last = games.plies if max_ply is None else np.minimum(games.plies, max_ply)
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


def board_at(games: Games, game: int, ply: int) -> Board:
    """Returns a position without the moves before it.

    The move number is 1, so that equal positions are the same for every engine.
    """
    board: Board = games[game].board(ply)
    board.clear_stack()
    board.fullmove_number = 1
    if not board.has_legal_en_passant():
        board.ep_square = None
    if board.chess960 and not board.castling_rights:
        board.chess960 = False  # the same position as in standard chess
    return board


def unique_positions(games: Games, game: NDArray[np.int64], ply: NDArray[np.int64]) -> Positions:
    """Finds the different positions: pieces, side to move, rights, and halfmove clock.

    Args:
        games: the games.
        game: the game of each position.
        ply: the ply of each position.
    """
    keys = np.empty(len(game), f"S{KEY_BYTES}")
    for n, (index, at) in enumerate(zip(game.tolist(), ply.tolist(), strict=True)):
        board = board_at(games, index, at)
        fen = board.fen(shredder=board.chess960)
        keys[n] = hashlib.blake2b(fen.encode(), digest_size=KEY_BYTES).digest()
    unique, first, number = np.unique(keys, return_index=True, return_inverse=True)
    return Positions(game, ply, number.reshape(-1), unique, first)
