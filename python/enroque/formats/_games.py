"""Reading and writing games in training formats."""

import os
from collections.abc import Iterator
from typing import Final

from .._arguments import at_least_one
from .._core import FileReader, Games
from .._files.stream import batches_of
from .._model.games import FilePath
from ..errors import ArgumentError
from ._formats import chosen_format

NO_SCORE: Final = 32002
"""The score that marks a position without a score: Stockfish's `VALUE_NONE`."""


def read(path: FilePath, format: str | None = None) -> Games:
    """Reads all games of a file in a training format; see `stream`.

    Args:
        path: the file.
        format: a name in `FORMATS`; `None` detects it from the file name.

    Raises:
        FileFormatError: a `ValueError` with `entry` and `offset`: the file is damaged there.
        ArgumentError: the format is unknown, or stores positions only.
        OSError: the file cannot be opened.
    """
    return Games.concatenate(stream(path, format))


def stream(
    path: FilePath, format: str | None = None, *, games_per_batch: int = 10_000
) -> Iterator[Games]:
    """Reads games from a file in a training format, batch by batch.

    Compression (zstd, gzip, bzip2) is detected from the first bytes.

    Args:
        path: the file.
        format: a name in `FORMATS`; `None` detects it from the file name.
        games_per_batch: number of games in each batch; the last batch may have fewer.

    Returns:
        An iterator over `Games`.

    Raises:
        FileFormatError: a `ValueError` with `entry` and `offset`: the file is damaged there. The
            games before it are returned first.
        ArgumentError: the format is unknown, or stores positions only.
        OSError: the file cannot be opened.

    Example:
        >>> from enroque import formats
        >>> for games in formats.stream("selfplay.viriformat"):  # doctest: +SKIP
        ...     print(games)
    """
    at_least_one("games_per_batch", games_per_batch)
    chosen = chosen_format(path, format)
    if chosen.contents != "games":
        name = os.fspath(path)
        raise ArgumentError(
            f"{name}: {chosen.name} stores positions, not games: use Positions.read or "
            "stream_records"
        )
    reader = FileReader.records(path, chosen.name, "games")
    return batches_of(reader, games_per_batch)
