"""Reading and writing PGN, whole or in splits for independent workers."""

import io
import os
from collections.abc import Iterable
from typing import Any

from .. import _core
from .._arguments import COMPRESSIONS, at_least_one, one_of
from .._core import FileReader, Games, GameView
from .._model.filters import Filter
from .._model.games import Annotations, FilePath, PgnTarget, Split
from .._progress import Progress
from ..errors import ArgumentError
from .atomic import check_suffix, replacing
from .paths import expanded


def from_pgn(source: Any, **options: Any) -> Games:
    """Reads all games of PGN; see `Games.from_pgn`."""
    return read_all(FileReader.pgn(expanded(source), **options))


def read_all(reader: FileReader) -> Games:
    """Returns all games of a reader of PGN."""
    games: Any = reader.read()
    return games  # type: ignore[no-any-return]


def compression_of(path: FilePath) -> str:
    """Returns the compression of a file, by its name."""
    return COMPRESSIONS.get(os.path.splitext(os.fsdecode(path).lower())[1], "none")


def to_pgn(games: Games, file: PgnTarget, *, compression: str | None, **options: Any) -> None:
    """Writes games as PGN; see `Games.to_pgn`."""
    if compression is not None:
        one_of("compression", compression, "zst", "gz", "bz2", "none")
    if hasattr(file, "write"):
        games._write_pgn(file, compression=compression, **options)
        return
    path: Any = file
    check_suffix(path, [".pgn", *(f".pgn{suffix}" for suffix in COMPRESSIONS)])
    of_suffix = compression_of(path)
    if compression not in (None, of_suffix):
        raise ArgumentError(f"{os.fsdecode(path)}: compression= is not that of the suffix")
    with replacing(path) as target:
        games._write_pgn(target, compression=of_suffix, **options)


def text_of(game: GameView) -> str:
    """Returns a game as PGN; see `GameView.pgn`."""
    text = io.StringIO()
    game.__reduce__()[1][0].to_pgn(text)
    return text.getvalue()


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
        if not isinstance(item, str):
            raise TypeError(f"only files can be split, not {type(item).__qualname__}")
        paths.append(item)
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
