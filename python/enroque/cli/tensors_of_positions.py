"""`enroque tensors` for files of positions."""

import argparse
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enroque import Column, Positions
from enroque._files import position_sources
from enroque._files.sources import Source
from enroque._progress import total_of
from enroque.cli.position_options import position_filter_of, position_reading_of
from enroque.cli.progress import input_progress, note, note_errors
from enroque.cli.shards import Encoding, Selection
from enroque.errors import FileFormatError


def find(options: argparse.Namespace) -> list[Source]:
    """Returns the files of the inputs."""
    return position_sources.find(options.input)


def select(options: argparse.Namespace, sources: list[Source], arrays: Encoding) -> Selection:
    """Reads positions, and selects rows.

    Args:
        options: the parsed options.
        sources: the files.
        arrays: the arrays of games, of which those that need a game are omitted.
    """
    filter = position_filter_of(options)
    read = _read(options, sources)
    table = read if filter is None else read.filter(filter)
    if len(table):
        arrays = _arrays_of(table, arrays)
    counts = f"{len(read)} positions read, {len(table)} kept"
    return Selection(
        table,
        {"rows": _rows(options, table, arrays)},
        arrays,
        {
            "sources": [source.manifest_entry() for source in sources],
            "rows": {"read": len(read), "kept": len(table), "errors": read.skipped},
            "filter": None if filter is None else repr(filter),
            "reading": position_reading_of(options),
        },
        counts,
        f"no positions to write: {counts.replace(' positions', '', 1)}",
    )


def _read(options: argparse.Namespace, sources: list[Source]) -> Positions:
    total = total_of(source.bytes for source in sources)
    with (
        input_progress("reading", options.input, total) as report,
        Positions.stream(
            sources, strict=options.strict, threads=options.threads, **position_reading_of(options)
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
        columns["win_probability"] = Column.win_probability(on_missing="nan")
    return replace(arrays, columns=columns)


def _rows(options: argparse.Namespace, table: Positions, arrays: Encoding) -> NDArray[np.int64]:
    """Returns the rows whose moves the arrays can store."""
    rows = np.arange(len(table))
    moves: Any = table.moves
    if "policy" in arrays.columns and moves is not None and not moves.all():
        if options.on_unsupported != "skip":
            row = int(np.argmin(moves != 0))
            source = f"{table.source_names[table.sources[row]]}: row {table.source_row[row]}"
            raise ValueError(
                f"{source}: there is no move: use --on-unsupported skip, or --policy none"
            )
        rows = rows[moves != 0]
    named = [arrays.columns[name] for name in ("policy", "legal_mask") if name in arrays.columns]
    if named and options.on_unsupported == "skip":
        rows = rows[table.supported(named, rows=rows)]
    return rows
