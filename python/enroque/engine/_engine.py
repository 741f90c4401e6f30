"""One engine."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypedDict, overload

from .._arguments import at_least_one, type_name
from .._core import Board, Move
from ..errors import ArgumentError
from ._limit import Limit, check_search, check_timeout, go
from ._processes import Command, Options, Processes
from ._scores import Cp, Mate, PovScore, PovWdl, Wdl

EXTRA_SECONDS = 10.0
"""The seconds that an engine may take beyond `Limit.time`."""


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
    wdl: PovWdl
    string: str
    lowerbound: bool
    upperbound: bool


def converted(reports: list[dict[str, Any]]) -> list[Any]:
    """Returns reports with the classes of evaluations.

    Args:
        reports: the reports of `EngineBatch`, which are changed.
    """
    for report in reports:
        if "score" in report:
            is_mate, value, turn = report["score"]
            report["score"] = PovScore(Mate(value) if is_mate else Cp(value), turn)
        if "wdl" in report:
            wdl, turn = report["wdl"]
            report["wdl"] = PovWdl(Wdl(*wdl), turn)
    return reports


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


class Engine(Processes):
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
        super().__init__(command, options, 1, 1)

    @property
    def pid(self) -> int | None:
        """The process identifier; `None` while the engine does not run."""
        return next(iter(self._core.pids()), None)

    def configure(self, options: Options) -> None:
        """Sets UCI options.

        Args:
            options: values by name; `None` presses a button.

        Raises:
            EngineError: the engine lacks an option, or the value is invalid.
        """
        self._configure(options)

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
            multipv: the number of best moves to report, up to 255; `None` for one, without a list.
            root_moves: the moves to search; `None` for all.
            new_game: whether the engine clears the state of earlier searches.

        Returns: The report of the engine: `score`, `pv`, `nodes` and others, or with `multipv` a
            list of reports for the best moves.

        Raises:
            EngineError: the engine crashed, hangs, or broke the protocol.
            ClosedError: the engine is closed.
        """
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
        text = go(limit)
        if root_moves is not None:
            text += " searchmoves" + "".join(f" {_uci(board, move)}" for move in root_moves)
            if text.endswith("searchmoves"):
                raise ArgumentError("root_moves has no moves")
        seconds = self._timeout
        if limit.time is not None:
            seconds = limit.time + (EXTRA_SECONDS if seconds is None else seconds)
        batch = self._core.batch(
            text,
            workers=1,
            multipv=lines_of_play(multipv),
            new_game=new_game,
            seconds=seconds,
            needs_score=False,
        )
        batch.push(0, board)
        ((_, infos, move, ponder),) = batch.results()
        return converted(infos), move, ponder

    def __repr__(self) -> str:
        state = f"pid {self.pid}" if self._close.alive else "closed"
        return f"<Engine {self._name!r}, {state}>"


def _uci(board: Board, move: Move) -> str:
    """Returns a move as the engine reads it."""
    if not isinstance(move, Move):
        raise TypeError(f"root_moves must be enroque.Moves, not {type_name(move)}")
    if not board.is_legal(move):
        raise ArgumentError(f"root_moves has {move.uci()}, which is illegal in {board.fen()}")
    return board.uci(move)


def lines_of_play(multipv: int | None) -> int:
    """Returns the number of lines of play.

    Args:
        multipv: the argument; `None` for one.
    """
    if multipv is None:
        return 1
    at_least_one("multipv", multipv)
    if multipv > 255:
        raise ArgumentError(f"multipv must be 255 or less, not {multipv}")
    return multipv
