"""Files of every kind, written a batch at a time and whole or not there."""

import os
import re
import secrets
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Protocol, Self

from .. import formats, npz
from .._core import Games
from .._files import naming

__all__ = ["LEFT_OVER", "ShardWriter"]

LEFT_OVER = re.compile(r"\.{1,2}[0-9a-f]{8}\.part\..+")
"""The names of files that a run which was killed did not finish."""


class _Writer(Protocol):
    def write(self, games: Games) -> None: ...
    def close(self) -> Any: ...
    def abort(self) -> None: ...


class ShardWriter:
    """A file that takes its name when all of it is on the disk. A context manager."""

    def __init__(
        self, path: Path, kind: str, *, on_unsupported: str, missing_score: int | None
    ) -> None:
        self.path = path
        self.skipped: dict[str, int] = {}
        self.games = self.positions = 0
        self._part = path.with_name(f".{secrets.token_hex(4)}.part.{path.name}")
        self._writer: _Writer
        with naming(path):
            if kind == "pgn":
                self._writer = _PgnWriter(self._part, path)
            elif kind == "npz":
                self._writer = npz.Writer(self._part)
            elif kind == "parquet":
                from .. import parquet

                self._writer = parquet.Writer(self._part)
            else:
                self._writer = formats.Writer(
                    self._part,
                    kind,
                    on_unsupported=on_unsupported,  # type: ignore[arg-type]
                    missing_score=missing_score,
                )

    def write(self, games: Games) -> None:
        """Adds games."""
        with naming(self.path):
            self._writer.write(games)
        self.games += len(games)
        self.positions += len(games.moves)

    def close(self) -> dict[str, Any]:
        """Ends the file, waits until the disk has it, and gives it its name."""
        with naming(self.path):
            written = self._writer.close()
            with self._part.open("rb+") as file:
                os.fsync(file.fileno())
                size = os.fstat(file.fileno()).st_size
            self._part.replace(self.path)
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        if isinstance(written, formats.Written):
            self.skipped = dict(written.skipped)
            self.games, self.positions = written.games, written.positions
        return {
            "file": self.path.name,
            "games": self.games,
            "positions": self.positions,
            "bytes": size,
            **({"skipped": self.skipped} if self.skipped else {}),
        }

    def abort(self) -> None:
        """Gives the file up."""
        try:
            self._writer.abort()
        finally:
            self._part.unlink(missing_ok=True)

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


class _PgnWriter:
    def __init__(self, part: Path, named: Path) -> None:
        compression = named.suffix.lower().removeprefix(".")
        self._compression = compression if compression in ("zst", "gz", "bz2") else "none"
        self._file: BinaryIO = part.open("xb")

    def write(self, games: Games) -> None:
        games.to_pgn(self._file, compression=self._compression)

    def close(self) -> None:
        self._file.close()

    def abort(self) -> None:
        self._file.close()
