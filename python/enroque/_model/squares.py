"""Squares as ints, a1 = 0 to h8 = 63, with python-chess's names."""

from functools import cache
from typing import Final, TypeAlias

from .._arguments import NOT_AN_INDEX, whole_number
from ..errors import ArgumentError, OutOfRangeError

__all__ = ["FILES", "FILE_NAMES", "RANKS", "RANK_NAMES", "SQUARES", "SQUARES_180", "SQUARE_NAMES"]
__all__ += ["File", "Rank", "Square", "file_name", "parse_file", "parse_rank", "parse_square"]
__all__ += ["rank_name", "square", "square_distance", "square_file", "square_knight_distance"]
__all__ += ["square_manhattan_distance", "square_mirror", "square_name", "square_rank"]
__all__ += ["A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1"]
__all__ += ["A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2"]
__all__ += ["A3", "B3", "C3", "D3", "E3", "F3", "G3", "H3"]
__all__ += ["A4", "B4", "C4", "D4", "E4", "F4", "G4", "H4"]
__all__ += ["A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5"]
__all__ += ["A6", "B6", "C6", "D6", "E6", "F6", "G6", "H6"]
__all__ += ["A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7"]
__all__ += ["A8", "B8", "C8", "D8", "E8", "F8", "G8", "H8"]
__all__ += ["FILE_A", "FILE_B", "FILE_C", "FILE_D", "FILE_E", "FILE_F", "FILE_G", "FILE_H"]
__all__ += ["RANK_1", "RANK_2", "RANK_3", "RANK_4", "RANK_5", "RANK_6", "RANK_7", "RANK_8"]

Square: TypeAlias = int
A1, B1, C1, D1, E1, F1, G1, H1 = range(8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)
SQUARES: Final[list[Square]] = list(range(64))
SQUARES_180: Final[list[Square]] = [square ^ 56 for square in SQUARES]

File: TypeAlias = int
FILES: Final[list[File]] = list(range(8))
FILE_A, FILE_B, FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H = FILES

Rank: TypeAlias = int
RANKS: Final[list[Rank]] = list(range(8))
RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8 = RANKS

FILE_NAMES: Final[list[str]] = list("abcdefgh")
RANK_NAMES: Final[list[str]] = list("12345678")
SQUARE_NAMES: Final[list[str]] = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
_NUMBERS: Final[dict[str, Square]] = {name: number for number, name in enumerate(SQUARE_NAMES)}


def checked_square(number: Square) -> Square:
    """Returns a valid square as an int, or raises."""
    requirement = "a square must be a number from 0 (a1) to 63 (h8)"
    if type(number) is not int:  # avoids a call for most arguments
        if isinstance(number, str):
            raise TypeError(f"{requirement}, not str (parse_square reads names)")
        number = whole_number(number, requirement)
    if not 0 <= number <= 63:
        raise OutOfRangeError(f"{requirement}, not {number}")
    return number


def parse_square(name: str) -> Square:
    """Returns the number of a square.

    Args:
        name: the square's name, such as `"e4"`.

    Returns:
        0 (a1) to 63 (h8): 28 for `"e4"`.

    Raises:
        ArgumentError: the text is not a square (a `ValueError`).
    """
    number = _NUMBERS.get(name) if isinstance(name, str) else None
    if number is None:
        raise ArgumentError(
            f"a square must be a file a..h and a rank 1..8, such as 'e4', not {name!r}"
        )
    return number


def square_name(square: Square) -> str:
    """Returns the name of a square: `"e4"` for 28.

    Args:
        square: the square, 0 to 63.
    """
    try:
        if square >= 0:
            return SQUARE_NAMES[square]
    except NOT_AN_INDEX:
        pass  # `checked_square` names the requirement
    return SQUARE_NAMES[checked_square(square)]


def _index(names: list[str], name: str, requirement: str) -> int:
    """Returns the index of a name."""
    if not isinstance(name, str) or name not in names:
        raise ArgumentError(f"{requirement}, not {name!r}")
    return names.index(name)


def _name(names: list[str], index: int, requirement: str) -> str:
    """Returns the name at an index."""
    index = whole_number(index, requirement)
    if not 0 <= index <= 7:
        raise OutOfRangeError(f"{requirement}, not {index}")
    return names[index]


