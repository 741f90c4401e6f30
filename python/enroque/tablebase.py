"""Syzygy endgame tables.

Example:
    >>> from enroque import Board
    >>> with Tablebase("/data/syzygy") as tablebase:  # doctest: +SKIP
    ...     tablebase.wdl(Board("8/8/8/8/8/4k3/4p3/4K3 b - - 0 1"))
    0
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import partial
from typing import (
    TYPE_CHECKING,
    Any,
    NamedTuple,
    Self,
    SupportsIndex,
    TypeAlias,
    TypeVar,
    cast,
    overload,
)

from ._core import Arena, Board, Games, Leaves, Move, Positions, SyzygyTables
from ._model.games import FilePath
from .errors import MissingTableError

__all__ = ["RatedMove", "Tablebase"]
__dir__ = __all__.copy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Samples: TypeAlias = Games | Positions | Arena | Leaves | Iterable[str]
    Floats: TypeAlias = NDArray[np.float32]

T = TypeVar("T")


class RatedMove(NamedTuple):
    """A move with its result in the tables, from the view of the player who makes it.

    Attributes:
        move: the move.
        wdl: 2 wins, 1 wins but is drawn by the 50-move rule, 0 draws, -1 loses but is drawn by the
            50-move rule, -2 loses.
        dtz: the plies to the next capture or pawn move with the best play, counted from before
            the move; negative if the move loses, 0 if it draws.
    """

    move: Move
    wdl: int
    dtz: int


class Tablebase(SyzygyTables):
    """Syzygy tables in folders.

    Positions with castling rights are in no table. Any number of threads look up positions at once.
    Files are opened when they are first used, and read in parts, of which `cache_bytes` stay in
    memory; so a damaged file is an error, and one that another program truncates does not end the
    process. Use it in a `with` statement, which closes the files.

    Args:
        path: a folder with `.rtbw` (win, draw, loss) and `.rtbz` (distance to zeroing) files, or
            several folders.
        cache_bytes: the most bytes of files to keep in memory; others are read each time.

    Attributes:
        cache_bytes: the argument.
        max_pieces: the number of pieces, pawns and kings included, of the largest table.

    Raises:
        FileNotFoundError: a folder does not exist, or none has tables.
    """

    def __new__(
        cls, path: FilePath | Sequence[FilePath], *, cache_bytes: SupportsIndex = 1 << 30
    ) -> Self:
        """Lists the files."""
        paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
        folders = [os.fspath(folder) for folder in paths]
        tables = cast(Self, super().__new__(cls, folders, cache_bytes))
        if not tables.max_pieces:
            names = ", ".join(map(os.fsdecode, folders)) or "no folder"
            raise FileNotFoundError(2, "no Syzygy tables (.rtbw)", names)
        return tables

    @overload
    def wdl(self, positions: Board) -> int: ...
    @overload
    def wdl(
        self,
        positions: Samples,
        game: ArrayLike | None = None,
        ply: ArrayLike | None = None,
        *,
        view: str = "side_to_move",
        on_missing: str = "raise",
        out: Floats | None = None,
        threads: SupportsIndex | None = None,
    ) -> Floats: ...
    def wdl(
        self,
        positions: Board | Samples,
        game: ArrayLike | None = None,
        ply: ArrayLike | None = None,
        *,
        view: str = "side_to_move",
        on_missing: str = "raise",
        out: Floats | None = None,
        threads: SupportsIndex | None = None,
    ) -> int | Floats:
        """Returns the result with best play.

        The halfmove clock is taken to be 0.

        Args:
            positions: a `Board`, or many positions: `Games`, `Positions`, an `Arena`, the leaves of
                a `TreeSearch`, or FENs.
            game: of `Games`, the games' indices, `(positions,)` integers.
            ply: of `Games`, the plies, `(positions,)` integers.
            view: of many positions, `"side_to_move"` or `"white"`; a board has that of the side to
                move.
            on_missing: what those of many positions get that are in no table: `"raise"` for an
                error, or `"nan"`.
            out: a C-contiguous, writeable float32 array to write to.
            threads: the number of threads; `None` for all cores.

        Returns:
            For the side to move: 2 won, 1 won but drawn by the 50-move rule, 0 drawn, -1 lost but
            drawn by the 50-move rule, -2 lost; an `int` for a board, else `(positions,)` float32.

        Raises:
            MissingTableError: no table has the position.
            FileFormatError: the table is damaged.
            IllegalPositionError: the position is illegal.
            FenError: a FEN is invalid.
            ClosedError: the tables are closed.
        """
        if isinstance(positions, Board):
            return self.board_wdl(positions)
        source, selected = _source(positions, game, ply)
        keywords = {"view": view, "on_missing": on_missing, "out": out, "threads": threads}
        values: Floats = source.tablebase_wdl(self, *selected, **keywords)
        return values

    @overload
    def dtz(self, positions: Board) -> int: ...
    @overload
    def dtz(
        self,
        positions: Samples,
        game: ArrayLike | None = None,
        ply: ArrayLike | None = None,
        *,
        view: str = "side_to_move",
        on_missing: str = "raise",
        out: Floats | None = None,
        threads: SupportsIndex | None = None,
    ) -> Floats: ...
    def dtz(
        self,
        positions: Board | Samples,
        game: ArrayLike | None = None,
        ply: ArrayLike | None = None,
        *,
        view: str = "side_to_move",
        on_missing: str = "raise",
        out: Floats | None = None,
        threads: SupportsIndex | None = None,
    ) -> int | Floats:
        """Returns the distance to zeroing: the plies to the next capture or pawn move.

        Args:
            positions: a `Board`, or many positions: `Games`, `Positions`, an `Arena`, the leaves of
                a `TreeSearch`, or FENs.
            game: of `Games`, the games' indices, `(positions,)` integers.
            ply: of `Games`, the plies, `(positions,)` integers.
            view: of many positions, `"side_to_move"` or `"white"`; a board has that of the side to
                move.
            on_missing: what those of many positions get that are in no table: `"raise"` for an
                error, or `"nan"`.
            out: a C-contiguous, writeable float32 array to write to.
            threads: the number of threads; `None` for all cores.

        Returns:
            The plies with best play, which may be one too many: positive if the side to move wins,
            negative if it loses, 0 if the position is drawn. Above 100 or below -100 the 50-move
            rule makes it a draw. An `int` for a board, else `(positions,)` float32.

        Raises:
            MissingTableError: no table has the position.
            FileFormatError: the table is damaged.
            IllegalPositionError: the position is illegal.
            FenError: a FEN is invalid.
            ClosedError: the tables are closed.
        """
        if isinstance(positions, Board):
            return self.board_dtz(positions)
        source, selected = _source(positions, game, ply)
        keywords = {"view": view, "on_missing": on_missing, "out": out, "threads": threads}
        values: Floats = source.tablebase_dtz(self, *selected, **keywords)
        return values

    def best(self, board: Board) -> list[RatedMove]:
        """Returns the legal moves, the best ones first.

        Args:
            board: the position.

        Returns:
            The moves by result; of won ones those with a shorter distance first, of lost ones those
            with a longer.

        Raises:
            MissingTableError: no table has the position.
            FileFormatError: the table is damaged.
            IllegalPositionError: the position is illegal.
            ClosedError: the tables are closed.
        """
        rated = []
        for move in board.legal_moves:
            after = board.copy(stack=False)
            after.push(move)
            if after.is_checkmate():
                rated.append(RatedMove(move, 2, 1))
                continue
            wdl, dtz = -self.wdl(after), -self.dtz(after)
            if board.is_zeroing(move):
                dtz = self.distance_of_zeroing(wdl)
            elif dtz:
                dtz += 1 if dtz > 0 else -1
            rated.append(RatedMove(move, wdl, dtz))
        return sorted(rated, key=lambda rating: (-rating.wdl, rating.dtz))

    @overload
    def get_wdl(self, board: Board) -> int | None: ...
    @overload
    def get_wdl(self, board: Board, default: T) -> int | T: ...
    def get_wdl(self, board: Board, default: Any = None) -> Any:
        """Returns `wdl`, or a default if no table has the position.

        Args:
            board: the position.
            default: the result without a table.
        """
        try:
            return self.wdl(board)
        except MissingTableError:
            return default

    @overload
    def get_dtz(self, board: Board) -> int | None: ...
    @overload
    def get_dtz(self, board: Board, default: T) -> int | T: ...
    def get_dtz(self, board: Board, default: Any = None) -> Any:
        """Returns `dtz`, or a default if no table has the position.

        Args:
            board: the position.
            default: the result without a table.
        """
        try:
            return self.dtz(board)
        except MissingTableError:
            return default

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), cache_bytes=self.cache_bytes), (self.folders,)

    def __repr__(self) -> str:
        state = f"up to {self.max_pieces} pieces" if self.folders else "closed"
        return f"<Tablebase: {state}>"


def _source(
    positions: Samples, game: ArrayLike | None, ply: ArrayLike | None
) -> tuple[Any, list[ArrayLike | None]]:
    """Returns an object with array methods, and their arguments that select positions."""
    if isinstance(positions, Games):
        return positions, [game, ply]
    if game is not None or ply is not None:
        raise TypeError("game and ply are arguments for Games")
    if isinstance(positions, (Positions, Arena, Leaves)):
        return positions, []
    return Positions.from_fens(positions, strict=True), []
