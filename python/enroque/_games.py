"""What goes with `Games`: reports of what was wrong, and the types of its arguments."""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import ArrayError

if TYPE_CHECKING:
    from ._core import Games

__all__ = [
    "FIRST_OTHER_START",
    "SORT_COLUMNS",
    "Annotations",
    "FilePath",
    "FilePaths",
    "GameError",
    "PgnFile",
    "PgnSource",
    "PgnTarget",
    "Progress",
    "SortKey",
    "Split",
    "order",
    "row_bounds",
    "texts",
]

FIRST_OTHER_START: Final = 960 + 960 * 960
"""From here on a start is an index of `other_starts`; below are the arrays of (double) Chess960."""

FilePath: TypeAlias = str | os.PathLike[str]
"""Where a file is."""

FilePaths: TypeAlias = FilePath | Sequence[FilePath]
"""Where files are."""

PgnTarget: TypeAlias = FilePath | IO[bytes] | IO[str]
"""A path or an open file to write to."""


@dataclass(frozen=True)
class Split:
    """A part of a PGN file that can be read by itself, made by `plan_splits`.

    It is plain data: pickle it, send it to another process or machine that sees the same file, and
    read it there with `read_split`, `Games.from_pgn` or `Games.stream`.

    Attributes:
        path: the file.
        start: where its range of bytes begins. Its games are those from the first that begins there
            or later.
        end: where the range ends: the first game that begins there or later is the next split's.
        file_bytes: the file's size when it was split. A file that has changed since is refused.
    """

    path: str
    start: int
    end: int
    file_bytes: int


PgnFile: TypeAlias = FilePath | IO[bytes] | IO[str] | bytes | bytearray | memoryview | Split
"""A path, a folder, a pattern, an open file, PGN in memory, or a part of a file."""

PgnSource: TypeAlias = PgnFile | Iterable[PgnFile]
"""What `Games.from_pgn` reads."""

SortKey: TypeAlias = "str | ArrayLike | list[str | ArrayLike]"
"""What games are sorted by: a column, a PGN tag, a value for each game, or a list of these."""

Annotations: TypeAlias = Literal["move_times", "arrows"] | Iterable[Literal["move_times", "arrows"]]
"""What is kept of comments beside evaluations and clocks: thinking times, arrows, or both."""

SORT_COLUMNS: Final = (
    "start",
    "chess960",
    "result",
    "white_elo",
    "black_elo",
    "broken",
    "plies",
    "date",
    "eco",
    "termination",
    "time_control",
    "fingerprints",
    "source",
    "source_game",
    "source_offset",
)
"""The columns of `Games` that it can be sorted by, with a value for each game."""

Progress: TypeAlias = Callable[[int, int | None], Any]
"""Called with the bytes read so far and those of all files (`None` if one is a stream)."""


@dataclass(frozen=True)
class GameError:
    """What was wrong with a game or a file, and where. It is a report, not an exception.

    Attributes:
        source: the file.
        game: the game in that file, from 1; 0 before all games.
        index: the game in the `Games` that report it, from 0; `None` if it is none of them.
        kind: a name for programs, such as `illegal_move`.
        ply: half-moves of the game that were read before it.
        line: the line in the (decompressed) file, from 1; 0 if there is no place.
        column: the column in bytes, from 1; 0 if there is no place.
        token: what stands there.
        reason: what is wrong with it.
        message: all of this in words.
    """

    source: str
    game: int
    index: int | None
    kind: str
    ply: int
    line: int
    column: int
    token: str
    reason: str
    message: str

    def __str__(self) -> str:
        return self.message


def order(games: "Games", by: SortKey, descending: bool) -> NDArray[np.int64]:
    """The indices that put games in order; see `Games.argsort`."""
    keys = [_key(games, key) for key in (by if isinstance(by, list) else [by])]
    for number, key in enumerate(keys):
        if key.dtype.kind == "M":  # an unknown date is the last, whichever way
            last_day = np.datetime64("0001-01-01" if descending else "9999-12-31")
            keys[number] = np.where(np.isnat(key), last_day, key)
    if not keys:
        raise ValueError("games are sorted by at least one key")
    if descending:
        # equal games stay in their order: backwards through a stable order of all backwards
        last = len(games) - 1
        return (last - _lexical([key[::-1] for key in keys]))[::-1].astype(np.int64)
    return _lexical(keys).astype(np.int64)


def _lexical(keys: list[NDArray[Any]]) -> NDArray[np.intp]:
    """A stable order by the first key, then by the second, and so on."""
    order = np.argsort(keys[-1], kind="stable")
    for key in keys[-2::-1]:
        order = order[np.argsort(key[order], kind="stable")]
    return order


def _key(games: "Games", key: str | ArrayLike) -> NDArray[Any]:
    """What games are sorted by: a value for each."""
    if isinstance(key, str):
        if key in SORT_COLUMNS:
            return getattr(games, key)  # type: ignore[no-any-return]
        # tags begin with a capital: one that no game has is none of these, all others are misspelt
        if not key[:1].isupper() and key not in games.tags:
            columns = ", ".join(SORT_COLUMNS)
            raise ValueError(f"{key!r} is no tag, and no column to sort by: those are {columns}")
        return texts(games, key)
    values = np.asarray(key)
    if values.shape != (len(games),):
        raise ArrayError(
            f"a key has one value for each of {len(games)} games, not the shape {values.shape}"
        )
    return values


def row_bounds(
    games: "Games", most_games: int, most_moves: int, count: int | None = None
) -> list[int]:
    """Where parts of games, or of the first `count` of them, begin, and where the last one ends.

    A part has at most so many games and moves, and at least one game.
    """
    end = len(games) if count is None else count
    bounds = [0]
    while bounds[-1] < end:
        first = bounds[-1]
        most = int(games.offsets[first]) + most_moves
        last = int(np.searchsorted(games.offsets, np.uint64(most), side="right")) - 1
        bounds.append(max(first + 1, min(last, first + most_games, end)))
    return bounds


def texts(games: "Games", tag: str) -> NDArray[Any]:
    """The values of a PGN tag as an array of `str`, empty where a game has none.

    Its dtype is object: equal values are one object, and a long one takes no room in the others.
    """
    known: dict[str | None, str] = {None: ""}
    array = np.empty(len(games), dtype=object)
    array[:] = [known.setdefault(value, value or "") for value in games.column(tag)]
    return array
