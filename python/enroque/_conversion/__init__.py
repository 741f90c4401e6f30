"""`enroque.convert`: games from files of any kind into files of any other.

PGN (`.pgn`, plain or `.zst`, `.gz`, `.bz2`), NumPy's `.npz`, Parquet (`.parquet`, with the extra
`parquet`) and the trainers' files of `enroque.formats`. Memory does not grow with the input.

A shard is whole on the disk under its name, or not there at all. A run that was stopped, even by
SIGKILL or a power cut, goes on where it stopped when it is started again with the same arguments,
and ends with the same bytes as one that was not: it reads the sources again, and writes what is not
there.
"""

import json
import os
import platform
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, Final, Literal

import numpy as np

from .._core import Games, __version__
from .._files import replacing
from .._filters import Filter
from .._games import Annotations, FilePath
from ..errors import EncodingError, FileFormatError
from .file_formats import kind_of, suffix_of
from .destination import MANIFEST, Destination, destination_of
from .sources import Source, batches, check_filter, expanded
from .shard_writer import ShardWriter

__all__ = ["MANIFEST", "Conversion", "convert", "kind_of", "suffix_of"]

_FAULTS_LISTED: Final = 20

Named = FilePath | IO[bytes] | IO[str] | bytes
"""A file, a folder, a pattern, `"-"`, an open file, or PGN in memory."""


@dataclass(frozen=True)
class Conversion:
    """What a conversion did: what its manifest says.

    Attributes:
        sources: each file: its path, kind, size in bytes, and when it was written; of a stream that
            it is one, so that a conversion of it cannot be resumed.
        kind: of the files that were written.
        shards: each of them: `file`, `games`, `positions`, `bytes`, and `skipped`, the games that
            the kind has no words for.
        games: how many games were `read` (those that a filter refused are among them), how many
            were `kept` and how many of these are `broken`.
        filtered_out: how many games each criterion of the filter left out.
        positions: how many moves were written.
        errors: how many faults the sources have (`count`); all that are of a file as a whole
            (`sources`), and the `first` of the others in words.
        warnings: what was forgiven in PGN: how much (`count`), and the `first` in words.
        filter: the criteria that were set.
        options: the other arguments.
        versions: versions.
        resumed: how many shards an earlier run had written. Not in the manifest.
    """

    sources: list[dict[str, Any]]
    kind: str
    shards: list[dict[str, Any]]
    games: dict[str, int]
    filtered_out: dict[str, int]
    positions: int
    errors: dict[str, Any]
    filter: dict[str, Any]
    options: dict[str, Any]
    versions: dict[str, str]
    warnings: dict[str, Any] = field(default_factory=dict)
    resumed: int = field(default=0, compare=False)


