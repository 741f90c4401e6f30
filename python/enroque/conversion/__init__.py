"""`enroque.convert`: games from files of any kind into files of any other.

PGN (`.pgn`, plain or `.zst`, `.gz`, `.bz2`), NumPy's `.npz`, Parquet (`.parquet`, with the extra
`parquet`) and the trainers' files of `enroque.formats`. Memory does not grow with the input, but
for an `.npz`, which is in memory as a whole: write shards of it.

A shard is whole on the disk under its name, or not there at all. A run that was stopped, even by
SIGKILL or a power cut, goes on where it stopped when it is started again with the same arguments,
and ends with the same bytes as one that was not: it reads the sources again, and writes what is not
there.
"""

import json
import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from .._core import Games, __version__
from ..files import replacing
from ..filters import Filter, merged
from ..games import Annotations
from .kinds import kind_of, suffix_of
from .place import MANIFEST, Place, place_of
from .sources import Source, batches, check_filter, expanded
from .targets import Target

__all__ = ["MANIFEST", "Conversion", "convert", "kind_of", "suffix_of"]

_FAULTS_LISTED: Final = 20

Paths = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


@dataclass(frozen=True)
class Conversion:
    """What a conversion did: what its manifest says.

    Attributes:
        sources: each file: its path, kind and size in bytes.
        kind: of the files that were written.
        shards: each of them: `file`, `games`, `positions`, `bytes`, and `left_out`, the games that
            the kind has no words for.
        games: how many games were `read` (those that a filter refused are among them), how many
            were `kept` and how many of these are `broken`.
        removed: how many games each criterion of the filter left out.
        positions: how many moves were written.
        errors: how many faults the sources have, and the first of them in words.
        filter: the criteria that were set.
        options: the other arguments.
        made_with: versions.
        resumed: how many shards an earlier run had written. Not in the manifest.
    """

    sources: list[dict[str, Any]]
    kind: str
    shards: list[dict[str, Any]]
    games: dict[str, int]
    removed: dict[str, int]
    positions: int
    errors: dict[str, Any]
    filter: dict[str, Any]
    options: dict[str, Any]
    made_with: dict[str, str]
    resumed: int = field(default=0, compare=False)


def convert(
    source: Paths,
    target: str | os.PathLike[str],
    *,
    to: str | None = None,
    shard_games: int | None = None,
    filter: Filter | None = None,
    overwrite: bool = False,
    on_unsupported: str = "raise",
    missing_score: int | None = None,
    annotations: Annotations = (),
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    **criteria: Any,
) -> Conversion:
    """Writes the games of files into other files.

    `source` is a path, a folder (all games below it), a pattern, or a list of these; the endings of
    names say what kind of file each is. `target` is a file, whose name says its kind, or a folder
    for shards of kind `to` (`"parquet"`, `"pgn.zst"`, `"viriformat"`, ...), `shard_games` games in
    each (100,000 unless said). Beside the shards is `manifest.json`, beside a single file its name
    with `.manifest.json`: sources, counts, filter, versions, the same bytes for the same work.

    `filter` and `criteria` (the attributes of `Filter`) say which games are wanted; what is not PGN
    can be asked only for what its columns say: trainers' files have no tags. A `sample` is of the
    same games in files of every kind but PGN, where it is another; a `cap` counts over all files.
    `on_unsupported` and `missing_score` are those of `enroque.formats.write`, `annotations` is
    that of `Games.from_pgn`: what is kept of comments beside evaluations and clocks.
    `progress(done, total)` is called now and then with bytes of the sources.

    Started again with the same arguments, a run that was stopped goes on, and one that was done is
    left as it is. `overwrite=True` replaces what another one made.

    Raises:
        FileExistsError: the target is something else, and `overwrite` is not set.
        FileFormatError: a `ValueError`: a source is damaged. The shards before that stay.
        OSError: a file cannot be read or written; its name is in the error.
        ValueError: the arguments do not fit together.
    """
    wanted = merged(filter, criteria)
    named = [source] if isinstance(source, str | os.PathLike) else list(source)
    sources = expanded(named)
    check_filter(sources, wanted)
    place = place_of(Path(target), to, shard_games)
    for one in sources:
        if place.holds(one.path):
            raise ValueError(f"{one.path} is a source, and would be written over")
    annotations = (annotations,) if isinstance(annotations, str) else tuple(annotations)
    options = {"on_unsupported": on_unsupported, "missing_score": missing_score}
    plan = {
        "sources": [one.described() for one in sources],
        "kind": place.kind,
        "filter": _set_criteria(wanted),
        "options": {
            "shard_games": place.shard_games,
            **options,
            "annotations": sorted(set(annotations)),
        },
        "made_with": _versions(place.kind),
    }
    changed = [one.path.stat().st_mtime_ns for one in sources]
    finished = _earlier(place, plan, changed, overwrite)
    if isinstance(finished, Conversion):
        return finished
    return _Run(place, sources, wanted, plan, changed, finished, options).run(threads, progress)


def _set_criteria(filter: Filter | None) -> dict[str, Any]:
    """The criteria that are not those of a filter that wants every game."""
    if filter is None:
        return {}
    default, given = asdict(Filter()), asdict(filter)
    is_seeded = filter.sample is not None
    return {
        name: value
        for name, value in json.loads(json.dumps(given)).items()
        if given[name] != default[name] or (name == "seed" and is_seeded)
    }


def _versions(kind: str) -> dict[str, str]:
    versions = {
        "enroque": __version__,
        "numpy": np.__version__,
        "python": platform.python_version(),
    }
    if kind == "parquet":
        from ..arrow import pyarrow

        versions["pyarrow"] = pyarrow().__version__
    return versions


