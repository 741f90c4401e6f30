"""Columns of Arrow tables of any type as texts and numbers."""

import importlib
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .arrow_lists import pyarrow

if TYPE_CHECKING:
    import pyarrow as pa


def text_arrays(column: "pa.Array") -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Returns a column of any type as texts: the offsets and the bytes; missing ones are empty.

    Raises:
        pyarrow.ArrowException: the type has no texts.
    """
    column = plain_column(column, is_text=True).fill_null(b"")
    _, offsets, data = column.buffers()
    offsets = np.frombuffer(offsets, np.int64, len(column) + 1, 8 * column.offset)
    return np.require(offsets, requirements="A"), np.frombuffer(data or b"", np.uint8)


def plain_column(column: "pa.Array", is_text: bool) -> "pa.Array":
    """Returns a column of any type as `int64`, `float64` or `large_binary`.

    Lists become texts, separated by spaces.

    Args:
        column: the column.
        is_text: whether numbers become texts.

    Raises:
        pyarrow.ArrowException: the type has neither texts nor numbers.
    """
    pa = pyarrow()
    pc = importlib.import_module("pyarrow.compute")
    types, kind = pa.types, column.type
    if types.is_dictionary(kind):
        values = column.dictionary
        if kind.value_type in (pa.string_view(), pa.binary_view()):  # pyarrow cannot take them
            values = values.cast(pa.large_binary())
        return plain_column(values.take(column.indices), is_text)
    if hasattr(kind, "value_field"):
        # casts of list views return wrong lists (pyarrow 26)
        items = plain_column(column.flatten(), is_text=True)
        ends = np.zeros(len(column) + 1, np.int64)
        np.cumsum(pc.list_value_length(column).fill_null(0), out=ends[1:])
        if items.null_count:
            ends = np.concatenate([[0], np.cumsum(items.is_valid())])[ends]
            items = items.drop_null()
        lists = pa.LargeListArray.from_arrays(pa.array(ends), items)
        text = pc.binary_join(lists, pa.scalar(b" ", pa.large_binary()))
        return pc.if_else(column.is_valid(), text, pa.scalar(None, pa.large_binary()))
    if types.is_integer(kind) or (types.is_floating(kind) and is_text):
        if types.is_floating(kind):
            column = pc.if_else(pc.is_nan(column), pa.scalar(None, kind), column)
        with suppress(pa.ArrowInvalid):  # floats may be integers of which some are missing
            column = column.cast(pa.int64())
    if is_text or not (types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind)):
        try:
            return column.cast(pa.large_binary())
        except pa.ArrowNotImplementedError:
            return column.cast(pa.large_string()).cast(pa.large_binary())
    return column if column.type == pa.int64() else column.cast(pa.float64(), safe=False)
