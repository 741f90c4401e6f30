"""The writer of files of games in any format."""

import importlib
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, Protocol, Self

from .._arguments import COMPRESSIONS, check_games, check_suffix_of_format, checked_count, one_of
from .._core import FileWriter, Games
from .._model.games import FilePath
from ..errors import ClosedError
from ..formats._formats import OnUnsupported, check_missing_score, writable_format
from .atomic import Written, naming, replacing, temporary_path
from .formats import SUFFIXES, known_format
from .pgn import compression_of


class _Encoder(Protocol):
    """Writes games in one format to an open file; `finish` returns fields of `Written`."""

    def write(self, games: Games, /) -> object: ...
    def finish(self) -> dict[str, Any]: ...


class Writer:
    """Writes games to a file in any format, batch by batch; a context manager.

    The file appears under its name, or replaces the existing one, only when the `with` block ends
    without an exception. It does not depend on the batches.

    Records of lc0 have the fractions of the visits of the search (`Games.visit_counts`) as policy,
    and its values as `root`, `best` and `played`. Without visits the policy is 1 for the move
    played; without values they are the result of the game, and without either `visits` is 1. The
    policy is -1 where a move is not legal, `plies_left` and the other `m` fields count the
    remaining moves. `orig_q` is the network's value (`Games.network_values`) or NaN, as `orig_d`
    and `orig_m` are; the weights of `Games.search_weights` have no place there. With the suffix
    `.tar` each game is a compressed file in an archive, as lc0 writes them; otherwise the games are
    concatenated.

    In other training formats, a position without an evaluation (`Games.evals`) has the score of its
    search value (`Games.search_values`), by the curve of `enroque.win_probability`, limited to
    ±10,000.

    Args:
        path: the file to write; its suffixes select the format and the compression.
        format: `"pgn"`, `"npz"`, `"parquet"` or a name in `enroque.formats.FORMATS`; `None` for
            that of the suffix.
        on_unsupported: what to do with a game that a training format cannot store (unknown result,
            Chess960 in a format for standard chess) or a position without an evaluation:
            `"raise"` an `EncodingError`, or `"skip"` it and count it in `written.skipped`.
        missing_score: the score, -32768 to 32767, written for positions without an evaluation in a
            training format. `None` means `enroque.formats.NO_SCORE` in viriformat and binpack;
            other formats then cannot store these positions.
        input_format: lc0's input format: 1 to 5, 132 or 133. Format 1 does not record which rooks
            can castle, so Chess960 needs another one.
        durable: whether `close` waits until the file is on disk, so that not even a power failure
            leaves an incomplete one.

    Raises:
        ArgumentError: an argument is out of range, the format is unknown, or the suffix is that of
            another format.
        ImportError: pyarrow, the extra `parquet`, is not installed, and the file is Parquet.
        OSError: the file cannot be created.

    Example:
        >>> import tempfile
        >>> from enroque.data import example_games
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Writer(f"{folder}/games.npz") as writer:
        ...         writer.write(example_games())
        ...         writer.write(example_games())
        >>> writer.written.games
        236
    """

    written: Written | None
    """The counts of what was written; `None` before `close`."""

    # of the class, since `__del__` runs also if the call of the constructor fails
    _stack: ExitStack | None = None

    def __init__(
        self,
        path: FilePath,
        format: str | None = None,
        *,
        on_unsupported: OnUnsupported = "raise",
        missing_score: int | None = None,
        input_format: int = 1,
        durable: bool = False,
    ) -> None:
        one_of("on_unsupported", on_unsupported, "raise", "skip")
        check_missing_score(missing_score)
        checked_count("input_format", input_format)
        temporary_path(path)  # raises errors of the path
        if format is None:
            format = known_format(path, "use a suffix such as .pgn, .npz or .parquet")
        if format in SUFFIXES:
            compressions = tuple(COMPRESSIONS) if format == "pgn" else ()
            check_suffix_of_format(path, format, [SUFFIXES[format]], compressions)
        else:
            format = writable_format(path, format).name
        self.written = None
        self._path = path
        self._games = self._positions = 0
        with ExitStack() as stack:
            self._file = stack.enter_context(replacing(path, durable=durable))
            if format == "pgn":
                self._encoder: _Encoder = _PgnEncoder(self._file, compression_of(path))
            elif format in SUFFIXES:
                module = importlib.import_module(f"enroque.{format}")
                self._encoder = module.Encoder(self._file, stack)
            else:
                is_archive = ".tar" in Path(path).suffixes[-2:]
                skip = on_unsupported == "skip"
                with naming(path):
                    self._encoder = FileWriter.games(
                        self._file.name, path, format, skip, missing_score, input_format, is_archive
                    )
            self._stack = stack.pop_all()

    def write(self, games: Games) -> None:
        """Appends games, with their errors and warnings where the format stores them.

        Args:
            games: the games.

        Raises:
            ClosedError: the file is closed.
            EncodingError: a `ValueError`: the format cannot store a game; those before it are
                written.
            OSError: the file cannot be written.
        """
        if self._stack is None:
            raise ClosedError("the file is closed")
        check_games(games)
        with naming(self._path):
            self._encoder.write(games)
        self._games += len(games)
        self._positions += len(games.moves)

    def close(self) -> Written:
        """Completes the file, which then appears under its name, and returns the counts.

        Raises:
            ClosedError: the file was discarded.
            OSError: the file cannot be written.
        """
        if self.written is None:
            if self._stack is None:
                raise ClosedError("the file was discarded")
            with naming(self._path):
                counts: dict[str, Any] = {"games": self._games, "positions": self._positions}
                counts |= self._encoder.finish()
                if "bytes" not in counts:
                    counts["bytes"] = self._file.tell() if self._file.seekable() else 0
                self._stack.close()
            self._stack = None
            self.written = Written(**counts)
        return self.written

    def abort(self) -> None:
        """Discards the file; an existing file of this name stays."""
        if self._stack is not None:
            stack, self._stack = self._stack, None
            del self._encoder
            stack.__exit__(_Aborted, _Aborted(), None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None and self._stack is not None:
                self.close()
        finally:
            self.abort()

    def __del__(self) -> None:
        # before the file is closed: pyarrow would complete a closed file
        self.abort()


def shard_entry(path: Path, written: Written) -> dict[str, Any]:
    """Returns the entry of a shard in a manifest.

    Args:
        path: the file.
        written: the counts.
    """
    return {
        "file": path.name,
        "games": written.games,
        "positions": written.positions,
        "bytes": path.stat().st_size,
        **({"skipped": dict(written.skipped)} if written.skipped else {}),
    }


class _PgnEncoder:
    def __init__(self, file: BinaryIO, compression: str) -> None:
        self._file, self._compression = file, compression

    def write(self, games: Games) -> None:
        games.to_pgn(self._file, compression=self._compression)

    def finish(self) -> dict[str, Any]:
        return {}


class _Aborted(BaseException):
    """Makes the context managers of a file discard it."""
