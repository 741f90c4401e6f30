"""The files that a conversion writes, and those that an earlier run left."""

import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from ..._arguments import COMPRESSIONS, at_least_one
from ...errors import ArgumentError, advised
from ..atomic import UNFINISHED, locked, replacing
from ..formats import JOURNAL, KNOWN, MANIFEST, format_of, suffix_of
from ..positions import SHARD_SUFFIXES
from ..sources import Source, subsets_of

MAX_LISTED: Final = 20
"""The maximum number of errors, and of warnings, in the manifest."""


@dataclass(frozen=True)
class Destination:
    """A folder of shards, or a single file.

    Attributes:
        folder: the folder of the shards or of the single file.
        format: the file format.
        suffix: the suffix of shards.
        shard_size: number of games or positions in a shard; `None` for a single file.
        single: the name of the single file, or `None`.
        subsets: the names of the subfolders of positions that are split.
    """

    folder: Path
    format: str
    suffix: str
    shard_size: int | None
    single: str | None
    subsets: tuple[str, ...] = ()

    @property
    def manifest(self) -> Path:
        """The path of the manifest."""
        return self.folder / (f"{self.single}.{MANIFEST}" if self.single else MANIFEST)

    @property
    def journal(self) -> Path:
        """The path of the journal."""
        return self.folder / (f".{self.single}{JOURNAL}" if self.single else JOURNAL)

    def shard(self, number: int, subset: str = "") -> Path:
        """Returns the path of a shard."""
        return self.folder / subset / (self.single or f"shard-{number:05}{self.suffix}")

    def contains(self, name: str) -> bool:
        """Returns whether a file is one of those to be written."""
        path = Path(name)
        folders = [(self.folder / subset).resolve() for subset in ("", *self.subsets)]
        if path.resolve().parent not in folders:
            return False
        return path.name == self.single if self.single else path.name.startswith("shard-")

    def check_sources(self, sources: Iterable[Source]) -> None:
        """Raises an error if a source is one of the files to be written.

        Args:
            sources: the files and streams to read.
        """
        for source in sources:
            if source.stream is None and self.contains(source.path):
                raise ArgumentError(
                    f"{source.path} is a source and would be overwritten: use another target"
                )

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Creates the folder, and locks it or the single file against other conversions.

        Raises:
            BlockingIOError: another conversion is writing there.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.single is None:
            path, reason = self.folder, "another conversion is writing shards there"
        else:
            path, reason = self.folder / self.single, "another conversion is writing this file"
        with locked(path, reason):
            yield

    def earlier_files(self) -> Iterator[Path]:
        """Yields the files of an earlier run, the manifest first."""
        if not self.folder.is_dir():
            return
        yield from (path for path in (self.manifest, self.journal) if path.exists())
        for path in self._files():
            is_shard = path.name.startswith("shard-") and (
                format_of(path) is not None or path.suffix in SHARD_SUFFIXES.values()
            )
            if path.name == self.single or (self.single is None and is_shard):
                yield path

    def _files(self) -> Iterator[Path]:
        """Yields all files of the folder, and of the subsets of this run and of an earlier one."""
        subsets = {*self.subsets, *(() if self.single else subsets_of(self.folder))}
        for folder in (self.folder, *(self.folder / name for name in sorted(subsets))):
            if folder.is_dir():
                yield from sorted(path for path in folder.iterdir() if not path.is_dir())

    def write_journal(self, plan: dict[str, Any], shards: list[dict[str, Any]]) -> None:
        """Writes the journal of a run that has not finished."""
        with replacing(self.journal, durable=True) as file:
            file.write(json.dumps({"plan": plan, "shards": shards}).encode())

    def write_manifest(self, report: Any) -> None:
        """Writes the manifest, the fields of a report but `resumed`, and removes the journal."""
        manifest = {key: value for key, value in asdict(report).items() if key != "resumed"}
        with replacing(self.manifest, durable=True) as file:
            file.write((json.dumps(manifest, indent=2) + "\n").encode())
        self.journal.unlink(missing_ok=True)

    def remove_unfinished(self) -> None:
        """Removes the unfinished files of a run that was killed."""
        own = "|".join(re.escape(path.name) for path in (self.manifest, self.journal))
        shards = re.escape(self.single) if self.single else r"shard-.+"
        unfinished = re.compile(rf"\.({own}|{shards}){UNFINISHED}")
        for path in self._files():
            if unfinished.fullmatch(path.name):
                path.unlink(missing_ok=True)


def _check_compression(target: Path, format: str) -> None:
    """Raises an error if the suffix is a compression that the format does not support."""
    suffix = target.suffix.lower()
    if suffix == ".zip":
        raise ArgumentError(f"{target}: .zip archives can be read, but not written")
    if format in ("npz", "parquet") and suffix in COMPRESSIONS:
        raise ArgumentError(f"{target}: {format} files are compressed already: use .{format} alone")


def destination_of(target: Path, to: str | None, shard_games: int | None) -> Destination:
    """Returns the files to write for the arguments of `convert`.

    Raises:
        NotADirectoryError: the folder for shards is a file.
        ArgumentError: the arguments contradict each other, or the format is unknown.
    """
    if str(target) == "-":
        raise ArgumentError("the output cannot be a stream: pass the name of a file or folder")
    if shard_games is not None:
        at_least_one("shard_games", shard_games)
    format = None if target.is_dir() else format_of(target)
    if format is not None:
        _check_compression(target, format)
    if to is None and shard_games is None and format is not None:
        return Destination(target.parent, format, "", None, target.name)
    if to is None:
        if format is None:
            hint = "pass to= for a folder of shards"
            problem = (
                f"{target}: cannot detect the format from the name: use a suffix such as .parquet "
                f"or .pgn, or {hint} (known: {KNOWN})"
            )
        else:
            hint = "pass a folder, and the format of shards with to="
            problem = f"{target}: shards are written to a folder, not to a {format} file: {hint}"
        raise advised(ArgumentError(problem), hint, to=())
    suffix, (to_format, _, compression) = suffix_of(to), to.partition(".")
    is_folder = format is None or shard_games is not None
    if is_folder and target.exists() and not target.is_dir():
        raise NotADirectoryError(20, os.strerror(20), str(target))
    if format is not None:
        is_other = format != to_format
        if is_other or (compression and not target.name.lower().endswith(f".{compression}")):
            of = f"that of {format}" if is_other else target.suffix
            hint = f"to={to}"
            problem = f"{target}: the suffix is {of}, but {hint}"
            raise advised(ArgumentError(problem), hint, to=(to,))
        if not is_folder:
            return Destination(target.parent, format, "", None, target.name)
    return Destination(target, to_format, suffix, shard_games or 100_000, None)
