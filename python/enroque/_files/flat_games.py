"""Games as tables with moves as text, with the columns of `Lichess/standard-chess-games`."""

import importlib
import io
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .._arguments import one_of
from .._core import Games, Positions
from .arrow_lists import pyarrow

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["flat_table"]

_STANDARD: Final = 518
"""The number of the standard position."""

_NUMBERS: Final = ("WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff")

_REPLACED: Final = ("FEN", "SetUp", "Variant", "Result", "WhiteElo", "BlackElo")
"""Tags whose values are those of the columns of `Games`, as in written PGN."""


def flat_table(games: Games, moves: str) -> "pa.Table":
    """Returns a table with a column for each tag, and the moves as text.

    Dates, times and numbers have the types of Lichess's tables; the values of tags that are not of
    these types are null.

    Args:
        games: the games.
        moves: `"movetext"` for a column of this name with comments and result; `"san"` or `"uci"`
            for words in a column `moves`.
    """
    one_of("moves", moves, "movetext", "san", "uci")
    pa = pyarrow()
    columns: dict[str, Any] = {}
    for name in games.tag_names:
        if name not in _REPLACED:
            columns[name] = _typed(name, pa.array(games.tag_values(name), pa.string()))
    columns["Result"] = pa.array(_results(games))
    for name, ratings in (("WhiteElo", games.white_elo), ("BlackElo", games.black_elo)):
        if (ratings > 0).any():
            columns[name] = pa.array(ratings, mask=ratings == 0)
    others = np.flatnonzero(games.start != _STANDARD)
    if len(others) or games.chess960.any():
        # a game without a valid start has no positions
        fens = np.array(games.tag_values("FEN"), object)
        others = np.setdiff1d(others, np.flatnonzero(games.broken & (np.diff(games.offsets) == 0)))
        fens[others] = Positions.from_games(games, others, np.zeros_like(others)).fens()
        columns["FEN"] = pa.array(fens.tolist(), pa.string())
        variants = ["Chess960" if is_chess960 else None for is_chess960 in games.chess960.tolist()]
        columns["Variant"] = pa.array(variants, pa.string())
    texts = _movetexts(games) if moves == "movetext" else getattr(games, moves)().tolist()
    columns["movetext" if moves == "movetext" else "moves"] = pa.array(texts, pa.string())
    return pa.table(columns)


def _typed(name: str, values: "pa.Array") -> "pa.Array":
    pa = pyarrow()
    pc = importlib.import_module("pyarrow.compute")
    if name in _NUMBERS:
        digits = pc.replace_substring_regex(values, r"^\+", "")
        is_number = pc.match_substring_regex(digits, r"^-?\d{1,4}$")
        return pc.if_else(is_number, digits, pa.scalar(None, pa.string())).cast(pa.int16())
    if name == "UTCDate":
        return pc.strptime(values, "%Y.%m.%d", "s", error_is_null=True).cast(pa.date32())
    if name == "UTCTime":
        times = pc.strptime(values, "%H:%M:%S", "s", error_is_null=True)
        return times.cast(pa.time32("s"))
    return values


def _results(games: Games) -> list[str]:
    names = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
    return [names.get(result, "*") for result in games.result.tolist()]


def _movetexts(games: Games) -> list[str]:
    """Returns the line of moves of each game, with comments and the result."""
    file = io.BytesIO()
    games.to_pgn(file, columns=None)
    lines = file.getvalue().decode().split("\n")
    return [line for line in lines if line and not line.startswith("[")]
