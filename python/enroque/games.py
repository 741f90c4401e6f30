"""What goes with `Games`: reports of what was wrong, and the types of its arguments."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Any, TypeAlias

__all__ = ["FilePath", "GameError", "PgnFile", "PgnSource", "Progress"]

FilePath: TypeAlias = str | os.PathLike[str]
"""Where a file is."""

PgnFile: TypeAlias = FilePath | IO[bytes] | IO[str]
"""A path or an open file."""

PgnSource: TypeAlias = PgnFile | Sequence[PgnFile]
"""What `Games.from_pgn` reads."""

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
