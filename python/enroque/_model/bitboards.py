"""Sets of squares as ints (bit n is square n, a1 the lowest), with python-chess's names.

Functions use the low 64 bits of their arguments, so `~` works on bitboards. The large tables are
computed at first use; for most purposes `Board` and `SquareSet` are faster.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, SupportsInt, TypeAlias

from .._core import leaper_tables, ray_table, slider_masks, slider_tables
from .squares import Square

Bitboard: TypeAlias = int
BitboardFunction: TypeAlias = Callable[[int], int]
"""A function from bitboard to bitboard, such as `flip_vertical`."""

IntoSquareSet: TypeAlias = SupportsInt | Iterable[Square]
"""The arguments of `SquareSet`: a bitboard, an object with `__int__`, or an iterable of squares."""

BB_EMPTY: Final[Bitboard] = 0
BB_ALL: Final[Bitboard] = 0xFFFF_FFFF_FFFF_FFFF

BB_A1: Final[Bitboard] = 1 << 0
BB_B1: Final[Bitboard] = 1 << 1
BB_C1: Final[Bitboard] = 1 << 2
BB_D1: Final[Bitboard] = 1 << 3
BB_E1: Final[Bitboard] = 1 << 4
BB_F1: Final[Bitboard] = 1 << 5
BB_G1: Final[Bitboard] = 1 << 6
BB_H1: Final[Bitboard] = 1 << 7
BB_A2: Final[Bitboard] = 1 << 8
BB_B2: Final[Bitboard] = 1 << 9
BB_C2: Final[Bitboard] = 1 << 10
BB_D2: Final[Bitboard] = 1 << 11
BB_E2: Final[Bitboard] = 1 << 12
BB_F2: Final[Bitboard] = 1 << 13
BB_G2: Final[Bitboard] = 1 << 14
BB_H2: Final[Bitboard] = 1 << 15
BB_A3: Final[Bitboard] = 1 << 16
BB_B3: Final[Bitboard] = 1 << 17
BB_C3: Final[Bitboard] = 1 << 18
BB_D3: Final[Bitboard] = 1 << 19
BB_E3: Final[Bitboard] = 1 << 20
BB_F3: Final[Bitboard] = 1 << 21
BB_G3: Final[Bitboard] = 1 << 22
BB_H3: Final[Bitboard] = 1 << 23
BB_A4: Final[Bitboard] = 1 << 24
BB_B4: Final[Bitboard] = 1 << 25
BB_C4: Final[Bitboard] = 1 << 26
BB_D4: Final[Bitboard] = 1 << 27
BB_E4: Final[Bitboard] = 1 << 28
BB_F4: Final[Bitboard] = 1 << 29
BB_G4: Final[Bitboard] = 1 << 30
BB_H4: Final[Bitboard] = 1 << 31
BB_A5: Final[Bitboard] = 1 << 32
BB_B5: Final[Bitboard] = 1 << 33
BB_C5: Final[Bitboard] = 1 << 34
BB_D5: Final[Bitboard] = 1 << 35
BB_E5: Final[Bitboard] = 1 << 36
BB_F5: Final[Bitboard] = 1 << 37
BB_G5: Final[Bitboard] = 1 << 38
BB_H5: Final[Bitboard] = 1 << 39
BB_A6: Final[Bitboard] = 1 << 40
BB_B6: Final[Bitboard] = 1 << 41
BB_C6: Final[Bitboard] = 1 << 42
BB_D6: Final[Bitboard] = 1 << 43
BB_E6: Final[Bitboard] = 1 << 44
BB_F6: Final[Bitboard] = 1 << 45
BB_G6: Final[Bitboard] = 1 << 46
BB_H6: Final[Bitboard] = 1 << 47
BB_A7: Final[Bitboard] = 1 << 48
BB_B7: Final[Bitboard] = 1 << 49
BB_C7: Final[Bitboard] = 1 << 50
BB_D7: Final[Bitboard] = 1 << 51
BB_E7: Final[Bitboard] = 1 << 52
BB_F7: Final[Bitboard] = 1 << 53
BB_G7: Final[Bitboard] = 1 << 54
BB_H7: Final[Bitboard] = 1 << 55
BB_A8: Final[Bitboard] = 1 << 56
BB_B8: Final[Bitboard] = 1 << 57
BB_C8: Final[Bitboard] = 1 << 58
BB_D8: Final[Bitboard] = 1 << 59
BB_E8: Final[Bitboard] = 1 << 60
BB_F8: Final[Bitboard] = 1 << 61
BB_G8: Final[Bitboard] = 1 << 62
BB_H8: Final[Bitboard] = 1 << 63
BB_SQUARES: Final[list[Bitboard]] = [1 << square for square in range(64)]

BB_FILE_A: Final[Bitboard] = 0x0101_0101_0101_0101
BB_FILE_B: Final[Bitboard] = 0x0101_0101_0101_0101 << 1
BB_FILE_C: Final[Bitboard] = 0x0101_0101_0101_0101 << 2
BB_FILE_D: Final[Bitboard] = 0x0101_0101_0101_0101 << 3
BB_FILE_E: Final[Bitboard] = 0x0101_0101_0101_0101 << 4
BB_FILE_F: Final[Bitboard] = 0x0101_0101_0101_0101 << 5
BB_FILE_G: Final[Bitboard] = 0x0101_0101_0101_0101 << 6
BB_FILE_H: Final[Bitboard] = 0x0101_0101_0101_0101 << 7
BB_FILES: Final[list[Bitboard]] = [BB_FILE_A << file for file in range(8)]

BB_RANK_1: Final[Bitboard] = 0xFF
BB_RANK_2: Final[Bitboard] = 0xFF << 8
BB_RANK_3: Final[Bitboard] = 0xFF << 16
BB_RANK_4: Final[Bitboard] = 0xFF << 24
BB_RANK_5: Final[Bitboard] = 0xFF << 32
BB_RANK_6: Final[Bitboard] = 0xFF << 40
BB_RANK_7: Final[Bitboard] = 0xFF << 48
BB_RANK_8: Final[Bitboard] = 0xFF << 56
BB_RANKS: Final[list[Bitboard]] = [BB_RANK_1 << 8 * rank for rank in range(8)]
BB_BACKRANKS: Final[Bitboard] = BB_RANK_1 | BB_RANK_8

BB_CORNERS: Final[Bitboard] = BB_A1 | BB_H1 | BB_A8 | BB_H8
BB_CENTER: Final[Bitboard] = BB_D4 | BB_E4 | BB_D5 | BB_E5
BB_LIGHT_SQUARES: Final[Bitboard] = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES: Final[Bitboard] = 0xAA55_AA55_AA55_AA55

_KNIGHT, _KING, _PAWN = leaper_tables()
BB_KNIGHT_ATTACKS: Final[list[Bitboard]] = _KNIGHT
BB_KING_ATTACKS: Final[list[Bitboard]] = _KING
BB_PAWN_ATTACKS: Final[list[list[Bitboard]]] = _PAWN
"""The attacks of pawns, indexed by color and square."""

popcount = int.bit_count

if TYPE_CHECKING:
    BB_DIAG_MASKS: list[Bitboard]
    BB_FILE_MASKS: list[Bitboard]
    BB_RANK_MASKS: list[Bitboard]
    BB_DIAG_ATTACKS: list[dict[Bitboard, Bitboard]]
    BB_FILE_ATTACKS: list[dict[Bitboard, Bitboard]]
    BB_RANK_ATTACKS: list[dict[Bitboard, Bitboard]]
    BB_RAYS: list[list[Bitboard]]
else:

    def __getattr__(name: str) -> object:
        """Computes the large tables at first use."""
        lines = ("DIAG", "FILE", "RANK")
        if name == "BB_RAYS":
            made = {name: ray_table()}
        elif name in (names := [f"BB_{line}_MASKS" for line in lines]):
            made = dict(zip(names, slider_masks(), strict=True))
        elif name in (names := [f"BB_{line}_ATTACKS" for line in lines]):
            made = dict(zip(names, slider_tables(), strict=True))
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        for each, table in made.items():
            globals().setdefault(each, table)  # another thread may have computed it
        return globals()[name]