def convert(
    source: Named | Iterable[Named],
    target: str | os.PathLike[str],
    *,
    to: str | None = None,
    shard_games: int | None = None,
    filter: Filter | None = None,
    overwrite: bool = False,
    on_error: Literal["raise", "skip"] = "raise",
    on_unsupported: Literal["raise", "skip"] = "raise",
    missing_score: int | None = None,
    annotations: Annotations = (),
    strict: bool = False,
    language: str | None = None,
    comments: str = "standard",
    source_kind: str | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Conversion:
    """Writes the games of files into other files.

    `source` is a path, a folder (all games below it), a pattern, or a list of these; the endings of
    names say what kind of file each is, and `source_kind` that of those whose names do not. PGN can
    also be `"-"` (the standard input), an open file or `bytes`; what comes from a stream cannot be
    resumed. `target` is a file, whose name says its kind, or a folder
    for shards of kind `to` (`"parquet"`, `"pgn.zst"`, `"viriformat"`, ...), `shard_games` games in
    each (100,000 unless said). Beside the shards is `manifest.json`, beside a single file its name
    with `.manifest.json`: sources, counts, filter, versions, the same bytes for the same work.

    `filter` and `criteria` (the attributes of `Filter`) say which games are wanted; what is not PGN
    can be asked only for what its columns say: trainers' files have no tags. A `sample` is of the
    same games in files of every kind but PGN, where it is another; a `cap` counts over all files.
    `on_unsupported` and `missing_score` are those of `enroque.formats.write`; `annotations`,
    `strict`, `language` and `comments` are those of `Games.from_pgn`, for PGN.
    A file that is damaged or cut ends the run; with `on_error="skip"` the games before the damage
    are taken, `errors["sources"]` names the file, and the next one is read. Broken games end
    nothing.
    `progress(done, total)` is called now and then with bytes of the sources.

    Started again with the same arguments, a run that was stopped goes on, and one that was done is
    left as it is. `overwrite=True` replaces what another one made.

    Raises:
        BlockingIOError: an `OSError`: another conversion is writing shards there.
        FileExistsError: the target is something else, and `overwrite` is not set.
        FileFormatError: a `ValueError`: a source is damaged. The shards before that stay, and a
            run with `on_error="skip"` goes on from them.
        OSError: a file cannot be read or written; its name is in the error.
        ValueError: the arguments do not fit together.
    """
    if filter is not None and not isinstance(filter, Filter):
        raise TypeError(f"filter is an enroque.Filter, not {type(filter).__qualname__}")
    for name, value in (("on_error", on_error), ("on_unsupported", on_unsupported)):
        if value not in ("raise", "skip"):
            raise ValueError(f'{name} is "raise" or "skip", not {value!r}')
    annotations = (annotations,) if isinstance(annotations, str) else tuple(annotations)
    dialect: dict[str, Any] = {
        "annotations": sorted(set(annotations)), "language": language, "comments": comments
    }  # fmt: skip
    Games.stream([], strict=strict, **dialect).close()  # whether they are right
    sources = expanded(source, source_kind)
    check_filter(sources, filter)
    place = destination_of(Path(target), to, shard_games)
    for one in sources:
        if one.stream is None and place.holds(one.path):
            raise ValueError(f"{one.path} is a source, and would be written over")
    options = {"on_unsupported": on_unsupported, "missing_score": missing_score}
    plan = {
        "sources": [one.described() for one in sources],
        "kind": place.kind,
        "filter": _set_criteria(filter),
        "options": {
            "shard_games": place.shard_games,
            **options,
            **dialect,
        },
        "versions": _versions(place.kind),
    }
    with place.alone():
        finished = _earlier(place, plan, overwrite)
        if isinstance(finished, Conversion):
            return finished
        run = _Run(place, sources, filter, plan, finished, options)
        run.skips_damage = on_error == "skip"
        return run.run({"strict": strict, **dialect}, threads, progress)


def _set_criteria(filter: Filter | None) -> dict[str, Any]:
    """The criteria that are not those of a filter that wants every game."""
    if filter is None:
        return {}
    default, given = asdict(Filter()), asdict(filter)
    is_seeded = filter.sample_fraction is not None
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
    place: Destination, plan: dict[str, Any], overwrite: bool
) -> Conversion | list[dict[str, Any]]:
    """What an earlier run with this plan made: all, or its first shards.

    Raises:
        FileExistsError: there is something else, which is not to be replaced.
    """
    is_stream = any(one.get("stream") for one in plan["sources"])
    is_repeatable = not overwrite and not is_stream
    done, journal = _json(place.manifest), _json(place.journal)
    made = None if done is None else {key: done.get(key) for key in plan}
    if done is not None and is_repeatable and made == plan:
        there = _still_there(place, done["shards"])
        if there is not None and len(there) == len(done["shards"]):
            place.journal.unlink(missing_ok=True)  # it was killed between the two
            place.tidy()
            return Conversion(**done, resumed=len(there))
        if there is not None:  # some went away, and are made again
            _remove(path for path in place.ours() if path.name not in there)
            return [shard for shard in done["shards"] if shard["file"] in there]
    of_journal = journal.get("plan") if journal is not None else None
    if journal is not None and of_journal == plan and is_repeatable:
        there = _still_there(place, journal["shards"])
        if there is not None and len(there) == len(journal["shards"]):
            return list(journal["shards"])
    ours = list(place.ours())
    # what a run did not finish, of sources that have changed since, is nobody's
    is_own = of_journal is not None and _unchanged(of_journal) == _unchanged(plan)
    if any(path != place.journal for path in ours) and not overwrite and not is_own:
        what = "is there already" if place.single else "holds shards of another conversion"
        if made is not None:
            why = "of a stream, which cannot be read again" if is_stream else "of older sources"
            made_so = f"made {_difference(_unchanged(made), _unchanged(plan)) or why}"
            what = f"was {made_so}" if place.single else f"holds shards {made_so}"
        if made == plan and is_repeatable:
            what = "holds something else than its manifest says"
        path = place.folder / place.single if place.single else place.folder
        raise FileExistsError(17, f"{what} (overwrite replaces it)", str(path))
    _remove(ours)
    return []


def _difference(made: dict[str, Any], plan: dict[str, Any]) -> str:
    """In what an earlier plan is another, in words; nothing if in nothing."""
    words = {
        "sources": "of other files",
        "kind": "as another kind of file",
        "filter": "with another filter",
        "options": "with other options",
        "versions": "by other versions of the packages",
    }
    return ", ".join(words[key] for key in plan if made[key] != plan[key])


def _unchanged(plan: dict[str, Any]) -> dict[str, Any]:
    """A plan without what changes when its sources are written anew."""
    sources = plan["sources"] if isinstance(plan["sources"], list) else []
    known = [one for one in sources if isinstance(one, dict)]
    return {**plan, "sources": [(one.get("path"), one.get("kind")) for one in known]}


