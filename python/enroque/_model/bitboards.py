"""Sets of squares as ints (bit n is square n, a1 the lowest), with python-chess's names.

Functions use the low 64 bits of their arguments, so `~` works on bitboards. The large tables are
computed at first use; for most purposes `Board` and `SquareSet` are faster.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, SupportsInt, TypeAlias

from .._core import leaper_tables, ray_table, slider_masks, slider_tables
from .squares import Square

__all__ = ["BB_ALL", "BB_BACKRANKS", "BB_CENTER", "BB_CORNERS", "BB_DARK_SQUARES", "BB_EMPTY"]
__all__ += ["BB_FILES", "BB_KING_ATTACKS", "BB_KNIGHT_ATTACKS", "BB_LIGHT_SQUARES"]
__all__ += ["BB_PAWN_ATTACKS", "BB_RANKS", "BB_SQUARES", "Bitboard", "IntoSquareSet", "popcount"]
__all__ += ["BB_A1", "BB_B1", "BB_C1", "BB_D1", "BB_E1", "BB_F1", "BB_G1", "BB_H1"]
__all__ += ["BB_A2", "BB_B2", "BB_C2", "BB_D2", "BB_E2", "BB_F2", "BB_G2", "BB_H2"]
__all__ += ["BB_A3", "BB_B3", "BB_C3", "BB_D3", "BB_E3", "BB_F3", "BB_G3", "BB_H3"]
__all__ += ["BB_A4", "BB_B4", "BB_C4", "BB_D4", "BB_E4", "BB_F4", "BB_G4", "BB_H4"]
__all__ += ["BB_A5", "BB_B5", "BB_C5", "BB_D5", "BB_E5", "BB_F5", "BB_G5", "BB_H5"]
__all__ += ["BB_A6", "BB_B6", "BB_C6", "BB_D6", "BB_E6", "BB_F6", "BB_G6", "BB_H6"]
__all__ += ["BB_A7", "BB_B7", "BB_C7", "BB_D7", "BB_E7", "BB_F7", "BB_G7", "BB_H7"]
__all__ += ["BB_A8", "BB_B8", "BB_C8", "BB_D8", "BB_E8", "BB_F8", "BB_G8", "BB_H8"]
__all__ += ["BB_FILE_A", "BB_FILE_B", "BB_FILE_C", "BB_FILE_D", "BB_FILE_E", "BB_FILE_F"]
__all__ += ["BB_FILE_G", "BB_FILE_H"]
__all__ += ["BB_RANK_1", "BB_RANK_2", "BB_RANK_3", "BB_RANK_4", "BB_RANK_5", "BB_RANK_6"]
__all__ += ["BB_RANK_7", "BB_RANK_8"]

Bitboard: TypeAlias = int
BitboardFunction: TypeAlias = Callable[[int], int]
"""A function from bitboard to bitboard, such as `flip_vertical`."""

IntoSquareSet: TypeAlias = SupportsInt | Iterable[Square]
"""The arguments of `SquareSet`: a bitboard, an object with `__int__`, or an iterable of squares."""

BB_EMPTY: Final[Bitboard] = 0
BB_ALL: Final[Bitboard] = 0xFFFF_FFFF_FFFF_FFFF

BB_SQUARES: Final[list[Bitboard]] = [1 << square for square in range(64)]
BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[0:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:64]

BB_FILES: Final[list[Bitboard]] = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES

BB_RANKS: Final[list[Bitboard]] = [0xFF << 8 * rank for rank in range(8)]
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS
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
