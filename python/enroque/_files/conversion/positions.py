"""Conversion of files of positions to shards, in bounded memory."""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from ..._arguments import at_least_one, checked_count, one_of
from ..._core import Board, Positions, check_query
from ..._model.positions import PositionSource, TableColumns
from ..._progress import Progress, Report, total_of
from ...errors import ArgumentError, FileFormatError
from ...find import Query
from ..position_sources import find
from ..positions import SHARD_SUFFIXES, write
from .destination import Destination
from .result import PositionConversion, versions
from .run import Run, converted


def convert_positions(
    source: PositionSource,
    target: str | os.PathLike[str],
    *,
    to: Literal[
        "npz", "parquet", "csv", "epd", "plain", "fens", "bulletformat", "bullet", "ethereal"
    ] = "npz",
    rows_per_shard: int = 1_000_000,
    filter: Query | Board | str | None = None,
    split: Mapping[str, float] | None = None,
    seed: int | None = None,
    overwrite: bool = False,
    on_error: Literal["raise", "skip"] = "raise",
    strict: bool = False,
    format: str | None = None,
    columns: TableColumns | None = None,
    perspective: Literal["white", "side_to_move"] | None = None,
    unit: Literal["cp", "pawns", "probability"] | None = None,
    evaluation: Literal["deepest", "most_nodes", "all"] = "deepest",
    lines: bool = False,
    c9: Literal["ignore", "result"] = "ignore",
    threads: int | None = None,
    progress: Progress = False,
) -> PositionConversion:
    r"""Converts files of positions to shards in a folder, in memory of a few shards.

    `Positions.read`, `Positions.stream` and the `Loader` read the folder. With `split`, each subset
    is a subfolder, and is read alone: a folder of several subsets is an error. If a run was
    interrupted, the same call continues it, and the shards are the same, byte for byte, as those of
    an uninterrupted run. If it was finished, the same call returns its report at once. Streams
    cannot be read again, so their conversions start over.

    Args:
        source: as in `Positions.read`.
        target: the folder.
        to: the format of the shards.
        rows_per_shard: the number of rows in a shard, of which the last one has fewer.
        filter: a query of `enroque.find` that the rows match, or a board or FEN for its position;
            `None` for all.
        split: the fraction of the positions for each subset, by name, as in `Positions.split`:
            `{"train": 0.9, "test": 0.1}` writes the folders `train` and `test`.
        seed: the seed of `split`, which needs one.
        overwrite: whether to replace the shards of another conversion.
        on_error: what to do with a file that is damaged or truncated: `"raise"`, or `"skip"` the
            rest of it. Rows that cannot be read are skipped and counted.
        strict: whether to raise `BrokenRowError` at the first row with an error or a warning.
        format: as in `Positions.read`.
        columns: as in `Positions.read`.
        perspective: as in `Positions.read`.
        unit: as in `Positions.read`.
        evaluation: as in `Positions.read`.
        lines: as in `Positions.read`.
        c9: as in `Positions.read`.
        threads: the number of threads; `None` for all cores.
        progress: `True` for a progress bar (tqdm), or a function that is called with the bytes read
            and the total bytes (`None` if unknown).

    Returns:
        The report: counts of rows, errors, and the files written.

    Raises:
        BlockingIOError: an `OSError`: another conversion is writing to the folder.
        FileExistsError: the folder contains something else, and `overwrite` is false.
        FileFormatError: a format is not recognized, something must be stated, or a source is
            damaged. Completed shards stay: a run with `on_error="skip"` continues from them.
        BrokenRowError: there is an error or a warning, and `strict` is set.
        ArgumentError: arguments contradict each other.

    Example:
        >>> import tempfile
        >>> from enroque import Positions, convert_positions
        >>> table = b"FEN,Evaluation\n4k3/8/8/8/8/8/8/4K2R w K - 0 1,+512\nx,0\n"
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     report = convert_positions(table, f"{folder}/shards")
        ...     positions = Positions.read(f"{folder}/shards")
        >>> report.rows, report.errors["kinds"]
        ({'read': 1, 'filtered_out': 0, 'kept': 1}, {'invalid_fen': 1})
        >>> positions.evals
        array([512], dtype=int32)
    """
    if filter is not None:
        check_query(filter)
    one_of("on_error", on_error, "raise", "skip")
    one_of("to", to, *SHARD_SUFFIXES)
    at_least_one("rows_per_shard", rows_per_shard)
    fractions = _checked_split(split, seed)
    folder = Path(target)
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(20, os.strerror(20), str(folder))
    destination = Destination(
        folder, to, SHARD_SUFFIXES[to], int(rows_per_shard), None, tuple(fractions)
    )
    sources = find(source)
    destination.check_sources(sources)
    reading: dict[str, Any] = {
        "format": format, "columns": dict(columns) if columns else None,
        "perspective": perspective, "unit": unit, "evaluation": evaluation, "lines": lines,
        "c9": c9,
    }  # fmt: skip
    plan = {
        "sources": [one.manifest_entry() for one in sources],
        "format": f"positions.{to}",
        "filter": None if filter is None else repr(filter),
        "options": {
            "rows_per_shard": destination.shard_size, "split": fractions, "seed": seed, **reading
        },
        "versions": versions(to),
    }  # fmt: skip
    is_text = all(one.format == "text" for one in sources)
    total = total_of(one.bytes for one in sources) if is_text else None
    batches = Positions.stream(sources, **reading, strict=strict, threads=threads)

    def read(report: Report) -> Iterator[Positions]:
        for batch in chain([] if first is None else [first], batches):
            yield batch
            done = batches.bytes_read
            report(done if total is None else min(done, total), total)

    def write(run: Run, report: Report) -> dict[str, Any]:
        return _write(run, read(report), filter)

    with batches:
        # errors of the first source are raised before anything is written
        first = next(batches, None)
        with _without_empty_folder(folder):
            return converted(
                PositionConversion,
                destination,
                plan,
                write,
                overwrite=overwrite,
                skip_damage=on_error == "skip",
                progress=progress,
            )


