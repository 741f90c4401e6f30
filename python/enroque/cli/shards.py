"""Writing positions as `.npz` shards: filled batch by batch, each whole on disk or not there."""

import errno
import os
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

import enroque
from enroque import Games
from enroque._files import UNFINISHED, replacing
from enroque.cli.selection import Selection

__all__ = ["MANIFEST", "Encoding", "check_free", "clear", "write_shards"]

MANIFEST = "manifest.json"
# Shards, the manifest, and what a killed run left of a file that it was writing.
_NAME = r"(shard-\d{5,}\.npz|manifest\.json)"
_OURS = re.compile(rf"{_NAME}|\.{_NAME}{UNFINISHED}")
# One call to the core: large enough to keep the cores busy, small enough for the progress bar.
_BATCH = 2048


@dataclass(frozen=True)
class Encoding:
    """What is written for a position: planes, and by one policy the move played, what is legal."""

    planes: enroque.Encoding
    dtype: str
    policy: enroque.PolicyEncoding | None
    played: bool
    legal_mask: bool
    on_unsupported: str
    threads: int | None = None

    def fields(self, rows: int) -> dict[str, NDArray[Any]]:
        """New arrays of `rows` rows, by the name that they have in a shard."""
        arrays: dict[str, NDArray[Any]] = {
            "planes": np.empty((rows, *self.planes.shape), dtype=self.dtype)
        }
        if self.policy and self.played:
            arrays["policy"] = np.empty(rows, dtype=np.int64)
        if self.policy and self.legal_mask:
            arrays["legal_mask"] = np.empty((rows, self.policy.size), dtype=np.bool_)
        arrays["value"] = np.empty(rows, dtype=np.float32)
        arrays["wdl"] = np.empty((rows, 3), dtype=np.float32)
        arrays["game"] = np.empty(rows, dtype=np.int64)
        arrays["ply"] = np.empty(rows, dtype=np.int32)
        return arrays

    def fill_in(
        self,
        arrays: dict[str, NDArray[Any]],
        games: Games,
        game: NDArray[np.int64],
        ply: NDArray[np.int32],
    ) -> None:
        """Encode these positions into the arrays, which have one row for each."""
        threads, on_unsupported = self.threads, self.on_unsupported
        games.planes(self.planes, game, ply, out=arrays["planes"], threads=threads)
        for name, write in (("policy", games.policy), ("legal_mask", games.legal_mask)):
            if self.policy and name in arrays:
                write(
                    self.policy,
                    game,
                    ply,
                    out=arrays[name],
                    threads=threads,
                    on_unsupported=on_unsupported,
                )
        games.value(game, ply, out=arrays["value"])
        games.wdl(game, ply, out=arrays["wdl"])
        arrays["game"][:] = game
        arrays["ply"][:] = ply


def check_free(folder: Path, *, overwrite: bool) -> None:
    """Refuse a folder that cannot take shards, or that holds some which are not to be replaced."""
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    if folder.is_dir() and not overwrite and any(_ours(folder)):
        hint = "holds shards already (--overwrite replaces them, -o names another folder)"
        raise FileExistsError(errno.EEXIST, hint, str(folder))


def clear(folder: Path) -> None:
    """Make the folder, without what an earlier run left there. Other files stay."""
    folder.mkdir(parents=True, exist_ok=True)
    # The manifest first: while it stands, it vouches for the shards.
    for path in sorted(_ours(folder), key=lambda path: path.name != MANIFEST):
        path.unlink()


def _ours(folder: Path) -> Iterator[Path]:
    return (path for path in folder.iterdir() if _OURS.fullmatch(path.name))


def write_shards(
    folder: Path,
    games: Games,
    selection: Selection,
    encoding: Encoding,
    shard_size: int,
    advance: Callable[[int], object],
) -> list[dict[str, Any]]:
    """Write the selected positions, `shard_size` to a file, and describe the files.

    Memory is that of one shard, whatever the number of positions.
    """
    shards = []
    arrays = encoding.fields(min(shard_size, len(selection)))
    for number, begin in enumerate(range(0, len(selection), shard_size)):
        rows = min(shard_size, len(selection) - begin)
        for first in range(0, rows, _BATCH):
            last = min(first + _BATCH, rows)
            part = slice(begin + first, begin + last)
            views = {name: array[first:last] for name, array in arrays.items()}
            encoding.fill_in(views, games, selection.game[part], selection.ply[part])
            advance(last - first)
        path = folder / f"shard-{number:05}.npz"
        with replacing(path) as file:
            _write_npz(file, {name: array[:rows] for name, array in arrays.items()})
        shards.append({"file": path.name, "rows": rows, "bytes": path.stat().st_size})
    return shards


def _write_npz(file: BinaryIO, arrays: dict[str, NDArray[Any]]) -> None:
    """As `numpy.savez_compressed`, at the fastest level: planes are mostly zeros.

    No time goes into the file, so the same arrays make the same bytes.
    """
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, array, allow_pickle=False)
