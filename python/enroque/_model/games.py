"""`GameError`, `Split`, and the types of the arguments of `Games`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Final, Literal, TypeAlias

from .._optional_packages import imported
from ..errors import ArgumentError, ArrayError
from .stored import GAMES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from .._core import Board, Games

FIRST_OTHER_START: Final = 960 + 960 * 960
"""The first code in `Games.start` that refers to `Games.other_starts`."""

INVALID_START: Final = FIRST_OTHER_START - 1
"""The code in `Games.start` of a game whose start position is invalid."""

FilePath: TypeAlias = str | os.PathLike[str]
"""The path of a file."""

BoardTest: TypeAlias = "Callable[[Board], object]"
"""A function of a board whose result counts as true or false."""

PgnTarget: TypeAlias = FilePath | IO[bytes] | IO[str]
"""A path or an open file to write to."""


@dataclass(frozen=True)
class Split:
    """A byte range of a PGN file that can be read independently, returned by `plan_splits`.

    Splits are plain data, which can be pickled and sent to another process or machine with access
    to the same file. `read_split`, `Games.from_pgn` and `Games.stream` read them.

    Attributes:
        path: the file.
        start: the start of the range. The split contains the games that start in the range.
        end: the end of the range.
        file_bytes: the size of the file when it was split; reading a file that has changed raises
            `FileFormatError`.
    """

    path: str
    start: int
    end: int
    file_bytes: int


PgnFile: TypeAlias = FilePath | IO[bytes] | IO[str] | bytes | bytearray | memoryview | Split
"""A path, a folder, a pattern, an open file, PGN in memory, or a split of a file."""

PgnSource: TypeAlias = PgnFile | Iterable[PgnFile]
"""One or several sources of PGN, as for `Games.from_pgn`."""

SortKey: TypeAlias = "str | ArrayLike | list[str | ArrayLike]"
"""A sort key of games: a column, a PGN tag, a value for each game, or a list of these."""

Tags: TypeAlias = Mapping[str, str | Iterable[str | None] | None]
"""PGN tags: for each name a value for all games, or one for each game."""

_Annotation: TypeAlias = Literal["move_times", "arrows", "engine"]
Annotations: TypeAlias = _Annotation | Iterable[_Annotation]
"""The parts of comments to keep beside evaluations and clocks: times, arrows, engine reports."""

SORT_COLUMNS: Final = (
    *("start", *(column.name for column in GAMES)),
    *("plies", "date", "eco", "termination", "time_control", "fingerprints"),
    *("source", "source_game", "source_offset"),
)
"""The columns of `Games` with a value for each game, by which games can be sorted."""


@dataclass(frozen=True)
class GameError:
    """An error or warning in a game or source, with its location. It is data, not an exception.

    Attributes:
        source: the name of the source, such as the path of the file.
        game: the number of the game in the source, from 1; 0 before the first game.
        index: the index of the game in the `Games` with this report, from 0; `None` if it does not
            contain the game.
        kind: the kind of error, such as `illegal_move`.
        ply: the number of plies of the game before the error.
        line: the line in the decompressed source, from 1; 0 if unknown.
        column: the column in bytes, from 1; 0 if unknown.
        token: the text at this location.
        reason: the reason.
        message: the complete message with location.

    Example:
        >>> from enroque import Games
        >>> print(Games.from_pgn(b"1. e4 e5 2. Qh6 *").errors[0])
        <bytes>:1:13: game 1, ply 2: "Qh6": no such piece can move there
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


def order(games: Games, by: SortKey, descending: bool) -> NDArray[np.int64]:
    """Returns the indices that sort games; see `Games.argsort`."""
    import numpy as np

    keys = [_key(games, key) for key in (by if isinstance(by, list) else [by])]
    for number, key in enumerate(keys):
        if key.dtype.kind == "M":  # unknown dates come last in both directions
            last_day = np.datetime64("0001-01-01" if descending else "9999-12-31")
            keys[number] = np.where(np.isnat(key), last_day, key)
    if not keys:
        raise ArgumentError("sorting requires at least one key")
    if descending:
        # to be stable, sort the reversed games in ascending order and reverse the result
        last = len(games) - 1
        return (last - np.lexsort([key[::-1] for key in keys[::-1]]))[::-1].astype(np.int64)
    return np.lexsort(keys[::-1]).astype(np.int64)


def in_order(games: Games, by: SortKey, descending: bool) -> Games:
    """Returns the games in sorted order; see `Games.sort`."""
    ordered: Games = games[order(games, by, descending)]
    return ordered


