"""Arrow's lists with an entry for each move, as the stored columns of games."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._model.stored import LISTS, PLIES, StoredColumn
from .._optional_packages import imported
from ..errors import FileFormatError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pyarrow as pa


def element_type(column: StoredColumn) -> "pa.DataType":
    """Returns the type of a value of a column.

    Args:
        column: the column.
    """
    pa = pyarrow()
    number = pa.from_numpy_dtype(np.dtype(column.dtype))
    return pa.struct([(name, number) for name in column.fields]) if column.fields else number


def pyarrow() -> Any:
    """Returns the package pyarrow.

    Raises:
        ImportError: pyarrow is not installed.
    """
    return imported("pyarrow", "this table", install="enroque[parquet]")


def stored_lists(
    columns: "Mapping[str, Any]", offsets: NDArray[np.int64]
) -> "dict[str, pa.ListArray | None]":
    """Returns for each column of plies a list for each game; null for a game without values.

    Args:
        columns: the columns by name; `None` for those that no game has.
        offsets: the start of each game's moves, and the end of the last game's.
    """
    lists: dict[str, Any] = {}
    for column in PLIES:
        values = columns[column.name]
        lists[column.name] = None if values is None else _value_lists(column, values, offsets)
    for column in LISTS:
        items, ends = columns[column.name], columns[column.offsets]
        lists[column.name] = (
            None if items is None else _lists_of_lists(_elements(column, items), ends, offsets)
        )
    return lists


def _elements(
    column: StoredColumn, values: NDArray[Any], mask: NDArray[np.bool_] | None = None
) -> "pa.Array":
    """Returns values as an array, in which those of the mask are null."""
    pa = pyarrow()
    if not column.fields:
        return pa.array(values, mask=mask)
    parts = [pa.array(values[:, n]) for n in range(len(column.fields))]
    nulls = None if mask is None else pa.array(mask)
    return pa.StructArray.from_arrays(parts, names=column.fields, mask=nulls)


def _value_lists(
    column: StoredColumn, values: NDArray[Any], offsets: NDArray[np.int64]
) -> "pa.ListArray":
    """Returns a list for each game; null for a game without values."""
    pa = pyarrow()
    numbers = values[:, 0] if column.fields else values
    is_missing = np.isnan(numbers) if numbers.dtype.kind == "f" else numbers == column.absent
    if not is_missing.any():
        ends = pa.array(offsets.astype(np.int32))
        return pa.ListArray.from_arrays(ends, _elements(column, values))
    plies = np.diff(offsets).astype(np.intp)
    counts = np.concatenate([[0], np.cumsum(~is_missing)])[offsets]
    has_some = counts[1:] > counts[:-1]
    kept = np.repeat(has_some, plies)
    ends = np.concatenate([[0], np.cumsum(np.where(has_some, plies, 0))]).astype(np.int32)
    return pa.ListArray.from_arrays(
        pa.array(ends), _elements(column, values[kept], is_missing[kept]), mask=pa.array(~has_some)
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


def read_stored(columns: "Mapping[str, Any]", offsets: NDArray[np.int64]) -> dict[str, Any]:
    """Returns the columns of plies for all moves; `None` for those that no game has.

    Args:
        columns: the columns of the table: lists for each game, as long as the game or null.
        offsets: the start of each game's moves, and the end of the last game's.

    Raises:
        FileFormatError: a list does not have the length of its game, or an item of a move's list
            is null.
    """
    stored: dict[str, Any] = {}
    for column in PLIES:
        lists = columns.get(column.name)
        has_any = lists is not None and lists.null_count < len(lists)
        stored[column.name] = _read_values(column, lists, offsets) if has_any else None
    for column in LISTS:
        lists = columns.get(column.name)
        if lists is None or lists.null_count == len(lists):
            stored |= dict.fromkeys((column.name, column.offsets))
            continue
        items, stored[column.offsets] = _read_lists(lists, offsets, f"lists of {column.name}")
        parts = items.flatten() if column.fields else [items]
        if any(part.null_count for part in parts):
            raise FileFormatError(f"an item of {column.name} is null")
        stored[column.name] = _array(column, parts)
    return stored


def _read_values(
    column: StoredColumn, lists: "pa.ListArray", offsets: NDArray[np.int64]
) -> NDArray[Any]:
    """Returns the values of all moves."""
    is_there, plies = _games_with_lists(lists, offsets, column.name)
    flat = lists.flatten()
    parts, absent = (flat.flatten(), column.absent[0]) if column.fields else ([flat], column.absent)
    known = _array(column, [part.fill_null(absent) for part in parts])
    if len(known) == int(offsets[-1]):
        return known
    values = np.full((int(offsets[-1]), *known.shape[1:]), absent, column.dtype)
    values[np.repeat(is_there, plies)] = known
    return values


def _array(column: StoredColumn, parts: "list[pa.Array]") -> NDArray[Any]:
    arrays = [part.to_numpy(zero_copy_only=False) for part in parts]
    return np.stack(arrays, axis=1) if column.fields else arrays[0]