def _still_there(place: Destination, shards: list[dict[str, Any]]) -> list[str] | None:
    """The first shards that are there, up to one that is not; `None` if one is another file."""
    first_missing = len(shards)
    for number, shard in reversed(list(enumerate(shards))):
        path = place.folder / str(shard["file"])
        if not path.exists():
            first_missing = number
        elif not path.is_file() or path.stat().st_size != int(shard["bytes"]):
            return None
    return [str(shard["file"]) for shard in shards[:first_missing]]


def _with_source(reason: str, games: Games, before: int) -> str:
    """What is wrong with one of these games, with the place where it was read.

    It is named by its number in a file that had so many before these.
    """
    named = re.search(r"game (\d+)", reason)
    index = int(named[1]) - before if named else len(games)
    if not 0 <= index < len(games) or games.source_game[index] == 0:
        return reason
    place = f"game {games.source_game[index]} of {games.source[index]}"
    return reason.replace(f"game {index + before}", place, 1)


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        path.unlink()


def _json(path: Path) -> Any:
    """What an object in a file of JSON says; `None` if there is none, or a damaged one."""
    try:
        read = json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError, RecursionError):
        return None
    return read if isinstance(read, dict) else None


class _Run:
    """A conversion at work."""

    def __init__(
        self,
        place: Destination,
        sources: list[Source],
        filter: Filter | None,
        plan: dict[str, Any],
        shards: list[dict[str, Any]],
        options: dict[str, Any],
    ) -> None:
        self._place = place
        self._sources = sources
        self._filter = filter
        self._plan = plan
        self._shards = shards
        self._resumed = len(shards)
        self._options = options
        self.skips_damage = False
        self._damage: list[str] = []
        self._target: ShardWriter | None = None
        self._room = 0
        # games of shards that are there; of each, what it took from the sources
        self._skip = sum(shard.get("taken", shard["games"]) for shard in shards)
        self._taken = 0

    def run(
        self,
        reading: dict[str, Any],
        threads: int | None,
        progress: Callable[[int, int], object] | None,
    ) -> Conversion:
        place = self._place
        place.tidy()
        self._keep_journal()
        total = sum(one.bytes or 0 for one in self._sources)
        done = 0

        def advance(more: int) -> None:
            nonlocal done
            done += more
            if progress is not None:
                progress(min(done, total), total)

        counts = {"read": 0, "kept": 0, "broken": 0}
        filtered_out: dict[str, int] = {}
        errors: dict[str, Any] = {"count": 0, "sources": self._damage, "first": []}
        warnings: dict[str, Any] = {"count": 0, "first": []}
        try:
            for games, refused in batches(
                self._sources,
                self._filter,
                reading=reading,
                threads=threads,
                advance=advance,
                damaged=self._note_damage,
            ):
                for name, count in refused.items():
                    filtered_out[name] = filtered_out.get(name, 0) + count
                counts["read"] += len(games) + sum(refused.values())
                counts["kept"] += len(games)
                counts["broken"] += int(np.count_nonzero(games.broken))
                of_games = [str(error) for error in games.errors if error.kind != "source"]
                # those of sources are counted when they are noted
                errors["count"] += games.error_count - len(games.errors) + len(of_games)
                room = _FAULTS_LISTED - len(errors["first"])
                errors["first"] += of_games[: max(room, 0)]
                warnings["count"] += games.warning_count
                room = _FAULTS_LISTED - len(warnings["first"])
                if room > 0 and games.warning_count:
                    warnings["first"] += [str(fault) for fault in games.warnings[:room]]
                self._take(games)
            if self._target is None and not self._shards:
                self._open()  # a file without games is a file
            self._end_shard()
            errors["count"] += len(self._damage)
        except BaseException:
            if self._target is not None:
                self._target.abort()
            if not self._shards:
                place.journal.unlink(missing_ok=True)
            raise
        return self._finish(counts, filtered_out, errors, warnings)

    def _note_damage(self, error: FileFormatError) -> None:
        if not self.skips_damage:
            raise error
        self._damage.append(str(error))

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
            part = games if last - first == len(games) else games[first:last]
            try:
                target.write(part)
            except EncodingError as error:
                raise EncodingError(_with_source(str(error), part, self._taken)) from error
            self._room -= last - first
            self._taken += last - first
            first = last
            if self._room == 0:
                self._end_shard()

    def _open(self) -> None:
        path = self._place.shard(len(self._shards))
        self._target = ShardWriter(path, self._place.kind, **self._options)
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
        journal = {"plan": self._plan, "shards": self._shards}
        with replacing(self._place.journal, durable=True) as file:
            file.write(json.dumps(journal).encode())

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
        manifest = {key: value for key, value in asdict(conversion).items() if key != "resumed"}
        with replacing(self._place.manifest, durable=True) as file:
            file.write((json.dumps(manifest, indent=2) + "\n").encode())
        self._place.journal.unlink(missing_ok=True)
        return conversion
