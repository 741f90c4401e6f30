"""Files that are whole or not there."""

import errno
import os
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

__all__ = ["UNFINISHED", "Unfinished", "WholeOrAbsent", "files_below", "naming", "replacing"]

UNFINISHED: Final = r"\.[0-9a-f]{8}\.part"
"""What follows a dot and a file's name in the name that it has while it is written: what a process
that was killed leaves behind."""


def files_below(folder: str | os.PathLike[str]) -> list[Path]:
    """All files in a folder and in those below it, sorted, without names that begin with a dot.

    What is not finished has such a name, and what systems put beside files. Pipes and devices are
    no files.

    Raises:
        OSError: a folder cannot be read.
    """

    def stop(error: OSError) -> None:
        raise error

    found = []
    for place, folders, names in os.walk(folder, onerror=stop):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(place, name) for name in names if not name.startswith(".")]
    return sorted(path for path in found if path.is_file() or not path.exists())


class Unfinished:
    """A file that takes its name when it is whole.

    A link stays, what it leads to is replaced; what is no file at all (a pipe, `/dev/stdout`) is
    written to.

    Attributes:
        path: where to write it.

    Raises:
        OSError: no file can have that name.
    """

    path: Path

    def __init__(self, path: str | os.PathLike[str]) -> None:
        target = Path(path)
        if not os.fspath(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "")
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
        self._is_device = target.exists() and not target.is_file()
        if self._is_device:
            self._target = self.path = target
            return
        self._target = Path(os.path.realpath(target)) if target.is_symlink() else target
        name = f".{self._target.name}.{secrets.token_hex(4)}.part"
        self.path = self._target.with_name(name)

    def open(self) -> BinaryIO:
        """Makes the file."""
        return self.path.open("wb" if self._is_device else "xb")

    def take_name(self, *, durable: bool = False) -> None:
        """Gives it its name. `durable` waits until the disk has that."""
        if not self._is_device:
            self.path.replace(self._target)
            if durable:
                _sync_folder(self._target.parent)

    def discard(self) -> None:
        """Removes it, unless it has its name."""
        if not self._is_device:
            self.path.unlink(missing_ok=True)


@contextmanager
def naming(target: str | os.PathLike[str]) -> Iterator[None]:
    """Gives the system's errors the name of the file that is written.

    A full disk does not say which file it was, and one that is not finished has another name.
    """
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(target)) from None


@contextmanager
def replacing(path: str | os.PathLike[str], *, durable: bool = False) -> Iterator[BinaryIO]:
    """A file to write, which takes the name `path` when all of it is written; see `Unfinished`.

    One that was there is replaced then, in one step. If something goes wrong the new file goes
    away and the old one stays. `durable` waits until the disk has it, so that not even a power cut
    leaves a cut file of that name.

    Raises:
        OSError: with the file's name, if it cannot be written.
    """
    unfinished = Unfinished(path)
    with naming(path), ExitStack() as clean:
        clean.callback(unfinished.discard)
        file = unfinished.open()
        # what is given up need not reach the disk: its errors would hide the first one
        clean.callback(_close_quietly, file)
        yield file
        if durable:
            file.flush()
            os.fsync(file.fileno())
        file.close()
        unfinished.take_name(durable=durable)


def _close_quietly(file: BinaryIO) -> None:
    with suppress(OSError):
        file.close()


def _sync_folder(folder: Path) -> None:
    """Waits until the disk has the names in a folder."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class WholeOrAbsent(ABC):
    """A context manager that ends the file it writes, or gives it up at an exception."""

    @abstractmethod
    def close(self) -> object:
        """Ends the file."""

    @abstractmethod
    def abort(self) -> None:
        """Gives the file up."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is not None:
            self.abort()
            return
        try:
            self.close()
        except BaseException:
            self.abort()
            raise
