"""Writing files atomically, locks against other writers, and listing folders."""

import errno
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from ..errors import ArgumentError

if TYPE_CHECKING:
    from numpy.typing import NDArray

try:
    import fcntl
except ImportError:  # not POSIX
    fcntl = None  # type: ignore[assignment]

UNFINISHED: Final = r"\.[0-9a-f]{8}\.part"
"""Pattern of the suffix of temporary files, which are named `.NAME.xxxxxxxx.part`. They remain only
if the process is killed."""


def files_below(folder: str | os.PathLike[str]) -> list[Path]:
    """Returns all files in a folder and its subfolders, sorted.

    Files and folders whose names begin with a dot (temporary and hidden ones), pipes and devices
    are skipped.

    Raises:
        OSError: a folder cannot be read.
    """

    def stop(error: OSError) -> None:
        raise error

    found = []
    for parent, folders, names in os.walk(folder, onerror=stop):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(parent, name) for name in names if not name.startswith(".")]
    return sorted(path for path in found if path.is_file() or not path.exists())


def temporary_path(path: str | os.PathLike[str]) -> tuple[Path, Path]:
    """Returns the file to write, and its temporary name until it is complete.

    A symbolic link is kept and its target is replaced. Pipes and devices (`/dev/stdout`) are
    written to directly: both paths are the same.

    Args:
        path: the file.

    Raises:
        OSError: the name is empty or that of a folder.
    """
    target = Path(path)
    if not os.fspath(path):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "")
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if target.exists() and not target.is_file():
        return target, target
    target = Path(os.path.realpath(target)) if target.is_symlink() else target
    return target, target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")


def check_suffix(path: str | os.PathLike[str], suffixes: list[str]) -> None:
    """Raises an error if the name of a file to write ends in none of the suffixes.

    Names of pipes and devices may end in anything. `temporary_path` refuses folders.
    """
    name = os.fspath(path)
    is_device = name.startswith("/dev/") or (os.path.exists(name) and not os.path.isfile(name))
    if name and not is_device and not name.lower().endswith(tuple(suffixes)):
        raise ArgumentError(
            f"{name}: the name must end in {' or '.join(suffixes)}, not in {Path(name).suffix!r}"
        )


@dataclass(frozen=True)
class Written:
    """The counts of the items written to a file.

    Attributes:
        games: number of games.
        positions: number of positions, each before a move.
        bytes: number of bytes; in training formats, before compression.
        skipped: number of games skipped, by reason (such as `chess960`); for formats that store
            positions, `no_evaluation` counts positions.
    """

    games: int
    positions: int
    bytes: int
    skipped: dict[str, int] = field(default_factory=dict)


@contextmanager
def naming(target: str | os.PathLike[str]) -> Iterator[None]:
    """Sets the file name of any `OSError` raised inside.

    The error of a full disk has no file name, and that of a temporary file has another one.
    """
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(target)) from None


@contextmanager
def replacing(path: str | os.PathLike[str], *, durable: bool = False) -> Iterator[BinaryIO]:
    """Opens a file for writing, which replaces an existing one when the block ends.

    At an exception the new file is removed and the existing one stays.

    Args:
        path: the file; see `temporary_path` for links and devices.
        durable: whether to wait until the contents and the name are on disk, so that not even a
            power failure leaves an incomplete file.

    Raises:
        OSError: with the name of the file: it cannot be written.
    """
    target, temporary = temporary_path(path)
    with naming(path), ExitStack() as clean:
        if temporary != target:
            clean.callback(temporary.unlink, missing_ok=True)
        file = temporary.open("wb" if temporary == target else "xb")
        # closing a discarded file may fail again, which would hide the first error
        clean.callback(_close_quietly, file)
        yield file
        file.close()
        if temporary != target:
            if durable:
                _sync(temporary, os.O_RDWR)
            temporary.replace(target)
            if durable:
                _sync(target.parent, os.O_RDONLY)


def write_arrays(file: BinaryIO, arrays: "Mapping[str, NDArray[Any]]", *, deflate: bool) -> None:
    """Writes arrays like `numpy.savez`, or `numpy.savez_compressed` at the fastest level.

    The file has no timestamps, so equal arrays give equal bytes.

    Args:
        file: the file, open for writing.
        arrays: the arrays by name.
        deflate: whether they are compressed.
    """
    import zipfile

    import numpy as np

    compression = zipfile.ZIP_DEFLATED if deflate else zipfile.ZIP_STORED
    with zipfile.ZipFile(file, "w", compression, compresslevel=1) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, array, allow_pickle=False)


@contextmanager
def locked(path: Path, reason: str) -> Iterator[None]:
    """Locks a folder, or the name of a file, against other processes that call this function.

    Nothing is locked where the system or the file system has no locks.

    Args:
        path: a folder, or a file, which need not exist.
        reason: the message if it is locked.

    Raises:
        BlockingIOError: another process has locked it.
    """
    if fcntl is None:
        yield
        return
    # the file itself is replaced at the end, and its lock with it
    lock_file = None if path.is_dir() else path.with_name(f".{path.name}.lock")
    with naming(path):
        descriptor = os.open(path, os.O_RDONLY) if lock_file is None else _create(lock_file)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            while lock_file is not None and not _is_open(descriptor, lock_file):
                os.close(descriptor)  # the process that had the lock has removed the file
                descriptor = _create(lock_file)
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            lock_file = None
            raise BlockingIOError(error.errno, reason, str(path)) from None
        except OSError:
            pass  # the file system does not support locks
        yield
    finally:
        if lock_file is not None:
            lock_file.unlink(missing_ok=True)
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)  # also releases it in forked processes
        os.close(descriptor)


def _create(lock_file: Path) -> int:
    return os.open(lock_file, os.O_RDWR | os.O_CREAT, 0o666)


def _is_open(descriptor: int, path: Path) -> bool:
    """Whether a descriptor is that of the file with this name."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _close_quietly(file: BinaryIO) -> None:
    with suppress(OSError):
        file.close()


def _sync(path: Path, flags: int) -> None:
    """Waits until a file, or the list of names in a folder, is on disk."""
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
