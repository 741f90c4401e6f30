"""Games in Parquet files: one row a game, readable by everything that reads Parquet.

Needs pyarrow, the extra `parquet`. The columns are those of `enroque.arrow`; a file is compressed
with zstd and has a row group for every 16,384 games, so that files of any size are written and read
in bounded memory. Pages have checksums, which are verified. That does not make a move legal: every
move is played when a file is read, and `FileFormatError` names the first that is not.

    >>> from enroque.data import example_games
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(example_games(), f"{folder}/games.parquet").games
    ...     sum(len(games) for games in read(f"{folder}/games.parquet"))
    118
    118
"""

import importlib
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from ._arguments import at_least_one
from ._core import Games
from ._files import WholeOrAbsent, naming, replacing
from ._games import FilePath
from .arrow import ROWS, arrow_schema, batches, from_batch, pyarrow
from .errors import FileFormatError
from .formats import Written

__all__ = ["Writer", "load", "read", "write"]

_ASCENDING: Final = ("source_game", "source_offset")
"""Columns whose numbers grow from game to game: what is stored is how much."""

_DICTIONARIES: Final = (
    *("start", "fen", "chess960", "result", "white_elo", "black_elo", "broken", "source"),
    *(f"{name}.list.element" for name in ("moves", "evals", "clocks", "move_times")),
    "arrows.list.element.list.element",
    *(f"tags.list.element.{name}" for name in ("name", "value")),
)
"""All other columns: values that come again are stored once, as long as that pays."""

_NAMES: Final = "tags.list.element.name"
_VALUES: Final = "tags.list.element.value"
"""Columns that are read as the file has them, in a dictionary, where that can be done: nobody has
to write a text again for every tag that has it."""

_LEVELS: Final = dict.fromkeys(
    (*(f"{name}.list.element" for name in ("clocks", "move_times")), _NAMES, _VALUES), 3
)
"""Levels of zstd, of columns whose values come again: a tenth to a sixth less bytes than with
level 1, Arrow's own, which the others have. Of moves and evaluations level 3 gains a hundredth."""


_READ_AHEAD: Final = 1 << 16
"""Bytes of a column that are read at a time."""


class Writer(WholeOrAbsent):
    """Writes a file batch by batch; a context manager.

    The file is there, under its name, only when the `with` has ended without an exception; one that
    was there is replaced then. The same games make the same bytes, in whatever batches they come.

    Example:
        with parquet.Writer("games.parquet") as writer:
            for games in batches:
                writer.write(games)
        print(writer.written)
    """

    written: Written | None
    """What was written; `None` before the end."""

    def __init__(self, path: FilePath, *, durable: bool = False) -> None:
        parquet = _parquet()
        self.written = None
        self._path = path
        self._pending: list[Games] = []
        self._pending_games = self._games = self._positions = 0
        with ExitStack() as stack:
            self._file = stack.enter_context(replacing(path, durable=durable))
            self._writer = stack.enter_context(
                parquet.ParquetWriter(
                    self._file,
                    arrow_schema(),
                    compression="zstd",
                    compression_level=_LEVELS,
                    # of lists they would say nothing
                    write_statistics=["start", "result", "white_elo", "black_elo"],
                    write_page_checksum=True,
                    use_dictionary=list(_DICTIONARIES),
                    column_encoding=dict.fromkeys(_ASCENDING, "DELTA_BINARY_PACKED"),
                )
            )
            self._stack: ExitStack | None = stack.pop_all()

    def write(self, games: Games) -> None:
        """Adds games."""
        if self._stack is None:
            raise ValueError("the file has been ended")
        self._pending.append(games)
        self._pending_games += len(games)
        self._games += len(games)
        self._positions += len(games.moves)
        if self._pending_games >= ROWS:
            whole = self._pending_games - self._pending_games % ROWS
            all_games = Games.concatenate(self._pending)
            with naming(self._path):
                self._groups(all_games, whole)
            self._pending = [all_games[whole:]]
            self._pending_games -= whole

    def _groups(self, games: Games, count: int) -> None:
        for batch in batches(games, count=count):
            self._writer.write_batch(batch, row_group_size=batch.num_rows)

    def close(self) -> Written:
        """Ends the file, puts it in its place and says what is in it."""
        if self.written is None:
            if self._stack is None:
                raise ValueError("the file was given up")
            with naming(self._path):
                if self._pending_games:
                    self._groups(Games.concatenate(self._pending), self._pending_games)
                self._pending = []
                self._writer.close()
                size = self._file.tell()
                self._stack.close()
            self._stack = None
            self.written = Written(games=self._games, positions=self._positions, bytes=size)
        return self.written

    def abort(self) -> None:
        """Gives the file up; what was written is removed."""
        if self._stack is not None:
            given_up = _GivenUp()
            stack, self._stack = self._stack, None
            stack.__exit__(_GivenUp, given_up, None)


