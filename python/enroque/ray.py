"""Games on a cluster with Ray: reading PGN, making tensors, self-play, writing shards.

Needs the extra `ray`. Every machine must see the files, and the folder of the shards, under the
same path.

    import enroque.ray
    games = enroque.ray.read_pgn("lichess/*.pgn.zst", filter=enroque.Filter(min_elo=2000))
    columns = [enroque.Column.planes("lc0"), enroque.Column.policy("lc0")]
    tensors = games.map_batches(
        enroque.ray.Tensors(columns), batch_format="pyarrow", batch_size=512
    )
    for batch in tensors.iter_torch_batches(batch_size=4096): ...
    enroque.ray.write_games(games, "shards", to="viriformat")

A row of the dataset is a game, with the columns of `enroque.arrow`; `Games.from_arrow(table)`
converts a batch in the format `pyarrow`. If a worker dies, Ray reads its splits again on another
worker. Each game still occurs once: a split always has the same games, and a shard is renamed to
its final name when it is complete. `self_play` runs actors that play games and write shards.
"""

import errno
import json
import sys
import warnings
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from ._arguments import at_least_one, check_type, checked_count, one_of, type_name
from ._core import Games, Positions, __version__
from ._core import ray as line
from ._files.arrow_lists import pyarrow
from ._files.atomic import replacing
from ._files.formats import MANIFEST, suffix_of
from ._files.pgn import plan_splits
from ._files.position_sources import are_positions
from ._files.self_play import Play, ShardPlayer
from ._files.writer import Writer, shard_entry
from ._model.bitboards import Bitboard
from ._model.encodings import Columns
from ._model.filters import Filter
from ._model.games import Annotations, FilePath, Split
from ._model.squares import Square
from ._optional_packages import missing_package
from .arrow import ROWS, arrow_schema, from_batches, to_arrow
from .errors import FileFormatError

try:
    import ray.data
    from ray.data.block import BlockAccessor, BlockMetadata
    from ray.data.datasource import Datasink, Datasource, ReadTask
except ImportError as error:
    raise missing_package(error, "enroque.ray", "Ray Data", "enroque[ray]") from error

if TYPE_CHECKING:
    from ray.data._internal.execution.interfaces import TaskContext
    from ray.data.block import Block
    from ray.data.datasource.datasink import WriteResult

__all__ = ["GamesSink", "PgnSource", "Tensors", "read_pgn", "self_play", "write_games"]
__dir__ = __all__.copy

