"""The positions to write, and writing them to `.npz` shards."""

import errno
import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import enroque
from enroque import Column, Games, Positions
from enroque._files.atomic import UNFINISHED, replacing, write_arrays

MANIFEST = "manifest.json"

LABELS = [
    "rating", "opponent_rating", "clock", "opponent_clock", "move_time", "base_time", "increment",
    "eval", "win_probability", "plies_left", "legal_count",
]  # fmt: skip
"""The columns of positions of games that `--label` adds."""

OF_TABLES = ["tablebase_wdl", "tablebase_dtz"]
"""The columns of positions that `--tablebase` adds."""

# Shards, the manifest, and their temporary files, which a killed run leaves.
_NAME = r"(shard-\d{5,}\.npz|manifest\.json)"
_OWN_FILES = re.compile(rf"{_NAME}|\.{_NAME}{UNFINISHED}")


@dataclass(frozen=True)
class Encoding:
    """The arrays of a shard.

    Attributes:
        columns: the columns by name.
        planes: the encoding of the planes.
        policy: the encoding of moves, or `None`.
        on_unsupported: the argument of `Games.encode`.
        threads: number of threads; `None` for all cores.
    """

    columns: dict[str, Column]
    planes: enroque.Encoding
    policy: enroque.Policy | None
    on_unsupported: str
    threads: int | None = None


@dataclass(frozen=True)
class Selection:
    """The positions to write, in the order of reading.

    Attributes:
        samples: the games, or the table.
        indices: the selected positions: `game` and `ply`, or `rows`.
        arrays: the arrays to write.
        manifest: the entries of the manifest about the data.
        summary: a line about what was read and kept.
        nothing: the message of the error if no position is selected.
    """

    samples: Games | Positions
    indices: dict[str, NDArray[Any]]
    arrays: Encoding
    manifest: dict[str, Any]
    summary: str
    nothing: str

    def ordered(self, seed: int | None, limit: int | None) -> dict[str, NDArray[Any]]:
        """Returns the indices to write.

        Args:
            seed: the seed of a shuffle; `None` keeps the order.
            limit: the largest number of positions; `None` for all.

        Raises:
            ValueError: there are none.
        """
        count = len(next(iter(self.indices.values())))
        if count == 0:
            raise ValueError(self.nothing)
        order: Any = slice(None)
        if seed is not None:  # the raw numbers are the same in every version of NumPy
            order = np.argsort(np.random.PCG64(seed).random_raw(count), kind="stable")
        return {name: column[order][:limit] for name, column in self.indices.items()}


def check_no_shards(folder: Path, *, overwrite: bool) -> None:
    """Raises an error if the folder is a file, or contains shards and `overwrite` is false."""
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    if folder.is_dir() and not overwrite and any(_earlier_files(folder)):
        hint = "contains shards already (--overwrite replaces them, -o selects another folder)"
        raise FileExistsError(errno.EEXIST, hint, str(folder))


def clear(folder: Path) -> None:
    """Removes the files of an earlier run from a folder. Other files stay."""
    # the manifest first, since it describes complete shards
    for path in sorted(_earlier_files(folder), key=lambda path: path.name != MANIFEST):
        path.unlink()


def _earlier_files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.iterdir() if _OWN_FILES.fullmatch(path.name))


def write_shards(
    folder: Path,
    samples: Games | Positions,
    indices: dict[str, NDArray[Any]],
    encoding: Encoding,
    shard_size: int,
    advance: Callable[[int], object],
) -> list[dict[str, Any]]:
    """Writes the selected positions and returns the entries of the shards in the manifest.

    Memory use is that of one shard.

    Args:
        folder: the folder of the shards.
        samples: the games, or a table of positions.
        indices: the selected positions, `game` and `ply`, or `rows`.
        encoding: the arrays.
        shard_size: number of positions in a shard.
        advance: called with the number of positions just encoded.
    """
    shards = []
    count = len(next(iter(indices.values())))
    for number, first in enumerate(range(0, count, shard_size)):
        chunk = slice(first, first + shard_size)
        some: dict[str, Any] = {name: numbers[chunk] for name, numbers in indices.items()}
        path = folder / f"shard-{number:05}.npz"
        with replacing(path) as file:
            some |= {"on_unsupported": encoding.on_unsupported, "threads": encoding.threads}
            write_arrays(file, samples.encode(encoding.columns, **some), deflate=True)
        rows = min(shard_size, count - first)
        shards.append({"file": path.name, "rows": rows, "bytes": path.stat().st_size})
        advance(rows)
    return shards


def _first_line(method: Callable[..., Column]) -> str:
    return (method.__doc__ or "").strip().splitlines()[0].rstrip(".")


def array_entries(arrays: Encoding) -> dict[str, dict[str, Any]]:
    """Returns the entries of the arrays in the manifest: dtype, shape of a row, and meaning.

    Args:
        arrays: the arrays.
    """
    planes, policy = arrays.planes, arrays.policy
    meaning: dict[str, dict[str, Any]] = {
        "planes": {
            "encoding": planes.name,
            **planes.options,
            "definition": json.loads(planes.to_json()),
        },
        "value": {"meaning": "result for the side to move: 1 win, 0 draw, -1 loss, NaN unknown"},
        "wdl": {"meaning": "win, draw, loss for the side to move: one is 1, or all are NaN"},
        "game": {"meaning": "index of the game, from 0, of those that the filters keep"},
        "ply": {"meaning": "number of plies before the position"},
        **{name: {"meaning": _first_line(getattr(Column, name))} for name in LABELS + OF_TABLES},
    }
    if policy:
        policy_entry = {"encoding": policy.name, **policy.options}
        meaning["policy"] = {
            **policy_entry,
            "size": policy.size,
            "meaning": "index of the move played",
            "definition": json.loads(policy.to_json()),
        }
        meaning["legal_mask"] = {**policy_entry, "meaning": "whether each index is a legal move"}
    return {
        name: {"dtype": str(column.dtype), "shape": list(column.shape), **meaning[name]}
        for name, column in arrays.columns.items()
    }


def report_arrays(folder: Path, arrays: Encoding, shards: list[dict[str, Any]]) -> None:
    """Prints the arrays of the first shard, and how to load it.

    Args:
        folder: the folder of the shards.
        arrays: the arrays.
        shards: the entries of the shards in the manifest.
    """
    for name, column in arrays.columns.items():
        print(f"    {name:<10} {(shards[0]['rows'], *column.shape)} {column.dtype}")
    print("\nLoad the first shard in Python:\n")
    print("import numpy as np")
    print(f"shard = np.load({str(folder / shards[0]['file'])!r})")
    names = [name for name in ("planes", "policy", "value") if name in arrays.columns]
    print(f"{', '.join(names)} = {', '.join(f'shard[{name!r}]' for name in names)}")
