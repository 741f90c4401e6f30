"""`enroque tensors` for files of positions."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enroque import Column, Positions
from enroque._files.atomic import locked, replacing
from enroque._files.conversion import versions
from enroque._files.position_sources import find
from enroque._progress import adding, total_of
from enroque.cli.error_hints import error_hints
from enroque.cli.position_options import position_filter_of, position_reading_of
from enroque.cli.progress import byte_count, input_progress, note, note_errors, progress
from enroque.cli.selection import shuffled
from enroque.cli.shards import (
    MANIFEST,
    Encoding,
    array_entries,
    check_no_shards,
    clear,
    report_arrays,
    write_shards,
)
from enroque.errors import FileFormatError

__all__ = ["run"]


def run(options: argparse.Namespace, arrays: Encoding) -> None:
    """Reads positions, writes shards and a manifest, and prints a summary.

    Args:
        options: the parsed options.
        arrays: the arrays of games, of which those that need a game are omitted.
    """
    folder = Path(options.output)
    filter = position_filter_of(options)
    with error_hints(on_error=options.on_error, contents="positions"):
        check_no_shards(folder, overwrite=options.overwrite)
        sources = find(options.input)
        read = _read(options)
    table = read if filter is None else read.filter(filter)
    why_empty = f"no positions to write: {len(read)} read, {len(table)} kept"
    if len(table) == 0:
        raise ValueError(why_empty)
    arrays = _arrays_of(table, arrays)
    rows = _selected(options, table, arrays)
    if len(rows) == 0:
        raise ValueError(why_empty)
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder, "another run is writing shards there"):
        check_no_shards(folder, overwrite=options.overwrite)
        clear(folder)
        with progress("encoding", len(rows), "positions") as report:
            advance = adding(report, len(rows))
            shards = write_shards(
                folder, table, {"rows": rows}, arrays, options.shard_size, advance
            )
        manifest = {
            "format": "enroque tensors",
            "version": 1,
            "versions": versions("npz"),
            "sources": [source.manifest_entry() for source in sources],
            "rows": {"read": len(read), "kept": len(table), "errors": read.skipped},
            "filter": None if filter is None else repr(filter),
            "reading": position_reading_of(options),
            "seed": options.seed,
            "limit": options.limit,
            "positions": len(rows),
            "arrays": array_entries(arrays),
            "shards": shards,
        }
        with replacing(folder / MANIFEST) as file:
            file.write((json.dumps(manifest, indent=2) + "\n").encode())
    size = byte_count(sum(shard["bytes"] for shard in shards))
    files = "1 shard" if len(shards) == 1 else f"{len(shards)} shards"
    print(f"{len(read)} positions read, {len(table)} kept")
    print(f"{len(rows)} positions in {files} and {MANIFEST} in {folder} ({size})")
    report_arrays(folder, arrays, shards)


def _read(options: argparse.Namespace) -> Positions:
    sources = find(options.input)
    total = total_of(source.bytes for source in sources)
    with (
        input_progress("reading", options.input, total) as report,
        Positions.stream(
            sources,
            strict=options.strict,
            threads=options.threads,
            **position_reading_of(options),
        ) as stream,
    ):
        batches = []
        for batch in stream:
            batches.append(batch)
            report(stream.bytes_read, total)
        positions = Positions.concatenate(batches)
    damage = [str(error) for error in positions.errors if error.kind == "source"]
    if positions.skipped.get("source") and options.on_error == "raise":
        raise FileFormatError(damage[0] if damage else "a source is damaged")
    others = [error for error in positions.errors if error.kind != "source"]
    note_errors(damage, others, positions.error_count)
    return positions


def _arrays_of(table: Positions, arrays: Encoding) -> Encoding:
    """Returns the arrays of the data in the table."""
    columns = {name: arrays.columns[name] for name in arrays.columns if name not in ("game", "ply")}
    if table.moves is None and columns.pop("policy", None) is not None:
        note("no row has a move: there is no array policy")
    if table.result is None:
        columns.pop("value")
        columns.pop("wdl")
    if table.evals is not None:
        columns["win_probability"] = Column.win_probability()
    return replace(arrays, columns=columns)


def _selected(options: argparse.Namespace, table: Positions, arrays: Encoding) -> NDArray[np.int64]:
    """Returns the rows to write, in order."""
    rows = np.arange(len(table))
    moves: Any = table.moves
    if "policy" in arrays.columns and not moves.all():
        if options.on_unsupported != "skip":
            row = int(np.argmin(moves != 0))
            source = f"{table.source_names[table.sources[row]]}: row {table.source_row[row]}"
            raise ValueError(
                f"{source}: there is no move: use --on-unsupported skip, or --policy none"
            )
        rows = rows[moves != 0]
    if options.on_unsupported == "skip":
        named = [
            arrays.columns[name] for name in ("policy", "legal_mask") if name in arrays.columns
        ]
        rows = rows[table.supported(named, rows=rows)] if named else rows
    if options.seed is not None:
        rows = rows[shuffled(len(rows), options.seed)]
    return rows[: options.limit]
