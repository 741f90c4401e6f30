"""Expanding PGN sources, and splitting them for independent workers."""

import glob
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

from .. import _core
from .._arguments import at_least_one, type_name
from .._core import Games
from .._model.filters import Filter
from .._model.games import Annotations, FilePath, Split
from .._progress import Progress
from ..errors import ArgumentError
from .atomic import files_below

__all__ = ["Pipe", "expanded", "plan_splits", "read_split"]

# The files that are read from folders.
_SUFFIXES = (".pgn", ".pgn.zst", ".pgn.zstd", ".pgn.gz", ".pgn.bz2", ".zip")


_MAX_PATH_LENGTH = 4096
"""The longest path of common systems; a longer string is PGN text."""

_PGN_START = re.compile(r"\s*(1\.\s?([KQRBN]?x?[a-h][1-8]|O-O)\b|\[\w+ \")")
"""The start of PGN text, passed by mistake instead of a path."""

_FEN_START = re.compile(r"\s*([pnbrqkPNBRQK1-8]+/){7}[pnbrqkPNBRQK1-8]+ [wb]\b")
"""The start of a FEN, passed by mistake instead of a path."""

_Bytes = bytes | bytearray | memoryview


def plan_splits(
    source: FilePath | Iterable[FilePath], *, split_bytes: int = 64 << 20
) -> list[Split]:
    """Divides PGN files into splits that can be read independently.

    Together the splits contain each game of the files once, for any size. Plain files are split
    anywhere, zstd files between frames; gzip, bzip2 and zip files are one split each. Only the
    beginning of plain files and the block headers of zstd files are read.

    Args:
        source: a path, folder or pattern, as in `Games.from_pgn`, or several.
        split_bytes: the approximate size of a split, before decompression.

    Returns:
        The splits, in order.

    Raises:
        FileNotFoundError: a file does not exist.

    Example:
        >>> import tempfile
        >>> from enroque.data import example_games
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     example_games().to_pgn(f"{folder}/games.pgn")
        ...     splits = plan_splits(folder, split_bytes=50_000)
        ...     [len(read_split(split)) for split in splits]
        [70, 48]
    """
    at_least_one("split_bytes", split_bytes)
    paths = []
    for item in expanded(source):
        if isinstance(item, Split | bytes) or hasattr(item, "read"):
            raise TypeError(f"only files can be split, not {type(item).__qualname__}")
        paths.append(os.fspath(item))
    plan = _core.plan_splits(paths, split_bytes)
    return [Split(os.fspath(path), *range_and_size) for path, *range_and_size in plan]


def read_split(
    split: Split,
    *,
    filter: Filter | None = None,
    strict: bool = False,
    language: str | None = None,
    comments: str = "standard",
    annotations: Annotations | None = None,
    threads: int | None = None,
    progress: Progress = False,
) -> Games:
    """Reads the games of a split.

    In `errors` and `warnings` the source is `path@start`, and games and lines count from the
    split's first game.

    Args:
        split: a split of `plan_splits`.
        filter: criteria that games must meet; `None` for all games.
        strict: whether to raise at the first error or warning, as in `Games.from_pgn`.
        language: the language of the piece letters, as in `Games.from_pgn`.
        comments: `"standard"` or `"tcec"`, as in `Games.from_pgn`.
        annotations: `"move_times"`, `"arrows"` and `"engine"`, as in `Games.from_pgn`.
        threads: the number of threads; `None` for all cores.
        progress: `True` for a progress bar (tqdm), or a function that is called with the bytes read
            and the total bytes.

    Raises:
        FileFormatError: the file changed after `plan_splits`.
        BrokenGameError: with `strict`, a game has an error or warning.
    """
    if not isinstance(split, Split):
        raise TypeError(f"split must be a Split of plan_splits, not {type(split).__qualname__}")
    return Games.from_pgn(
        split,
        filter=filter,
        strict=strict,
        language=language,
        comments=comments,
        annotations=annotations,
        threads=threads,
        progress=progress,
    )


def expanded(
    source: Any,
    files_of: Callable[[str], list[str]] | None = None,
    *,
    contents: Literal["PGN", "positions"] = "PGN",
) -> list[Any]:
    """Returns the files, bytes and streams of a source, with folders and patterns expanded.

    Args:
        source: the argument of a call.
        files_of: returns the files of a folder; `None` for those of PGN, where the names of other
            formats are an error.
        contents: what is read. Positions are also read from tables with `__arrow_c_stream__`.
    """
    is_one = isinstance(source, str | os.PathLike | Mapping | _Bytes) or _is_table(source, contents)
    if isinstance(source, Iterable) and not is_one and not hasattr(source, "read"):
        return [item for one in source for item in _expanded(one, files_of, contents)]
    return list(_expanded(source, files_of, contents))


def _is_table(source: Any, contents: str) -> bool:
    return contents == "positions" and hasattr(source, "__arrow_c_stream__")


def _expanded(
    source: Any, files_of: Callable[[str], list[str]] | None, contents: str
) -> Iterator[Any]:
    if isinstance(source, _Bytes):
        yield bytes(source)
        return
    if isinstance(source, Split) or hasattr(source, "read") or _is_table(source, contents):
        yield source
        return
    if not isinstance(source, str | os.PathLike):
        raise TypeError(
            f"a {'PGN source' if contents == 'PGN' else 'source of positions'} must be a path, a "
            f"file object, bytes or an iterable of these, not {type_name(source)}"
        )
    name = os.fspath(source)
    if isinstance(name, bytes):
        name = os.fsdecode(name)
    if name == "-":
        yield sys.stdin.buffer
    elif os.path.isdir(name):
        yield from (files_of or _pgn_files_of)(name)
    elif os.path.exists(name) and stat.S_ISFIFO(os.stat(name).st_mode):
        yield Pipe(name)
    elif os.path.lexists(name):
        yield name if files_of else _checked_pgn(name)
    elif _is_text(name):
        text = "PGN text" if contents == "PGN" else "text"
        raise ArgumentError(
            f"{name[:20]!r}... is {text}, not a path: pass bytes (text.encode()) or a file "
            "(io.StringIO(text))"
        )
    elif contents == "positions" and _FEN_START.match(name):
        raise ArgumentError(f"{name!r} is a FEN, not a path: use Positions.from_fens([fen])")
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
