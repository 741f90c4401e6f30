"""Files of URLs, through fsspec and huggingface_hub."""

import errno
import io
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, Final

from .._optional_packages import missing_package
from ..errors import ArgumentError

_URL: Final = re.compile(r"[a-z][a-z0-9+.-]+(::|://)", re.IGNORECASE)

_SILENCE: Final = 60
"""The seconds without data after which a server counts as dead."""

_BLOCKS: Final = {"block_size": 1 << 21, "cache_type": "blockcache"}
"""Random access keeps the last 32 blocks, enough for all columns of a table."""

_STREAMED: Final = {"http", "https", "hf"}
"""File systems that read a file in one request with `block_size=0`."""


def is_url(name: str) -> bool:
    """Returns whether a name is a URL of fsspec, such as `hf://datasets/...`, not a path."""
    return _URL.match(name) is not None


def without_query(name: str) -> str:
    """Returns the name of a file, for a URL without what follows the path."""
    return re.split(r"[?#]", name, maxsplit=1)[0] if is_url(name) else name


def urls_of(url: str) -> list[str]:
    """Returns the URLs of a pattern, sorted, or the URL itself.

    Raises:
        FileNotFoundError: no file matches.
        ImportError: fsspec is not installed.
    """
    if not re.search(r"[*[]", without_query(url)):
        return [url]
    with _naming(url):
        system, path = _system_of(url)
        found = sorted(system.glob(path))
    if not found:
        raise FileNotFoundError(errno.ENOENT, "no file matches", url)
    return [system.unstrip_protocol(one) for one in found]


def size_of(url: str) -> int | None:
    """Returns the number of bytes of a file; `None` if the server does not state it.

    Raises:
        OSError: the file does not exist, or the server cannot be reached.
        ImportError: fsspec is not installed.
    """
    with _naming(url):
        system, path = _system_of(url)
        info = system.info(path)
    if info["type"] == "directory":
        advice = f"a folder: pass a pattern such as {url.rstrip('/')}/**/*.parquet"
        raise IsADirectoryError(errno.EISDIR, advice, url)
    size: int | None = info["size"]
    return size


def opened(name: str, *, is_random: bool = False) -> Any:
    """Returns an open file for a URL, and a path as it is."""
    return RemoteFile(name, is_random=is_random) if is_url(name) else name


class RemoteFile(io.RawIOBase):
    """A file of a URL, which is opened at the first read.

    A file that ends before or after its stated size is an error.

    Args:
        url: the URL.
        is_random: whether the file is read at any offset, not from the beginning to the end.

    Raises:
        OSError: the file does not exist, or the server cannot be reached.
        ImportError: fsspec is not installed.
    """

    def __init__(self, url: str, *, is_random: bool = False) -> None:
        self._file: Any = None  # before what raises: `close` is called of every object
        self.name, self.size = url, size_of(url)
        self._is_random = is_random
        self._offset = 0

    def _opened(self) -> Any:
        if self._file is None:
            system, path = _system_of(self.name)
            protocols = {system.protocol} if isinstance(system.protocol, str) else system.protocol
            streamed = {"block_size": 0} if _STREAMED.intersection(protocols) else {}
            self._file = system.open(path, "rb", **(_BLOCKS if self._is_random else streamed))
        return self._file

    def read(self, count: int = -1) -> bytes:
        """Returns at most `count` bytes, none at the end.

        Raises:
            OSError: the connection broke, or the file has another size than stated.
        """
        if count == 0:
            return b""
        with ExitStack() as on_error:
            on_error.callback(self.close)
            with _naming(self.name):
                data: bytes = self._opened().read(count)
            self._offset += len(data)
            is_end = not data or (self._is_random and len(data) != count)
            if is_end and self.size not in (None, self._offset):
                reason = f"ends after {self._offset:,} bytes, not {self.size:,} as stated"
                raise OSError(errno.EIO, reason, self.name)
            on_error.pop_all()
        return data

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Moves to an offset."""
        with _naming(self.name):
            self._offset = self._opened().seek(offset, whence)
        return self._offset

    def tell(self) -> int:
        """Returns the offset."""
        return self._offset

    def readable(self) -> bool:
        """Returns `True`."""
        return True

    def seekable(self) -> bool:
        """Returns whether the file is read at any offset."""
        return self._is_random

    def close(self) -> None:
        """Closes the connection."""
        if self._file is not None:
            with suppress(Exception):  # nothing is written
                self._file.close()
        super().close()


def _system_of(url: str) -> tuple[Any, str]:
    """Returns the file system of fsspec, and the path there."""
    try:
        from fsspec.core import url_to_fs

        options = {}
        for protocol in ("http", "https"):
            if re.search(f"{protocol}://", url):
                from aiohttp import ClientTimeout

                # by default, a file must be read within five minutes
                timeout = ClientTimeout(total=None, sock_connect=_SILENCE, sock_read=_SILENCE)
                options[protocol] = {"client_kwargs": {"timeout": timeout}}
        found: tuple[Any, str] = url_to_fs(url, **options)
        return found
    except ImportError as error:
        if error.name is None and not url.startswith("hf:"):
            raise  # fsspec names the package, such as s3fs
        package = (error.name or "huggingface_hub").partition(".")[0]
        raise missing_package(error, url, package, "enroque[remote]") from error
    except ValueError as error:
        raise ArgumentError(f"{url}: {error}") from error


@contextmanager
def _naming(url: str) -> Iterator[None]:
    """Raises the errors of other packages as `OSError`, with the URL."""
    try:
        yield
    except (ImportError, ArgumentError):
        raise
    except Exception as error:
        # fsspec raises FileNotFoundError for every error of HTTP
        cause = error.__cause__ if url.startswith("http") and error.__cause__ else error
        if isinstance(cause, FileNotFoundError) or getattr(cause, "status", None) == 404:
            number, reason = errno.ENOENT, "no such file"
        elif isinstance(cause, TimeoutError):
            number, reason = errno.ETIMEDOUT, "the server does not answer"
        else:
            number, reason = errno.EIO, f"{type(cause).__name__}: {cause}"
        raise OSError(number, reason, url) from error
