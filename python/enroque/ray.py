"""Games on a cluster: PGN as a dataset of Ray Data, tensors of it, shards out of it.

Needs Ray, the extra `ray`. Files are read where they lie, so every machine must see them under the
same path, and the folder that is written as well.

    import enroque.ray
    games = enroque.ray.read_pgn("lichess/*.pgn.zst", filter=enroque.Filter(min_elo=2000))
    tensors = games.map_batches(
        enroque.ray.Tensors("lc0", policy="lc0"), batch_format="pyarrow", batch_size=512
    )
    for batch in tensors.iter_torch_batches(batch_size=4096): ...
    enroque.ray.write_games(games, "shards", to="viriformat")

A row of the dataset is a game, with the columns of `enroque.arrow`; `Games.from_arrow(table)` makes
Games of a batch in the format `pyarrow`. When a worker dies, Ray reads its splits again on another:
a game is there once, since a split always holds the same games, and a shard takes its name only
when it is whole.
"""

import json
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from . import _bitboards as bitboards
from ._bitboards import Bitboard
from ._conversion import MANIFEST, suffix_of
from ._conversion.shard_writer import ShardWriter
from ._core import Games, __version__
from ._files import replacing
from ._filters import Filter
from ._games import Annotations, FilePath, Split
from ._splits import plan_splits
from ._squares import Square
from .arrow import ROWS, arrow_schema, from_batch, pyarrow, to_arrow
from .errors import FileFormatError

try:
    import ray.data
    from ray.data.block import BlockMetadata
    from ray.data.datasource import Datasink, Datasource, ReadTask
except ImportError as error:
    raise ImportError(
        "enroque.ray needs Ray Data, which is not there: pip install 'enroque[ray]'", name="ray"
    ) from error

__all__ = ["GamesSink", "PgnSource", "Tensors", "read_pgn", "write_games"]

_BYTES_OF_TEXT = 12
"""A block of Arrow takes so many times the bytes of a compressed split, about."""


def read_pgn(
    paths: FilePath | Iterable[FilePath],
    *,
    split_bytes: int = 64 << 20,
    concurrency: int | None = None,
    on_error: Literal["raise", "skip"] = "raise",
    filter: Filter | None = None,
    strict: bool = False,
    language: str | None = None,
    comments: str = "standard",
    annotations: Annotations | None = None,
) -> "ray.data.Dataset":
    """Returns a dataset of the games of PGN files, read lazily.

    A task reads one split (`enroque.plan_splits`) on one core, in bounded memory.

    Args:
        paths: a path, folder or pattern, or several.
        split_bytes: the approximate size of a split, before decompression.
        concurrency: the largest number of concurrent tasks.
        on_error: what happens to damaged files: `"raise"` raises `FileFormatError` in the task;
            `"skip"` keeps the games before the damage and issues a `RuntimeWarning` on the worker.
        filter: criteria that games must meet; `max_games_per_elo_bin` counts within a split.
        strict: raise at the first error, as in `Games.from_pgn`.
        language: the language of the piece letters, as in `Games.from_pgn`.
        comments: `"standard"` or `"tcec"`, as in `Games.from_pgn`.
        annotations: `"move_times"`, `"arrows"` or both, as in `Games.from_pgn`.

    Raises:
        FileNotFoundError: a file does not exist.
        ValueError: an argument has an impossible value.
    """
    reading = {
        "filter": filter,
        "strict": strict,
        "language": language,
        "comments": comments,
        "annotations": annotations,
    }
    splits = plan_splits(paths, split_bytes=split_bytes)
    source = PgnSource(splits, on_error=on_error, reading=reading)
    return ray.data.read_datasource(
        source, override_num_blocks=max(1, len(source.splits)), concurrency=concurrency
    )


