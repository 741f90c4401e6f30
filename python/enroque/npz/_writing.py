"""Writing files of games."""

import itertools
import json
import zipfile
from collections import deque
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from operator import itemgetter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .._core import Games
from .._files import WholeOrAbsent, naming, replacing
from .._games import FIRST_OTHER_START, FilePath, row_bounds
from .columns import FAULTS, FORMAT, TEXTS

__all__ = ["PART_GAMES", "Writer", "save"]

PART_GAMES: Final = 1 << 15
PART_MOVES: Final = 1 << 23
"""A part has so many games and moves at most, if no game has more."""

_WAITING: Final = 1 << 14
"""So many reports wait for their part: more than are kept of all its games."""


class Writer(WholeOrAbsent):
    """Writes a file batch by batch; a context manager.

    The file is there, under its name, only when the `with` has ended without an exception; one that
    was there is replaced then. The parts are the same in whatever batches the games come.
    """

    def __init__(self, path: FilePath, *, durable: bool = False) -> None:
        self._path = path
        self._pending: list[Games] = []
        self._pending_games = self._pending_moves = self._games = self._parts = 0
        self._faults = {name: _Reports() for name in FAULTS}
        with ExitStack() as stack:
            file = stack.enter_context(replacing(path, durable=durable))
            self._archive = _Archive(file, "w")
            stack.callback(_close_quietly, self._archive)
            self._stack: ExitStack | None = stack.pop_all()

    def write(self, games: Games) -> None:
        """Adds games, with the reports of what was wrong with them."""
        if self._stack is None:
            raise ValueError("the file has been ended")
        self._pending.append(games)
        columns = games._columns()
        for name, reports in self._faults.items():
            reports.add(columns[name], self._games + self._pending_games)
        self._pending_games += len(games)
        self._pending_moves += len(games.moves)
        if self._pending_games > PART_GAMES or self._pending_moves > PART_MOVES:
            with naming(self._path):
                self._write_parts(Games.concatenate(self._pending), is_last=False)

    def close(self) -> None:
        """Ends the file and puts it in its place."""
        if self._stack is None:
            return
        with naming(self._path):
            if self._pending or not self._parts:
                self._write_parts(Games.concatenate(self._pending), is_last=True)
            self._add("games", np.array(self._games))
            self._add("format", np.array(FORMAT))
            self._archive.close()
            self._stack.close()
        self._stack = None

    def abort(self) -> None:
        """Gives the file up; what was written is removed."""
        if self._stack is not None:
            stack, self._stack = self._stack, None
            stack.__exit__(_GivenUp, _GivenUp(), None)

    def _write_parts(self, games: Games, *, is_last: bool) -> None:
        """Writes games, of which the last are kept for the next part unless there will be none."""
        bounds = row_bounds(games, PART_GAMES, PART_MOVES) if len(games) else [0, 0]
        if not is_last:
            bounds.pop()
        rest = games[bounds[-1] :]
        columns = {name: column for name, column in games._columns().items() if column is not None}
        for first, last in itertools.pairwise(bounds):
            part = _rows(columns, first, last)
            end = None if is_last and last == len(games) else self._games + last - first
            part |= {name: faults.take(self._games, end) for name, faults in self._faults.items()}
            for name, column in part.items():
                self._add(f"{self._parts}/{name}", _as_bytes(column) if name in TEXTS else column)
            self._parts += 1
            self._games += last - first
        self._pending = [rest] if len(rest) else []
        self._pending_games, self._pending_moves = len(rest), len(rest.moves)

    def _add(self, name: str, array: NDArray[Any]) -> None:
        with self._archive.open(f"{name}.npy", "w", force_zip64=True) as file:
            np.lib.format.write_array(file, array, allow_pickle=False)


class _Archive(zipfile.ZipFile):
    """An archive that is written, and is not ended when nobody wants it any more."""

    def __del__(self) -> None: ...


