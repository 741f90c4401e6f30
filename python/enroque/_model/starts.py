"""The table of the start positions of Chess960."""

from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .._core import Column, Positions, chess960_back_rank, chess960_fen, chess960_number
from .._files.arrow_lists import pyarrow
from .._optional_packages import imported

COUNT: Final = 960
"""The number of start positions."""

_STANDARD: Final = "RNBQKBNR"

_KINGSIDE: Final = (
    "222022202220224222202220222022422220222022202242222022202220224222322232225333530022002200432243"
    "112011201120224211201120112022421120112011202242222022202220224222322232225333530022002200432243"
    "113111311153335311311131115333531131113111533353334333434664466533433343466446641133113335543554"
    "002100210043224300210021004322430021002100432243223322333554355522332233355435541133113335543554"
    "112011201120224211201120112022421120112011202242222022202220224222322232225333530022002200432243"
    "113111311153335311311131115333531131113111533353334333434664466533433343466446641133113335543554"
    "002100210043224300210021004322430021002100432243223322333554355522332233355435541133113335543554"
    "224222424664466422422242466446644554477557756786455447755775577646544876577557752444266646654665"
    "113211323554355411321132355435543444366546655676344436654665466635443766466546652444266646654665"
    "113211323554355411321132355435543444366546655676344436654665466635443766466546652444266646654665"
)
_QUEENSIDE: Final = (
    "444245534553231144534553455333114443455345533322444355534553332223113422340012002311342234001200"
    "444245534553231144534553455333114443466446643433444356644664343323113533351113112311353335111311"
    "331134223400120033223422340022003322353335222322120024220222022212002422021102111200242202110211"
    "331134223400120033223422340022003322353335222322120024220222022212002422022202221200242202220222"
    "444246644664242245647775778655444554777577755544455487757775654424226644662244222422664466224422"
    "331135333511131134336644663344333433664466334433131155333333333313115533332233221311553333223322"
    "331135333511131134336644663344333433664466334433131155333333333313115533333333331311553333333333"
    "220024220211021123225533333333330222443333333333021144333333333302114433332233220211443333223322"
    "220024220211021123225533333333330222443333333333021144333333333302114433333333330211443333333333"
    "220024220222022223225533334433440222443333333333022244334333433302224433433343330222443343334333"
)
"""By number, White's moves before castling is possible, while Black does not move."""


@dataclass(frozen=True, eq=False, repr=False)
class StartColumns:
    """Columns with a row for each start position of Chess960."""

    def __len__(self) -> int:
        return COUNT

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {COUNT} starts, {len(self.columns())} columns>"

    def columns(self) -> dict[str, NDArray[Any]]:
        """Returns the columns by name."""
        columns = (field.name for field in fields(self) if field.metadata.get("is_column", True))
        return {name: getattr(self, name) for name in columns}

    def to_arrow(self) -> Any:
        """Returns a `pyarrow.Table`; NaN is null.

        Raises:
            ImportError: pyarrow, the extra `parquet`, is not installed.
        """
        pa = pyarrow()
        columns = self.columns().items()
        return pa.table({name: pa.array(column, from_pandas=True) for name, column in columns})

    def to_pandas(self) -> Any:
        """Returns a pandas data frame.

        Raises:
            ImportError: pandas is not installed.
        """
        pd = imported("pandas", type(self).__name__)
        return pd.DataFrame(self.columns())

    def to_polars(self) -> Any:
        """Returns a Polars data frame; NaN is null.

        Raises:
            ImportError: Polars is not installed.
        """
        pl = imported("polars", type(self).__name__)
        return pl.DataFrame(self.columns(), nan_to_null=True)


@dataclass(frozen=True, eq=False, repr=False)
class StartTable(StartColumns):
    """The start positions of Chess960, a row for each number; see `chess960.table`.

    Squares are those of White's pieces, 0 (a1) to 7 (h1). All columns are arrays, `(960,)`.

    No authority defines families of starts. Four columns are those of Mark Weeks, with his names:
    `mirrored`, `undefended_pawns`, `weak_pawns` and `traditional_pattern`.

    Attributes:
        number: the number of the start (Scharnagl), 0 to 959, int64.
        back_rank: the pieces from a to h, such as `"RNBQKBNR"`.
        fen: the FEN, with castling rights as in X-FEN (`KQkq`).
        shredder_fen: the FEN, with castling rights by files (`HAha`).
        mirrored: the number of the start with the files from h to a (Weeks,
            chessforallages.blogspot.com, 2009-02-10).
        light_bishop: the square of the bishop on light squares.
        dark_bishop: the square of the bishop on dark squares.
        queen: the square of the queen.
        king: the square of the king.
        left_knight: the square of the knight nearer to the a-file.
        right_knight: the square of the other knight.
        left_rook: the square of the rook on the queenside, with which `O-O-O` castles.
        right_rook: the square of the rook on the kingside, with which `O-O` castles.
        rook_distance: the number of files from one rook to the other, 2 to 7.
        castling_files: the files of rook, king and rook, such as `"aeh"`; starts with the
            same files castle alike.
        bishops_adjacent: whether the bishops stand side by side.
        bishops_opposite: whether one bishop stands on the files a to d and the other on e to h.
        kingside_moves: White's moves before `O-O` is possible, while Black does not move.
        queenside_moves: White's moves before `O-O-O` is possible, while Black does not move.
        castles_first: whether the first move can be castling, on either side.
        undefended_pawns: the files of White's pawns that no piece defends, such as `"bg"`.
        weak_pawns: the files of White's pawns that no piece but the king defends, *naturally weak*
            (Weeks, chess960frc.blogspot.com, "Naturally Weak Pawns", 2010-04-17).
        first_moves: the number of legal first moves, castling included.
        standard_squares: the number of pieces on their squares in standard chess, 0 to 8.
        traditional_pattern: `"RNBQK***"` or `"***QKBNR"` if these five pieces stand as in standard
            chess, `"RNBQKBNR"` if all do, else empty (Weeks, chess960frc.blogspot.com,
            "Traditional Development Patterns", 2010-09-11).
    """

    number: NDArray[np.int64]
    back_rank: NDArray[Any]
    fen: NDArray[Any]
    shredder_fen: NDArray[Any]
    mirrored: NDArray[np.int64]
    light_bishop: NDArray[np.int64]
    dark_bishop: NDArray[np.int64]
    queen: NDArray[np.int64]
    king: NDArray[np.int64]
    left_knight: NDArray[np.int64]
    right_knight: NDArray[np.int64]
    left_rook: NDArray[np.int64]
    right_rook: NDArray[np.int64]
    rook_distance: NDArray[np.int64]
    castling_files: NDArray[Any]
    bishops_adjacent: NDArray[np.bool_]
    bishops_opposite: NDArray[np.bool_]
    kingside_moves: NDArray[np.int64]
    queenside_moves: NDArray[np.int64]
    castles_first: NDArray[np.bool_]
    undefended_pawns: NDArray[Any]
    weak_pawns: NDArray[Any]
    first_moves: NDArray[np.int64]
    standard_squares: NDArray[np.int64]
    traditional_pattern: NDArray[Any]


