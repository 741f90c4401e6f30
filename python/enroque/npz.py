"""Games in NumPy's `.npz`: one array a column, no pickles inside."""

import errno
import json
import os
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any, Final

import numpy as np

from ._core import Games, games_from_columns
from .errors import FileFormatError
from .files import replacing

__all__ = ["from_columns", "load", "save"]

FORMAT: Final = "enroque games 3"
"""What the array `format` of a file says; the number grows when the columns change."""

OLDER_FORMATS: Final = ("enroque games 1", "enroque games 2")
"""What files say that are read all the same: the first kept no `errors` and `warnings`, the second
no annotations and sources."""

COLUMNS: Final = (
    "start",
    "other_starts",
    "chess960",
    "moves",
    "offsets",
    "result",
    "white_elo",
    "black_elo",
    "broken",
    "evals",
    "clocks",
    "emts",
    "arrows",
    "arrow_offsets",
    "tag_names",
    "tags",
    "tag_offsets",
    "source_names",
    "sources",
    "source_games",
    "source_offsets",
    "errors",
    "warnings",
)

FAULTS: Final = ("errors", "warnings")
"""How many faults there were, and the first of them as rows; see `GameError`."""

TEXTS: Final = ("other_starts", "tag_names", "source_names", *FAULTS)
"""The columns that hold text: in a file, the bytes of JSON."""

DAMAGE: Final = (
    ValueError,
    TypeError,
    EOFError,
    OverflowError,
    MemoryError,  # a length beyond all measure
    NotImplementedError,
    RuntimeError,  # a file that says that it is encrypted
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""What `numpy.load` and `zipfile` raise for bytes that are not as they should be."""

OPTIONAL: Final = (
    "evals",
    "clocks",
    "emts",
    "arrows",
    "arrow_offsets",
    "source_names",
    "sources",
    "source_games",
    "source_offsets",
    *FAULTS,
)
"""The columns that may be absent."""


def save(games: Games, path: str | os.PathLike[str]) -> None:
    """Writes games to a file; one that was there is replaced when the new one is whole."""
    columns = {name: column for name, column in games._columns().items() if column is not None}
    for name in TEXTS:
        columns[name] = np.frombuffer(json.dumps(columns[name]).encode(), dtype=np.uint8)
    with replacing(path) as file:
        np.savez(file, format=np.array(FORMAT), **columns)


def load(path: str | os.PathLike[str]) -> Games:
    """Reads a file of `save`, playing every move.

    Raises:
        FileFormatError: a `ValueError`, if the file is damaged or of another kind.
        OSError: if it cannot be read at all.
    """
    columns: dict[str, Any] = {}
    with Path(path).open("rb") as file:
        try:
            begun = file.read(4)
            if begun == b"PAR1":
                raise FileFormatError("this is a Parquet file, which Games.from_parquet reads")
            if not begun.startswith(b"PK"):  # NumPy would speak of pickles
                raise FileFormatError("no file of Games.save")
            file.seek(0)
            archive = np.load(file, allow_pickle=False)
            if not isinstance(archive, np.lib.npyio.NpzFile) or "format" not in archive.files:
                raise FileFormatError("no file of Games.save")
            if str(archive["format"][()]) not in (FORMAT, *OLDER_FORMATS):
                raise FileFormatError("it says that it is of another format or version")
            for name in COLUMNS:
                columns[name] = archive[name] if name in archive.files else None
            for name in TEXTS:
                if columns[name] is not None:
                    columns[name] = json.loads(columns[name].tobytes())
            return from_columns(columns)
        except FileFormatError as error:
            raise FileFormatError(f"{os.fspath(path)}: {error}") from None
        except DAMAGE as error:
            raise FileFormatError(f"{os.fspath(path)}: no file of Games.save: {error}") from error
        except OSError as error:
            if (
                error.errno != errno.EINVAL
            ):  # a place before the file's start, that damage points to
                raise
            raise FileFormatError(f"{os.fspath(path)}: damaged: {error}") from error


def from_columns(columns: dict[str, Any]) -> Games:
    """Games from the columns of a file or of `Games._columns`.

    Raises:
        FileFormatError: a `ValueError`, if they are no games.
    """
    columns = {name: columns.get(name) for name in COLUMNS}
    for name, column in columns.items():
        if column is None and name not in OPTIONAL:
            raise FileFormatError(f"column {name} is missing")
    try:
        for name in FAULTS:
            if columns[name] is not None:
                count, rows = columns[name]
                columns[name] = (count, [tuple(row) for row in rows])  # JSON has lists only
        return games_from_columns(**columns)
    except (TypeError, ValueError, OverflowError) as error:
        if isinstance(error, FileFormatError):
            raise
        raise FileFormatError(f"a column has another type than it should: {error}") from None
