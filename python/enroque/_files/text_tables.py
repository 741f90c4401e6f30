"""Tables of games as text: CSV, JSON lines, and lines of moves."""

from collections.abc import Iterator
from csv import reader
from typing import TYPE_CHECKING, Any, Final

from ..errors import FileFormatError
from .arrow_lists import pyarrow

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["FORMATS", "batches"]

FORMATS: Final = {"csv": (".csv", ".tsv"), "jsonl": (".jsonl", ".ndjson"), "lines": (".txt",)}
"""The suffixes of the formats."""

_BLOCK: Final = 1 << 24
"""The number of bytes of a batch, which bounds the length of a row."""


def batches(path: str, format: str) -> "Iterator[pa.RecordBatch]":
    """Returns the rows of a file in batches, which is decompressed by its suffix.

    Columns of CSV are texts. Lines of moves are a column `moves`.

    Args:
        path: the file.
        format: a name in `FORMATS`.

    Raises:
        FileFormatError: the file is damaged; raised by the iterator.
    """
    pa = pyarrow()
    try:
        with pa.input_stream(path, compression="detect") as file:
            yield from _json(file) if format == "jsonl" else _csv(file, path, format == "lines")
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise FileFormatError(f"{path}: {error}", source=path) from error


def _json(file: Any) -> Any:
    from pyarrow.json import ReadOptions, open_json

    return open_json(file, ReadOptions(block_size=_BLOCK))


def _csv(file: Any, path: str, is_lines: bool) -> Any:
    from pyarrow import csv

    pa = pyarrow()
    if is_lines:
        names, delimiter = ["moves"], "\x1f"  # in no text
    else:
        with pa.input_stream(path, compression="detect") as start:
            header = start.read(_BLOCK).decode("utf-8-sig", "replace").partition("\n")[0]
        delimiter = next((sign for sign in "\t;" if sign in header), ",")
        names = next(reader([header.rstrip("\r")], delimiter=delimiter), [])
    return csv.open_csv(
        file,
        csv.ReadOptions(block_size=_BLOCK, column_names=names if is_lines else None),
        csv.ParseOptions(
            delimiter=delimiter,
            quote_char=False if is_lines else '"',
            newlines_in_values=not is_lines,
            ignore_empty_lines=not is_lines,
        ),
        # no guesses from the first rows; an empty text is null
        csv.ConvertOptions(
            column_types=dict.fromkeys(names, pa.large_string()),
            null_values=[""],
            strings_can_be_null=True,
        ),
    )
