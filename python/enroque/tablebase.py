"""Endgame tables: Syzygy files, and tables of three and four pieces that are computed.

Example:
    >>> from enroque import Board
    >>> with Tablebase("/data/syzygy") as tablebase:  # doctest: +SKIP
    ...     tablebase.wdl(Board("8/8/8/8/8/4k3/4p3/4K3 b - - 0 1"))
    0
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
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

from ._arguments import whole_number
from ._core import Arena, Board, Games, Leaves, Move, Positions, SyzygyTables
from ._model.games import FilePath
from ._progress import Progress
from .errors import MissingTableError, OutOfRangeError

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
            the move; negative if the move loses, 0 if it draws. `None` by generated tables.
        dtm: the plies to mate in the same way, by generated tables; else `None`.
    """

    move: Move
    wdl: int
    dtz: int | None
    dtm: int | None = None


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
        tables = cast(Self, super().__new__(cls, folders, cache_bytes, 0, None, False))
        if not tables.max_pieces:
            names = ", ".join(map(os.fsdecode, folders)) or "no folder"
            raise FileNotFoundError(2, "no Syzygy tables (.rtbw)", names)
        return tables

    @classmethod
    def generate(
        cls,
        pieces: SupportsIndex = 3,
        *,
        threads: SupportsIndex | None = None,
        progress: Progress = False,
    ) -> Self:
        """Computes tables in memory, which need no files.

        They have results and distances to mate (`dtm`), but no distances to zeroing.

        Args:
            pieces: the number of pieces, kings included: 3, in a second and 1.3 MB, or 4, in
                minutes and 505 MB.
            threads: the number of threads; `None` for all cores.
            progress: `True` for a progress bar, or a function of the positions done and of all.

        Raises:
            OutOfRangeError: `pieces` is neither 3 nor 4.

        Example:
            >>> from enroque import Board
            >>> tablebase = Tablebase.generate()
            >>> board = Board("8/8/8/8/8/4k3/8/KQ6 w - - 0 1")
            >>> tablebase.dtm(board)
            13
            >>> tablebase.best(board)[0].move
            Move.from_uci('b1f5')
        """
        count = whole_number(pieces, "pieces must be 3 or 4")
        if count not in (3, 4):
            raise OutOfRangeError(f"pieces must be 3 or 4, not {count}")
        return cast(Self, super().__new__(cls, [], 0, count, threads, progress))

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
        encode = _method("tablebase_wdl", positions, game, ply)
        return encode(self, view=view, on_missing=on_missing, out=out, threads=threads)

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
        encode = _method("tablebase_dtz", positions, game, ply)
        return encode(self, view=view, on_missing=on_missing, out=out, threads=threads)

    @overload
    def dtm(self, positions: Board) -> int: ...
    @overload
    def dtm(
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
    def dtm(
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
        """Returns the plies to mate with best play, by tables of `generate`.

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
            The plies: positive if the side to move wins, negative if it loses, 0 if the position is
            drawn or a checkmate. An `int` for a board, else `(positions,)` float32.

        Raises:
            MissingTableError: no table has the position, or the tables are Syzygy files.
            IllegalPositionError: the position is illegal.
            FenError: a FEN is invalid.
            ClosedError: the tables are closed.
        """
        if isinstance(positions, Board):
            return self.board_dtm(positions)
        encode = _method("tablebase_dtm", positions, game, ply)
        return encode(self, view=view, on_missing=on_missing, out=out, threads=threads)

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
        is_generated = bool(self.generated_pieces)
        distance = self.dtm if is_generated else self.dtz
        rated = []
        for move in board.legal_moves:
            after = board.copy(stack=False)
            after.push(move)
            if after.is_checkmate():
                wdl, plies = 2, 1
            else:
                wdl, plies = -self.wdl(after), -distance(after)
                if board.is_zeroing(move) and not is_generated:
                    plies = self.distance_of_zeroing(wdl)
                elif plies:
                    plies += 1 if plies > 0 else -1
            rated.append(RatedMove(move, wdl, *((None, plies) if is_generated else (plies, None))))
        return sorted(rated, key=lambda rating: (-rating.wdl, rating.dtm or rating.dtz or 0))

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

    @overload
    def get_dtm(self, board: Board) -> int | None: ...
    @overload
    def get_dtm(self, board: Board, default: T) -> int | T: ...
    def get_dtm(self, board: Board, default: Any = None) -> Any:
        """Returns `dtm`, or a default if no table has the position.

        Args:
            board: the position.
            default: the result without a table.
        """
        try:
            return self.dtm(board)
        except MissingTableError:
            return default

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        if self.generated_pieces:
            return type(self).generate, (self.generated_pieces,)
        return partial(type(self), cache_bytes=self.cache_bytes), (self.folders,)

    def __repr__(self) -> str:
        state = "closed" if self.is_closed else f"up to {self.max_pieces} pieces"
        return f"<Tablebase: {state}>"


def _method(
    name: str, positions: Samples, game: ArrayLike | None, ply: ArrayLike | None
) -> Callable[..., Floats]:
    """Returns an array method of an object of positions, with the selected ones."""
    if isinstance(positions, Games):
        return partial(getattr(positions, name), game=game, ply=ply)
    if game is not None or ply is not None:
        raise TypeError("game and ply are arguments for Games")
    if not isinstance(positions, (Positions, Arena, Leaves)):
        positions = Positions.from_fens(positions, strict=True)
    method: Callable[..., Floats] = getattr(positions, name)
    return method
