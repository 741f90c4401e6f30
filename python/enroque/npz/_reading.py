"""Reading `.npz` files."""

import errno
import json
import math
import os
import re
import struct
import threading
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, cast

import numpy as np
from numpy.typing import NDArray

from .._arguments import at_least_one
from .._core import Games, thread_count
from .._model.games import FilePath
from ..errors import FileFormatError
from ._columns import FORMAT, REPORTS, TEXTS, from_columns
from ._writing import CHUNK_GAMES

DAMAGE: Final = (
    *(ValueError, TypeError, EOFError, OverflowError),
    *(struct.error, zipfile.BadZipFile, zlib.error),
    MemoryError,  # a damaged length
    RuntimeError,  # an encrypted file, or an unknown compression
)
"""The exceptions of NumPy and `zipfile` for damaged files."""


_MOST_READERS: Final = 4
"""The largest number of threads of `read`. A quarter of its work, which includes checksums, is not
done by the threads of the core."""


def read(path: FilePath) -> Games:
    """Reads all games of a file, in several threads. Every move is validated.

    Args:
        path: the file.

    Raises:
        FileFormatError: the file is damaged or of another format, or a move is illegal.
        OSError: the file cannot be read.
    """
    readers = min(thread_count(), _MOST_READERS)
    return Games.concatenate(_chunks(path, readers))


def stream(path: FilePath, *, games_per_batch: int = CHUNK_GAMES) -> Iterator[Games]:
    """Reads a file in batches, in bounded memory. Every move is validated.

    Args:
        path: the file.
        games_per_batch: the largest number of games in a batch.

    Returns:
        An iterator over `Games`.

    Raises:
        FileFormatError: the file is damaged or of another format, or a move is illegal.
        OSError: the file cannot be read.
    """
    at_least_one("games_per_batch", games_per_batch)
    with Path(path).open("rb"):  # raises OSError at once
        return _batches(path, games_per_batch)


def _batches(path: FilePath, games_per_batch: int) -> Iterator[Games]:
    for games in _chunks(path, 1):
        if len(games) <= games_per_batch:
            yield games
        else:
            for first in range(0, len(games), games_per_batch):
                yield games[first : first + games_per_batch]


def _chunks(path: FilePath, readers: int) -> Iterator[Games]:
    """Reads the chunks of a file, several at a time."""
    done = 0
    with Path(path).open("rb") as file, ExitStack() as stack:
        with _file_errors_of(path):
            reader = _Reader(file)
        prefixes = reader.prefixes()
        chunks: Iterator[Games] = map(reader.read_chunk, prefixes)
        if min(readers, len(prefixes)) > 1:
            # here, since most programs that import enroque do not need it
            from concurrent.futures import ThreadPoolExecutor

            executor = stack.enter_context(ThreadPoolExecutor(readers))
            with suppress(RuntimeError):  # no thread can be started
                chunks = executor.map(reader.read_chunk, prefixes)
        for _ in prefixes:
            with _file_errors_of(path, done):
                games = next(chunks)
            done += len(games)
            yield games
        with _file_errors_of(path):
            reader.check_count(done)


_HEADER_LENGTHS: Final = {b"\x93NUMPY\x01\x00": 2, b"\x93NUMPY\x02\x00": 4}
"""The size of the length of an array's header in bytes, by the version before it."""

_HEADER: Final = re.compile(
    rb"\{'descr': '([<>|][biufcSUOV]\d{0,9})', 'fortran_order': False, "
    rb"'shape': \(([\d, ]{0,99})\)(, )?\}\s*"
)
"""The header of an array, as NumPy writes it."""


def _read_header(file: IO[bytes], name: str) -> tuple[np.dtype[Any], tuple[int, ...]]:
    """Reads the dtype and the shape of an array.

    NumPy's own function evaluates the header as Python code, and raises and warns of anything in a
    damaged one.
    """
    size = _HEADER_LENGTHS.get(file.read(8))
    if size is None:
        raise FileFormatError(f"array {name} has an unknown version")
    header = _HEADER.fullmatch(file.read(int.from_bytes(file.read(size), "little")))
    if header is None:
        raise FileFormatError(f"array {name} has an invalid header")
    dtype = np.dtype(header[1].decode())
    if dtype.hasobject:
        raise FileFormatError(f"array {name} contains Python objects")
    return dtype, tuple(map(int, header[2].replace(b",", b" ").split()))


