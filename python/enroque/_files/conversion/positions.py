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
from ..._core import SKIPPING, Board, Positions, check_query
from ..._model.positions import PositionSource, TableColumns
from ..._progress import Progress, Report, reporting, total_of
from ...errors import ArgumentError, FileFormatError
from ...find import Query
from ..position_sources import find
from ..positions import SHARD_SUFFIXES, write
from ..sources import Source
from .destination import MAX_LISTED, Destination
from .result import PositionConversion, versions
from .resume import earlier_run

__all__ = ["convert_positions"]


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
    for one in sources:
        if one.stream is None and destination.contains(one.path):
            raise ArgumentError(
                f"{one.path} is a source and would be overwritten: use another target"
            )
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
    batches = Positions.stream(sources, **reading, strict=strict, threads=threads)
    with batches:
        # errors of the first source are raised before anything is written
        first = next(batches, None)
        with _without_empty_folder(folder), destination.locked():
            earlier = earlier_run(destination, plan, overwrite, PositionConversion)
            if isinstance(earlier, PositionConversion):
                return earlier
            run = _Run(destination, sources, filter, plan, earlier, skip_damage=on_error == "skip")
            with reporting(progress, "converting", "B") as report:
                return run.run(first, batches, report)


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


class _Run:
    """A run of a conversion of positions; see `Run` for games.

    Args:
        destination: the files to write.
        sources: the files, streams and tables to read.
        filter: the query that the rows match; `None` for all.
        plan: the sources, filter and options, for the manifest.
        shards: the shards that an earlier run wrote.
        skip_damage: whether to continue with the next file after a damaged one.
    """

    def __init__(
        self,
        destination: Destination,
        sources: list[Source],
        filter: Query | Board | str | None,
        plan: dict[str, Any],
        shards: list[dict[str, Any]],
        *,
        skip_damage: bool,
    ) -> None:
        self._destination = destination
        self._filter = filter
        self._plan = plan
        self._shards = shards
        self._resumed = len(shards)
        self._skip_damage = skip_damage
        self._subsets = {
            name: _Subset(destination, name, shards) for name in destination.subsets or ("",)
        }
        is_text = all(source.format == "text" for source in sources)
        self._total = total_of(source.bytes for source in sources) if is_text else None
        self._errors: dict[str, Any] = {"count": 0, "kinds": Counter(), "sources": [], "first": []}
        self._warnings: dict[str, Any] = {"count": 0, "first": []}

    def run(self, first: Positions | None, batches: Any, report: Report) -> PositionConversion:
        """Reads all batches, writes the remaining shards and the manifest, and returns the report.

        Args:
            first: the first batch, which was read already.
            batches: the stream of the others.
            report: called with the number of bytes read and the total, `None` if unknown.
        """
        self._destination.remove_unfinished()
        self._write_journal()
        rows = {"read": 0, "filtered_out": 0, "kept": 0}
        sizes = dict.fromkeys(self._destination.subsets, 0)
        try:
            for batch in chain([] if first is None else [first], batches):
                self._count(batch)
                kept = batch if self._filter is None else batch._matching(self._filter)
                rows["read"] += len(batch)
                rows["kept"] += len(kept)
                fractions = self._plan["options"]["split"]
                parts = {"": kept}
                if fractions:
                    parts = kept.split(fractions, seed=self._plan["options"]["seed"])
                for name, part in parts.items():
                    if name:
                        sizes[name] += len(part)
                    for shard in self._subsets[name].write(part):
                        self._add(shard)
                done = batches.bytes_read
                report(done if self._total is None else min(done, self._total), self._total)
            for subset in self._subsets.values():
                for shard in subset.finish():
                    self._add(shard)
        except BaseException:
            if not self._shards:
                self._destination.journal.unlink(missing_ok=True)
            raise
        rows["filtered_out"] = rows["read"] - rows["kept"]
        conversion = PositionConversion(
            **self._plan,
            shards=self._shards,
            rows=rows,
            subsets=sizes,
            errors={**self._errors, "kinds": dict(sorted(self._errors["kinds"].items()))},
            warnings=self._warnings,
            resumed=self._resumed,
        )
        self._destination.write_manifest(conversion)
        return conversion

    def _count(self, batch: Positions) -> None:
        """Adds the errors and warnings of a batch."""
        self._errors["count"] += batch.error_count
        self._errors["kinds"].update(batch.skipped)
        listed = batch.errors if batch.error_count else []
        damage = [str(error) for error in listed if error.kind == "source"]
        if batch.skipped.get("source") and not self._skip_damage:
            error = FileFormatError(damage[0] if damage else "a source is damaged")
            error.add_note(SKIPPING)
            raise error
        self._errors["sources"] += damage
        others = [str(error) for error in listed if error.kind != "source"]
        self._errors["first"] += others[: MAX_LISTED - len(self._errors["first"])]
        self._warnings["count"] += batch.warning_count
        if batch.warning_count and (free := MAX_LISTED - len(self._warnings["first"])):
            self._warnings["first"] += [str(warning) for warning in batch.warnings[:free]]

    def _add(self, shard: dict[str, Any]) -> None:
        self._shards.append(shard)
        self._write_journal()

    def _write_journal(self) -> None:
        self._destination.write_journal(self._plan, self._shards)


class _Subset:
    """The shards of a subset, or of all rows."""

    def __init__(self, destination: Destination, name: str, shards: list[dict[str, Any]]) -> None:
        self._destination, self._name = destination, name
        own = [shard for shard in shards if shard["file"].rpartition("/")[0] == name]
        self._count = len(own)
        # the rows of the earlier shards, including those that the format cannot store
        self._skip = sum(shard.get("source_rows", shard["positions"]) for shard in own)
        self._pending: list[Positions] = []
        self._rows = 0

    def write(self, rows: Positions) -> Iterable[dict[str, Any]]:
        """Adds rows; yields the entry of each shard that is complete."""
        first = min(self._skip, len(rows))
        self._skip -= first
        capacity = self._destination.shard_size or len(rows)
        while first < len(rows):
            last = min(len(rows), first + capacity - self._rows)
            self._pending.append(rows[first:last])
            self._rows += last - first
            first = last
            if self._rows == capacity:
                yield self._write_shard()

    def finish(self) -> Iterable[dict[str, Any]]:
        """Yields the entry of the last shard, which is empty if there are no rows at all."""
        if self._pending or not self._count:
            yield self._write_shard()

    def _write_shard(self) -> dict[str, Any]:
        table = Positions.concatenate(self._pending)
        self._pending, self._rows = [], 0
        path = self._destination.shard(self._count, self._name)
        with _without_empty_folder(path.parent):
            path.parent.mkdir(exist_ok=True)
            written = write(table, path, self._destination.format, durable=True)
        self._count += 1
        entry: dict[str, Any] = {
            "file": f"{self._name}/{path.name}" if self._name else path.name,
            "positions": written.positions,
            "bytes": written.bytes,
        }
        if written.skipped:
            entry |= {"skipped": dict(written.skipped), "source_rows": len(table)}
        return entry
