"""Engine processes, through python-chess's implementation of UCI.

Boards are converted only here: python-chess's protocol gets python-chess's boards, and its moves
and evaluations become enroque's.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import signal
import sys
import threading
import weakref
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from .._compatibility.boards import to_chess
from .._core import Board, Move
from .._optional_packages import missing_package
from ..errors import ArgumentError, EngineError
from ._limit import Limit
from ._scores import Cp, Mate, PovScore, PovWdl, Wdl

if TYPE_CHECKING:
    import chess.engine

__all__ = ["Command", "LoopThread", "Options", "Process", "command_words", "short"]

Command: TypeAlias = str | os.PathLike[str] | Sequence[str]
"""The program of an engine, or the program and its arguments."""

Options: TypeAlias = Mapping[str, "str | int | bool | None"]
"""UCI options by name; `None` for buttons."""

T = TypeVar("T")

ANSWER_SECONDS: Final = 10.0
"""The seconds that an engine may take to start, to quit, and to set an option."""


def command_words(command: Command) -> list[str]:
    """Returns the program and its arguments.

    Args:
        command: the program, or the program and its arguments.

    Raises:
        ArgumentError: there is no program.
    """
    if isinstance(command, (str, os.PathLike)):
        words = [os.fspath(command)]
    else:
        words = [os.fspath(word) for word in command]
    if not words or not words[0]:
        raise ArgumentError("command must be the program of an engine, not empty")
    return words


def short(board: Board) -> str:
    """Returns the FEN of a board, for messages."""
    return board.fen(shredder=board.chess960)


class LoopThread:
    """A thread that runs an event loop, until `close`."""

    def __init__(self) -> None:
        if sys.platform == "emscripten":
            raise EngineError("engines are processes, which a browser does not have")
        self.loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[Any] | None] = set()
        self._owner = os.getpid()  # a forked child has no thread, and must not end the engines
        self._thread = threading.Thread(target=self._run, name="enroque.engine", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.set_exception_handler(_on_loop_error)
        self.loop.run_forever()

    def submit(
        self, function: Callable[[], Coroutine[Any, Any, T]]
    ) -> concurrent.futures.Future[T]:
        """Calls a function in the loop, and runs the coroutine that it returns.

        Args:
            function: the function, which is not called if the future is canceled before; then there
                is no coroutine that is never awaited. `close` cancels the coroutine.
        """
        return asyncio.run_coroutine_threadsafe(self._registered(function), self.loop)

    async def _registered(self, function: Callable[[], Coroutine[Any, Any, T]]) -> T:
        task = asyncio.current_task()
        self._tasks.add(task)
        try:
            return await function()
        finally:
            self._tasks.discard(task)

    def call(self, function: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Runs a coroutine, and returns its result. Ctrl-C cancels it.

        Args:
            function: the function that returns the coroutine.
        """
        future = self.submit(function)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self, processes: Sequence[Process]) -> None:
        """Kills processes and ends the thread; safe to call again.

        Args:
            processes: the engine processes in this loop.
        """
        if self.loop.is_closed() or os.getpid() != self._owner:
            return
        for process in processes:
            process.kill_now()
        with suppress(RuntimeError, TimeoutError):  # another thread closes the loop
            ending = asyncio.run_coroutine_threadsafe(self._end(processes), self.loop)
            ending.result(2 * ANSWER_SECONDS)
            self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(ANSWER_SECONDS)
        if not self.loop.is_running():
            self.loop.close()

    async def _end(self, processes: Sequence[Process]) -> None:
        """Cancels submitted tasks, and waits for the end of processes."""
        tasks = [task for task in self._tasks if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(process.kill() for process in processes), return_exceptions=True)


_searching: weakref.WeakKeyDictionary[Any, Process] = weakref.WeakKeyDictionary()
"""The process of each protocol object that is searching."""


