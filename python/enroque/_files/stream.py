"""Streams of batches of games or positions."""

from collections.abc import Generator
from typing import Any, Generic, Self, TypeVar

from .._core import FileReader, Games, Positions

Batch = TypeVar("Batch", Games, Positions)


def batches_of(reader: FileReader, count: int) -> Generator[Any, None, None]:
    """Yields the batches of a reader.

    Args:
        reader: the reader.
        count: the number of elements of a batch.
    """
    while (batch := reader.read(count)) is not None:
        yield batch


class Stream(Generic[Batch]):
    """An iterator over the batches of files, returned by `Games.stream` and `Positions.stream`.

    It is also a context manager, which closes the files.

    Args:
        batches: the generator of the batches.
        reader: the compiled reader that the batches come from; `None` if there is none.

    Example:
        >>> from enroque import Games
        >>> with Games.stream(b"1. e4 * 1. d4 * 1. c4 *", games_per_batch=2) as stream:
        ...     for games in stream:
        ...         print(games)
        <Games: 2 games, 2 plies, 0 broken>
        <Games: 1 games, 1 plies, 0 broken>
    """

    def __init__(
        self, batches: Generator[Batch, None, None], reader: FileReader | None = None
    ) -> None:
        self._batches: Any = batches
        self._reader = reader
        self._count = 0
        self._is_closed = False

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Batch:
        if self._batches.gi_running:
            raise RuntimeError("another call is reading from this stream")
        try:
            batch: Batch = next(self._batches)
        except BaseException:
            self._is_closed = True
            raise
        self._count += len(batch)
        return batch

    def close(self) -> None:
        """Ends the stream and closes its files. Does nothing if it is closed."""
        self._is_closed = True
        if self._reader is not None:
            self._reader.close()  # also ends a call that is reading
        if not self._batches.gi_running:
            self._batches.close()

    @property
    def bytes_read(self) -> int:
        """The number of bytes of text read so far, before decompression; 0 for other formats."""
        return 0 if self._reader is None else self._reader.bytes_read

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._is_closed:
            return "<Stream: closed>"
        return f"<Stream: {self._count} read, {self.bytes_read} bytes>"


def stream_of(reader: FileReader, count: int) -> Stream[Any]:
    """Returns the stream of the batches of a reader.

    Args:
        reader: the reader.
        count: the number of elements of a batch.
    """
    return Stream(batches_of(reader, count), reader)
