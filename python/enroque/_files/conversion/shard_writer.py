"""Writing one file of games in any format."""

from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, Self

from ... import formats, npz
from ..._core import Games
from ..atomic import AtomicFile, naming

__all__ = ["ShardWriter"]


class _Writer(Protocol):
    def write(self, games: Games) -> None: ...
    def close(self) -> Any: ...
    def abort(self) -> None: ...


class ShardWriter:
    """Writes a file of games, which appears under its name only when it is complete and on disk.

    A context manager, which discards the file at an exception. Otherwise call `close`.

    Args:
        path: the file to write.
        format: `"pgn"`, `"npz"`, `"parquet"` or a name in `enroque.formats.FORMATS`.
        on_unsupported: `"raise"` or `"skip"` games that a training format cannot store.
        missing_score: the score of positions without an evaluation; see `enroque.formats.Writer`.
    """

    def __init__(
        self, path: Path, format: str, *, on_unsupported: str, missing_score: int | None
    ) -> None:
        self.path = path
        self.games = self.positions = 0
        self._writer: _Writer
        with naming(path):
            if format == "pgn":
                self._writer = _PgnWriter(path)
            elif format == "npz":
                self._writer = npz.Writer(path, durable=True)
            elif format == "parquet":
                from ... import parquet

                self._writer = parquet.Writer(path, durable=True)
            else:
                self._writer = formats.Writer(
                    path,
                    format,
                    on_unsupported=on_unsupported,  # type: ignore[arg-type]
                    missing_score=missing_score,
                    durable=True,
                )

    def write(self, games: Games) -> None:
        """Appends games."""
        with naming(self.path):
            self._writer.write(games)
        self.games += len(games)
        self.positions += len(games.moves)

    def close(self) -> dict[str, Any]:
        """Finishes the file and returns its entry in the manifest."""
        with naming(self.path):
            written = self._writer.close()
        skipped = {}
        if isinstance(written, formats.Written):
            skipped = dict(written.skipped)
            self.games, self.positions = written.games, written.positions
        return {
            "file": self.path.name,
            "games": self.games,
            "positions": self.positions,
            "bytes": self.path.stat().st_size,
            **({"skipped": skipped} if skipped else {}),
        }

    def abort(self) -> None:
        """Discards the file."""
        self._writer.abort()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.abort()


class _PgnWriter:
    def __init__(self, path: Path) -> None:
        compression = path.suffix.lower().removeprefix(".")
        self._compression = compression if compression in ("zst", "gz", "bz2") else "none"
        self._atomic = AtomicFile(path)
        self._file = self._atomic.open()

    def write(self, games: Games) -> None:
        games.to_pgn(self._file, compression=self._compression)

    def close(self) -> None:
        self._file.close()
        self._atomic.commit(durable=True)

    def abort(self) -> None:
        with suppress(OSError):
            self._file.close()
        self._atomic.discard()
