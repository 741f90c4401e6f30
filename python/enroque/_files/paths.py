"""Expanding paths, folders, patterns and streams to what is opened."""

import errno
import glob
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal

from .._arguments import type_name
from .._core import binary_format
from .._model.games import Split
from ..errors import ArgumentError, FileFormatError, advised
from .atomic import files_below
from .remote import RemoteFile, is_url, urls_of

# The files that are read from folders.
_SUFFIXES = (".pgn", ".pgn.zst", ".pgn.zstd", ".pgn.gz", ".pgn.bz2", ".zip")


_BEGINNING = 4096
"""The number of bytes by which binary data are recognized."""

_MAX_PATH_LENGTH = 4096
"""The longest path of common systems; a longer string is PGN text."""

_PGN_START = re.compile(r"\s*(1\.\s?([KQRBN]?x?[a-h][1-8]|O-O)\b|\[\w+ \")")
"""The start of PGN text, passed by mistake instead of a path."""

_FEN_START = re.compile(r"\s*([pnbrqkPNBRQK1-8]+/){7}[pnbrqkPNBRQK1-8]+ [wb]\b")
"""The start of a FEN, passed by mistake instead of a path."""

_Bytes = bytes | bytearray | memoryview


def expanded(
    source: Any,
    files_of: Callable[[str], list[str]] | None = None,
    *,
    contents: Literal["PGN", "positions"] = "PGN",
) -> list[Any]:
    """Returns the files, bytes and streams of a source, with folders and patterns expanded.

    Args:
        source: the argument of a call.
        files_of: returns the files of a folder; `None` for those of PGN, where tables and the names
            of other formats are an error.
        contents: what is read.
    """
    is_one = isinstance(source, str | os.PathLike | Mapping | _Bytes) or _is_table(source, files_of)
    if isinstance(source, Iterable) and not is_one and not hasattr(source, "read"):
        return [item for one in source for item in _expanded(one, files_of, contents)]
    return list(_expanded(source, files_of, contents))


def _is_table(source: Any, files_of: Callable[[str], list[str]] | None) -> bool:
    return files_of is not None and hasattr(source, "__arrow_c_stream__")


def lazy_hint(source: Any) -> str:
    """Returns the advice for a table that is not computed yet, such as a LazyFrame of Polars."""
    return ": pass its .collect()" if hasattr(source, "collect") else ""


def _expanded(
    source: Any, files_of: Callable[[str], list[str]] | None, contents: str
) -> Iterator[Any]:
    if isinstance(source, _Bytes):
        if contents == "PGN":
            _check_binary("<bytes>", bytes(source[:_BEGINNING]))
        yield bytes(source)
        return
    if contents == "PGN" and hasattr(source, "read"):
        _check_binary(str(getattr(source, "name", "<file object>")), _beginning(source))
    if isinstance(source, Split) or hasattr(source, "read") or _is_table(source, files_of):
        yield source
        return
    if not isinstance(source, str | os.PathLike):
        raise TypeError(
            f"a {'PGN source' if contents == 'PGN' else 'source of positions'} must be a path, a "
            "file object, bytes or an iterable of these, not "
            f"{type_name(source)}{lazy_hint(source)}"
        )
    name = os.fspath(source)
    if isinstance(name, bytes):
        name = os.fsdecode(name)
    if name == "-":
        yield sys.stdin.buffer
    elif is_url(name):
        yield from (url if files_of else RemoteFile(url) for url in urls_of(name))
    elif os.path.isdir(name):
        yield from (files_of or _pgn_files_of)(name)
    elif os.path.exists(name) and stat.S_ISFIFO(os.stat(name).st_mode):
        yield Pipe(name)
    elif os.path.lexists(name):
        yield name if files_of else _checked_pgn(name)
    elif _is_text(name):
        text = "PGN text" if contents == "PGN" else "text"
        hint = "pass bytes (text.encode()) or a file (io.StringIO(text))"
        error = ArgumentError(f"{name[:20]!r}... is {text}, not a path: {hint}")
        raise advised(error, hint, text=())
    elif contents == "positions" and _FEN_START.match(name):
        hint = "use Positions.from_fens([fen])"
        raise advised(ArgumentError(f"{name!r} is a FEN, not a path: {hint}"), hint, fens=())
    elif advice := _advice_on_path(name):
        raise FileNotFoundError(errno.ENOENT, advice, name)
    elif glob.has_magic(name):
        found = sorted(glob.glob(name, recursive=True))
        if not found:
            folder = os.path.dirname(re.split(r"[*?[]", name, maxsplit=1)[0])
            os.scandir(folder or ".").close()  # raises if it is not readable
            raise FileNotFoundError(f"no file matches {name!r}")
        for path in found:
            yield from _expanded(path, files_of, contents)
    else:
        yield name


class Pipe:
    """A named pipe. Python opens it on the first read, so that Ctrl-C interrupts the wait."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._file: io.FileIO | None = None

    def read(self, count: int) -> bytes | None:
        if self._file is None:
            self._file = io.FileIO(self.name)
        return self._file.read(count)

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()


def _advice_on_path(name: str) -> str:
    """Returns the reason why a name that does not exist is no path; empty if it may be one."""
    if re.match(r"[a-z0-9+]{2,}:/", name):
        return "a URL has two slashes: pass it as a str, not as a Path"
    if name.startswith("~"):
        return "~ is not expanded: pass os.path.expanduser(path)"
    return ""


def _beginning(file: Any) -> Any:
    """Returns the first bytes that a seekable file will return; none of others.

    The errors of the file are those of its reader.
    """
    with suppress(Exception):
        if file.seekable():
            start = file.tell()
            beginning = file.read(_BEGINNING)
            file.seek(start)
            return beginning
    return b""


def _check_binary(name: str, beginning: Any) -> None:
    """Raises an error if the beginning of a file shows that it is neither PGN nor compressed.

    Raises:
        FileFormatError: with the format.
    """
    format = binary_format(beginning) if isinstance(beginning, bytes) else None
    if format is not None:
        error = FileFormatError(
            f"{name}: this is {format}, not PGN: Games.read reads other formats from paths",
            source=name,
        )
        error.kind = "nothing_read"
        raise error


def _is_text(name: str) -> bool:
    """Whether the name of a file that does not exist is PGN text."""
    is_pgn = _PGN_START.match(name) and not name.lower().endswith(_SUFFIXES)
    return "\n" in name or len(name) > _MAX_PATH_LENGTH or bool(is_pgn)


def _checked_pgn(name: str) -> str:
    """Returns the name of a file, unless its suffix is that of another format than PGN."""
    if not name.lower().endswith(_SUFFIXES):
        from .formats import format_of  # here, since it is not needed for PGN

        if (format := format_of(name)) not in (None, "pgn"):
            raise ArgumentError(f"{name}: a {format} file, not PGN: use Games.read")
        if os.path.isfile(name):
            with open(name, "rb") as file:
                _check_binary(name, file.read(_BEGINNING))
    return name


def _pgn_files_of(folder: str) -> list[str]:
    """Returns the PGN files in a folder and its subfolders, sorted."""
    found = [str(path) for path in files_below(folder) if path.name.lower().endswith(_SUFFIXES)]
    if not found:
        kinds = ", ".join(f"*{suffix}" for suffix in _SUFFIXES)
        raise FileNotFoundError(
            f"{folder}: contains no PGN files ({kinds}); use a pattern for other names"
        )
    return found
