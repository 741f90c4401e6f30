"""Where the files of a conversion go, and what an earlier run left there."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .._arguments import at_least_one
from .._files import UNFINISHED
from .file_formats import COMPRESSIONS, KNOWN, kind_of, suffix_of
from .shard_writer import LEFT_OVER

try:
    import fcntl
except ImportError:  # no POSIX
    fcntl = None  # type: ignore[assignment]

__all__ = ["JOURNAL", "MANIFEST", "Destination", "destination_of"]

MANIFEST: Final = "manifest.json"
"""What describes the shards of a folder; of a single file, its name with this added."""

JOURNAL: Final = ".conversion.json"
"""What a run has done so far, in the folder of the shards; gone when it is done."""


@dataclass(frozen=True)
class Destination:
    """Where the files go.

    Attributes:
        folder: it holds them.
        kind: of the files.
        suffix: of shards.
        shard_games: games in a shard; `None` if there is one file.
        single: the name of that file.
    """

    folder: Path
    kind: str
    suffix: str
    shard_games: int | None
    single: str | None

    @property
    def manifest(self) -> Path:
        """What describes the files."""
        return self.folder / (f"{self.single}.{MANIFEST}" if self.single else MANIFEST)

    @property
    def journal(self) -> Path:
        """What says how far a run has come."""
        return self.folder / (f".{self.single}{JOURNAL}" if self.single else JOURNAL)

    def shard(self, number: int) -> Path:
        """The file of a number."""
        return self.folder / (self.single or f"shard-{number:05}{self.suffix}")

    def holds(self, path: Path) -> bool:
        """Whether a file is one of those that will be written."""
        if path.resolve().parent != self.folder.resolve():
            return False
        return path.name == self.single if self.single else path.name.startswith("shard-")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Makes the folder; one of shards is nobody else's meanwhile, where systems can do that.

        Raises:
            BlockingIOError: another conversion writes shards there.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.single is not None or fcntl is None:
            yield
            return
        descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                reason = "another conversion is writing shards there"
                raise BlockingIOError(error.errno, reason, str(self.folder)) from None
            except OSError:
                pass  # a file system that has no locks
            yield
        finally:
            with suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_UN)  # of forked processes too
            os.close(descriptor)

    def ours(self) -> Iterator[Path]:
        """What an earlier run left here, the manifest first."""
        if not self.folder.is_dir():
            return
        yield from (path for path in (self.manifest, self.journal) if path.exists())
        for path in sorted(self.folder.iterdir()):
            is_shard = path.name.startswith("shard-") and kind_of(path) is not None
            if path.name == self.single or (self.single is None and is_shard):
                yield path

    def left_over(self) -> Iterator[Path]:
        """What a run that was killed did not finish."""
        notes = "|".join(re.escape(path.name) for path in (self.manifest, self.journal))
        unfinished_note = re.compile(rf"\.({notes}){UNFINISHED}")
        for path in self.folder.iterdir() if self.folder.is_dir() else ():
            is_file = LEFT_OVER.fullmatch(path.name) and (self.single or "") in path.name
            if is_file or unfinished_note.fullmatch(path.name):
                yield path

    def tidy(self) -> None:
        """Removes what a run that was killed left besides whole files."""
        for path in self.left_over():
            path.unlink(missing_ok=True)


def _check_compression(target: Path, kind: str) -> None:
    """Refuses a name whose ending says a compression that its kind is not written in."""
    ending = target.suffix.lower()
    if ending == ".zip":
        raise ValueError(f"{target}: zip archives are read, but not written")
    if kind in ("npz", "parquet") and ending in COMPRESSIONS:
        raise ValueError(f"{target}: a {kind} file is compressed in itself: end its name .{kind}")


def destination_of(target: Path, to: str | None, shard_games: int | None) -> Destination:
    """Where files go that are to be named or be in `target`; see `convert`.

    Raises:
        NotADirectoryError: shards are wanted in a file.
        ValueError: the arguments do not fit together.
    """
    if str(target) == "-":
        raise ValueError("files are written, not streams: give the output a name")
    if shard_games is not None:
        at_least_one("shard_games", shard_games)
    kind = None if target.is_dir() else kind_of(target)
    if kind is not None:
        _check_compression(target, kind)
    if to is None and shard_games is None and kind is not None:
        return Destination(target.parent, kind, "", None, target.name)
    if to is None:
        if kind is None:
            raise ValueError(
                f"{target}: the name does not say what kind of file to write: end it .parquet or "
                f".pgn, say, or give `to` (--to) for a folder of shards; known: {KNOWN}"
            )
        raise ValueError("shards are written to a folder: give its name, and their kind as `to`")
    suffix = suffix_of(to)
    if kind is not None and shard_games is None:
        if kind != to.partition(".")[0]:
            raise ValueError(f"{target} is the name of a {kind} file, and `to` is {to!r}")
        return Destination(target.parent, kind, "", None, target.name)
    if target.exists() and not target.is_dir():
        raise NotADirectoryError(20, os.strerror(20), str(target))
    return Destination(target, to.partition(".")[0], suffix, shard_games or 100_000, None)