@contextmanager
def _without_empty_folder(folder: Path) -> Iterator[None]:
    """Removes a new folder at an error before anything is in it."""
    is_new = not folder.exists()
    try:
        yield
    except BaseException:
        if is_new:
            with suppress(OSError):  # it has shards
                folder.rmdir()
        raise


def _checked_split(split: Mapping[str, float] | None, seed: int | None) -> dict[str, float]:
    if split is None:
        return {}
    fractions = dict(split)
    for name in fractions:
        if not isinstance(name, str) or not re.fullmatch(r"\w[\w.-]*", name):
            raise ArgumentError(f"the name of a subset must be that of a folder, not {name!r}")
    if seed is None:
        raise ArgumentError("split= needs seed=, so that the same rows are in a subset again")
    checked_count("seed", seed)
    Positions.from_fens([]).split(fractions, seed=seed)  # checks the fractions
    return fractions


def _write(
    run: Run, batches: Iterable[Positions], filter: Query | Board | str | None
) -> dict[str, Any]:
    """Writes the shards that a run does not have; returns the counts for its report."""
    subsets = {name: _Subset(run, name) for name in run.destination.subsets or ("",)}
    rows = {"read": 0, "filtered_out": 0, "kept": 0}
    sizes = dict.fromkeys(run.destination.subsets, 0)
    kinds: Counter[str] = Counter()
    options = run.plan["options"]
    for batch in batches:
        kinds.update(batch.skipped)
        for damage in run.count(batch):
            run.damaged(FileFormatError(damage))
        kept = batch if filter is None else batch._matching(filter)
        rows["read"] += len(batch)
        rows["kept"] += len(kept)
        parts = {"": kept}
        if options["split"]:
            parts = kept.split(options["split"], seed=options["seed"])
        for name, part in parts.items():
            if name:
                sizes[name] += len(part)
            subsets[name].write(part)
    for subset in subsets.values():
        subset.finish()
    rows["filtered_out"] = rows["read"] - rows["kept"]
    run.errors["kinds"] = dict(sorted(kinds.items()))
    return {"rows": rows, "subsets": sizes}


class _Subset:
    """The shards of a subset, or of all rows."""

    def __init__(self, run: Run, name: str) -> None:
        self._run, self._name = run, name
        own = [shard for shard in run.shards if shard["file"].rpartition("/")[0] == name]
        self._count = len(own)
        # the rows of the earlier shards, including those that the format cannot store
        self._skip = sum(shard.get("source_rows", shard["positions"]) for shard in own)
        self._pending: list[Positions] = []
        self._rows = 0

    def write(self, rows: Positions) -> None:
        """Adds rows, and writes the shards that are complete."""
        first = min(self._skip, len(rows))
        self._skip -= first
        capacity = self._run.destination.shard_size or len(rows)
        while first < len(rows):
            last = min(len(rows), first + capacity - self._rows)
            self._pending.append(rows[first:last])
            self._rows += last - first
            first = last
            if self._rows == capacity:
                self._write_shard()

    def finish(self) -> None:
        """Writes the last shard, which is empty if there are no rows at all."""
        if self._pending or not self._count:
            self._write_shard()

    def _write_shard(self) -> None:
        table = Positions.concatenate(self._pending)
        self._pending, self._rows = [], 0
        destination = self._run.destination
        path = destination.shard(self._count, self._name)
        with _without_empty_folder(path.parent):
            path.parent.mkdir(exist_ok=True)
            written = write(table, path, destination.format, durable=True)
        self._count += 1
        entry: dict[str, Any] = {
            "file": f"{self._name}/{path.name}" if self._name else path.name,
            "positions": written.positions,
            "bytes": written.bytes,
        }
        if written.skipped:
            entry |= {"skipped": dict(written.skipped), "source_rows": len(table)}
        self._run.add(entry)
