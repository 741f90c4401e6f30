"""Shards of self-play games, written by one worker of several."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import index
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from .._core import Games
from .atomic import replacing
from .writer import Writer, shard_entry

Play: TypeAlias = Callable[[int], Iterator[Games]]
"""A function of a seed that generates games, such as the results of `Arena.pop_games`."""


def shard_name(worker: int, number: int, suffix: str) -> str:
    """Returns the file name of a shard.

    Args:
        worker: the index of the worker.
        number: the number of the shard among those of the worker.
        suffix: the suffix of the format.
    """
    return f"shard-{worker:03}-{number:05}{suffix}"


def shard_seed(seed: int, worker: int, number: int) -> int:
    """Returns the seed of a worker that starts with a shard, 0 to 2**64 - 1.

    Args:
        seed: the seed of all workers.
        worker: the index of the worker.
        number: the number of the shard among those of the worker.
    """
    entropy = [index(value) for value in (seed, worker, number)]
    return int(np.random.SeedSequence(entropy).generate_state(1, np.uint64)[0])


@dataclass
class ShardPlayer:
    """Plays games and writes them to shards, each complete or not at all.

    The games of all shards are those of one call of `play`, whose seed is that of the first shard.
    A worker that starts again in place of another has another seed. If it is to write a shard that
    the other has finished, it only returns the entry: Ray repeats calls whose result it has not
    received, also those that succeeded.

    Args:
        play: a function of a seed that generates games.
        folder: the folder of the shards.
        worker: the index of the worker.
        seed: the seed of all workers.
        games_per_shard: the number of games of a shard.
        format: the format, as in `enroque.convert`.
        suffix: the suffix of the format.
        options: further arguments of the writer.
    """

    play: Play
    folder: Path
    worker: int
    seed: int
    games_per_shard: int
    format: str
    suffix: str
    options: dict[str, Any]
    _source: Iterator[Games] | None = field(default=None, init=False)
    _rest: Games | None = field(default=None, init=False)

    def write(self, number: int) -> dict[str, Any] | None:
        """Plays the games of a shard and writes them.

        Args:
            number: the number of the shard.

        Returns:
            The entry of the shard in the manifest; `None` if `play` generates no more games.
        """
        path = self.folder / shard_name(self.worker, number, self.suffix)
        recorded = path.with_name(f".{path.name}.entry.part")
        if path.exists() and recorded.exists():
            known: dict[str, Any] = json.loads(recorded.read_bytes())
            return known
        if self._source is None:
            self._source = iter(self.play(shard_seed(self.seed, self.worker, number)))
        with Writer(path, self.format, durable=True, **self.options) as target:
            missing = self.games_per_shard
            while missing:
                games = next(self._source, None) if self._rest is None else self._rest
                if games is None:
                    break
                some, rest = games[:missing], games[missing:]
                target.write(some)
                missing -= len(some)
                self._rest = rest if len(rest) else None
            if missing == self.games_per_shard:
                target.abort()
                return None
            entry = shard_entry(path, target.close())
        with replacing(recorded, durable=True) as file:
            file.write(json.dumps(entry).encode())
        return entry
