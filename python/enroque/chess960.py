"""Start positions of Chess960 and double Chess960.

Chess960 numbers its 960 start positions from 0 to 959 (Scharnagl's numbering); 518 is that of
standard chess. In double Chess960 (DFRC) the two sides have numbers of their own.

    >>> from enroque import chess960
    >>> chess960.back_rank(518)
    'RNBQKBNR'
    >>> chess960.position(0).fen()
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'

A random one takes a `seed`: a whole number, for the same draw on every platform and in every
release with the same first number (ChaCha8), or a `numpy.random.Generator`, which moves on with
each draw. Without one, every draw is another.
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
from ._random import Seed, seed_number

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
"""How many start positions Chess960 has."""

STANDARD: Final = 518
"""The number of the standard start position."""


def back_rank(number: int) -> str:
    """The pieces of a number from a to h, in capital letters: `"RNBQKBNR"` for 518.

    Raises:
        Chess960Error: a `ValueError`, for a number outside 0 to 959.
    """
    return chess960_back_rank(number)


def number(back_rank: str) -> int:
    """The number of eight pieces from a to h, in letters of either case.

    Raises:
        Chess960Error: a `ValueError`, for what is no back rank of Chess960.
    """
    return chess960_number(back_rank)


def numbers(board: Board) -> tuple[int, int] | None:
    """White's and Black's number of a board that shows a start position, or `None`.

    A start position has all its castling rights and White to move; the clocks do not count.
    Equal numbers are Chess960 (see also `Board.chess960_pos`).
    """
    return chess960_numbers(board)


def position(number: int) -> Board:
    """The start position of a number, as a Chess960 board.

    Raises:
        Chess960Error: a `ValueError`, for a number outside 0 to 959.
    """
    return double(number, number)


def double(white: int, black: int) -> Board:
    """The start position of double Chess960 with these numbers of White and Black.

    Raises:
        Chess960Error: a `ValueError`, for a number outside 0 to 959.
    """
    return Board(chess960_fen(white, black), chess960=True)


def random_number(*, seed: Seed = None) -> int:
    """A number from 0 to 959, all equally likely."""
    return chess960_random(seed_number(seed), 1)[0]


def random(*, seed: Seed = None) -> Board:
    """A Chess960 start position, all 960 equally likely."""
    return position(random_number(seed=seed))


def double_random(*, seed: Seed = None) -> Board:
    """A double Chess960 start position, all 921,600 equally likely."""
    white, black = chess960_random(seed_number(seed), 2)
    return double(white, black)
