"""One engine."""

import asyncio
import weakref
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self, TypedDict, TypeVar, overload

from .._arguments import at_least_one, type_name
from .._core import Board, Move
from ..errors import ClosedError, EngineError
from ._limit import Limit, check_search, check_timeout
from ._process import ANSWER_SECONDS, Command, LoopThread, Options, Process, command_words, short
from ._scores import PovScore, PovWdl

__all__ = ["Engine", "InfoDict", "PlayResult"]

T = TypeVar("T")


class InfoDict(TypedDict, total=False):
    """The information that an engine reported about a search, with the keys of python-chess."""

    score: PovScore
    pv: list[Move]
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    currmove: Move
    currmovenumber: int
    hashfull: int
    cpuload: int
    refutation: dict[Move, list[Move]]
    currline: dict[int, list[Move]]
    ebf: float
    wdl: PovWdl
    string: str
    lowerbound: bool
    upperbound: bool


@dataclass(frozen=True)
class PlayResult:
    """The move that an engine plays.

    Attributes:
        move: the move; `None` if the engine sent none.
        ponder: the answer that the engine expects, or `None`.
        info: the report of the engine.
    """

    move: Move | None
    ponder: Move | None = None
    info: InfoDict = field(default_factory=InfoDict)


class Engine:
    """A UCI engine process.

    Use it in a `with` statement, which ends the process. Boards of Chess960 set `UCI_Chess960`.
    After a crash or a broken protocol the call raises, and the next one starts the engine again.

    Args:
        command: the program, or the program and its arguments.
        options: UCI options by name, such as `{"Threads": 2, "Hash": 256}`.
        timeout: seconds to wait for the answer of a search beyond `Limit.time`; `None` waits
            forever for searches that are limited otherwise.

    Raises:
        EngineError: the program does not speak UCI, or lacks an option.
        FileNotFoundError: there is no such program.
        ImportError: python-chess, the extra `engine`, is not installed.

    Example:
        >>> with Engine("stockfish") as engine:  # doctest: +SKIP
        ...     engine.analyse(Board(), Limit(depth=10))["score"].white()
        Cp(+39)
    """

    def __init__(
        self, command: Command, *, options: Options | None = None, timeout: float | None = None
    ) -> None:
        check_timeout(timeout)
        self._timeout = timeout
        self._process = Process(command_words(command), options or {})
        self._thread = LoopThread()
        self._close = weakref.finalize(self, self._thread.close, [self._process])
        try:
            self._thread.call(self._process.start)
        except BaseException:
            self._close()
            raise

    @property
    def id(self) -> dict[str, str]:
        """The engine's `name` and `author`."""
        protocol = self._process.protocol
        return dict(protocol.id) if protocol else {}

    @property
    def options(self) -> Mapping[str, Any]:
        """The UCI options that the engine has, by name, as `chess.engine.Option`."""
        protocol = self._process.protocol
        return protocol.options if protocol else {}

    @property
    def pid(self) -> int | None:
        """The process identifier; `None` while the engine does not run."""
        return self._process.pid

    def configure(self, options: Options) -> None:
        """Sets UCI options.

        Args:
            options: values by name; `None` presses a button.

        Raises:
            EngineError: the engine lacks an option, or the value is invalid.
        """
        self._call(partial(self._configure, dict(options)))

    async def _configure(self, options: dict[str, Any]) -> None:
        protocol = await self._process.start()
        import chess.engine as theirs

        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await protocol.configure(options)
        except theirs.EngineError as error:
            raise EngineError(f"{self._process.name}: {error}") from None
        self._process.options.update(options)

    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: None = None,
        root_moves: Iterable[Move] | None = None,
        new_game: bool = False,
    ) -> InfoDict: ...
    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        root_moves: Iterable[Move] | None = None,
        new_game: bool = False,
    ) -> list[InfoDict]: ...
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        root_moves: Iterable[Move] | None = None,
        new_game: bool = False,
    ) -> InfoDict | list[InfoDict]:
        """Evaluates a position.

        Args:
            board: the position; its move stack is sent, too.
            limit: the limits of the search.
            multipv: the number of best moves to report; `None` for one, without a list.
            root_moves: the moves to search; `None` for all.
            new_game: whether the engine clears the state of earlier searches.

        Returns: The report of the engine: `score`, `pv`, `nodes` and others, or with `multipv` a
            list of reports for the best moves.

        Raises:
            EngineError: the engine crashed, hangs, or broke the protocol.
            ClosedError: the engine is closed.
        """
        if multipv is not None:
            at_least_one("multipv", multipv)
        infos, _, _ = self._search(board, limit, multipv, root_moves, new_game)
        if multipv is None:
            return infos[0] if infos else {}
        return infos

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        root_moves: Iterable[Move] | None = None,
        new_game: bool = False,
    ) -> PlayResult:
        """Chooses a move.

        Args:
            board: the position; its move stack is sent, too.
            limit: the limits of the search.
            root_moves: the moves to choose from; `None` for all.
            new_game: whether the engine clears the state of earlier searches.

        Raises:
            EngineError: the engine crashed, hangs, or broke the protocol.
            ClosedError: the engine is closed.
        """
        infos, move, ponder = self._search(board, limit, None, root_moves, new_game)
        return PlayResult(move, ponder, infos[0] if infos else {})

    def _search(
        self,
        board: Board,
        limit: Limit,
        multipv: int | None,
        root_moves: Iterable[Move] | None,
        new_game: bool,
    ) -> tuple[list[Any], Move | None, Move | None]:
        check_search(board, limit)
        seconds = None
        if self._timeout is not None:
            seconds = (limit.time or 0) + self._timeout
        elif limit.time is not None:
            seconds = limit.time + ANSWER_SECONDS
        name = self._process.name
        try:
            return self._call(
                partial(
                    self._process.search,
                    board,
                    limit,
                    seconds=seconds,
                    new_game=new_game,
                    multipv=multipv,
                    root_moves=None if root_moves is None else _moves(root_moves),
                )
            )
        except EngineError as error:
            raise EngineError(f"{name}, {short(board)}: {error}") from None

    def _call(self, function: Callable[[], Coroutine[Any, Any, T]]) -> T:
        if not self._close.alive:
            raise ClosedError("the engine is closed")
        return self._thread.call(function)

    def close(self) -> None:
        """Ends the process; safe to call again."""
        if self._close.alive:
            self._thread.call(self._process.quit)
            self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = f"pid {self.pid}" if self._close.alive else "closed"
        return f"<Engine {self._process.name!r}, {state}>"


def _moves(moves: Iterable[Move]) -> list[Move]:
    """Returns moves as a list; a `TypeError` at the first item that is none."""
    found = []
    for move in moves:
        if not isinstance(move, Move):
            raise TypeError(f"root_moves must be enroque.Moves, not {type_name(move)}")
        found.append(move)
    return found
