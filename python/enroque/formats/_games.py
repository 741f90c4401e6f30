"""Reading and writing games in training formats."""

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal, TypeAlias

from .. import _core
from .._arguments import at_least_one, checked_count, one_of, whole_number
from .._core import Games
from .._files.atomic import AtomicFile, AtomicWriter, Written, naming
from .._model.games import FilePath
from .._progress import Progress, write_all
from ..errors import ArgumentError, ClosedError
from ._formats import chosen_format, writable_format

__all__ = ["NO_SCORE", "Writer", "read", "stream", "write"]

NO_SCORE: Final = 32002
"""The score that marks a position without a score: Stockfish's `VALUE_NONE`."""

OnUnsupported: TypeAlias = Literal["raise", "skip"]
"""The handling of a game that the format cannot store: raise an exception or skip it."""


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
        raise ArgumentError(f"{chosen.name} stores positions, not games: use stream_records")
    return iter(_core.GameFileReader(path, chosen.name, games_per_batch=games_per_batch))


def check_missing_score(score: int | None) -> None:
    """Raises an error if the argument `missing_score` is not `None` or a score of 16 bits."""
    requirement = "missing_score must be -32768 to 32767"
    if score is not None and not -32768 <= whole_number(score, requirement) <= 32767:
        raise ArgumentError(requirement)


class Writer(AtomicWriter):
    """Writes games to a file in a training format, batch by batch; a context manager.

    The file appears under its name, or replaces the existing one, only when the `with` block ends
    without an exception.

    Records of lc0 have the fractions of the visits of the search (`Games.visit_counts`) as policy,
    and its values as `root`, `best` and `played`. Without visits the policy is 1 for the move
    played; without values they are the result of the game, and without either `visits` is 1. The
    policy is -1 where a move is not legal, `plies_left` and the other `m` fields count the
    remaining moves. `orig_q` is the network's value (`Games.network_values`) or NaN, as `orig_d`
    and `orig_m` are; the weights of `Games.search_weights` are not stored. With the suffix `.tar`
    each game is a compressed file in an archive, as lc0 writes them; otherwise the games are
    concatenated.

    In other formats, a position without an evaluation (`Games.evals`) has the score of its search
    value (`Games.search_values`), by the curve of `enroque.win_probability`, limited to ±10,000.

    Args:
        path: the file to write; its suffixes select the format and the compression.
        format: a name in `FORMATS`; `None` detects it from the file name.
        on_unsupported: the handling of a game that the format cannot store (unknown result,
            Chess960 in a format for standard chess) or a position without an evaluation: `"raise"`
            an `EncodingError`, or `"skip"` it and count it in `written.skipped`.
        missing_score: the score, -32768 to 32767, written for positions without an evaluation.
            `None` means `NO_SCORE` in viriformat and binpack; other formats then cannot store
            these positions.
        input_format: lc0's input format: 1 to 5, 132 or 133. Format 1 does not record which rooks
            can castle, so Chess960 needs another one.
        durable: whether `close` waits until the file is on disk, so that not even a power failure
            leaves an incomplete one.

    Raises:
        ArgumentError: an argument is out of range, or the format is unknown.
        OSError: the file cannot be created.

    Example:
        >>> from enroque import formats
        >>> with formats.Writer("selfplay.vf.zst") as writer:  # doctest: +SKIP
        ...     for games in batches:
        ...         writer.write(games)
        >>> writer.written  # doctest: +SKIP
        Written(games=1000, positions=81234, bytes=331936, skipped={})
    """

    written: Written | None
    """The counts, after the file is closed; `None` before."""

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
        self.written = None
        self._durable = durable
        self._target = Path(path)
        chosen = writable_format(path, format)
        self._atomic = AtomicFile(path)
        with naming(self._target):
            self._file = _core.GameFileWriter(
                self._atomic.path,
                chosen.name,
                suffixes_of=self._target,
                skip_unsupported=on_unsupported == "skip",
                missing_score=missing_score,
                input_format=input_format,
                archive=".tar" in self._target.suffixes[-2:],
            )
        self._is_open = True

    def write(self, games: Games) -> None:
        """Appends games.

        Args:
            games: the games.

        Raises:
            EncodingError: a `ValueError`: the format cannot store a game; those before it are
                written.
            OSError: the file cannot be written.
        """
        if not self._is_open:
            raise ClosedError("the file is closed")
        with naming(self._target):
            self._file.write(games)

    def close(self) -> Written:
        """Finishes the file, gives it its name and returns the counts."""
        if self.written is None:
            if not self._is_open:
                raise ClosedError("the file was discarded")
            with naming(self._target):
                report = self._file.finish()
                self._atomic.commit(durable=self._durable)
            self._is_open = False
            self.written = Written(**(report or {}))
        return self.written

    def abort(self) -> None:
        """Removes the incomplete file; an existing file of this name stays."""
        if self._is_open:
            self._is_open = False
            with contextlib.suppress(OSError):
                self._file.finish()
            self._atomic.discard()


def write(
    games: Games | Iterable[Games],
    path: FilePath,
    format: str | None = None,
    *,
    on_unsupported: OnUnsupported = "raise",
    missing_score: int | None = None,
    input_format: int = 1,
    progress: Progress = False,
) -> Written:
    """Writes games to a file in a training format.

    Args:
        games: `Games`, or batches of them.
        path: the file to write; its suffixes select the format and the compression.
        format: a name in `FORMATS`; `None` detects it from the file name.
        on_unsupported: `"raise"` or `"skip"` games that the format cannot store; see `Writer`.
        missing_score: the score for positions without an evaluation; see `Writer`.
        input_format: lc0's input format; see `Writer`.
        progress: `True` for a progress bar (tqdm), or a function that is called with the number of
            games written and their total (`None` for batches).

    Returns:
        The counts of the items written.

    Raises:
        ArgumentError: an argument is out of range, or the format is unknown.
        EncodingError: a `ValueError`: the format cannot store a game.
        OSError: the file cannot be written.

    Example:
        >>> import tempfile
        >>> from enroque.data import example_games
        >>> games = example_games()
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     report = write(games, f"{folder}/games.vf", on_unsupported="skip")
        ...     again = read(f"{folder}/games.vf")
        >>> len(again) == report.games
        True
    """
    with Writer(
        path,
        format,
        on_unsupported=on_unsupported,
        missing_score=missing_score,
        input_format=input_format,
    ) as writer:
        write_all(writer.write, games, progress)
    return writer.close()
