"""The file of evaluations with which an interrupted `label` continues."""

import json
import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from .._arguments import check_suffix_of_format
from .._files.atomic import locked
from .._model.games import FilePath
from ..errors import ArgumentError, FileFormatError

FORMAT: Final = "enroque labels 2"
"""The first entry of a file. The number increases when the records change."""

RECORD: Final = np.dtype(
    [
        ("key", "S32"),
        ("eval", "<i4"),
        ("wdl", "<u2", 3),
        ("move", "<u2"),
        ("line", "u1"),
        ("lines", "u1"),
        ("depth", "u1"),
        ("black", "u1"),
        ("nodes", "<i8"),
        ("check", "<u8"),
    ]
)
"""A label: the packed position, the evaluation as in `Games.evals`, win, draw and loss of White in
thousandths, the move, the index of the line of play and the number of lines, the depth, whether
Black is to move, the number of nodes, and the checksum of the bytes before it. `EngineBatch` writes
it without the checksum."""

NO_WDL: Final = 0xFFFF
"""The value in `wdl` if the engine did not report it."""

MAX_HEADER: Final = 1 << 20

_FACTORS: Final = np.arange(1, 15, 2, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)


def _checksums(records: NDArray[Any]) -> NDArray[np.uint64]:
    """Returns the checksum of each record, which every wrong byte changes."""
    words = np.ascontiguousarray(records).view("<u8").reshape(len(records), 8)[:, :7]
    mixed = (words + _FACTORS) * _FACTORS
    sums: NDArray[np.uint64] = ((mixed ^ (mixed >> np.uint64(32))) * _FACTORS).sum(1)
    return sums


def complete(records: NDArray[Any]) -> NDArray[Any]:
    """Returns the labels of positions with all lines of play, sorted by position and line.

    Args:
        records: labels in any order.
    """
    records = records[np.lexsort((records["line"], records["key"]))]
    key, line = records["key"], records["line"]
    records = records[np.append((key[1:] != key[:-1]) | (line[1:] != line[:-1]), True)[: len(key)]]
    _, counts = np.unique(records["key"], return_counts=True)
    found: NDArray[Any] = records[np.repeat(counts, counts) == records["lines"]]
    return found


class LabelFile:
    """A file of labels: a line of JSON with the settings, then records of 64 bytes.

    Records are appended as they are made, and an incomplete one at the end, of a process that was
    killed, is removed when the file is opened.

    Args:
        path: the file; it is created if it does not exist.
        settings: the engine and the limits, which must be those of the file.

    Raises:
        ArgumentError: the file was made with other settings, or has a suffix of another format.
        BlockingIOError: another process is writing to the file.
        FileFormatError: it is not a file of labels, or is damaged.
    """

    def __init__(self, path: FilePath, settings: Mapping[str, Any]) -> None:
        self.path = Path(path)
        check_suffix_of_format(path, "labels", [".labels"])
        header = (
            json.dumps({"format": FORMAT, **settings}, sort_keys=True, default=str).encode() + b"\n"
        )
        with ExitStack() as stack:
            stack.enter_context(locked(self.path, "another process is writing labels to it"))
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            self._file = stack.enter_context(os.fdopen(descriptor, "r+b", buffering=0))
            self._check_header(header)
            self.records = self._read(len(header))
            self._stack = stack.pop_all()

    def _check_header(self, header: bytes) -> None:
        """Checks the first line, or writes it to a new file."""
        found = self._file.readline(MAX_HEADER)
        if found == header:
            return
        if header.startswith(found):  # empty, or of a process that was killed at the start
            self._file.seek(0)
            self._file.truncate()
            self._write(header)
            return
        try:
            theirs = json.loads(found)
            known = theirs.pop("format")
        except (ValueError, KeyError, TypeError, AttributeError):
            raise FileFormatError(f"{self.path} is not a file of labels", offset=0) from None
        if known != FORMAT:
            raise FileFormatError(f"{self.path}: unknown format {known!r}, not {FORMAT!r}")
        ours = json.loads(header)
        names = sorted({*ours, *theirs} - {"format"})
        name = next((name for name in names if ours.get(name) != theirs.get(name)), "format")
        raise ArgumentError(
            f"{self.path} has labels with {name} {theirs.get(name)!r}, not {ours.get(name)!r}: "
            "pass another file as checkpoint"
        )

    def _read(self, start: int) -> NDArray[Any]:
        """Reads the records, and removes an incomplete end."""
        self._file.seek(start)
        data = self._file.readall()
        count = len(data) // RECORD.itemsize
        records, size = np.frombuffer(data, RECORD, count), RECORD.itemsize
        valid = records["check"] == _checksums(records)
        end = int(np.flatnonzero(valid)[-1]) + 1 if valid.any() else 0
        if not valid[:end].all():
            bad = int(np.argmin(valid))
            raise FileFormatError(
                f"{self.path}: record {bad + 1} is damaged", bad + 1, start + bad * size
            )
        self._file.seek(start + end * size)
        self._file.truncate()
        return records[:end]

    def append(self, records: NDArray[Any]) -> None:
        """Adds labels.

        Args:
            records: the labels.
        """
        records = records.copy()
        records["check"] = _checksums(records)
        self._write(records.tobytes())

    def _write(self, data: bytes) -> None:
        """Writes all bytes, or none."""
        at = self._file.tell()
        try:
            written = 0
            while written < len(data):
                written += self._file.write(data[written:]) or 0
        except OSError:
            self._file.seek(at)
            self._file.truncate()
            raise

    def close(self) -> None:
        """Closes the file; safe to call again."""
        if not self._file.closed:
            os.fsync(self._file.fileno())
            self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