_ARROW_RATIO = 12
"""The approximate ratio of the bytes of an Arrow block to those of its compressed split."""


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
        on_error: the handling of damaged files: `"raise"` raises `FileFormatError` in the task;
            `"skip"` keeps the games before the damage and issues a `RuntimeWarning` on the worker.
        filter: criteria that games must meet; `None` for all games.
        strict: raise at the first error or warning, as in `Games.from_pgn`.
        language: the language of the piece letters, as in `Games.from_pgn`.
        comments: `"standard"` or `"tcec"`, as in `Games.from_pgn`.
        annotations: `"move_times"`, `"arrows"` and `"engine"`, as in `Games.from_pgn`.

    Raises:
        FileNotFoundError: a file does not exist.
        ArgumentError: an argument has an invalid value.
    """
    source = PgnSource(
        plan_splits(paths, split_bytes=split_bytes),
        on_error=on_error,
        filter=filter,
        strict=strict,
        language=language,
        comments=comments,
        annotations=annotations,
    )
    return ray.data.read_datasource(
        source, override_num_blocks=max(1, len(source.splits)), concurrency=concurrency
    )


class PgnSource(Datasource):
    """A data source of Ray Data with a task for each split of PGN files.

    Args:
        splits: splits of `enroque.plan_splits`.
        on_error: `"raise"` or `"skip"`, as in `read_pgn`.
        filter: criteria that games must meet, as in `read_pgn`.
        strict: raise at the first error or warning, as in `Games.from_pgn`.
        language: the language of the piece letters, as in `Games.from_pgn`.
        comments: `"standard"` or `"tcec"`, as in `Games.from_pgn`.
        annotations: `"move_times"`, `"arrows"` and `"engine"`, as in `Games.from_pgn`.

    Raises:
        ArgumentError: an argument has an invalid value.
    """

    def __init__(
        self,
        splits: Sequence[Split],
        *,
        on_error: Literal["raise", "skip"] = "raise",
        filter: Filter | None = None,
        strict: bool = False,
        language: str | None = None,
        comments: str = "standard",
        annotations: Annotations | None = None,
    ) -> None:
        super().__init__()
        one_of("on_error", on_error, "raise", "skip")
        self.splits = list(splits)
        for split in self.splits:
            check_type("a split", split, Split, hint=": use plan_splits(paths)")
        self.on_error = on_error
        self.options: dict[str, Any] = {
            "filter": filter,
            "strict": strict,
            "language": language,
            "comments": comments,
            "annotations": annotations,
        }
        # raises errors of the arguments here, not on a worker
        Games.from_pgn([], threads=1, **self.options)

    def get_name(self) -> str:
        """Returns the name that Ray displays."""
        return "PGN"

    def estimate_inmemory_data_size(self) -> int | None:
        """Returns the approximate size of all blocks in bytes."""
        return sum(_size(split) for split in self.splits)

    def get_read_tasks(self, parallelism: int, *others: object, **more: object) -> list[Any]:
        """Returns a task for each split.

        Args:
            parallelism: has no effect: the number of tasks is that of the splits.
            others: further arguments, which depend on the version of Ray; have no effect.
            more: likewise.
        """
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
    return (split.end - split.start) * _ARROW_RATIO


def _blocks(split: Split, on_error: str, options: dict[str, Any]) -> Iterable[Any]:
    """Generates the games of a split as Arrow tables."""
    is_empty = True
    with Games.stream(split, games_per_batch=ROWS, threads=1, **options) as stream:
        for games in stream:
            is_empty = False
            yield to_arrow(games)
            for error in games.errors:
                if error.kind != "source":
                    continue
                if on_error == "raise":
                    raise FileFormatError(str(error))
                warnings.warn(str(error), RuntimeWarning, stacklevel=1)
    if is_empty:
        yield arrow_schema().empty_table()


class Tensors:
    """A function from games to training arrays, for `map_batches(..., batch_format="pyarrow")`.

    The result has a row for each position in which a move was played, and an array for each column.
    Batches of tables of positions, with a column `fen` as `Positions.write` makes it, have a row
    for each row that can be read; a `RuntimeWarning` reports the others.
    Choose a small `batch_size`: 512 games have about 40,000 positions, whose lc0 planes take 280 MB
    in uint8.

    Args:
        columns: a `Column`, a list of them, or a dict of them by name, as in `Games.encode`.
        min_ply: the first ply of each game.
        max_ply: the last ply of each game; `None` for no limit.
        on_unsupported: the handling of positions that a column cannot express: `"raise"`, `"mask"`
            (its row is a marker) or `"skip"` (the position is omitted).
    """

    def __init__(
        self,
        columns: Columns,
        *,
        min_ply: int = 0,
        max_ply: int | None = None,
        on_unsupported: Literal["raise", "mask", "skip"] = "raise",
    ) -> None:
        with suppress(ValueError):  # positions may have data that these games lack
            Games.from_pgn([], threads=1).encode(columns, [], [])  # raises errors of types
        self.columns = columns
        self.min_ply, self.max_ply = min_ply, max_ply
        self.on_unsupported = on_unsupported

    def __call__(self, table: Any) -> dict[str, NDArray[Any]]:
        """Returns the arrays of a table of games.

        Args:
            table: a `pyarrow.Table` with the columns of `enroque.arrow`, or of positions.
        """
        if are_positions(table.column_names):
            return self._of_positions(Positions.read(table, threads=1))
        games = Games.concatenate(from_batches(table.to_batches()))
        game, ply = games.positions(min_ply=self.min_ply, max_ply=self.max_ply)
        on_unsupported = self.on_unsupported
        if on_unsupported == "skip":
            on_unsupported = "raise"
            good = games.supported(self.columns, game, ply, threads=1)
            game, ply = game[good], ply[good]
        return games.encode(self.columns, game, ply, on_unsupported=on_unsupported, threads=1)

    def _of_positions(self, positions: Positions) -> dict[str, NDArray[Any]]:
        for error in positions.errors:
            warnings.warn(str(error), RuntimeWarning, stacklevel=1)
        on_unsupported = self.on_unsupported
        if on_unsupported == "skip":
            on_unsupported = "raise"
            positions = positions[positions.supported(self.columns, threads=1)]
        return positions.encode(self.columns, on_unsupported=on_unsupported, threads=1)


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
    """Writes a dataset of games to shards, as `enroque.convert` does.

    Each task writes one shard, complete or not at all. After all shards, a `manifest.json` is
    written to the folder.

    Args:
        dataset: a dataset of games, such as a result of `read_pgn`.
        folder: the folder of the shards; it is created if needed.
        to: the format of the shards, as in `enroque.convert`.
        on_unsupported: the handling of games that the format cannot store: `"raise"` or `"skip"`.
        missing_score: the score of positions without evaluation, in formats that need one; `None`
            raises an error for such positions.
        overwrite: replace shards that the folder already has.
        concurrency: the largest number of concurrent tasks; `None` for no limit.

    Returns:
        The entries of the shards in the manifest, such as `file` and `positions`.

    Raises:
        FileExistsError: the folder already has shards, and `overwrite` is not set.
    """
    if not isinstance(dataset, ray.data.Dataset):
        hint = "" if not isinstance(dataset, Games) else ": use games.write"
        raise TypeError(f"dataset must be a ray.data.Dataset, not {type_name(dataset)}{hint}")
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


def self_play(
    play: Play,
    folder: FilePath,
    *,
    workers: int,
    shards_per_worker: int,
    games_per_shard: int = 1000,
    seed: int = 0,
    to: str = "npz",
    on_unsupported: str = "raise",
    missing_score: int | None = None,
    overwrite: bool = False,
    num_cpus: float = 1,
    num_gpus: float = 0,
) -> list[dict[str, Any]]:
    """Plays games with actors and writes them to shards, each complete or not at all.

    Each actor calls `play` once, with a seed that follows from `seed` and the index of the actor.
    If an actor dies, Ray starts it again: only the games of its unfinished shard are lost, and
    `play` is called with the seed of this shard, so that no game is played twice. After all shards,
    a `manifest.json` is written to the folder, which every machine must see under the same path.

    Args:
        play: a function of a seed that generates `Games`, such as the results of `Arena.pop_games`.
        folder: the folder of the shards; it is created if needed.
        workers: the number of actors.
        shards_per_worker: the number of shards of each actor; there are fewer if `play` ends.
        games_per_shard: the number of games of a shard.
        seed: the seed of all actors, 0 or more.
        to: the format of the shards, as in `enroque.convert`; `"npz"` and `"parquet"` keep search
            results.
        on_unsupported: the handling of games that the format cannot store: `"raise"` or `"skip"`.
        missing_score: the score of positions without evaluation, in formats that need one; `None`
            raises an error for such positions.
        overwrite: replace shards that the folder already has.
        num_cpus: the number of CPUs of an actor.
        num_gpus: the number of GPUs of an actor.

    Returns:
        The entries of the shards in the manifest, such as `file` and `games`.

    Raises:
        ArgumentError: a number is out of range, or the format is unknown.
        FileExistsError: the folder already has shards, and `overwrite` is not set.
    """
    at_least_one("workers", workers)
    at_least_one("shards_per_worker", shards_per_worker)
    at_least_one("games_per_shard", games_per_shard)
    checked_count("seed", seed)
    sink = GamesSink(
        folder,
        to=to,
        on_unsupported=on_unsupported,
        missing_score=missing_score,
        overwrite=overwrite,
    )
    sink.on_write_start()
    # Ray calls `write` again, in a new process, if the process dies
    remote: Any = ray.remote(
        num_cpus=num_cpus, num_gpus=num_gpus, max_restarts=-1, max_task_retries=-1
    )
    actor = remote(ShardPlayer)
    players = [
        actor.remote(
            play,
            sink.folder,
            worker=worker,
            seed=seed,
            games_per_shard=games_per_shard,
            format=sink.format,
            suffix=sink.suffix,
            options=sink.options,
        )
        for worker in range(workers)
    ]
    # one call of an actor at a time: when it has died, Ray repeats waiting calls in any order
    running = {player.write.remote(0): (0, worker) for worker, player in enumerate(players)}
    shards: dict[tuple[int, int], dict[str, Any]] = {}
    while running:
        (done,), _ = ray.wait(list(running), num_returns=1)
        number, worker = running.pop(done)
        shard = ray.get(done)
        if shard is None:
            continue
        shards[number, worker] = shard
        if number + 1 < shards_per_worker:
            running[players[worker].write.remote(number + 1)] = (number + 1, worker)
    written = [shards[key] for key in sorted(shards)]
    sink.on_write_complete(SimpleNamespace(write_returns=written))
    return written


class GamesSink(Datasink):
    """A sink of Ray Data that writes shards of games to a folder.

    Args:
        folder: the folder of the shards; it is created if needed.
        to: the format of the shards, as in `write_games`.
        on_unsupported: `"raise"` or `"skip"`, as in `write_games`.
        missing_score: the score of positions without evaluation, as in `write_games`.
        overwrite: replace shards that the folder already has.
    """

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

    def on_write_start(self, schema: object = None, *others: object) -> None:
        """Creates the folder, and removes the shards of an earlier run.

        Args:
            schema: the schema of the blocks; has no effect.
            others: further arguments, which depend on the version of Ray; have no effect.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        old = [path for path in self.folder.glob("shard-*") if path.is_file()]
        old += self.folder.glob(MANIFEST)
        if old and not self.overwrite:
            hint = "the folder already has shards (overwrite=True replaces them)"
            raise FileExistsError(errno.EEXIST, hint, str(self.folder))
        for path in old:
            path.unlink()
        self._remove_unfinished(set())

    def write(self, blocks: "Iterable[Block]", ctx: "TaskContext") -> dict[str, Any] | None:
        """Writes the games of a task to a shard; a repeated task writes the same shard.

        Args:
            blocks: the tables of games.
            ctx: the context of the task.

        Returns:
            The entry of the shard in the manifest; `None` without games.
        """
        path = self.folder / f"shard-{ctx.task_idx:05}{self.suffix}"
        is_empty = True
        with Writer(path, self.format, durable=True, **self.options) as target:  # type: ignore[arg-type]
            for block in blocks:
                is_table = isinstance(block, pyarrow().Table)
                table: Any = block if is_table else BlockAccessor.for_block(block).to_arrow()
                for games in from_batches(table.to_batches()):
                    target.write(games)
                    is_empty = is_empty and len(games) == 0
            if is_empty:
                target.abort()
                return None
            return shard_entry(path, target.close())

    def on_write_complete(self, write_result: "WriteResult") -> None:
        """Writes the manifest.

        Args:
            write_result: the results of the tasks.
        """
        shards = [shard for shard in write_result.write_returns if shard is not None]
        shards.sort(key=lambda shard: shard["file"])
        self._remove_unfinished({shard["file"] for shard in shards})
        manifest = {
            "format": self.format,
            "shards": shards,
            "positions": sum(shard["positions"] for shard in shards),
            "options": self.options,
            "versions": {"enroque": __version__, "numpy": np.__version__, "ray": ray.__version__},
        }
        with replacing(self.folder / MANIFEST, durable=True) as file:
            file.write((json.dumps(manifest, indent=2) + "\n").encode())

    def _remove_unfinished(self, names: set[str]) -> None:
        """Removes the files of workers that died, and the records of finished shards."""
        for path in self.folder.iterdir():
            is_shard = path.name.startswith("shard-") and path.name not in names
            is_unfinished = path.name.startswith(".") and path.name.endswith(".part")
            if (is_shard or is_unfinished) and path.is_file():
                path.unlink(missing_ok=True)

    def get_name(self) -> str:
        """Returns the name that Ray displays."""
        return "Games"


class _CallableModule(ModuleType):
    """A module that is also the function `enroque.ray`, which its import replaces."""

    def __call__(self, a: Square, b: Square) -> Bitboard:
        return line(a, b)


sys.modules[__name__].__class__ = _CallableModule