def _key(games: Games, key: str | ArrayLike) -> NDArray[Any]:
    """Returns the value of a sort key for each game."""
    import numpy as np

    if isinstance(key, str):
        if key in SORT_COLUMNS:
            return getattr(games, key)  # type: ignore[no-any-return]
        # an unknown name in lower case is a misspelled column, since tags start with a capital
        if not key[:1].isupper() and key not in games.tag_names:
            columns = ", ".join(SORT_COLUMNS)
            raise ArgumentError(f"{key!r} is neither a tag nor one of the columns {columns}")
        return texts(games, key)
    values = np.asarray(key)
    if values.shape != (len(games),):
        raise ArrayError(
            f"a key of {len(games)} games must have shape ({len(games)},), not {values.shape}"
        )
    return values


def chunk_bounds(
    games: Games, max_games: int, max_moves: int, count: int | None = None
) -> list[int]:
    """Divides games, or the first `count` of them, into chunks of limited size.

    Args:
        games: the games.
        max_games: the largest number of games in a chunk.
        max_moves: the largest number of moves in a chunk of more than one game.
        count: the number of games to divide; `None` for all.

    Returns:
        The start of each chunk, and the end of the last one.
    """
    import numpy as np

    end = len(games) if count is None else count
    bounds = [0]
    while bounds[-1] < end:
        first = bounds[-1]
        last_move = int(games.offsets[first]) + max_moves
        last = int(np.searchsorted(games.offsets, last_move, side="right")) - 1
        bounds.append(max(first + 1, min(last, first + max_games, end)))
    return bounds


def texts(games: Games, tag: str) -> NDArray[Any]:
    """Returns the values of a PGN tag as an array of `str` (dtype object); empty if missing.

    Equal values are one object. With dtype object a long value does not enlarge the others.
    """
    import numpy as np

    known: dict[str | None, str] = {None: ""}
    array = np.empty(len(games), dtype=object)
    array[:] = [known.setdefault(value, value or "") for value in games.tag_values(tag)]
    return array


def accuracy(games: Games, *, threads: int | None) -> NDArray[np.float64]:
    """Returns the accuracy of White and Black; see `Games.accuracy`."""
    return games._quality(threads)[:, :2].copy()


def acpl(games: Games, *, threads: int | None) -> NDArray[np.float64]:
    """Returns the average centipawn loss of White and Black; see `Games.acpl`."""
    return games._quality(threads)[:, 2:].copy()


_TABLE_COLUMNS = ("chess960", "broken", "result", "white_elo", "black_elo", "plies", "date")


_UNKNOWN: Final = {"result": -128, "white_elo": 0, "black_elo": 0}
"""The values of columns of tables where a game has none."""


def to_pandas(games: Games, moves: str | None, tags: list[str] | None) -> Any:
    """Returns a table with a row for each game; see `Games.to_pandas`."""
    pd = imported("pandas", "Games.to_pandas")
    columns = _columns(games, moves, tags)
    for name, unknown in _UNKNOWN.items():
        columns[name] = pd.arrays.IntegerArray(columns[name].copy(), columns[name] == unknown)
    return pd.DataFrame(columns)


def to_polars(games: Games, moves: str | None, tags: list[str] | None) -> Any:
    """Returns a table with a row for each game; see `Games.to_polars`."""
    pl = imported("polars", "Games.to_polars", "Polars")
    table = pl.DataFrame(_columns(games, moves, tags))
    known = [pl.col(name).replace(unknown, None) for name, unknown in _UNKNOWN.items()]
    return table.with_columns(*known)


def _columns(games: Games, moves: str | None, tags: list[str] | None) -> dict[str, Any]:
    """Returns the columns of a table with a row for each game."""
    if moves not in (None, "san", "uci"):
        raise ArgumentError(f'moves must be "san", "uci" or None, not {moves!r}')
    columns: dict[str, Any] = {
        tag: texts(games, tag) for tag in (games.tag_names if tags is None else tags)
    }
    columns |= {column: getattr(games, column) for column in _TABLE_COLUMNS}
    columns["opening_name"] = games.openings().name
    if moves is not None:
        columns["moves"] = games.san() if moves == "san" else games.uci()
    return columns


def limit_per_elo_bin(
    batches: Iterable[Games], count: int, *, bin_width: int = 100
) -> Iterator[Games]:
    """Yields the batches of a stream with the first games of each bin of mean ratings.

    `Games.limit_per_elo_bin` for games that do not fit in memory: all batches together have at
    most `count` games of a bin. Games without both ratings share a bin.

    Args:
        batches: `Games`, such as those of `Games.stream`, `npz.stream` or `parquet.stream`.
        count: the largest number of games in a bin.
        bin_width: the width of a bin in rating points.

    Raises:
        ArgumentError: `count` is negative, or `bin_width` is not 1 to 65,535.

    Example:
        >>> import enroque
        >>> stream = enroque.Games.stream(b"1. e4 * 1. d4 * 1. c4 *", games_per_batch=1)
        >>> [len(games) for games in enroque.limit_per_elo_bin(stream, 2)]
        [1, 1, 0]
    """
    counts: list[int] = []
    for batch in batches:
        games, counts = batch._limit_per_elo_bin(count, bin_width, counts)
        yield games