class _GivenUp(BaseException):
    """What the file is told when it is given up."""


def _close_quietly(archive: zipfile.ZipFile) -> None:
    """Closes what is given up, and will not be whole whatever happens."""
    with suppress(OSError, ValueError):
        archive.close()


def _as_bytes(texts: Any) -> NDArray[np.uint8]:
    return np.frombuffer(json.dumps(texts).encode(), np.uint8)


def _rows(columns: Mapping[str, Any], first: int, last: int) -> dict[str, Any]:
    """The columns of some games, but for the reports of faults."""
    part = dict(columns)
    part["offsets"], moves = _cut(columns["offsets"], first, last)
    part["tag_offsets"], tags = _cut(columns["tag_offsets"], first, last)
    part["tags"] = columns["tags"][tags]
    if "arrows" in columns:
        part["arrow_offsets"], arrows = _cut(columns["arrow_offsets"], moves.start, moves.stop)
        part["arrows"] = columns["arrows"][arrows]
    for name in ("moves", "evals", "clocks", "move_times"):
        if name in columns:
            part[name] = columns[name][moves]
    for name in (
        *("start", "chess960", "result", "white_elo", "black_elo", "broken"),
        *("sources", "source_games", "source_offsets"),
    ):
        part[name] = columns[name][first:last]
    # of the tables what these games need
    used, part["sources"] = np.unique(part["sources"], return_inverse=True)
    part["sources"] = part["sources"].astype(np.uint32)
    part["source_names"] = [columns["source_names"][number] for number in used.tolist()]
    is_other = part["start"] >= FIRST_OTHER_START
    used, numbers = np.unique(part["start"][is_other], return_inverse=True)
    part["start"] = part["start"].copy()
    part["start"][is_other] = numbers + FIRST_OTHER_START
    others = columns["other_starts"]
    part["other_starts"] = [others[code - FIRST_OTHER_START] for code in used.tolist()]
    return part


def _cut(
    offsets: NDArray[np.uint64], first: int, last: int
) -> tuple[NDArray[np.uint64], "slice[int, int, None]"]:
    """The offsets of some of the things that they part, from 0 on, and where these things are."""
    return offsets[first : last + 1] - offsets[first], slice(
        int(offsets[first]), int(offsets[last])
    )


class _Reports:
    """Reports of faults that wait for the part with their games."""

    def __init__(self) -> None:
        # where it stands among all games, whether it is of the game there, and the report
        self._rows: deque[tuple[int, bool, tuple[Any, ...]]] = deque()
        self._unlisted = 0

    def add(self, faults: tuple[int, list[tuple[Any, ...]]], before: int) -> None:
        """Adds how many there were and the first of them, of games after so many others."""
        count, rows = faults
        place = before
        placed = []
        for row in rows:
            place = place if row[2] is None else before + row[2]
            placed.append((place, row[2] is not None, row))
        placed.sort(key=itemgetter(0))
        room = max(_WAITING - len(self._rows), 0)
        # those of sources are few, and no other report says that games are missing
        kept = [row for number, row in enumerate(placed) if number < room or not row[1]]
        self._rows.extend(kept)
        self._unlisted += count - len(kept)

    def take(self, first: int, last: int | None) -> tuple[int, list[tuple[Any, ...]]]:
        """Those of the games from `first` to `last`, or of all that there will be."""
        taken: list[tuple[Any, ...]] = []
        while self._rows and (last is None or self._rows[0][0] < last):
            place, is_of_game, (source, game, _, *what) = self._rows.popleft()
            taken.append((source, game, place - first if is_of_game else None, *what))
        unlisted, self._unlisted = self._unlisted, 0
        return len(taken) + unlisted, taken


def save(games: Games, path: FilePath) -> None:
    """Writes games to a file; one that was there is replaced when the new one is whole."""
    with Writer(path) as writer:
        writer.write(games)
