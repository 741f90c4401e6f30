"""Reading and writing records of positions in training formats."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from .. import _core
from .._arguments import at_least_one
from .._core import FileReader, FileWriter
from .._files.atomic import replacing
from .._files.stream import batches_of
from .._model.games import FilePath
from ..errors import ArgumentError, ArrayError
from ._formats import CHESSBENCH, FORMATS, LC0_V6, LC0_V7, Format, chosen_format, writable_format


@dataclass(frozen=True)
class ChessBenchRecords:
    """Records of a ChessBench file.

    Attributes:
        fen: the positions as FENs.
        move: the moves in UCI notation (castling as `e1g1`); `None` for `state_value`.
        win_prob: the win probability of the side to move, in the position (`state_value`) or after
            the move (`action_value`), float64; `None` for `behavioral_cloning`.
    """

    fen: list[str]
    move: list[str] | None
    win_prob: NDArray[np.float64] | None

    def __len__(self) -> int:
        return len(self.fen)


Records: TypeAlias = NDArray[np.void] | ChessBenchRecords
"""Records of a training format: a structured array or `ChessBenchRecords`."""


def stream_records(
    path: FilePath, format: str | None = None, *, records_per_batch: int | None = None
) -> Iterator[Any]:
    """Reads records of positions from a file, batch by batch.

    `lc0_planes` and `fens` convert the records.

    Args:
        path: the file.
        format: a name in `FORMATS`; `None` detects it from the file name.
        records_per_batch: number of records in each batch; `None` means about 8 MB (10,000 records
            of ChessBench).

    Returns:
        An iterator over arrays of shape `(n,)` and dtype `BULLETFORMAT`, `LC0_V6` or `LC0_V7`, or
        over `ChessBenchRecords`.

    Raises:
        FileFormatError: a `ValueError` with `entry` and `offset`: the file is damaged there, or has
            records of lc0 of another version. The records before it are returned first.
        ArgumentError: the format is unknown, or has no records of fixed size.
        OSError: the file cannot be opened.

    Example:
        >>> from enroque import formats
        >>> for records in formats.stream_records("positions.bullet"):  # doctest: +SKIP
        ...     print(records["score"].mean())
    """
    chosen = chosen_format(path, format)
    if records_per_batch is not None:
        at_least_one("records_per_batch", records_per_batch)
    if chosen.name in CHESSBENCH:
        bag = FileReader.records(path, chosen.name, "bag")
        batches = batches_of(bag, records_per_batch or 10_000)
        return (_chessbench(chosen, *columns) for columns in batches)
    records = chosen.records
    if records is None:
        raise ArgumentError(f"{chosen.name} stores games, not records: use read")
    count = records_per_batch or (8 << 20) // records.itemsize
    file = FileReader.records(path, chosen.name, "records")
    return (batch.view(records) for batch in batches_of(file, count))


def _chessbench(
    format: Format, fen: list[str], move: list[str], win_prob: NDArray[np.float64]
) -> ChessBenchRecords:
    has_move, has_probability = format.bag or (False, False)
    return ChessBenchRecords(fen, move if has_move else None, win_prob if has_probability else None)


def write_records(
    records: Records | Iterable[Records], path: FilePath, format: str | None = None
) -> int:
    """Writes records of positions to a file.

    The file appears under its name only when it is complete.

    Args:
        records: records of the type that `stream_records` returns, or batches of them.
        path: the file to write, with `.zst`, `.gz` or `.bz2` to compress it; archives are not
            supported.
        format: a name in `FORMATS`; `None` detects it from the file name.

    Returns:
        The number of records.

    Raises:
        ArgumentError: the format is unknown, or stores games.
        ArrayError: the records have another dtype than the format.
        EncodingError: a `ValueError`: a record is invalid.
        OSError: the file cannot be written.
    """
    chosen = writable_format(path, format)
    target = Path(path)
    if ".tar" in target.suffixes[-2:]:
        raise ArgumentError("records cannot be written to .tar archives")
    if chosen.name not in CHESSBENCH and chosen.records is None:
        raise ArgumentError(f"{chosen.name} stores games, not records: use write")
    batches = [records] if isinstance(records, np.ndarray | ChessBenchRecords) else records
    count = 0
    with replacing(path) as opened:
        file = FileWriter.records(opened.name, target, chosen.name)
        for batch in batches:
            count = (_write_bag if chosen.bag else _write_array)(file, batch, chosen, count)
        file.finish()
    return count


def _write_bag(file: FileWriter, batch: Records, format: Format, count: int) -> int:
    """Writes records, and returns their number together with that of those before."""
    if not isinstance(batch, ChessBenchRecords):
        raise TypeError(f"{format.name} stores ChessBenchRecords, not {type(batch).__name__}")
    for n, fen in enumerate(batch.fen):
        move = None if batch.move is None else batch.move[n]
        probability = None if batch.win_prob is None else float(batch.win_prob[n])
        file.push(count + n, fen, move, probability)
    return count + len(batch)


def _write_array(file: FileWriter, batch: Records, format: Format, count: int) -> int:
    """Writes records, and returns their number together with that of those before."""
    if not isinstance(batch, np.ndarray) or batch.dtype != format.records:
        found = batch.dtype if isinstance(batch, np.ndarray) else type(batch).__name__
        raise ArrayError(f"records of {format.name} must have its dtype, not {found!s:.80}")
    file.write(_bytes_of(batch))
    return count + batch.size


def _dtype_of(records: NDArray[np.void]) -> np.dtype[Any]:
    if not isinstance(records, np.ndarray | np.void):
        raise TypeError(f"records must be a numpy.ndarray, not {type(records).__qualname__}")
    return records.dtype


def _bytes_of(records: NDArray[np.void]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(records).reshape(-1).view(np.uint8)


def _lc0_bytes(records: NDArray[np.void]) -> NDArray[np.uint8]:
    """Returns the bytes of each of lc0's records, `(n, itemsize)`."""
    dtype = _dtype_of(records)
    if dtype not in (LC0_V6, LC0_V7):
        raise ArrayError(f"records must have the dtype LC0_V6 or LC0_V7, not {dtype!s:.80}")
    return _bytes_of(records).reshape(-1, dtype.itemsize)