class PgnSource(Datasource):
    """A data source of Ray Data with a task for each split of PGN files.

    Args:
        splits: splits of `enroque.plan_splits`.
        on_error: `"raise"` or `"skip"`, as in `read_pgn`.
        reading: other arguments of `Games.stream`.
    """

    def __init__(
        self,
        splits: Sequence[Split],
        *,
        on_error: Literal["raise", "skip"] = "raise",
        reading: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        options = dict(reading or {})
        if on_error not in ("raise", "skip"):
            raise ValueError(f'on_error is "raise" or "skip", not {on_error!r}')
        # what is wrong with them shows here, not on a worker
        Games.stream([], games_per_batch=ROWS, threads=1, **options).close()
        self.splits = list(splits)
        self.on_error = on_error
        self.options = options

    def get_name(self) -> str:
        """What Ray calls the step."""
        return "PGN"

    def estimate_inmemory_data_size(self) -> int | None:
        """Bytes of all blocks, about."""
        return sum(_size(split) for split in self.splits)

    def get_read_tasks(self, parallelism: int, *others: Any, **more: Any) -> list[Any]:
        """A task for each split; `parallelism` is Ray's wish, and splits are what can be read."""
        # what else Ray passes (limits of rows, contexts) differs from version to version
        schema = arrow_schema()
        return [
            ReadTask(
                partial(_blocks, split, self.on_error, self.options),
                BlockMetadata(
                    num_rows=None,
                    size_bytes=_size(split),
                    input_files=(split.path,),
                    exec_stats=None,
                ),
                schema=schema,
            )
            for split in self.splits
        ]


def _size(split: Split) -> int:
    return (split.end - split.start) * _BYTES_OF_TEXT


def _blocks(split: Split, on_error: str, options: dict[str, Any]) -> Iterable[Any]:
    """The games of a split, as tables of a few thousand."""
    is_empty = True
    with Games.stream(split, games_per_batch=ROWS, threads=1, **options) as stream:
        for games in stream:
            is_empty = False
            yield to_arrow(games)
            for fault in games.errors:
                if fault.kind != "source":
                    continue
                if on_error == "raise":
                    raise FileFormatError(str(fault))
                warnings.warn(str(fault), RuntimeWarning, stacklevel=1)
    if is_empty:
        yield arrow_schema().empty_table()


class Tensors:
    """Makes training arrays of games, in `map_batches(..., batch_format="pyarrow")`.

    A row for each position in which a move was played: `planes`, with `policy` the index of the
    move, and `value`, the result for the side to move (NaN unknown). `planes` and `policy` are
    names that `Games.planes` and `Games.policy` take, an `Encoding`, or `None` to leave them out;
    `dtype` is that of the planes. `min_ply` and `max_ply` limit the plies; `on_unsupported` says
    what happens to moves that a policy has no index for: `"raise"`, `"mask"` (index -1) or
    `"skip"`, which leaves their rows out. Choose `batch_size` small: a batch of 512 games is 40,000
    positions, and lc0's planes of that are 280 MB in uint8.
    """

    def __init__(
        self,
        planes: Any = "lc0",
        *,
        policy: Any = "lc0",
        dtype: str | None = None,
        min_ply: int = 0,
        max_ply: int | None = None,
        on_unsupported: str = "raise",
        **options: Any,
    ) -> None:
        self.planes, self.policy, self.dtype = planes, policy, dtype
        self.min_ply, self.max_ply = min_ply, max_ply
        self.on_unsupported, self.options = on_unsupported, options

    def __call__(self, table: Any) -> dict[str, NDArray[Any]]:
        """The arrays of a table of games."""
        games = Games.concatenate(from_batch(batch) for batch in table.to_batches())
        game, ply = games.positions(min_ply=self.min_ply, max_ply=self.max_ply)
        on_unsupported = self.on_unsupported
        if on_unsupported == "skip":
            on_unsupported = "raise"
            if self.policy is not None:
                good = games.supported(game, ply, policy=self.policy, threads=1)
                game, ply = game[good], ply[good]
        arrays: dict[str, NDArray[Any]] = {}
        if self.planes is not None:
            arrays["planes"] = games.planes(
                self.planes, game, ply, dtype=self.dtype, threads=1, **self.options
            )
        if self.policy is not None:
            arrays["policy"] = games.policy(
                self.policy, game, ply, on_unsupported=on_unsupported, threads=1
            )
        arrays["value"] = games.value(game, ply)
        return arrays


def write_games(
    dataset: "ray.data.Dataset",
    folder: FilePath,
    *,
    to: str = "parquet",
    on_unsupported: str = "raise",
    missing_score: int | None = None,
    overwrite: bool = False,
    concurrency: int | None = None,
) -> list[dict[str, Any]]:
    """Writes a dataset of games into shards of a kind, as `enroque.convert` does.

    It gives their descriptions. Each task writes one shard, whole or not at all, and beside them is
    a `manifest.json` when all are there. Kinds, `on_unsupported` and `missing_score` are those of
    `enroque.convert`.

    Raises:
        FileExistsError: the folder holds shards already, and `overwrite` is not set.
    """
    sink = GamesSink(
        folder,
        to=to,
        on_unsupported=on_unsupported,
        missing_score=missing_score,
        overwrite=overwrite,
    )
    dataset.write_datasink(sink, concurrency=concurrency)
    shards: list[dict[str, Any]] = json.loads((Path(folder) / MANIFEST).read_bytes())["shards"]
    return shards


class GamesSink(Datasink):
    """A folder for shards of games, as a sink of Ray Data."""

    def __init__(
        self,
        folder: FilePath,
        *,
        to: str = "parquet",
        on_unsupported: str = "raise",
        missing_score: int | None = None,
        overwrite: bool = False,
    ) -> None:
        self.folder = Path(folder).absolute()
        self.format, self.suffix = to.partition(".")[0], suffix_of(to)
        self.options = {"on_unsupported": on_unsupported, "missing_score": missing_score}
        self.overwrite = overwrite

    def on_write_start(self, *others: Any) -> None:
        """Makes the folder, without what an earlier run left there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        old = [path for path in self.folder.glob("shard-*") if path.is_file()]
        old += self.folder.glob(MANIFEST)
        if old and not self.overwrite:
            hint = "holds shards already (overwrite replaces them)"
            raise FileExistsError(17, hint, str(self.folder))
        for path in old:
            path.unlink()

    def write(self, blocks: Iterable[Any], ctx: Any) -> dict[str, Any] | None:
        """Writes the games of a task, on a worker; the same name when the task is run again."""
        path = self.folder / f"shard-{ctx.task_idx:05}{self.suffix}"
        with ShardWriter(path, self.format, **self.options) as target:  # type: ignore[arg-type]
            for block in blocks:
                table = block if isinstance(block, pyarrow().Table) else _as_table(block)
                for batch in table.to_batches():
                    target.write(from_batch(batch))
            if target.games == 0:
                target.abort()
                return None
            return target.close()

    def on_write_complete(self, write_result: Any) -> None:
        """Writes the manifest."""
        shards = [shard for shard in write_result.write_returns if shard is not None]
        shards.sort(key=lambda shard: shard["file"])
        self._remove_doubles({shard["file"] for shard in shards})
        manifest = {
            "format": self.format,
            "shards": shards,
            "positions": sum(shard["positions"] for shard in shards),
            "options": self.options,
            "versions": {
                "enroque": __version__,
                "numpy": np.__version__,
                "ray": ray.__version__,
            },
        }
        with replacing(self.folder / MANIFEST, durable=True) as file:
            file.write((json.dumps(manifest, indent=2) + "\n").encode())

    def _remove_doubles(self, names: set[str]) -> None:
        """Removes what workers that died left behind."""
        for path in self.folder.iterdir():
            is_shard = path.name.startswith("shard-") and path.name not in names
            is_part = path.name.startswith(".") and path.name.endswith(".part")
            if is_shard or is_part:
                path.unlink(missing_ok=True)

    def get_name(self) -> str:
        """What Ray calls the step."""
        return "Games"


def _as_table(block: Any) -> Any:
    return ray.data.block.BlockAccessor.for_block(block).to_arrow()


class _CallableModule(ModuleType):
    """Importing this module puts it in the function `enroque.ray`'s place, so it can be called."""

    def __call__(self, a: Square, b: Square) -> Bitboard:
        return bitboards.ray(a, b)


sys.modules[__name__].__class__ = _CallableModule