class _PositionPerThread(threading.local):
    """A file with a separate position for each thread.

    `zipfile` locks each call of the file, and begins all but one by setting the position: since
    Python 3.12 it skips a field of an entry relative to the position, which is that of another
    thread if that has read in between.
    """

    def __init__(self, file: BinaryIO) -> None:  # in each thread that uses the object
        self._file = file
        self._position = 0
        self.seekable = file.seekable

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        if whence == os.SEEK_CUR:
            offset, whence = self._position + offset, os.SEEK_SET
        self._position = self._file.seek(offset, whence)
        return self._position

    def tell(self) -> int:
        return self._position

    def read(self, size: int = -1) -> bytes:
        self._file.seek(self._position)
        data = self._file.read(size)
        self._position += len(data)
        return data


class Arrays:
    """The arrays of an open file, none of which is compressed.

    Args:
        file: the file.

    Raises:
        FileFormatError: it is not an archive.
    """

    def __init__(self, file: BinaryIO) -> None:
        magic = file.read(4)
        if magic == b"PAR1":
            raise FileFormatError("this is a Parquet file: its suffix must be .parquet")
        if not magic.startswith(b"PK"):
            raise FileFormatError("not a file of enroque.npz")
        self._archive = zipfile.ZipFile(cast("IO[bytes]", _PositionPerThread(file)))
        self.names = [member.removesuffix(".npy") for member in self._archive.namelist()]
        self._members = frozenset(self._archive.namelist())

    def array(self, name: str) -> NDArray[Any]:
        """Reads an array.

        Args:
            name: its name.

        Raises:
            FileFormatError: it is missing, compressed or damaged; also other errors, `DAMAGE`.
        """
        if f"{name}.npy" not in self._members:
            raise FileFormatError("not a file of enroque.npz")
        with self._archive.open(f"{name}.npy") as file:
            # limits the memory to the size of the file, whatever the header contains
            if self._archive.getinfo(f"{name}.npy").compress_type != zipfile.ZIP_STORED:
                raise FileFormatError(f"array {name} is compressed")
            dtype, shape = _read_header(file, name)
            data = file.read()
        if math.prod(shape) * dtype.itemsize != len(data):
            raise FileFormatError(f"array {name} does not have the size in its header")
        return np.ndarray(shape, dtype, data)


class _Reader(Arrays):
    """Reads the chunks of an open file."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(file)
        self._columns: dict[str, list[str]] = {}
        for member in self.names:
            prefix, slash, name = member.rpartition("/")
            self._columns.setdefault(prefix + slash, []).append(name)
        if "packed" in self.names:
            raise FileFormatError("it has positions, not games: use Positions.read")
        version = str(self.array("format")[()])
        if version != FORMAT:
            raise FileFormatError(f"unsupported format {version!r}")

    def prefixes(self) -> list[str]:
        """Returns the prefix of the names of each chunk's columns."""
        count = sum(name.endswith("/start") for name in self.names)
        return [f"{number}/" for number in range(max(count, 1))]

    def read_chunk(self, prefix: str) -> Games:
        """Reads the games of a chunk."""
        columns: dict[str, Any] = {
            name: self.array(prefix + name) for name in self._columns.get(prefix, ())
        }
        for name in (*TEXTS, *REPORTS):
            if name in columns:
                text = columns[name].tobytes().decode()
                columns[name] = text if name in REPORTS else json.loads(text)
        return from_columns(columns)

    def check_count(self, games: int) -> None:
        """Validates the number of games in the file."""
        if (count := int(self.array("games")[()])) != games:
            raise FileFormatError(f"the file contains {games} games instead of {count}")


@contextmanager
def _file_errors_of(path: FilePath, games: int = 0) -> Iterator[None]:
    """Adds the path and the number of games that were read to the message of an error."""
    name = os.fspath(path)
    where = f"{name}: after game {games}" if games else name
    try:
        yield
    except FileFormatError as error:
        raise FileFormatError(f"{where}: {error}", source=name) from None
    except DAMAGE as error:
        raise FileFormatError(
            f"{where}: not a file of enroque.npz: {error}", source=name
        ) from error
    except OSError as error:
        # a damaged, negative offset
        if error.errno != errno.EINVAL:
            raise
        raise FileFormatError(f"{where}: damaged: {error}", source=name) from error
