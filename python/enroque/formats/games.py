"""Games out of trainers' files and into them."""

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias

from .. import _core
from .._arguments import at_least_one
from .._core import Games
from .._files import Unfinished, WholeOrAbsent, naming
from .._games import FilePath
from ..errors import EncodingError
from .kinds import chosen_format, writable_format

__all__ = ["NO_SCORE", "Writer", "Written", "read", "write"]

NO_SCORE: Final = 32002
"""The score of a position that has none: Stockfish's `VALUE_NONE`, which trainers leave out."""

OnUnsupported: TypeAlias = Literal["raise", "skip"]
"""What happens to a game that a format has no words for."""


def read(
    path: FilePath, format: str | None = None, *, games_per_batch: int = 10_000
) -> Iterator[Games]:
    """The games of a file, in batches of `Games`.

    `format` is one of `FORMATS`; without it the file's name says. Compression (zstd, gzip, bzip2)
    is recognized by the first bytes.

    Raises:
        FileFormatError: a `ValueError` with `entry` and `offset`, where the file is damaged. The
            games before that have been given out.
        EncodingError: a `ValueError`: the format is unknown, or holds positions without games.
        OSError: if the file cannot be opened.
    """
    at_least_one("games_per_batch", games_per_batch)
    chosen = chosen_format(path, format)
    if chosen.holds != "games":
        raise EncodingError(f"{chosen.name} holds positions, no games: see read_records")
    return iter(_core.GameFileReader(path, chosen.name, games_per_batch=games_per_batch))


@dataclass(frozen=True)
class Written:
    """What is in a file that was written.

    Attributes:
        games: how many games.
        positions: how many positions, each before a move.
        bytes: how many bytes, before compression.
        skipped: how many games were left out, by what the format has no words for; where a file
            holds positions, how many positions had no evaluation (`no_evaluation`).
    """

    games: int
    positions: int
    bytes: int
    skipped: dict[str, int] = field(default_factory=dict)


class Writer(WholeOrAbsent):
    """Writes a file batch by batch; a context manager.

    The file is there, under its name, only when the `with` has ended without an exception; one that
    was there is replaced then.

    Example:
        with formats.Writer("selfplay.vf.zst") as writer:
            for games in batches:
                writer.write(games)
        print(writer.written)

    `format` is one of `FORMATS`; without it the name says. `missing_score` stands for an evaluation
    that is not known; without it that is `NO_SCORE` in viriformat and binpack, and the others have
    no word for it. A game that the format has no words for (an unknown result, Chess960 where there
    is none) or a position without evaluation raises, or with `on_unsupported="skip"` is left out
    and counted in `written.skipped`.

    lc0's records are of `input_format` (1 to 5, 132, 133; all but 1 tell which rooks may castle).
    Their policy is 1 for the move that was played, 0 for the other legal moves, -1 else; all their
    values are the game's result, their moves left those that were played, `orig_q`, `orig_d` and
    `orig_m` NaN, `visits` 1. `.tar` makes an archive with a compressed file for each game, as lc0
    has it; else the games stand one after the other.
    """

    written: Written | None
    """What was written; `None` before the end."""

    def __init__(
        self,
        path: FilePath,
        format: str | None = None,
        *,
        on_unsupported: OnUnsupported = "raise",
        missing_score: int | None = None,
        input_format: int = 1,
    ) -> None:
        if on_unsupported not in ("raise", "skip"):
            raise EncodingError(f'on_unsupported is "raise" or "skip", not {on_unsupported!r}')
        if missing_score is not None and not -32768 <= missing_score <= 32767:
            raise EncodingError(f"missing_score is between -32768 and 32767, not {missing_score}")
        self.written = None
        self._target = Path(path)
        chosen = writable_format(path, format)
        self._unfinished = Unfinished(path)
        with naming(self._target):
            self._file = _core.GameFileWriter(
                self._unfinished.path,
                chosen.name,
                suffixes_of=self._target,
                skip_unsupported=on_unsupported == "skip",
                missing_score=missing_score,
                input_format=input_format,
                archive=".tar" in self._target.suffixes[-2:],
            )
        self._is_open = True

    def write(self, games: Games) -> None:
        """Adds games.

        Raises:
            EncodingError: a `ValueError`: the format has no words for one; those before were added.
            OSError: if the bytes cannot be written.
        """
        if not self._is_open:
            raise ValueError("the file has been ended or given up")
        with naming(self._target):
            self._file.write(games)

    def close(self) -> Written:
        """Ends the file, puts it in its place and says what is in it."""
        if self.written is None:
            if not self._is_open:
                raise ValueError("the file was given up")
            with naming(self._target):
                report = self._file.finish()
                self._unfinished.take_name()
            self._is_open = False
            self.written = Written(**(report or {}))
        return self.written

    def abort(self) -> None:
        """Gives the file up; what was written is removed."""
        if self._is_open:
            self._is_open = False
            with contextlib.suppress(OSError):
                self._file.finish()
            self._unfinished.discard()


def write(
    games: Games | Iterable[Games],
    path: FilePath,
    format: str | None = None,
    *,
    on_unsupported: OnUnsupported = "raise",
    missing_score: int | None = None,
    input_format: int = 1,
) -> Written:
    """Writes games, or batches of them one after the other, into a file; see `Writer`.

    >>> import tempfile
    >>> from enroque.data import example_games
    >>> games = example_games()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report = write(games, f"{folder}/games.vf", on_unsupported="skip")
    ...     again = next(read(f"{folder}/games.vf"))
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
        for batch in [games] if isinstance(games, Games) else games:
            writer.write(batch)
    return writer.close()