def parse_file(name: str) -> File:
    """Returns the index of a file: 0 for `"a"`.

    Args:
        name: the letter, `"a"` to `"h"`.

    Raises:
        ArgumentError: the text is not a file (a `ValueError`).
    """
    return _index(FILE_NAMES, name, "a file must be a letter a..h")


def file_name(file: File) -> str:
    """Returns the letter of a file: `"a"` for 0.

    Args:
        file: 0 for the a-file to 7 for the h-file.

    Raises:
        OutOfRangeError: the index is out of range.
    """
    return _name(FILE_NAMES, file, "a file must be a number from 0 (a) to 7 (h)")


def parse_rank(name: str) -> Rank:
    """Returns the index of a rank: 0 for `"1"`.

    Args:
        name: the digit, `"1"` to `"8"`.

    Raises:
        ArgumentError: the text is not a rank (a `ValueError`).
    """
    return _index(RANK_NAMES, name, "a rank must be a digit 1..8")


def rank_name(rank: Rank) -> str:
    """Returns the digit of a rank: `"1"` for 0.

    Args:
        rank: 0 for the first rank to 7 for the eighth.

    Raises:
        OutOfRangeError: the index is out of range.
    """
    return _name(RANK_NAMES, rank, "a rank must be a number from 0 (the first) to 7 (the eighth)")


_RANKS: Final = [list(range(first, first + 8)) for first in range(0, 64, 8)]


def square(file_index: File, rank_index: Rank) -> Square:
    """Returns the square of a file and a rank.

    Args:
        file_index: 0 for the a-file to 7 for the h-file.
        rank_index: 0 for the first rank to 7 for the eighth.

    Raises:
        OutOfRangeError: an index is out of range.
    """
    try:
        if file_index >= 0 <= rank_index:
            return _RANKS[rank_index][file_index]
    except NOT_AN_INDEX:
        pass  # the requirement is named below
    requirement = "a file and a rank must be numbers from 0 to 7"
    file_index = whole_number(file_index, requirement)
    rank_index = whole_number(rank_index, requirement)
    if not (0 <= file_index <= 7 and 0 <= rank_index <= 7):
        raise OutOfRangeError(f"{requirement}, not {file_index}, {rank_index}")
    return rank_index * 8 + file_index


def square_file(square: Square) -> File:
    """Returns the file of a square, 0 for a to 7 for h.

    Args:
        square: the square, 0 to 63.
    """
    return square & 7


def square_rank(square: Square) -> Rank:
    """Returns the rank of a square, 0 for the first to 7 for the eighth.

    Args:
        square: the square, 0 to 63.
    """
    return square >> 3


def square_mirror(square: Square) -> Square:
    """Returns the square with its rank flipped: a8 for a1.

    Args:
        square: the square, 0 to 63.
    """
    return square ^ 56


def _deltas(a: Square, b: Square) -> tuple[int, int]:
    if not type(a) is type(b) is int or (a | b) & ~63:
        a, b = checked_square(a), checked_square(b)
    return abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3))


def square_distance(a: Square, b: Square) -> int:
    """Returns the number of king moves between two squares on an empty board.

    Args:
        a: a square, 0 to 63.
        b: another square.
    """
    files, ranks = _deltas(a, b)
    return files if files > ranks else ranks  # in half the time of `max`


def square_manhattan_distance(a: Square, b: Square) -> int:
    """Returns the difference of files plus the difference of ranks.

    Args:
        a: a square, 0 to 63.
        b: another square.
    """
    return sum(_deltas(a, b))


def square_knight_distance(a: Square, b: Square) -> int:
    """Returns the number of knight moves between two squares on an empty board.

    Args:
        a: a square, 0 to 63.
        b: another square.
    """
    return _knight_distances(checked_square(a))[checked_square(b)]


@cache
def _knight_distances(start: Square) -> list[int]:
    """Returns the distances from one square to all, by breadth-first search."""
    distances = {start: 0}
    frontier = [start]
    while frontier:
        reached = []
        for origin in frontier:
            for target in SQUARES:
                if target not in distances and sorted(_deltas(origin, target)) == [1, 2]:
                    distances[target] = distances[origin] + 1
                    reached.append(target)
        frontier = reached
    return [distances[square] for square in SQUARES]
