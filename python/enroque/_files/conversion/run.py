"""Running a conversion: from sources to shards and their manifest."""

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._core import SKIPPING, Games
from ..._model.filters import Filter
from ..._progress import Report, adding, total_of
from ...errors import EncodingError, FileFormatError, advised
from ..sources import EloLimit, Source, batches
from ..writer import Writer, shard_entry
from .destination import MAX_LISTED, Destination
from .result import Conversion

if TYPE_CHECKING:
    from ...tablebase import Tablebase

__all__ = ["Run"]


class Run:
    """A run of a conversion.

    Args:
        destination: the files to write.
        sources: the files and streams to read.
        filter: criteria of the games to convert.
        elo_limit: the limit of games per rating bin; `None` for no limit.
        tablebase: the tables of the results; `None` for those of the games.
        plan: the sources, filter and options, for the manifest.
        shards: the shards that an earlier run wrote.
        skip_damage: whether to continue with the next file after a damaged one.
        writer_options: `on_unsupported` and `missing_score`.
    """

    def __init__(
        self,
        destination: Destination,
        sources: list[Source],
        filter: Filter | None,
        elo_limit: EloLimit | None,
        tablebase: "Tablebase | None",
        plan: dict[str, Any],
        shards: list[dict[str, Any]],
        *,
        skip_damage: bool,
        writer_options: dict[str, Any],
    ) -> None:
        self._destination = destination
        self._sources = sources
        self._filter = filter
        self._elo_limit = elo_limit
        self._tablebase = tablebase
        self._plan = plan
        self._shards = shards
        self._resumed = len(shards)
        self._skip_damage = skip_damage
        self._writer_options = writer_options
        self._damage: list[str] = []
        self._writer: Writer | None = None
        self._capacity = 0
        # the games of the earlier shards, including those that the format cannot store
        self._skip = sum(shard.get("source_games", shard["games"]) for shard in shards)
        self._source_games = 0

    def run(
        self,
        reading: dict[str, Any],
        table: dict[str, Any],
        threads: int | None,
        report: Report,
    ) -> Conversion:
        """Reads the sources, writes the remaining shards and the manifest, and returns the report.

        Args:
            reading: arguments of `Games.stream` for PGN.
            table: its arguments for tables.
            threads: number of threads; `None` for all cores.
            report: called with the number of bytes read and the total, `None` if unknown.
        """
        self._destination.remove_unfinished()
        self._destination.write_journal(self._plan, self._shards)
        total = total_of(source.bytes for source in self._sources)
        counts = {"read": 0, "kept": 0, "broken": 0}
        filtered_out: Counter[str] = Counter()
        errors: dict[str, Any] = {"count": 0, "sources": self._damage, "first": []}
        warnings: dict[str, Any] = {"count": 0, "first": []}
        try:
            for games, rejected in batches(
                self._sources,
                self._filter,
                self._elo_limit,
                reading=reading,
                **table,
                threads=threads,
                advance=adding(report, total),
                on_damage=self._on_damage,
            ):
                filtered_out.update(rejected)
                counts["read"] += len(games) + sum(rejected.values())
                counts["kept"] += len(games)
                counts["broken"] += int(np.count_nonzero(games.broken))
                # errors of sources are added by `_on_damage`
                of_games = [str(error) for error in games.errors if error.kind != "source"]
                errors["count"] += games.error_count - len(games.errors) + len(of_games)
                errors["first"] += of_games[: MAX_LISTED - len(errors["first"])]
                warnings["count"] += games.warning_count
                free = MAX_LISTED - len(warnings["first"])
                if free and games.warning_count:
                    warnings["first"] += [str(warning) for warning in games.warnings[:free]]
                tables = self._tablebase
                self._write(games if tables is None else games.rescore(tables, threads=threads))
            if self._writer is None and not self._shards:
                self._open_shard()  # no games: an empty file
            self._close_shard()
            if total is not None:
                report(total, total)
            errors["count"] += len(self._damage)
        except BaseException:
            if self._writer is not None:
                self._writer.abort()
            if not self._shards:
                self._destination.journal.unlink(missing_ok=True)
            raise
        return self._finish(counts, filtered_out, errors, warnings)

    def _on_damage(self, error: FileFormatError) -> None:
        if not self._skip_damage:
            error.add_note(SKIPPING)
            raise error
        self._damage.append(str(error))

    def _write(self, games: Games) -> None:
        """Writes games to shards, except those that are in earlier shards."""
        first = min(self._skip, len(games))
        self._skip -= first
        while first < len(games):
            if self._writer is None:
                self._open_shard()
            writer = self._writer
            assert writer is not None
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
                self._close_shard()

    def _open_shard(self) -> None:
        path = self._destination.shard(len(self._shards))
        format = self._destination.format
        self._writer = Writer(path, format, durable=True, **self._writer_options)
        self._capacity = self._destination.shard_size or 1 << 62
        self._source_games = 0

    def _close_shard(self) -> None:
        if self._writer is None:
            return
        path = self._destination.shard(len(self._shards))
        shard = shard_entry(path, self._writer.close())
        self._writer = None
        if shard["games"] != self._source_games:
            shard["source_games"] = self._source_games
        self._shards.append(shard)
        self._destination.write_journal(self._plan, self._shards)

    def _finish(
        self,
        counts: dict[str, int],
        filtered_out: dict[str, int],
        errors: dict[str, Any],
        warnings: dict[str, Any],
    ) -> Conversion:
        conversion = Conversion(
            **self._plan,
            shards=self._shards,
            games=counts,
            filtered_out=dict(sorted(filtered_out.items())),
            positions=sum(shard["positions"] for shard in self._shards),
            errors=errors,
            warnings=warnings,
            resumed=self._resumed,
        )
        self._destination.write_manifest(conversion)
        return conversion


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