@cache
def start_table() -> StartTable:
    """Returns the table of all start positions; see `chess960.table`."""
    number = np.arange(COUNT)
    back_ranks = [chess960_back_rank(n) for n in range(COUNT)]
    pieces = np.array([list(back_rank) for back_rank in back_ranks])
    fens = [chess960_fen(n, n) for n in range(COUNT)]
    legal = Positions.from_fens(fens).encode(Column.legal_count())
    squares = {letter: np.argwhere(pieces == letter)[:, 1] for letter in "BNRQK"}
    bishops, knights, rooks = (squares[letter].reshape(COUNT, 2) for letter in "BNR")
    king, queen = squares["K"], squares["Q"]
    light = np.where(bishops[:, 0] % 2 == 1, bishops[:, 0], bishops[:, 1])
    files = np.array(list("abcdefgh"))
    rook_king_rook = np.stack([rooks[:, 0], king, rooks[:, 1]], axis=1)
    castling_files = ["".join(row) for row in files[rook_king_rook]]
    kingside, queenside = (np.array(list(text), int) for text in (_KINGSIDE, _QUEENSIDE))
    undefended, weak = (
        ["".join(files[row]) for row in ~_defended(pieces, letters)]
        for letters in ("KQRBN", "QRBN")
    )
    is_standard = pieces == list(_STANDARD)
    traditional = np.select(
        [is_standard.all(axis=1), is_standard[:, :5].all(axis=1), is_standard[:, 3:].all(axis=1)],
        [_STANDARD, "RNBQK***", "***QKBNR"],
        "",
    )
    rights = ["".join(files[row]) for row in rooks[:, ::-1]]
    columns: dict[str, Any] = {
        "number": number,
        "back_rank": np.array(back_ranks),
        "fen": np.array(fens),
        "shredder_fen": np.array(
            [
                fen.replace("KQkq", right.upper() + right)
                for fen, right in zip(fens, rights, strict=True)
            ]
        ),
        "mirrored": np.array([chess960_number(back_rank[::-1]) for back_rank in back_ranks]),
        "light_bishop": light,
        "dark_bishop": bishops.sum(axis=1) - light,
        "queen": queen,
        "king": king,
        "left_knight": knights[:, 0],
        "right_knight": knights[:, 1],
        "left_rook": rooks[:, 0],
        "right_rook": rooks[:, 1],
        "rook_distance": rooks[:, 1] - rooks[:, 0],
        "castling_files": np.array(castling_files),
        "bishops_adjacent": bishops[:, 1] - bishops[:, 0] == 1,
        "bishops_opposite": (bishops[:, 0] < 4) & (bishops[:, 1] >= 4),
        "kingside_moves": kingside,
        "queenside_moves": queenside,
        "castles_first": (kingside == 0) | (queenside == 0),
        "undefended_pawns": np.array(undefended),
        "weak_pawns": np.array(weak),
        "first_moves": legal["legal_count"].astype(np.int64),
        "standard_squares": is_standard.sum(axis=1),
        "traditional_pattern": traditional,
    }
    for column in columns.values():
        column.flags.writeable = False  # all callers share the table
    return StartTable(**columns)


def _defended(pieces: NDArray[np.str_], letters: str) -> NDArray[np.bool_]:
    """Returns whether one of some pieces defends the pawn of each file, `(960, 8)`."""
    steps = {"K": (-1, 0, 1), "Q": (-1, 0, 1), "R": (0,), "B": (-1, 1), "N": (-2, 2)}
    defended = np.zeros(pieces.shape, bool)
    for letter in letters:
        for step in steps[letter]:
            there = slice(max(step, 0), 8 + min(step, 0))
            here = slice(max(-step, 0), 8 + min(-step, 0))
            defended[:, there] |= pieces[:, here] == letter
    return defended