class _GivenUp(BaseException):
    """What the file is told when it is given up."""


def write(games: Games | Iterable[Games], path: FilePath) -> Written:
    """Writes games, or batches of them one after the other, into a file; see `Writer`."""
    with Writer(path) as writer:
        for batch in [games] if isinstance(games, Games) else games:
            writer.write(batch)
    return writer.close()


def read(paths: FilePath | Sequence[FilePath], *, games_per_batch: int = ROWS) -> Iterator[Games]:
    """The games of a file or of several, in batches of `Games`, in bounded memory.

    Files with a column `movetext`, as Lichess publishes them, are read too; see `enroque.arrow`.

    Raises:
        FileFormatError: a `ValueError`: a file is damaged, or holds no games.
        OSError: a file cannot be opened.
    """
    at_least_one("games_per_batch", games_per_batch)
    several = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    parquet = _parquet()
    for path in several:
        # the errors of open, of the last file too, before all work
        with Path(path).open("rb") as file:
            if file.read(2) == b"PK":
                raise FileFormatError(
                    f"{os.fspath(path)}: no Parquet file: an archive, as Games.load reads"
                )
    return _read(parquet, several, games_per_batch)


def _read(parquet: Any, paths: Sequence[FilePath], games_per_batch: int) -> Iterator[Games]:
    pa = pyarrow()
    for path in paths:
        with ExitStack() as stack:
            row = 0
            try:
                metadata = parquet.read_metadata(path)
                file = stack.enter_context(
                    parquet.ParquetFile(
                        path,
                        metadata=metadata,
                        page_checksum_verification=True,
                        read_dictionary=_dictionaries(metadata, games_per_batch),
                        # without these two it keeps all of the file that it has read, and
                        # a row group as a whole
                        pre_buffer=False,
                        buffer_size=_READ_AHEAD,
                    )
                )
                names = file.schema_arrow.names
                columns = (
                    None
                    if "moves" not in names
                    else [name for name in arrow_schema().names if name in names]
                )
                for batch in file.iter_batches(batch_size=games_per_batch, columns=columns):
                    games = from_batch(batch, os.fspath(path), row)
                    row += len(games)
                    yield games
            except FileFormatError as error:
                where = f"after row {row}: " if row else ""
                raise FileFormatError(f"{os.fspath(path)}: {where}{error}") from None
            # what is damaged is not always UTF-8 where it has to be
            except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
                if isinstance(error, OSError) and error.errno is not None:
                    raise
                # pyarrow tells of damage as OSError without a number
                raise FileFormatError(
                    f"{os.fspath(path)}: no sound Parquet file: {error}"
                ) from error


def _dictionaries(metadata: Any, games_per_batch: int) -> list[str]:
    """What is read as a dictionary.

    A batch has all of the dictionary that there is so far: for values, which are many, a row group
    must be a batch.
    """
    groups = [metadata.row_group(n) for n in range(metadata.num_row_groups)]
    if any(group.num_rows % games_per_batch for group in groups[:-1]):
        return []  # pyarrow cannot do that in batches of several row groups
    numbers = {metadata.schema.column(n).path: n for n in range(metadata.num_columns)}
    paths = [_NAMES]
    if all(group.num_rows <= games_per_batch for group in groups):
        paths.append(_VALUES)

    def has_dictionary(chunk: Any) -> bool:
        # pyarrow cannot make one of what is stored as differences
        is_delta = any(encoding.startswith("DELTA") for encoding in chunk.encodings)
        return bool(chunk.has_dictionary_page) and not is_delta

    return [
        path
        for path in paths
        if path in numbers and all(has_dictionary(group.column(numbers[path])) for group in groups)
    ]


def load(paths: FilePath | Sequence[FilePath]) -> Games:
    """All games of a file or of several; see `read`."""
    return Games.concatenate(read(paths))


def _parquet() -> Any:
    pyarrow()
    return importlib.import_module("pyarrow.parquet")
