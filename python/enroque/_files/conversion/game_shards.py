"""The shards of a conversion of games."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..._core import Games
from ...errors import EncodingError, advised
from ..writer import Writer, shard_entry
from .run import Run


def write_games(
    run: Run, batches: Iterable[tuple[Games, dict[str, int]]], writer_options: dict[str, Any]
) -> dict[str, Any]:
    """Writes the shards that a run does not have; returns the counts for its report.

    Args:
        run: the run.
        batches: the games, with the number of games filtered out.
        writer_options: `on_unsupported` and `missing_score`.
    """
    counts = {"read": 0, "kept": 0, "broken": 0}
    filtered_out: Counter[str] = Counter()
    shards = _Shards(run, writer_options)
    try:
        for games, rejected in batches:
            filtered_out.update(rejected)
            counts["read"] += len(games) + sum(rejected.values())
            counts["kept"] += len(games)
            counts["broken"] += int(np.count_nonzero(games.broken))
            run.count(games)  # `batches` passes the errors of damaged files to the run
            shards.write(games)
        shards.finish()
    finally:
        shards.abort()
    return {
        "games": counts,
        "filtered_out": dict(sorted(filtered_out.items())),
        "positions": sum(shard["positions"] for shard in run.shards),
    }


class _Shards:
    """The shards of a run."""

    def __init__(self, run: Run, writer_options: dict[str, Any]) -> None:
        self._run = run
        self._writer_options = writer_options
        self._writer: Writer | None = None
        self._capacity = 0
        # the games of the earlier shards, including those that the format cannot store
        self._skip = sum(shard.get("source_games", shard["games"]) for shard in run.shards)
        self._source_games = 0

    def write(self, games: Games) -> None:
        """Writes games to shards, except those that are in earlier shards."""
        first = min(self._skip, len(games))
        self._skip -= first
        while first < len(games):
            writer = self._writer or self._open()
            last = min(len(games), first + self._capacity)
            chunk = games if last - first == len(games) else games[first:last]
            try:
                writer.write(chunk)
            except EncodingError as error:
                reason = _with_source(error, chunk, self._source_games)
                named = EncodingError(reason, error.game)
                raise advised(named, error.hint, **error.options) from error
            self._capacity -= last - first
            self._source_games += last - first
            first = last
            if self._capacity == 0:
                self._close(writer)

    def finish(self) -> None:
        """Completes the last shard, which is empty if there are no games at all."""
        if self._writer is not None or not self._run.shards:
            self._close(self._writer or self._open())

    def abort(self) -> None:
        """Discards a shard that is not complete."""
        if self._writer is not None:
            self._writer.abort()

    def _open(self) -> Writer:
        destination = self._run.destination
        path = destination.shard(len(self._run.shards))
        self._writer = Writer(path, destination.format, durable=True, **self._writer_options)
        self._capacity = destination.shard_size or 1 << 62
        self._source_games = 0
        return self._writer

    def _close(self, writer: Writer) -> None:
        path = self._run.destination.shard(len(self._run.shards))
        shard = shard_entry(path, writer.close())
        self._writer = None
        if shard["games"] != self._source_games:
            shard["source_games"] = self._source_games
        self._run.add(shard)


def _with_source(error: EncodingError, games: Games, games_before: int) -> str:
    """Returns an error message with the source of the game instead of its index in the shard.

    Args:
        error: the error, whose game is an index in the shard.
        games: the games that were being written.
        games_before: the number of games in the shard before these.
    """
    reason = str(error)
    index = len(games) if error.game is None else error.game - games_before
    if not 0 <= index < len(games) or games.source_game[index] == 0:
        return reason
    source = f"game {games.source_game[index]} of {games.source[index]}"
    return reason.replace(f"game {error.game}", source, 1)
