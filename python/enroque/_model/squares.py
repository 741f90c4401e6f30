"""Squares as ints, a1 = 0 to h8 = 63, with python-chess's names."""

from functools import cache
from typing import Final, TypeAlias

from .._arguments import whole_number
from ..errors import ArgumentError, OutOfRangeError

Square: TypeAlias = int
A1: Final[Square] = 0
B1: Final[Square] = 1
C1: Final[Square] = 2
D1: Final[Square] = 3
E1: Final[Square] = 4
F1: Final[Square] = 5
G1: Final[Square] = 6
H1: Final[Square] = 7
A2: Final[Square] = 8
B2: Final[Square] = 9
C2: Final[Square] = 10
D2: Final[Square] = 11
E2: Final[Square] = 12
F2: Final[Square] = 13
G2: Final[Square] = 14
H2: Final[Square] = 15
A3: Final[Square] = 16
B3: Final[Square] = 17
C3: Final[Square] = 18
D3: Final[Square] = 19
E3: Final[Square] = 20
F3: Final[Square] = 21
G3: Final[Square] = 22
H3: Final[Square] = 23
A4: Final[Square] = 24
B4: Final[Square] = 25
C4: Final[Square] = 26
D4: Final[Square] = 27
E4: Final[Square] = 28
F4: Final[Square] = 29
G4: Final[Square] = 30
H4: Final[Square] = 31
A5: Final[Square] = 32
B5: Final[Square] = 33
C5: Final[Square] = 34
D5: Final[Square] = 35
E5: Final[Square] = 36
F5: Final[Square] = 37
G5: Final[Square] = 38
H5: Final[Square] = 39
A6: Final[Square] = 40
B6: Final[Square] = 41
C6: Final[Square] = 42
D6: Final[Square] = 43
E6: Final[Square] = 44
F6: Final[Square] = 45
G6: Final[Square] = 46
H6: Final[Square] = 47
A7: Final[Square] = 48
B7: Final[Square] = 49
C7: Final[Square] = 50
D7: Final[Square] = 51
E7: Final[Square] = 52
F7: Final[Square] = 53
G7: Final[Square] = 54
H7: Final[Square] = 55
A8: Final[Square] = 56
B8: Final[Square] = 57
C8: Final[Square] = 58
D8: Final[Square] = 59
E8: Final[Square] = 60
F8: Final[Square] = 61
G8: Final[Square] = 62
H8: Final[Square] = 63
SQUARES: Final[list[Square]] = list(range(64))
SQUARES_180: Final[list[Square]] = [square ^ 56 for square in SQUARES]

File: TypeAlias = int
FILE_A: Final[File] = 0
FILE_B: Final[File] = 1
FILE_C: Final[File] = 2
FILE_D: Final[File] = 3
FILE_E: Final[File] = 4
FILE_F: Final[File] = 5
FILE_G: Final[File] = 6
FILE_H: Final[File] = 7
FILES: Final[list[File]] = list(range(8))

Rank: TypeAlias = int
RANK_1: Final[Rank] = 0
RANK_2: Final[Rank] = 1
RANK_3: Final[Rank] = 2
RANK_4: Final[Rank] = 3
RANK_5: Final[Rank] = 4
RANK_6: Final[Rank] = 5
RANK_7: Final[Rank] = 6
RANK_8: Final[Rank] = 7
RANKS: Final[list[Rank]] = list(range(8))

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


def square(file_index: File, rank_index: Rank) -> Square:
    """Returns the square of a file and a rank.

    Args:
        file_index: 0 for the a-file to 7 for the h-file.
        rank_index: 0 for the first rank to 7 for the eighth.

    Raises:
        OutOfRangeError: an index is out of range.
    """
    requirement = "a file and a rank must be numbers from 0 to 7"
    if not (type(file_index) is int and type(rank_index) is int):
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
    a, b = checked_square(a), checked_square(b)
    return abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3))


def square_distance(a: Square, b: Square) -> int:
    """Returns the number of king moves between two squares on an empty board.

    Args:
        a: a square, 0 to 63.
        b: another square.
    """
    return max(_deltas(a, b))


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