def _on_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Ends a search in which the engine broke the protocol.

    python-chess reports such an error to the event loop only, and the search would not end.
    """
    protocol = context.get("protocol")
    process = None if protocol is None else _searching.get(protocol)
    if process is not None:
        process.fail(str(context.get("exception") or context["message"]))


class Process:
    """An engine process that is started when it is first used, and again after an error.

    All methods except `kill_now` run in the event loop.

    Args:
        words: the program and its arguments.
        options: UCI options.
    """

    def __init__(self, words: list[str], options: Options) -> None:
        self.words = words
        self.options = dict(options)
        self.pid: int | None = None
        self.protocol: chess.engine.UciProtocol | None = None
        self._transport: asyncio.SubprocessTransport | None = None
        self._exit: asyncio.Future[int] | None = None
        self._search: asyncio.Task[Any] | None = None
        self._error: str | None = None

    @property
    def name(self) -> str:
        """The name of the engine, or of its program before it is started."""
        known = self.protocol.id.get("name") if self.protocol else None
        return known or os.path.basename(self.words[0])

    async def start(self) -> chess.engine.UciProtocol:
        """Starts the process, unless it runs.

        Raises:
            EngineError: it does not speak UCI, or lacks an option.
            OSError: the program cannot be started.
        """
        if self.protocol is not None and not self.protocol.returncode.done():
            return self.protocol
        await self.kill()
        try:
            import chess.engine as theirs
        except ImportError as error:
            user = "enroque.engine"
            raise missing_package(error, user, "python-chess", "enroque[engine]") from error
        # a group apart, so that Ctrl-C reaches this process first, and a kill all of the engine
        popen = theirs.UciProtocol.popen(self.words, setpgrp=True)
        starting = asyncio.ensure_future(popen)
        canceled = False
        while not starting.done():
            try:  # `wait` does not cancel it: an unknown process would keep running
                await asyncio.wait([starting])
            except asyncio.CancelledError:
                canceled = True
        try:
            transport, protocol = starting.result()
        except (FileNotFoundError, PermissionError) as error:
            program = self.words[0]
            is_name = isinstance(error, FileNotFoundError) and not os.path.dirname(program)
            reason = "no such program on PATH" if is_name else error.strerror
            raise type(error)(error.errno, reason, program) from None
        self._transport, self.pid = transport, transport.get_pid()
        self._exit = protocol.returncode
        if canceled:
            await self.kill()
            raise asyncio.CancelledError
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await protocol.initialize()
                if self.options:
                    await protocol.configure(self.options)
        except TimeoutError:
            await self.kill()
            raise EngineError(
                f"{self.words[0]} did not answer within {ANSWER_SECONDS:g} seconds: is it a UCI "
                "engine?"
            ) from None
        except theirs.EngineError as error:
            await self.kill()
            raise EngineError(f"{self.words[0]}: {error}") from None
        except BaseException:
            await self.kill()
            raise
        self.protocol = protocol
        return protocol

    async def search(
        self,
        board: Board,
        limit: Limit,
        *,
        seconds: float | None,
        new_game: bool,
        multipv: int | None = None,
        root_moves: Iterable[Move] | None = None,
        scores_only: bool = False,
    ) -> tuple[list[dict[str, Any]], Move | None, Move | None]:
        """Searches a position.

        Args:
            board: the position, and the moves before it.
            limit: the limits of the search.
            seconds: the time after which the engine is considered to hang; `None` for no limit.
            new_game: whether the engine clears the state of earlier searches.
            multipv: the number of best moves to report; `None` for one.
            root_moves: the moves to search; `None` for all.
            scores_only: whether to skip principal variations.

        Returns: The reports of the engine for each of the best moves, the best move, and the
            expected answer.

        Raises:
            EngineError: the engine crashed, hangs, or broke the protocol; it is stopped.
        """
        import chess
        import chess.engine as theirs

        protocol = await self.start()
        moves = None
        if root_moves is not None:
            moves = [chess.Move.from_uci(move.uci()) for move in root_moves]
        selected = theirs.INFO_BASIC | theirs.INFO_SCORE if scores_only else theirs.INFO_ALL
        self._search, self._error = asyncio.current_task(), None
        _searching[protocol] = self
        try:
            async with asyncio.timeout(seconds):
                analysis = await protocol.analysis(
                    to_chess(board),
                    theirs.Limit(**limit.given()),
                    multipv=multipv,
                    game=object() if new_game else self,
                    info=selected,
                    root_moves=moves,
                )
                exact: list[dict[str, Any]] = []
                async for info in analysis:
                    _update(exact, info)
                best = await analysis.wait()
        except TimeoutError:
            await self.kill()
            raise EngineError(f"no answer within {seconds:g} seconds") from None
        except (theirs.EngineError, OSError, AssertionError) as error:
            await self.kill()
            raise EngineError(str(error) or "it broke the protocol") from None
        except BaseException:
            await self.kill()
            if self._error is not None:
                raise EngineError(self._error) from None
            raise
        finally:
            _searching.pop(protocol, None)
        infos = [_converted(info) for info in exact]
        return infos, _move(best.move), _move(best.ponder)

    def fail(self, error: str) -> None:
        """Ends the current search with an error; in the event loop.

        Args:
            error: the reason.
        """
        if self._search is not None and self._error is None:
            self._error = error
            self._search.cancel()

    async def quit(self) -> None:
        """Ends the process: by `quit`, or else by killing it."""
        if self.protocol is not None and not self.protocol.returncode.done():
            with suppress(TimeoutError, OSError, AssertionError):
                async with asyncio.timeout(1):
                    await self.protocol.quit()
        await self.kill()

    async def kill(self) -> None:
        """Kills the process, and waits for its end."""
        self.kill_now()
        self.protocol = None
        transport, exit = self._transport, self._exit
        if transport is None or exit is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                await asyncio.shield(exit)
        transport.close()
        if self._transport is transport:  # not canceled while waiting, and not started again
            self._transport = self._exit = self.pid = None

    def kill_now(self) -> None:
        """Kills the process and those it started, without waiting; from any thread."""
        transport = self._transport
        if self.pid is None or (transport is not None and transport.get_returncode() is not None):
            return
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.pid, signal.SIGKILL)
            elif transport is not None:  # Windows
                transport.kill()


def _update(infos: list[dict[str, Any]], info: Mapping[str, Any]) -> None:
    """Adds a report. Bounds of evaluations do not replace exact evaluations."""
    number = info.get("multipv", 1)
    while len(infos) < number:
        infos.append({})
    row = infos[number - 1]
    is_bound = "lowerbound" in info or "upperbound" in info
    if is_bound and "score" in row and not ("lowerbound" in row or "upperbound" in row):
        info = {key: value for key, value in info.items() if key in ("nodes", "nps", "time")}
    elif "score" in info:
        row.pop("lowerbound", None)
        row.pop("upperbound", None)
    row.update(info)


def _converted(info: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a report of python-chess with enroque's classes."""
    converted = dict(info)
    if score := info.get("score"):
        relative, mate = score.relative, score.relative.mate()
        ours = Cp(relative.score()) if mate is None else Mate(mate)
        converted["score"] = PovScore(ours, score.turn)
    if wdl := info.get("wdl"):
        converted["wdl"] = PovWdl(Wdl(*wdl.relative), wdl.turn)
    if "pv" in info:
        converted["pv"] = [_move(move) for move in info["pv"]]
    if "currmove" in info:
        converted["currmove"] = _move(info["currmove"])
    if "currline" in info:
        lines = info["currline"].items()
        converted["currline"] = {cpu: [_move(move) for move in line] for cpu, line in lines}
    if "refutation" in info:
        lines = info["refutation"].items()
        converted["refutation"] = {
            _move(key): [_move(move) for move in line] for key, line in lines
        }
    return converted


def _move(move: chess.Move | None) -> Move | None:
    """Returns a move of python-chess as enroque's."""
    return None if move is None else Move.from_uci(move.uci())
