"""Writing `.npz` files."""

import itertools
import json
import zipfile
from contextlib import ExitStack, suppress
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from .._core import Games
from .._model.games import chunk_bounds
from ._columns import FORMAT, REPORTS, TEXTS

CHUNK_GAMES: Final = 1 << 15
CHUNK_MOVES: Final = 1 << 23
"""The largest numbers of games and moves in a chunk; a single game may have more moves."""


class Encoder:
    """Writes games to an open `.npz` file; the chunks do not depend on the batches.

    Args:
        file: the file.
        stack: what is closed at the end.
    """

    def __init__(self, file: BinaryIO, stack: ExitStack) -> None:
        self._pending: list[Games] = []
        self._pending_games = self._pending_moves = self._chunks = self._games = 0
        self._archive = _Archive(file, "w")
        stack.callback(_close_quietly, self._archive)

    def write(self, games: Games) -> None:
        """Adds games, with their errors and warnings."""
        self._pending.append(games)
        self._pending_games += len(games)
        self._pending_moves += len(games.moves)
        if self._pending_games > CHUNK_GAMES or self._pending_moves > CHUNK_MOVES:
            self._write_chunks(is_last=False)

    def finish(self) -> dict[str, Any]:
        """Completes the file."""
        if self._pending or not self._chunks:
            self._write_chunks(is_last=True)
        self._add("games", np.array(self._games))
        self._add("format", np.array(FORMAT))
        self._archive.close()
        return {}

    def _write_chunks(self, *, is_last: bool) -> None:
        """Writes the pending games: those of complete chunks, or all."""
        games = Games.concatenate(self._pending)
        bounds = chunk_bounds(games, CHUNK_GAMES, CHUNK_MOVES) if len(games) else [0, 0]
        if not is_last:
            end = bounds.pop()
            self._pending = [rest := games._part(bounds[-1], end)]
            self._pending_games, self._pending_moves = len(rest), len(rest.moves)
        for first, last in itertools.pairwise(bounds):
            for name, column in games._part(first, last)._columns().items():
                if column is not None:
                    is_text = name in (*TEXTS, *REPORTS)
                    self._add(f"{self._chunks}/{name}", _as_bytes(column) if is_text else column)
            self._chunks += 1
            self._games += last - first

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


def _as_bytes(texts: list[str] | str) -> NDArray[np.uint8]:
    text = texts if isinstance(texts, str) else json.dumps(texts)
    return np.frombuffer(text.encode(), np.uint8)
