"""Reading files of games."""

import errno
import json
import math
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from .._arguments import at_least_one
from .._core import Games
from .._games import FilePath
from ..errors import FileFormatError
from .columns import COLUMNS, FORMAT, OLDER_FORMATS, TEXTS, from_columns
from .writing import PART_GAMES

__all__ = ["load", "read"]

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


def load(path: FilePath) -> Games:
    """All games of a file; see `read`."""
    return Games.concatenate(read(path))


def read(path: FilePath, *, games_per_batch: int = PART_GAMES) -> Iterator[Games]:
    """The games of a file in batches of `Games`, in bounded memory. Every move is played.

    Raises:
        FileFormatError: a `ValueError`, if the file is damaged or of another kind.
        OSError: if it cannot be read at all.
    """
    at_least_one("games_per_batch", games_per_batch)
    with Path(path).open("rb"):  # the errors of open before all work
        return _batches(path, games_per_batch)


def _batches(path: FilePath, games_per_batch: int) -> Iterator[Games]:
    done = 0
    with Path(path).open("rb") as file:
        with _damage_of(path):
            saved = _Saved(file)
        for prefix in saved.parts():
            with _damage_of(path, done):
                games = saved.part(prefix)
            done += len(games)
            if len(games) <= games_per_batch:
                yield games
            else:
                for first in range(0, len(games), games_per_batch):
                    yield games[first : first + games_per_batch]
        with _damage_of(path):
            saved.check_count(done)


_HEADERS: Final = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}
"""How the headers of NumPy's arrays are read, by their version."""


class _Saved:
    """A file that is read."""

    def __init__(self, file: BinaryIO) -> None:
        begun = file.read(4)
        if begun == b"PAR1":
            raise FileFormatError("this is a Parquet file, which Games.from_parquet reads")
        if not begun.startswith(b"PK"):
            raise FileFormatError("no file of Games.save")
        file.seek(0)
        self._archive = zipfile.ZipFile(file)
        self._names = frozenset(self._archive.namelist())
        version = str(self._array("format")[()])
        if version not in (FORMAT, *OLDER_FORMATS):
            raise FileFormatError("it says that it is of another format or version")
        self._has_parts = version == FORMAT

    def parts(self) -> list[str]:
        """What the names of each part's columns begin with."""
        if not self._has_parts:
            return [""]
        count = sum(name.endswith("/start.npy") for name in self._names)
        return [f"{number}/" for number in range(max(count, 1))]

    def part(self, prefix: str) -> Games:
        """The games of a part."""
        columns: dict[str, Any] = {}
        for name in COLUMNS:
            if f"{prefix}{name}.npy" in self._names:
                column = self._array(prefix + name)
                columns[name] = json.loads(column.tobytes()) if name in TEXTS else column
        return from_columns(columns)

    def check_count(self, games: int) -> None:
        """Refuses a file that says that it has another number of games."""
        if self._has_parts and int(self._array("games")[()]) != games:
            raise FileFormatError("it has another number of games than it says")

    def _array(self, name: str) -> NDArray[Any]:
        if f"{name}.npy" not in self._names:
            raise FileFormatError("no file of Games.save")
        with self._archive.open(f"{name}.npy") as file:
            # what the disk has is the most that memory is asked for, whatever a header says
            if self._archive.getinfo(f"{name}.npy").compress_type != zipfile.ZIP_STORED:
                raise FileFormatError("its arrays are compressed, those of Games.save are not")
            read_header = _HEADERS.get(np.lib.format.read_magic(file))
            if read_header is None:
                raise FileFormatError("its arrays are of an unknown version")
            shape, _, dtype = read_header(file)
            data = file.read()
        if dtype.hasobject:
            raise FileFormatError(f"array {name} holds Python's objects")
        if math.prod(shape) * dtype.itemsize != len(data):
            raise FileFormatError(f"array {name} is not what its header says")
        return np.ndarray(shape, dtype, data)


@contextmanager
def _damage_of(path: FilePath, games: int = 0) -> Iterator[None]:
    """Says of what is wrong with a file which file it is, and after how many games."""
    where = f"{os.fspath(path)}: after game {games}" if games else os.fspath(path)
    try:
        yield
    except FileFormatError as error:
        raise FileFormatError(f"{where}: {error}") from None
    except DAMAGE as error:
        raise FileFormatError(f"{where}: no file of Games.save: {error}") from error
    except OSError as error:
        # a place before the file's start, that damage points to
        if error.errno != errno.EINVAL:
            raise
        raise FileFormatError(f"{where}: damaged: {error}") from error
