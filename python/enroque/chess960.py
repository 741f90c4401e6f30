"""Start positions of Chess960 and double Chess960.

Chess960 numbers its 960 start positions from 0 to 959 (Scharnagl's numbering); 518 is that of
standard chess. In double Chess960 (DFRC) each side has its own number.

    >>> from enroque import chess960
    >>> chess960.back_rank(518)
    'RNBQKBNR'
    >>> chess960.position(0).fen()
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'

Random positions take a `seed`: an int, which gives the same position on every platform and in every
release with the same major version (ChaCha8), or a `numpy.random.Generator`, whose state advances
with each call. Without a seed, each call returns a different position.
"""

from typing import Final

from ._core import (
    Board,
    chess960_back_rank,
    chess960_fen,
    chess960_number,
    chess960_numbers,
    chess960_random,
)
from ._model.types import Seed

__all__ = [
    "POSITIONS",
    "STANDARD",
    "back_rank",
    "double",
    "double_random",
    "number",
    "numbers",
    "position",
    "random",
    "random_number",
]

POSITIONS: Final = 960
"""The number of Chess960 start positions."""

STANDARD: Final = 518
"""The number of the standard start position."""


def back_rank(number: int) -> str:
    """Returns the pieces of a start position from a to h: `"RNBQKBNR"` for 518.

    Args:
        number: the number of the start position, 0 to 959.

    Raises:
        Chess960Error: the number is out of range (a `ValueError`).
    """
    return chess960_back_rank(number)


def number(back_rank: str) -> int:
    """Returns the number of a start position.

    Args:
        back_rank: eight piece letters from a to h, in either case.

    Raises:
        Chess960Error: the text is not a back rank of Chess960 (a `ValueError`).
    """
    return chess960_number(back_rank)


def numbers(board: Board) -> tuple[int, int] | None:
    """Returns White's and Black's number of a start position.

    Args:
        board: the board. A start position has all castling rights and White to move; clocks are
            ignored.

    Returns:
        Two numbers, equal in Chess960 (see also `Board.chess960_pos`), or `None` if the position is
        not a start position.
    """
    return chess960_numbers(board)


def position(number: int) -> Board:
    """Returns a start position as a Chess960 board.

    Args:
        number: the number of the start position, 0 to 959.

    Raises:
        Chess960Error: the number is out of range (a `ValueError`).
    """
    return double(number, number)


def double(white: int, black: int) -> Board:
    """Returns a start position of double Chess960.

    Args:
        white: the number of White's back rank, 0 to 959.
        black: the number of Black's back rank, 0 to 959.

    Raises:
        Chess960Error: a number is out of range (a `ValueError`).
    """
    return Board(chess960_fen(white, black), chess960=True)


def random_number(*, seed: Seed = None) -> int:
    """Returns a random number from 0 to 959, uniformly distributed.

    Args:
        seed: an int, a `numpy.random.Generator`, or `None` for a different number each time.
    """
    return chess960_random(seed)[0]


def random(*, seed: Seed = None) -> Board:
    """Returns a random Chess960 start position, uniformly distributed.

    Args:
        seed: an int, a `numpy.random.Generator`, or `None` for a different position each time.
    """
    return position(random_number(seed=seed))


def double_random(*, seed: Seed = None) -> Board:
    """Returns a random start position of double Chess960, uniformly distributed among 921,600.

    Args:
        seed: an int, a `numpy.random.Generator`, or `None` for a different position each time.
    """
    white, black = chess960_random(seed)
    return double(white, black)
