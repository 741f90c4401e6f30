"""Files and Arrow tables of `Positions`: `.npz` files, and writing."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .._arguments import check_suffix_of_format
from .._core import FileWriter, Positions, positions_from_columns
from .._model.evals import MATE, MAX_CENTIPAWNS, NO_EVAL
from .._optional_packages import imported
from ..errors import ArgumentError, EncodingError, FileFormatError, advised
from ..formats._formats import CHESSBENCH, FORMATS
from ..npz._reading import DAMAGE, Arrays
from .arrow_lists import pyarrow
from .atomic import Written, replacing, write_arrays
from .sources import FROM_GAMES

if TYPE_CHECKING:
    import pyarrow as pa

    from .._model.games import FilePath

_ROWS: Final = 65_536
"""The number of rows of a record batch."""

_COLUMNS: Final = {
    "white_cp": ("evals", "int32"),
    "white_mate": ("evals", "int32"),
    "result": ("result", "string"),
    "white_score": ("expected_score", "float32"),
    "move": ("moves", "string"),
    "line": ("lines", "string"),
    "depth": ("depth", "uint8"),
    "nodes": ("nodes", "int64"),
    "id": ("ids", "string"),
    "rating": ("rating", "int16"),
    "rating_deviation": ("rating_deviation", "int16"),
    "popularity": ("popularity", "int8"),
    "plays": ("plays", "int32"),
    "themes": ("themes", "strings"),
    "openings": ("openings", "strings"),
}
"""The columns of an Arrow table after `fen`: the column of `Positions`, and the type."""

_RESULTS: Final = ("0-1", "1/2-1/2", "1-0")


def read_npz(name: str) -> Positions:
    """Reads the table of an `.npz` file.

    Args:
        name: the file.

    Raises:
        FileFormatError: it is another file, or damaged.
    """
    try:
        with open(name, "rb") as file:
            arrays = Arrays(file)
            if "description" not in arrays.names and {"games", "format"} <= {*arrays.names}:
                problem = f"{name} is not a table of positions, but has games: {FROM_GAMES}"
                of_games = FileFormatError(problem, source=name)
                raise advised(of_games, FROM_GAMES, games=())
            columns = {key: arrays.array(key) for key in arrays.names}
        described = json.loads(str(columns.pop("description")[()]))
        if described.pop("format") != "enroque positions":
            raise KeyError("format")
    except (*DAMAGE, KeyError, OSError) as error:
        if getattr(error, "hint", "") or (isinstance(error, OSError) and not os.path.isfile(name)):
            raise
        message = f"{name} is not a table of positions of enroque: {error}"
        damaged = FileFormatError(message, source=name)
        damaged.kind = "nothing_read"
        raise damaged from error
    return positions_from_columns({**columns, **described})


def _texts(positions: Positions, column: str, threads: int | None) -> "pa.Array":
    """Returns the texts of a column, null where they are empty."""
    pa = pyarrow()
    offsets, texts = positions._texts(column, threads=threads)
    is_there = np.packbits(np.diff(offsets) > 0, bitorder="little")
    buffers = [pa.py_buffer(buffer) for buffer in (is_there, offsets, texts)]
    large = pa.Array.from_buffers(pa.large_string(), len(offsets) - 1, buffers)
    return large.cast(pa.string())


def _columns(positions: Positions, threads: int | None) -> "dict[str, pa.Array]":
    pa = pyarrow()
    stored = positions._columns()
    columns = {"fen": _texts(positions, "fens", threads)}
    evals, result, score = stored["evals"], stored["result"], stored["expected_score"]
    if evals is not None:
        is_mate = (np.abs(evals.astype(np.int64)) > MAX_CENTIPAWNS) & (evals != NO_EVAL)
        columns["white_cp"] = pa.array(evals, mask=is_mate | (evals == NO_EVAL))
        mates = np.where(evals > 0, MATE - evals, -MATE - evals)
        columns["white_mate"] = pa.array(mates.astype(np.int32), mask=~is_mate)
    if result is not None:
        numbers = pa.array(result.astype(np.int16) + 1, mask=result < -1)
        columns["result"] = pa.array(_RESULTS).take(numbers)
    if score is not None:
        columns["white_score"] = pa.array(score, mask=np.isnan(score))
    for name, column in (("move", "moves"), ("line", "lines"), ("id", "ids")):
        if stored[column] is not None:
            columns[name] = _texts(positions, column, threads)
    for name, none in [("depth", 0), ("nodes", -1), ("rating", -1), ("rating_deviation", -1),
                       ("popularity", -128), ("plays", -1)]:  # fmt: skip
        if (values := stored[name]) is not None:
            columns[name] = pa.array(values, mask=values == none)
    for name in ("theme", "opening"):
        if (numbers := stored[f"{name}s"]) is not None:
            names = pa.array(stored[f"{name}_names"], pa.string()).take(pa.array(numbers))
            ends = pa.array(stored[f"{name}_offsets"].astype(np.int32))
            columns[f"{name}s"] = pa.ListArray.from_arrays(ends, names)
    return columns


def reader(positions: Positions, threads: int | None = None) -> "pa.RecordBatchReader":
    """Returns a table as a stream of record batches.

    The columns are `fen`, and those that have a value: `white_cp` and `white_mate` (centipawns, and
    moves to mate, of White), `result` (such as `1-0`), `white_score` (White's expected score),
    `move` and `line` in UCI, `depth`, `nodes`, `id`, `rating`, `rating_deviation`, `popularity`,
    `plays`, `themes` and `openings`. What is unknown is null.

    Args:
        positions: the table.
        threads: the number of threads; `None` for all cores.

    Raises:
        ImportError: pyarrow is not installed.
    """
    pa = pyarrow()
    types = {"string": pa.string(), "strings": pa.list_(pa.string())}
    there = positions._columns()
    fields = [("fen", pa.string())]
    for name, (column, kind) in _COLUMNS.items():
        if there.get(column) is not None:
            fields.append((name, types.get(kind) or pa.type_for_alias(kind)))
    schema = pa.schema(fields)

    def batches() -> Iterator[Any]:
        for first in range(0, max(len(positions), 1), _ROWS):
            columns = _columns(positions[first : first + _ROWS], threads)
            rows = len(columns["fen"])
            # a part without any value of a column does not have the column
            arrays = [columns.get(name, pa.nulls(rows, kind)) for name, kind in fields]
            yield pyarrow().RecordBatch.from_arrays(arrays, schema=schema)

    return pa.RecordBatchReader.from_batches(schema, batches())


_SUFFIXES: Final = {
    ".npz": "npz",
    ".parquet": "parquet",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".epd": "epd",
    ".plain": "plain",
    ".fen": "fens",
    ".bf": "bulletformat",
    ".bullet": "bulletformat",
}

SHARD_SUFFIXES: Final = {format: suffix for suffix, format in _SUFFIXES.items()} | {
    "bullet": ".txt", "ethereal": ".txt", **{name: f".{name}.bag" for name in CHESSBENCH}
}  # fmt: skip
"""The formats that can be written, and the suffixes of shards."""


def arrow_stream(positions: Positions, requested_schema: object) -> object:
    """Returns the table as a PyCapsule; see `Positions.__arrow_c_stream__`."""
    return reader(positions).__arrow_c_stream__(requested_schema)


def to_pandas(positions: Positions) -> Any:
    """Returns the table for pandas; see `Positions.to_pandas`."""
    pd = imported("pandas", "Positions.to_pandas")
    types = {
        pyarrow().type_for_alias(name.lower()): getattr(pd, f"{name}Dtype")()
        for name in ("Int8", "Int16", "Int32", "Int64", "UInt8")
    }
    return reader(positions).read_all().to_pandas(types_mapper=types.get)


def to_polars(positions: Positions) -> Any:
    """Returns the table for Polars; see `Positions.to_polars`."""
    pl = imported("polars", "Positions.to_polars", "Polars")
    return pl.DataFrame(positions)


def written_format(path: "FilePath", format: str | None) -> str:
    """Returns the format in which a table is written; errors and arguments as of `write`."""
    name = os.fspath(path)
    if format is None:
        suffix = os.path.splitext(name)[1].lower()
        bags = (of for of in CHESSBENCH if name.endswith(f"{of}.bag"))
        format = _SUFFIXES.get(suffix) or next(bags, None)
    if format not in SHARD_SUFFIXES:
        if format is None:
            known = ", ".join([*_SUFFIXES, *(f"{of}.bag" for of in CHESSBENCH)])
            raise ArgumentError(f"{name}: the name must end in {known}")
        raise ArgumentError(f"format must be one of {', '.join(SHARD_SUFFIXES)}, not {format!r}")
    own = [end for end, of in _SUFFIXES.items() if of == format]
    own += [".bag"] if format in CHESSBENCH else []
    check_suffix_of_format(path, format, own)
    return format


def write(
    positions: Positions,
    path: "FilePath",
    format: str | None = None,
    *,
    threads: int | None = None,
    durable: bool = False,
) -> Written:
    """Writes a table to a file; see `Positions.write`.

    Args:
        positions: the table.
        path: the file.
        format: one of `SHARD_SUFFIXES`; `None` for that of the suffix.
        threads: the number of threads; `None` for all cores.
        durable: whether to wait until the file is on disk.

    Raises:
        ArgumentError: the format is unknown.
    """
    format = written_format(path, format)
    skipped: dict[str, int] = {}
    with replacing(path, durable=durable) as file:
        if format == "npz":
            _write_npz(positions, file)
        elif format == "parquet":
            pyarrow()
            from pyarrow.parquet import ParquetWriter

            batches = reader(positions, threads)
            with ParquetWriter(file, batches.schema, compression="zstd") as parquet:
                for batch in batches:
                    parquet.write_batch(batch)
        elif format in CHESSBENCH:
            skipped = _write_bag(positions, file.name, format)
            file.seek(0, os.SEEK_END)
        else:
            # an empty table has the header of CSV
            for first in range(0, max(len(positions), 1), _ROWS):
                text, reasons = positions._written(format, first, first + _ROWS, threads=threads)
                file.write(text)
                for reason, count in reasons:
                    skipped[reason] = skipped.get(reason, 0) + count
        size = file.tell()
    count = len(positions) - sum(skipped.values())
    return Written(games=0, positions=count, bytes=size, skipped=skipped)


def _write_bag(positions: Positions, path: str, format: str) -> dict[str, int]:
    """Writes ChessBench's records, and returns the numbers of skipped rows by reason."""
    bag = FileWriter.records(path, path, format)
    has_move, has_score = FORMATS[format].bag or (False, False)
    skipped: Counter[str] = Counter()
    written = 0
    for first in range(0, len(positions), _ROWS):
        part = positions[first : first + _ROWS]
        ends, texts = part._texts("moves")
        moves = [texts[begin:end].tobytes().decode() for begin, end in pairwise(ends.tolist())]
        fens = part.fens()
        # of the side to move; what is not known as a probability is computed from evaluations
        scores = np.full(len(part), np.nan)
        if part.evals is not None:
            scores = part.win_probability(model="chessbench").astype(np.float64)
        if part.expected_score is not None:
            white = part.expected_score.astype(np.float64)
            is_black = np.array([" b " in fen for fen in fens])
            scores = np.where(np.isnan(white), scores, np.where(is_black, 1 - white, white))
        for fen, move, score in zip(fens, moves, scores.tolist(), strict=True):
            if not fen:
                skipped["no_fen"] += 1
            elif has_move and not move:
                skipped["no_moves"] += 1
            elif has_score and np.isnan(score):
                skipped["no_evals"] += 1
            else:
                try:
                    record = (move if has_move else None, score if has_score else None)
                    bag.push(written, fen, *record)
                    written += 1
                except EncodingError:
                    skipped["chess960"] += 1
    bag.finish()
    return dict(skipped)


def _write_npz(positions: Positions, file: Any) -> None:
    columns = {name: value for name, value in positions._columns().items() if value is not None}
    arrays = {name: value for name, value in columns.items() if isinstance(value, np.ndarray)}
    described = {name: value for name, value in columns.items() if name not in arrays}
    description = json.dumps({"format": "enroque positions", **described})
    everything: Any = {"description": np.array(description), **arrays}
    write_arrays(file, everything, deflate=False)
