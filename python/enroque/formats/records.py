"""Records of positions out of trainers' files and into them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from .. import _core
from .._arguments import at_least_one
from .._files import Unfinished, naming
from .._games import FilePath
from ..errors import EncodingError
from .kinds import (
    CHESSBENCH,
    FORMATS,
    LC0_V6,
    Format,
    chosen_format,
    writable_format,
)

__all__ = ["ChessBenchRecords", "fens", "lc0_planes", "read_records", "write_records"]


@dataclass(frozen=True)
class ChessBenchRecords:
    """Records of a file of ChessBench's.

    Attributes:
        fen: the positions.
        move: the moves in UCI, castling as the king's step; `None` of state values.
        win_prob: the side to move's probability to win, in the position or after the move; `None`
            for behavioral cloning.
    """

    fen: list[str]
    move: list[str] | None
    win_prob: NDArray[np.float64] | None

    def __len__(self) -> int:
        return len(self.fen)


Records: TypeAlias = NDArray[np.void] | ChessBenchRecords
"""Records of a file: a structured array, or ChessBench's."""


def read_records(
    path: FilePath, format: str | None = None, *, records_per_batch: int | None = None
) -> Iterator[Any]:
    """The records of a file of positions, in batches.

    They are structured arrays of `BULLETFORMAT` or of `LC0_V6`, or `ChessBenchRecords`. Without
    `records_per_batch` a batch has some megabytes. `lc0_planes` and `fens` say what an array shows.

    Raises:
        FileFormatError: a `ValueError` with `entry` and `offset`, where the file is damaged. The
            records before that have been given out.
        EncodingError: a `ValueError`: the format is unknown, or has no records.
        OSError: if the file cannot be opened.
    """
    chosen = chosen_format(path, format)
    if records_per_batch is not None:
        at_least_one("records_per_batch", records_per_batch)
    if chosen.name in CHESSBENCH:
        bag = _core.ChessBenchFileReader(
            path, chosen.name, records_per_batch=records_per_batch or 10_000
        )
        return (_chessbench(chosen, *columns) for columns in bag)
    records = chosen.records
    if records is None:
        raise EncodingError(f"{chosen.name} holds games, no records: see read")
    count = records_per_batch or (8 << 20) // records.itemsize
    file = _core.RecordFileReader(path, chosen.name, records_per_batch=count)
    return (batch.view(records) for batch in file)


def _chessbench(
    format: Format, fen: list[str], move: list[str], win_prob: NDArray[np.float64]
) -> ChessBenchRecords:
    return ChessBenchRecords(
        fen,
        None if format.name == "state_value" else move,
        None if format.name == "behavioral_cloning" else win_prob,
    )


def write_records(
    records: Records | Iterable[Records], path: FilePath, format: str | None = None
) -> int:
    """Writes records, or batches of them, into a file; how many.

    They are of the type that `read_records` gives. The file is there only when it is whole.
    `.zst`, `.gz` and `.bz2` compress; archives are not made.

    Raises:
        EncodingError: a `ValueError`: the records are of another type than the format's, or one is
            none of ChessBench's.
        OSError: if the file cannot be written.
    """
    chosen = writable_format(path, format)
    target = Path(path)
    if ".tar" in target.suffixes[-2:]:
        raise EncodingError("records are not written into archives")
    if chosen.name not in CHESSBENCH and chosen.records is None:
        raise EncodingError(f"{chosen.name} holds games, no records: see write")
    batches = [records] if isinstance(records, np.ndarray | ChessBenchRecords) else records
    unfinished = Unfinished(path)
    try:
        count = (_write_bag if chosen.name in CHESSBENCH else _write_arrays)(
            batches, unfinished.path, chosen, target
        )
        with naming(target):
            unfinished.take_name()
    finally:
        unfinished.discard()
    return count


def _write_bag(batches: Iterable[Records], path: Path, format: Format, target: Path) -> int:
    with naming(target):
        file = _core.ChessBenchFileWriter(path, format.name)
    count = 0
    for batch in batches:
        if not isinstance(batch, ChessBenchRecords):
            raise EncodingError(
                f"{format.name} holds ChessBenchRecords, not {type(batch).__name__}"
            )
        for n, fen in enumerate(batch.fen):
            move = None if batch.move is None else batch.move[n]
            probability = None if batch.win_prob is None else float(batch.win_prob[n])
            with naming(target):
                file.push(fen, move, probability)
        count += len(batch)
    with naming(target):
        file.finish()
    return count


def _write_arrays(batches: Iterable[Records], path: Path, format: Format, target: Path) -> int:
    with naming(target):
        file = _core.RecordFileWriter(path, suffixes_of=target)
    count = 0
    for batch in batches:
        if not isinstance(batch, np.ndarray) or batch.dtype != format.records:
            kind = batch.dtype if isinstance(batch, np.ndarray) else type(batch).__name__
            raise EncodingError(f"{format.name} holds records of its own dtype, not {kind!s:.80}")
        with naming(target):
            file.write(_bytes_of(batch))
        count += batch.size
    with naming(target):
        file.finish()
    return count


def _dtype_of(records: NDArray[np.void]) -> np.dtype[Any]:
    if not isinstance(records, np.ndarray | np.void):
        raise TypeError(f"records are a numpy.ndarray, not {type(records).__qualname__}")
    return records.dtype


def _bytes_of(records: NDArray[np.void]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(records).reshape(-1).view(np.uint8)


def lc0_planes(
    records: NDArray[np.void], *, dtype: DTypeLike | None = None, out: NDArray[Any] | None = None
) -> NDArray[Any]:
    """The 112 planes of lc0's records, `(records, 112, 8, 8)`; float32 without `dtype` and `out`.

    They are what `Games.planes("lc0", ...)` gives: those of the network's input.
    """
    dtype_of_records = _dtype_of(records)
    if dtype_of_records != LC0_V6:
        raise EncodingError(f"lc0's records have the dtype LC0_V6, not {dtype_of_records!s:.80}")
    return _core.lc0_planes(_bytes_of(records), dtype=dtype, out=out)


def fens(records: NDArray[np.void]) -> list[str]:
    """The FENs of records of bulletformat or lc0.

    In bulletformat the side to move is White; castling rights, en passant and clocks
    are not stored.
    lc0's records do not store the move number.
    """
    dtype = _dtype_of(records)
    for one in FORMATS.values():
        if one.records is not None and one.records == dtype:
            return _core.record_fens(one.name, _bytes_of(records))
    raise EncodingError(f"no format has records of {dtype!s:.80}")
