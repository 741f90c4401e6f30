"""Tables of other packages, whose columns Rust reads as arrays."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..errors import FileFormatError
from .arrow_columns import plain_column, text_arrays
from .arrow_lists import pyarrow
from .read_ahead import read_ahead
from .remote import is_url, opened

if TYPE_CHECKING:
    import pyarrow as pa

_ROWS: Final = 65_536
"""The number of rows of a batch."""

_MISSING: Final = -(2**63)
"""The value of an integer that is missing."""


@dataclass(frozen=True)
class Table:
    """A table, of which some columns are read.

    Attributes:
        name: the name, for messages.
        columns: the names of all columns.
        open: returns the record batches with the columns of some names, which are unique.
    """

    name: str
    columns: list[str]
    open: "Callable[[list[str]], Iterable[pa.RecordBatch]]"

    def batches(self, columns: list[tuple[str, bool]]) -> Iterator[list[Any]]:
        """Yields the columns of some rows as arrays.

        A column of texts is a tuple of offsets and bytes, another one also integers or floats.

        Args:
            columns: the names of the columns, and whether they must be texts.

        Raises:
            FileFormatError: a column has a type without texts or numbers.
        """
        for batch in self.open([name for name, _ in columns]):
            for first in range(0, batch.num_rows, _ROWS):
                rows = batch.slice(first, _ROWS)
                yield [self._arrays(name, rows.column(name), is_text) for name, is_text in columns]

    def _arrays(self, name: str, column: "pa.Array", is_text: bool) -> Any:
        pa = pyarrow()
        try:
            column = plain_column(column, is_text)
        except pa.ArrowException as error:
            raise FileFormatError(
                f"{self.name}: the column {name!r} is of the type {column.type}, which is read "
                "neither as text nor as numbers"
            ) from error
        if column.type != pa.large_binary():
            missing = _MISSING if column.type == pa.int64() else np.nan
            values = column.fill_null(missing).to_numpy(zero_copy_only=False)
            return np.require(values, requirements="A")
        return text_arrays(column)


def table_of(name: str, source: Any) -> Table:
    """Returns a table of an object with `__arrow_c_stream__`.

    Args:
        name: the name, for messages.
        source: the object.
    """
    pa = pyarrow()
    package = type(source).__module__.partition(".")[0]
    if package not in ("pandas", "polars") or not hasattr(source, "columns"):
        reader = pa.RecordBatchReader.from_stream(source)
        return Table(name, reader.schema.names, lambda _: reader)
    # other columns may be of types that are unknown to pyarrow
    if package == "pandas" and any(level is not None for level in source.index.names):
        source = source.reset_index(allow_duplicates=True)
    labels = {str(label): label for label in source.columns}

    def batches(columns: list[str]) -> Any:
        chosen = source[[labels[name] for name in columns]]
        if package == "polars":
            return pa.RecordBatchReader.from_stream(chosen)
        arrays = [_pandas_column(chosen[label]) for label in chosen.columns]
        return pa.table(arrays, columns).to_batches()

    return Table(name, [str(label) for label in source.columns], batches)


def _pandas_column(column: Any) -> Any:
    pa = pyarrow()
    try:
        return pa.array(column)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        # values of several types, which pandas makes of large files
        return pa.array(column.map(str, na_action="ignore"))


def parquet_table(name: str) -> Table:
    """Returns the table of a Parquet file, whose opening raises errors at once.

    Args:
        name: the path of the file.
    """
    pyarrow()
    from pyarrow.parquet import ParquetFile

    from ..parquet import naming_damage

    opened_file = opened(name, is_random=True)
    with naming_damage(name):
        # the defaults keep all of the file in memory
        file = ParquetFile(opened_file, pre_buffer=False, buffer_size=1 << 16)
        names = file.schema_arrow.names

    def batches(columns: list[str]) -> "Iterator[pa.RecordBatch]":
        with naming_damage(name):
            rows = file.iter_batches(_ROWS, columns=columns)
            yield from read_ahead(rows, opened_file.close) if is_url(name) else rows

    return Table(name, names, batches)
