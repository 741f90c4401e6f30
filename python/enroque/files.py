"""Files that are whole or not there."""

import os
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

__all__ = ["UNFINISHED", "WholeOrAbsent", "replacing"]

UNFINISHED: Final = r"\.[0-9a-f]{8}\.part"
"""What follows a dot and a file's name in the name that it has while it is written: what a process
that was killed leaves behind."""


@contextmanager
def replacing(path: str | os.PathLike[str], *, durable: bool = False) -> Iterator[BinaryIO]:
    """A file to write, which takes the name `path` when all of it is written.

    One that was there is replaced then, in one step. If something goes wrong the new file goes
    away and the old one stays. `durable` waits until the disk has it, so that not even a power cut
    leaves a cut file of that name.

    Raises:
        OSError: with the file's name, if it cannot be written.
    """
    target = Path(path)
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        part.replace(target)
        if durable:
            _sync_folder(target.parent)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, str(part)):
            error.filename = str(target)  # a full disk does not say which file it was
        raise


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