def lc0_planes(
    records: NDArray[np.void], *, dtype: DTypeLike | None = None, out: NDArray[Any] | None = None
) -> NDArray[Any]:
    """Returns the input planes of lc0's records.

    They are equal to those of `Games.planes("lc0", ...)`.

    Args:
        records: array of dtype `LC0_V6` or `LC0_V7`, shape `(n,)`.
        dtype: dtype of the result; float32 by default.
        out: array to write to and return, shape `(n, 112, 8, 8)`.

    Returns:
        Array of shape `(n, 112, 8, 8)`.

    Raises:
        ArrayError: the records have another dtype.
        EncodingError: a `ValueError`: a record is invalid.
    """
    raw = _lc0_bytes(records)[:, : LC0_V6.itemsize]
    return _core.lc0_planes(np.ascontiguousarray(raw).reshape(-1), dtype=dtype, out=out)


def lc0_v7(
    records: NDArray[np.void], *, theta: float = 5 / 6, games: ArrayLike | None = None
) -> NDArray[np.void]:
    """Returns lc0's records as version 7, as the `chunk_rescorer` of lczero-training does.

    From the last record of a game back, `q_st = theta * -q_st' + (1 - theta) * root_q`, with the
    `q_st'` of the next record, and `d_st = theta * d_st' + (1 - theta) * root_d`, at least 0; those
    of the last record are its `root_q` and `root_d`. `opp_played_idx` and `next_played_idx` are the
    `played_idx` of the next record and of the one after it, 65535 beyond the end of the game.

    Args:
        records: array of dtype `LC0_V6` or `LC0_V7`, shape `(n,)`: the records of games, in order.
        theta: the weight of what follows, 0 to 1; lczero-training's option `st_q_theta`.
        games: the index of the first record of each game; `None` for one game.

    Returns:
        Array of shape `(n,)` and dtype `LC0_V7`.

    Raises:
        ArrayError: the records have another dtype.
        ArgumentError: `theta` is out of range, or `games` is `None` and `plies_left` shows that
            there are several games.
        OutOfRangeError: a number of `games` is not the index of a record, or not in order.
        EncodingError: a `ValueError`: a record is invalid.

    Example:
        >>> from enroque import formats
        >>> records = next(formats.stream_records("training.1.gz"))  # doctest: +SKIP
        >>> formats.write_records(formats.lc0_v7(records), "training.1.v7.gz")  # doctest: +SKIP
    """
    raw = _lc0_bytes(records)
    upgraded = np.zeros((len(raw), LC0_V7.itemsize), np.uint8)
    upgraded[:, : raw.shape[1]] = raw
    if games is None:
        left = np.ravel(records["plies_left"])
        first = np.flatnonzero((left[1:] >= left[:-1]) & (left[1:] > 0))
        if len(first):
            raise ArgumentError(
                f"record {first[0] + 1}: plies_left does not decrease, so another game begins: "
                "pass the index of the first record of each game, games="
            )
    starts = np.zeros(1, np.int64) if games is None else np.asarray(games)
    _core.lc0_v7(upgraded.reshape(-1), starts.tolist(), float(theta))
    return cast("NDArray[np.void]", upgraded.reshape(-1).view(LC0_V7))


def fens(records: NDArray[np.void]) -> list[str]:
    """Returns the FENs of records.

    bulletformat does not store the color to move (the FEN has White), castling rights, en passant
    and clocks. lc0's records do not store the move number.

    Args:
        records: array of dtype `BULLETFORMAT`, `LC0_V6` or `LC0_V7`, shape `(n,)`.

    Raises:
        ArrayError: the records have another dtype.
        EncodingError: a `ValueError`: a record is invalid.
    """
    dtype = _dtype_of(records)
    for format in FORMATS.values():
        if format.records is not None and format.records == dtype:
            return _core.record_fens(format.name, _bytes_of(records))
    raise ArrayError(f"no format has records of {dtype!s:.80}")
