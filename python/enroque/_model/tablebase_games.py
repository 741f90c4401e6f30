"""`Games.tablebase_wdl`."""

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arguments import checked_count, one_of
from ..errors import MissingTableError
from ..tablebase import Tablebase

if TYPE_CHECKING:
    from .._core import Games

__all__ = ["wdl"]

UNKNOWN: Final = -128
BUCKET_PIECES: Final = 4
"""`Games.feature_buckets` has this number of piece counts in each bucket: 1 to 4, 5 to 8, ..."""


def wdl(
    games: "Games",
    tablebase: Tablebase,
    game: ArrayLike,
    ply: ArrayLike,
    view: str,
    max_pieces: int | None,
    on_missing: str,
) -> NDArray[np.int8]:
    """Returns the results of positions; see `Games.tablebase_wdl`."""
    one_of("view", view, "side_to_move", "white")
    one_of("on_missing", on_missing, "skip", "raise")
    if not isinstance(tablebase, Tablebase):
        raise TypeError(
            f"tablebase must be an enroque.tablebase.Tablebase, not {type(tablebase).__name__}"
        )
    limit = tablebase.max_pieces if max_pieces is None else checked_count("max_pieces", max_pieces)
    buckets = games.feature_buckets(game, ply)  # also checks the arguments
    results = np.full(len(buckets), UNKNOWN, np.int8)
    candidates = np.flatnonzero(buckets <= (limit - 1) // BUCKET_PIECES)
    indices, plies = np.asarray(game)[candidates], np.asarray(ply)[candidates]
    known: dict[str, int] = {}
    for n, index, at in zip(candidates.tolist(), indices.tolist(), plies.tolist(), strict=True):
        board = games[index].board(at)
        if board.occupied.bit_count() > limit or board.castling_rights:
            continue
        # placement, side to move, rights, and the en passant square if a capture is legal
        key = board.fen().rsplit(" ", 2)[0]
        if key not in known:
            try:
                known[key] = tablebase.wdl(board)
            except MissingTableError:
                if on_missing == "raise":
                    raise
                known[key] = UNKNOWN
        result = known[key]
        is_reversed = view == "white" and not board.turn and result != UNKNOWN
        results[n] = -result if is_reversed else result
    return results
