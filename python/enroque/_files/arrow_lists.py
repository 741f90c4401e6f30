"""Arrow's lists with an entry for each move: evaluations, clocks, arrows, searches."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from .._core import Games
from .._optional_packages import missing_package
from ..errors import FileFormatError

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "WDL",
    "arrow_lists",
    "number_lists",
    "pyarrow",
    "read_arrows",
    "read_numbers",
    "read_searches",
    "search_lists",
]

WDL: Final = ("win", "draw", "loss")
"""The fields of the column `search_wdl`."""

_NO_NODES: Final = -1


def pyarrow() -> Any:
    """Returns the package pyarrow.

    Raises:
        ImportError: pyarrow is not installed.
    """
    try:
        import pyarrow
    except ImportError as error:
        user = "a table of Arrow or Parquet"
        raise missing_package(error, user, "pyarrow", "enroque[parquet]") from error
    return pyarrow


def number_lists(
    values: NDArray[Any] | None, offsets: NDArray[np.int64], missing: float
) -> "pa.ListArray | None":
    """Returns a list of numbers for each game; null for a game without numbers.

    Args:
        values: the numbers of all moves; `None` if there are none.
        offsets: the start of each game's moves, and the end of the last game's.
        missing: the value of a number that is missing.
    """
    if values is None:
        return None
    is_missing = np.isnan(values) if np.isnan(missing) else values == missing
    return _lists(is_missing, offsets, lambda kept, mask: pyarrow().array(values[kept], mask=mask))


def _lists(
    is_missing: NDArray[np.bool_],
    offsets: NDArray[np.int64],
    elements: "Callable[[Any, NDArray[np.bool_] | None], pa.Array]",
) -> "pa.ListArray":
    """Returns a list for each game; null for a game whose entries are all missing.

    Args:
        is_missing: whether the entry of each move is missing.
        offsets: the start of each game's moves, and the end of the last game's.
        elements: returns the entries of the moves that an index selects, of which some are null.
    """
    pa = pyarrow()
    if not is_missing.any():
        ends = pa.array(offsets.astype(np.int32))
        return pa.ListArray.from_arrays(ends, elements(slice(None), None))
    plies = np.diff(offsets).astype(np.intp)
    counts = np.concatenate([[0], np.cumsum(~is_missing)])[offsets]
    has_some = counts[1:] > counts[:-1]
    kept = np.repeat(has_some, plies)
    ends = np.concatenate([[0], np.cumsum(np.where(has_some, plies, 0))]).astype(np.int32)
    return pa.ListArray.from_arrays(
        pa.array(ends), elements(kept, is_missing[kept]), mask=pa.array(~has_some)
    )


def _lists_of_lists(
    values: "pa.Array", ends: NDArray[np.int64], offsets: NDArray[np.int64]
) -> "pa.ListArray":
    """Returns a list of lists for each game; null for a game whose lists are all empty."""
    pa = pyarrow()
    plies = np.diff(offsets).astype(np.intp)
    has_some = ends[offsets[1:]] > ends[offsets[:-1]]
    kept = np.repeat(has_some, plies)
    # games without entries are omitted
    ply_ends = np.concatenate([[0], ends[1:][kept]]).astype(np.int32)
    of_plies = pa.ListArray.from_arrays(pa.array(ply_ends), values)
    game_ends = np.concatenate([[0], np.cumsum(np.where(has_some, plies, 0))]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(game_ends), of_plies, mask=pa.array(~has_some))


def arrow_lists(games: Games, offsets: NDArray[np.int64]) -> "pa.ListArray | None":
    """Returns a list of lists of arrows for each game; null for a game without arrows.

    Args:
        games: the games.
        offsets: `Games.offsets`.
    """
    values, ends = games.arrows, games.arrow_offsets
    if values is None or ends is None:
        return None
    return _lists_of_lists(pyarrow().array(values), ends, offsets)


def search_lists(games: Games, offsets: NDArray[np.int64]) -> "dict[str, pa.ListArray | None]":
    """Returns the columns of searches by name; `None` for a column that no game has.

    Args:
        games: the games.
        offsets: `Games.offsets`.
    """
    pa = pyarrow()
    wdl, visits = None, None
    rows = games.search_wdl
    if rows is not None:

        def elements(kept: Any, mask: NDArray[np.bool_] | None) -> Any:
            parts = [pa.array(rows[kept, n]) for n in range(3)]
            return pa.StructArray.from_arrays(
                parts, names=WDL, mask=None if mask is None else pa.array(mask)
            )

        wdl = _lists(np.isnan(rows[:, 0]), offsets, elements)
    moves, counts, ends = games.visit_moves, games.visit_counts, games.visit_offsets
    if moves is not None and counts is not None and ends is not None:
        pairs = pa.StructArray.from_arrays(
            [pa.array(moves), pa.array(counts)], names=["move", "count"]
        )
        visits = _lists_of_lists(pairs, ends, offsets)
    return {
        "search_values": number_lists(games.search_values, offsets, np.nan),
        "search_wdl": wdl,
        "network_values": number_lists(games.network_values, offsets, np.nan),
        "search_nodes": number_lists(games.search_nodes, offsets, _NO_NODES),
        "search_weights": number_lists(games.search_weights, offsets, np.nan),
        "visits": visits,
    }


def _games_with_lists(
    lists: "pa.ListArray", offsets: NDArray[np.int64], name: str
) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Returns which games have a list, which must be as long as the game, and their lengths."""
    plies = np.diff(offsets).astype(np.intp)
    lengths = lists.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    is_there = lists.is_valid().to_numpy(zero_copy_only=False)
    wrong = np.flatnonzero(is_there & (lengths != plies))
    if len(wrong):
        game = wrong[0]
        raise FileFormatError(f"game {game} has {plies[game]} moves and {lengths[game]} {name}")
    return is_there, plies