def _earlier(
    place: Place, plan: dict[str, Any], changed: list[int], overwrite: bool
) -> Conversion | list[dict[str, Any]]:
    """What an earlier run with this plan made: all, or its first shards.

    Raises:
        FileExistsError: there is something else, which is not to be replaced.
    """
    done = _json(place.manifest)
    if done is not None and {key: done.get(key) for key in plan} == plan:
        shards = done["shards"]
        if not overwrite and all(_is_there(place, shard) for shard in shards):
            place.journal.unlink(missing_ok=True)  # it was killed between the two
            place.tidy()
            return Conversion(**done, resumed=len(shards))
    journal = _json(place.journal)
    if journal is not None and journal.get("plan") == plan and journal.get("changed") == changed:
        shards = journal["shards"]
        if not overwrite and all(_is_there(place, shard) for shard in shards):
            return list(shards)
    ours = list(place.ours())
    is_own = journal is not None and journal.get("plan") == plan and not overwrite
    if any(path != place.journal for path in ours) and not overwrite and not is_own:
        what = "is there already" if place.single else "holds shards of another conversion"
        path = place.folder / place.single if place.single else place.folder
        raise FileExistsError(17, f"{what} (overwrite replaces it)", str(path))
    for path in ours:
        path.unlink()
    return []


def _is_there(place: Place, shard: dict[str, Any]) -> bool:
    path = place.folder / str(shard["file"])
    return path.is_file() and path.stat().st_size == int(shard["bytes"])


def _json(path: Path) -> Any:
    """What a file of JSON says; `None` if there is none, or a damaged one."""
    try:
        return json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError):
        return None


class _Run:
    """A conversion at work."""

    def __init__(
        self,
        place: Place,
        sources: list[Source],
        filter: Filter | None,
        plan: dict[str, Any],
        changed: list[int],
        shards: list[dict[str, Any]],
        options: dict[str, Any],
    ) -> None:
        self._place = place
        self._sources = sources
        self._filter = filter
        self._plan = plan
        self._changed = changed
        self._shards = shards
        self._resumed = len(shards)
        self._options = options
        self._target: Target | None = None
        self._room = 0
        # games of shards that are there; of each, what it took from the sources
        self._skip = sum(shard.get("taken", shard["games"]) for shard in shards)
        self._taken = 0

    def run(self, threads: int | None, progress: Callable[[int, int], object] | None) -> Conversion:
        place = self._place
        place.folder.mkdir(parents=True, exist_ok=True)
        place.tidy()
        self._keep_journal()
        total = sum(one["bytes"] for one in self._plan["sources"])
        done = 0

        def advance(more: int) -> None:
            nonlocal done
            done += more
            if progress is not None:
                progress(min(done, total), total)

        counts = {"read": 0, "kept": 0, "broken": 0}
        removed: dict[str, int] = {}
        errors: dict[str, Any] = {"count": 0, "first": []}
        try:
            for games, refused in batches(
                self._sources,
                self._filter,
                annotations=self._plan["options"]["annotations"],
                threads=threads,
                advance=advance,
            ):
                for name, count in refused.items():
                    removed[name] = removed.get(name, 0) + count
                counts["read"] += len(games) + sum(refused.values())
                counts["kept"] += len(games)
                counts["broken"] += int(np.count_nonzero(games.broken))
                errors["count"] += games.error_count
                room = _FAULTS_LISTED - len(errors["first"])
                errors["first"] += [str(error) for error in games.errors[: max(room, 0)]]
                self._take(games)
            if self._target is None and not self._shards:
                self._open()  # a file without games is a file
            self._end_shard()
        except BaseException:
            if self._target is not None:
                self._target.abort()
            if not self._shards:
                place.journal.unlink(missing_ok=True)
            raise
        return self._finish(counts, removed, errors)

    def _take(self, games: Games) -> None:
        """Puts games into shards, but those that are in shards already."""
        first = min(self._skip, len(games))
        self._skip -= first
        while first < len(games):
            if self._target is None:
                self._open()
            target = self._target
            assert target is not None
            last = min(len(games), first + self._room)
            target.write(games if last - first == len(games) else games[first:last])
            self._room -= last - first
            self._taken += last - first
            first = last
            if self._room == 0:
                self._end_shard()

    def _open(self) -> None:
        path = self._place.shard(len(self._shards))
        self._target = Target(path, self._place.kind, **self._options)
        self._room = self._place.shard_games or 1 << 62
        self._taken = 0

    def _end_shard(self) -> None:
        if self._target is None:
            return
        shard = self._target.close()
        self._target = None
        if shard["games"] != self._taken:
            shard["taken"] = self._taken
        self._shards.append(shard)
        self._keep_journal()

    def _keep_journal(self) -> None:
        journal = {"plan": self._plan, "changed": self._changed, "shards": self._shards}
        with replacing(self._place.journal, durable=True) as file:
            file.write(json.dumps(journal).encode())

    def _finish(
        self, counts: dict[str, int], removed: dict[str, int], errors: dict[str, Any]
    ) -> Conversion:
        conversion = Conversion(
            **self._plan,
            shards=self._shards,
            games=counts,
            removed=dict(sorted(removed.items())),
            positions=sum(shard["positions"] for shard in self._shards),
            errors=errors,
            resumed=self._resumed,
        )
        manifest = {key: value for key, value in asdict(conversion).items() if key != "resumed"}
        with replacing(self._place.manifest, durable=True) as file:
            file.write((json.dumps(manifest, indent=2) + "\n").encode())
        self._place.journal.unlink(missing_ok=True)
        return conversion
