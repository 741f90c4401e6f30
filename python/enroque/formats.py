"""The files that trainers of networks read, as `Games` and back.

| name | suffixes | holds | Chess960 | by |
|---|---|---|---|---|
| `viriformat` | `.vf`, `.viri`, `.viriformat` | games | yes | bullet, Viridithas |
| `binpack` | `.binpack` | games | no | Stockfish's nnue-pytorch |

`read` and `write` take games a batch at a time, in memory that does not grow with the file; `.zst`
and `.gz` after the suffix compress. A trainer's file gives the evaluation of the position before
each move and `Games.evals` that after it, so they are shifted on the way: that of the start is kept
as the tag `StartEval`, that after the last move has no place in a file. Mate is 32,000 less the
plies to it.
"""

import contextlib
import os
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self, TypeAlias

from ._core import GameFileReader, GameFileWriter, Games
from .errors import EncodingError
from .games import FilePath

__all__ = ["FORMATS", "NO_SCORE", "Format", "Writer", "Written", "detect", "read", "write"]

NO_SCORE: Final = 32002
"""The score of a position that has none: Stockfish's `VALUE_NONE`, which trainers leave out."""

OnUnsupported: TypeAlias = Literal["raise", "skip"]
"""What happens to a game that a format has no words for."""


@dataclass(frozen=True)
class Format:
    """A kind of file.

    Attributes:
        name: what `format=` calls it.
        suffixes: the endings of its files, before `.zst` or `.gz`.
        holds: `"games"`, or `"positions"` without the moves between them.
        chess960: whether it can hold Chess960 and double Chess960.
        description: what it is.
    """

    name: str
    suffixes: tuple[str, ...]
    holds: Literal["games", "positions"]
    chess960: bool
    description: str


FORMATS: Final[dict[str, Format]] = {
    one.name: one
    for one in (
        Format(
            "viriformat",
            (".vf", ".viri", ".viriformat"),
            "games",
            True,
            "games of self-play with scores, as bullet reads them",
        ),
        Format(
            "binpack",
            (".binpack",),
            "games",
            False,
            "chains of positions with scores, as Stockfish's trainer reads them",
        ),
    )
}
"""Every format by its name."""

COMPRESSED: Final = (".zst", ".gz", ".bz2")


def detect(path: FilePath) -> Format:
    """The format that the suffix of a file's name says.

    >>> detect("selfplay.viriformat.zst").name
    'viriformat'

    Raises:
        EncodingError: a `ValueError`, if it says none.
    """
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    if suffixes and suffixes[-1] in COMPRESSED:
        suffixes.pop()
    for one in FORMATS.values():
        if suffixes and suffixes[-1] in one.suffixes:
            return one
    known = ", ".join(suffix for one in FORMATS.values() for suffix in one.suffixes)
    raise EncodingError(
        f"{os.fspath(path)}: the name does not say which format it is (known suffixes: {known}): "
        f"give format="
    )


def _chosen(path: FilePath, name: str | None) -> Format:
    if name is None:
        return detect(path)
    try:
        return FORMATS[name]
    except KeyError:
        known = ", ".join(repr(known) for known in FORMATS)
        raise EncodingError(f"unknown format {name!r}; known: {known}") from None


def read(
    path: FilePath, format: str | None = None, *, games_per_batch: int = 10_000
) -> Iterator[Games]:
    """The games of a file, in batches of `Games`.

    `format` is one of `FORMATS`; without it the file's suffix says. Compression (zstd, gzip, bzip2)
    is recognised by the first bytes.

    Raises:
        FileFormatError: a `ValueError` with `entry` and `offset`, where the file is damaged. The
            games before that have been given out.
        EncodingError: a `ValueError`: the format is unknown, or holds positions without games.
        OSError: if the file cannot be opened.
    """
    if games_per_batch < 1:
        raise ValueError(f"games_per_batch is 1 or more, not {games_per_batch}")
    return iter(GameFileReader(path, _chosen(path, format).name, games_per_batch=games_per_batch))


@dataclass(frozen=True)
class Written:
    """What is in a file that was written.

    Attributes:
        games: how many games.
        positions: how many positions.
        bytes: how many bytes, before compression.
        left_out: how many games were left out, by what the format has no words for.
    """

    games: int
    positions: int
    bytes: int
    left_out: dict[str, int] = field(default_factory=dict)


class Writer:
    """Writes a file batch by batch; a context manager.

    The file is there, under its name, only when the `with` has ended without an exception; one that
    was there is replaced then.

    Example:
        with formats.Writer("selfplay.vf.zst") as writer:
            for games in batches:
                writer.write(games)
        print(writer.written)

    `format` is one of `FORMATS`; without it the suffix says. `missing_score` stands for an
    evaluation that is not known. A game that the format has no words for (an unknown result,
    Chess960 where there is none) raises, or with `on_unsupported="skip"` is left out and counted in
    `written.left_out`.
    """

    written: Written | None
    """What was written; `None` before the end."""

    def __init__(
        self,
        path: FilePath,
        format: str | None = None,
        *,
        on_unsupported: OnUnsupported = "raise",
        missing_score: int = NO_SCORE,
    ) -> None:
        if on_unsupported not in ("raise", "skip"):
            raise EncodingError(f'on_unsupported is "raise" or "skip", not {on_unsupported!r}')
        if not -32768 <= missing_score <= 32767:
            raise EncodingError(f"missing_score is between -32768 and 32767, not {missing_score}")
        self.written = None
        self._target = Path(path)
        chosen = _chosen(path, format)
        self._unfinished = self._target.with_name(f".{self._target.name}.{secrets.token_hex(4)}")
        self._file = GameFileWriter(
            self._unfinished,
            chosen.name,
            suffixes_of=self._target,
            skip_unsupported=on_unsupported == "skip",
            missing_score=missing_score,
        )

    def write(self, games: Games) -> None:
        """Adds games.

        Raises:
            EncodingError: a `ValueError`: the format has no words for one; those before were added.
            OSError: if the bytes cannot be written.
        """
        if self.written is not None:
            raise ValueError("the file has been ended")
        self._file.write(games)

    def close(self) -> Written:
        """Ends the file, puts it in its place and says what is in it."""
        if self.written is None:
            report = self._file.finish()
            if report is None:
                raise ValueError("the file was given up")
            self._unfinished.replace(self._target)
            self.written = Written(**report)
        return self.written

    def abort(self) -> None:
        """Gives the file up; what was written is removed."""
        if self.written is None:
            with contextlib.suppress(OSError):
                self._file.finish()
            with contextlib.suppress(FileNotFoundError):
                self._unfinished.unlink()

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
            return
        try:
            self.close()
        except BaseException:
            self.abort()
            raise


def write(
    games: Games | Iterable[Games],
    path: FilePath,
    format: str | None = None,
    *,
    on_unsupported: OnUnsupported = "raise",
    missing_score: int = NO_SCORE,
) -> Written:
    """Writes games, or batches of them one after the other, into a file; see `Writer`.

    >>> import enroque, tempfile
    >>> games = enroque.data.example_games()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report = write(games, f"{folder}/games.vf", on_unsupported="skip")
    ...     again = next(read(f"{folder}/games.vf"))
    >>> len(again) == report.games
    True
    """
    options = {"on_unsupported": on_unsupported, "missing_score": missing_score}
    with Writer(path, format, **options) as writer:  # type: ignore[arg-type]
        for batch in [games] if isinstance(games, Games) else games:
            writer.write(batch)
    return writer.close()