def read_numbers(
    lists: "pa.ListArray | None",
    offsets: NDArray[np.int64],
    missing: float,
    name: str,
    dtype: Any = np.int32,
) -> NDArray[Any] | None:
    """Returns a column of numbers for all moves; `None` if no game has any.

    Args:
        lists: a list for each game, as long as the game or null.
        offsets: the start of each game's moves, and the end of the last game's.
        missing: the value of a number that is null.
        name: the name of the column, for errors.
        dtype: the dtype of the numbers.

    Raises:
        FileFormatError: a list does not have the length of its game.
    """
    if lists is None or lists.null_count == len(lists):
        return None
    is_there, plies = _games_with_lists(lists, offsets, name)
    values: NDArray[Any] = lists.flatten().fill_null(missing).to_numpy(zero_copy_only=False)
    if len(values) == int(offsets[-1]):
        return values
    column = np.full(int(offsets[-1]), missing, dtype)
    column[np.repeat(is_there, plies)] = values
    return column


def _read_lists(
    lists: "pa.ListArray", offsets: NDArray[np.int64], name: str
) -> "tuple[pa.Array, NDArray[np.int64]]":
    """Returns the entries of the lists of all moves, and the offsets of the moves."""
    is_there, plies = _games_with_lists(lists, offsets, name)
    of_plies = lists.flatten()
    counts = np.zeros(int(offsets[-1]), np.int64)
    known = of_plies.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    counts[np.repeat(is_there, plies)] = known
    ends = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=ends[1:])
    return of_plies.flatten(), ends


def read_arrows(lists: "pa.ListArray | None", offsets: NDArray[np.int64]) -> dict[str, Any]:
    """Returns the arrows of all moves and their offsets; `None` if no game has any.

    Args:
        lists: a list of lists for each game, as long as the game or null.
        offsets: the start of each game's moves, and the end of the last game's.

    Raises:
        FileFormatError: a list does not have the length of its game, or an arrow is null.
    """
    if lists is None or lists.null_count == len(lists):
        return {"arrows": None, "arrow_offsets": None}
    values, ends = _read_lists(lists, offsets, "lists of arrows")
    if values.null_count:
        raise FileFormatError("an arrow is null")
    return {"arrows": values.to_numpy(zero_copy_only=False), "arrow_offsets": ends}


def read_searches(columns: Mapping[str, Any], offsets: NDArray[np.int64]) -> dict[str, Any]:
    """Returns the columns of searches for all moves; `None` if no game has any.

    Args:
        columns: the columns of the table.
        offsets: the start of each game's moves, and the end of the last game's.

    Raises:
        FileFormatError: a list does not have the length of its game, or a visit is null.
    """
    found: dict[str, Any] = {
        name: read_numbers(columns.get(name), offsets, missing, name, dtype)
        for name, missing, dtype in (
            ("search_values", np.nan, np.float32),
            ("network_values", np.nan, np.float32),
            ("search_nodes", _NO_NODES, np.int32),
            ("search_weights", np.nan, np.float32),
        )
    }
    found |= dict.fromkeys(("search_wdl", "visit_moves", "visit_counts", "visit_offsets"))
    lists = columns.get("search_wdl")
    if lists is not None and lists.null_count < len(lists):
        is_there, plies = _games_with_lists(lists, offsets, "search_wdl")
        rows = np.full((int(offsets[-1]), 3), np.nan, np.float32)
        parts = lists.flatten().flatten()
        values = [part.fill_null(np.nan).to_numpy(zero_copy_only=False) for part in parts]
        rows[np.repeat(is_there, plies)] = np.stack(values, axis=1)
        found["search_wdl"] = rows
    lists = columns.get("visits")
    if lists is not None and lists.null_count < len(lists):
        visits, found["visit_offsets"] = _read_lists(lists, offsets, "lists of visits")
        moves, counts = visits.flatten()
        if moves.null_count or counts.null_count:
            raise FileFormatError("a visited move or its count is null")
        found["visit_moves"] = moves.to_numpy(zero_copy_only=False)
        found["visit_counts"] = counts.to_numpy(zero_copy_only=False)
    return found
