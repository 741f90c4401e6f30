"""Writing `.npz` files."""

import itertools
import json
import zipfile
from collections import deque
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from operator import itemgetter
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from .._core import Games
from .._model.games import FIRST_OTHER_START, chunk_bounds
from ._columns import FORMAT, OF_GAMES, OF_LISTS, OF_PLIES, REPORTS, TEXTS

__all__ = ["CHUNK_GAMES", "Encoder"]

CHUNK_GAMES: Final = 1 << 15
CHUNK_MOVES: Final = 1 << 23
"""The largest numbers of games and moves in a chunk; a single game may have more moves."""

_MAX_PENDING_REPORTS: Final = 1 << 14
"""The largest number of pending reports: more than `Games` keep."""


class Encoder:
    """Writes games to an open `.npz` file; the chunks do not depend on the batches.

    Args:
        file: the file.
        stack: what is closed at the end.
    """

    def __init__(self, file: BinaryIO, stack: ExitStack) -> None:
        self._pending: list[Games] = []
        self._pending_games = self._pending_moves = self._chunks = self._games = 0
        self._reports = {name: _PendingReports() for name in REPORTS}
        self._archive = _Archive(file, "w")
        stack.callback(_close_quietly, self._archive)

    def write(self, games: Games) -> None:
        """Adds games, with their errors and warnings."""
        self._pending.append(games)
        columns = games._columns()
        for name, reports in self._reports.items():
            reports.add(columns[name], self._games + self._pending_games)
        self._pending_games += len(games)
        self._pending_moves += len(games.moves)
        if self._pending_games > CHUNK_GAMES or self._pending_moves > CHUNK_MOVES:
            self._write_chunks(Games.concatenate(self._pending), is_last=False)

    def finish(self) -> dict[str, Any]:
        """Completes the file."""
        if self._pending or not self._chunks:
            self._write_chunks(Games.concatenate(self._pending), is_last=True)
        self._add("games", np.array(self._games))
        self._add("format", np.array(FORMAT))
        self._archive.close()
        return {}

    def _write_chunks(self, games: Games, *, is_last: bool) -> None:
        """Writes the games of complete chunks, or all games if they are the last."""
        bounds = chunk_bounds(games, CHUNK_GAMES, CHUNK_MOVES) if len(games) else [0, 0]
        if not is_last:
            bounds.pop()
        rest = games[bounds[-1] :]
        columns = {name: column for name, column in games._columns().items() if column is not None}
        for first, last in itertools.pairwise(bounds):
            chunk = _rows(columns, first, last)
            end = None if is_last and last == len(games) else self._games + last - first
            chunk |= {
                name: reports.pop(self._games, end) for name, reports in self._reports.items()
            }
            for name, column in chunk.items():
                self._add(f"{self._chunks}/{name}", _as_bytes(column) if name in TEXTS else column)
            self._chunks += 1
            self._games += last - first
        self._pending = [rest] if len(rest) else []
        self._pending_games, self._pending_moves = len(rest), len(rest.moves)

    def _add(self, name: str, array: NDArray[Any]) -> None:
        with self._archive.open(f"{name}.npy", "w", force_zip64=True) as file:
            np.lib.format.write_array(file, array, allow_pickle=False)


class _Archive(zipfile.ZipFile):
    """A zip file that is not completed when it is garbage collected."""

    def __del__(self) -> None: ...


def _close_quietly(archive: zipfile.ZipFile) -> None:
    """Closes an archive that is discarded, and ignores errors."""
    with suppress(OSError, ValueError):
        archive.close()


def _as_bytes(texts: Any) -> NDArray[np.uint8]:
    return np.frombuffer(json.dumps(texts).encode(), np.uint8)


def _rows(columns: Mapping[str, Any], first: int, last: int) -> dict[str, Any]:
    """Returns the columns of a range of games, apart from errors and warnings."""
    chunk = dict(columns)
    chunk["offsets"], moves = _cut(columns["offsets"], first, last)
    chunk["tag_offsets"], tags = _cut(columns["tag_offsets"], first, last)
    chunk["tags"] = columns["tags"][tags]
    for items, ends in OF_LISTS:
        if items in columns:
            chunk[ends], rows = _cut(columns[ends], moves.start, moves.stop)
            chunk[items] = columns[items][rows]
    chunk |= {name: columns[name][moves] for name in OF_PLIES if name in columns}
    chunk |= {name: columns[name][first:last] for name in OF_GAMES}
    # only the sources and start positions of these games
    used, chunk["sources"] = np.unique(chunk["sources"], return_inverse=True)
    chunk["sources"] = chunk["sources"].astype(np.uint32)
    chunk["source_names"] = [columns["source_names"][number] for number in used.tolist()]
    is_other = chunk["start"] >= FIRST_OTHER_START
    used, numbers = np.unique(chunk["start"][is_other], return_inverse=True)
    chunk["start"] = chunk["start"].copy()
    chunk["start"][is_other] = numbers + FIRST_OTHER_START
    others = columns["other_starts"]
    chunk["other_starts"] = [others[code - FIRST_OTHER_START] for code in used.tolist()]
    return chunk


def _cut(
    offsets: NDArray[np.int64], first: int, last: int
) -> tuple[NDArray[np.int64], "slice[int, int, None]"]:
    """Returns the offsets of a range of rows, from 0 on, and the slice of their elements."""
    return offsets[first : last + 1] - offsets[first], slice(
        int(offsets[first]), int(offsets[last])
    )


class _PendingReports:
    """Errors or warnings whose chunk has not been written yet."""

    def __init__(self) -> None:
        # index of the game in the file, whether the report is of that game, fields of the report
        self._rows: deque[tuple[int, bool, tuple[Any, ...]]] = deque()
        self._unlisted = 0

    def add(self, reports: tuple[int, list[tuple[Any, ...]]], before: int) -> None:
        """Adds a number of reports and the first of them, of games after `before` others."""
        count, rows = reports
        index = before
        indexed = []
        for row in rows:
            index = index if row[2] is None else before + row[2]
            indexed.append((index, row[2] is not None, row))
        indexed.sort(key=itemgetter(0))
        capacity = max(_MAX_PENDING_REPORTS - len(self._rows), 0)
        # keep all reports of sources, since they are few and report missing games
        kept = [row for number, row in enumerate(indexed) if number < capacity or not row[1]]
        self._rows.extend(kept)
        self._unlisted += count - len(kept)

    def pop(self, first: int, last: int | None) -> tuple[int, list[tuple[Any, ...]]]:
        """Removes the reports of the games from `first` to `last`, or to the end."""
        popped: list[tuple[Any, ...]] = []
        while self._rows and (last is None or self._rows[0][0] < last):
            index, is_of_game, (source, game, _, *fields) = self._rows.popleft()
            popped.append((source, game, index - first if is_of_game else None, *fields))
        unlisted, self._unlisted = self._unlisted, 0
        return len(popped) + unlisted, popped
