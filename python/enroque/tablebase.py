"""Syzygy endgame tables, through python-chess (the extra `engine`).

Example:
    >>> from enroque import Board
    >>> with Tablebase("/data/syzygy") as tablebase:  # doctest: +SKIP
    ...     tablebase.wdl(Board("8/8/8/8/8/4k3/4p3/4K3 b - - 0 1"))
    0
"""

import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeVar, overload

from ._arguments import type_name
from ._compatibility.boards import to_chess
from ._core import Board, Move
from ._model.games import FilePath
from ._optional_packages import missing_package
from .errors import ClosedError, FileFormatError, IllegalPositionError, MissingTableError

__all__ = ["RatedMove", "Tablebase"]

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


class Tablebase:
    """Syzygy tables in folders.

    Positions with castling rights are in no table. Lookups from several threads wait for each
    other. Use it in a `with` statement, which closes the files.

    Args:
        path: a folder with `.rtbw` (win, draw, loss) and `.rtbz` (distance to zeroing) files, or
            several folders.

    Raises:
        FileNotFoundError: a folder does not exist, or none has tables.
        ImportError: python-chess, the extra `engine`, is not installed.
    """

    def __init__(self, path: FilePath | Sequence[FilePath]) -> None:
        try:
            import chess.syzygy
        except ImportError as error:
            user = "enroque.tablebase"
            raise missing_package(error, user, "python-chess", "enroque[engine]") from error
        paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
        self._lock = threading.RLock()
        self._tables: Any = chess.syzygy.Tablebase()
        self._closed = False
        self.max_pieces = 0
        """The number of pieces, pawns and kings included, of the largest table."""
        names: set[str] = set()
        for folder in paths:
            self._tables.add_directory(os.fspath(folder))
            names |= {file.stem for file in Path(folder).glob("*.rtbw")}
        if not names:
            folders = ", ".join(os.fspath(folder) for folder in paths) or "no folder"
            raise FileNotFoundError(2, "no Syzygy tables (.rtbw)", folders)
        self.max_pieces = max(len(name) - 1 for name in names)

    def wdl(self, board: Board) -> int:
        """Returns the result with best play.

        The halfmove clock is taken to be 0.

        Args:
            board: the position.

        Returns:
            For the side to move: 2 won, 1 won but drawn by the 50-move rule, 0 drawn, -1 lost but
            drawn by the 50-move rule, -2 lost.

        Raises:
            MissingTableError: no table has the position.
            FileFormatError: the table is damaged.
            IllegalPositionError: the position is illegal.
            ClosedError: the tables are closed.
        """
        return self._probe(board, lambda tables, theirs: int(tables.probe_wdl(theirs)))

    def dtz(self, board: Board) -> int:
        """Returns the distance to zeroing: the plies to the next capture or pawn move.

        Args:
            board: the position.

        Returns:
            The plies with best play, which may be one too many: positive if the side to move wins,
            negative if it loses, 0 if the position is drawn. Above 100 or below -100 the 50-move
            rule makes it a draw.

        Raises:
            MissingTableError: no table has the position.
            FileFormatError: the table is damaged.
            IllegalPositionError: the position is illegal.
            ClosedError: the tables are closed.
        """
        return self._probe(board, lambda tables, theirs: int(tables.probe_dtz(theirs)))

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
                dtz = _ZEROING[wdl]
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

    def _probe(self, board: Board, probe: Callable[[Any, Any], T]) -> T:
        if not isinstance(board, Board):
            raise TypeError(f"a board must be an enroque.Board, not {type_name(board)}")
        if status := board.status():
            raise IllegalPositionError(f"illegal position: {board.fen()}", int(status))
        theirs = to_chess(board.copy(stack=False))
        with self._lock:
            if self._closed:
                raise ClosedError("the tables are closed")
            try:
                return probe(self._tables, theirs)
            except KeyError as error:
                fen = board.fen()
                reason = str(error.args[0]).removesuffix(f": {fen}")
                raise MissingTableError(f"{fen}: {reason}") from None
            except (OSError, ValueError, IndexError, AssertionError) as error:
                if isinstance(error, OSError) and error.errno is not None:
                    raise
                raise FileFormatError(f"{board.fen()}: the table is damaged: {error}") from None

    def close(self) -> None:
        """Closes the files; safe to call again."""
        with self._lock:
            self._closed = True
            self._tables.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "closed" if self._closed else f"up to {self.max_pieces} pieces"
        return f"<Tablebase: {state}>"


_ZEROING = {2: 1, 1: 101, 0: 0, -1: -101, -2: -1}
"""The distance of a capture or pawn move by its result."""
