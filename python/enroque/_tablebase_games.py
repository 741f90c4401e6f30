"""`Games.tablebase_wdl`."""

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import ArgumentError, MissingTableError

if TYPE_CHECKING:
    from ._core import Games
    from .tablebase import Tablebase

__all__ = ["wdl"]

UNKNOWN: Final = -128
BUCKET_PIECES: Final = 4
"""`Games.feature_buckets` has this number of piece counts in each bucket: 1 to 4, 5 to 8, ..."""


def wdl(
    games: "Games",
    tablebase: "Tablebase",
    game: ArrayLike,
    ply: ArrayLike,
    view: str,
    max_pieces: int | None,
    on_missing: str,
) -> NDArray[np.int8]:
    """Returns the results of positions; see `Games.tablebase_wdl`."""
    if view not in ("side_to_move", "white"):
        raise ArgumentError(f'unknown view {view!r}; known: "side_to_move", "white"')
    if on_missing not in ("skip", "raise"):
        raise ArgumentError(f'unknown on_missing {on_missing!r}; known: "skip", "raise"')
    limit = tablebase.max_pieces if max_pieces is None else max_pieces
    buckets = games.feature_buckets(game, ply)  # also checks the arguments
    results = np.full(len(buckets), UNKNOWN, np.int8)
    candidates = np.flatnonzero(buckets <= (limit - 1) // BUCKET_PIECES)
    indices, plies = np.asarray(game)[candidates], np.asarray(ply)[candidates]
    known: dict[tuple[Any, ...], int] = {}
    for n, index, at in zip(candidates.tolist(), indices.tolist(), plies.tolist(), strict=True):
        board = games[index].board(at)
        if board.occupied.bit_count() > limit or board.castling_rights:
            continue
        key = (board.board_fen(), board.turn, board.ep_square if board.has_legal_en_passant() else None)
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
