"""A pool of engines."""

import asyncio
import concurrent.futures
import os
import queue
import weakref
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple, Self, TypeVar

from .._arguments import at_least_one, checked_count
from .._core import Board
from ..errors import ArgumentError, ClosedError, EngineError
from ._engine import InfoDict
from ._limit import Limit, check_search, check_timeout
from ._process import Command, LoopThread, Options, Process, command_words, short

__all__ = ["EnginePool"]

K = TypeVar("K")

_MAX_WORKERS: Final = 4096
"""More processes than a machine can run."""


class _Done(NamedTuple):
    """The result of a search in a pool."""

    key: Any
    infos: list[Any]
    error: BaseException | None


class EnginePool:
    """Engine processes that evaluate many positions at once.

    An engine that crashes, hangs or breaks the protocol is started again, and its position is tried
    again. Use it in a `with` statement, which ends the processes.

    Args:
        command: the program, or the program and its arguments.
        workers: the number of processes, at most 4096; `None` for the number of cores.
        options: UCI options of every process. One thread each is the default of most engines.
        timeout: seconds that a position may take beyond `Limit.time`.
        retries: the number of further attempts for a position after an error.

    Raises:
        EngineError: the program does not speak UCI, or lacks an option.
        FileNotFoundError: there is no such program.
        ImportError: python-chess, the extra `engine`, is not installed.
    """

    def __init__(
        self,
        command: Command,
        *,
        workers: int | None = None,
        options: Options | None = None,
        timeout: float = 60.0,
        retries: int = 2,
    ) -> None:
        if workers is not None:
            at_least_one("workers", workers)
            if workers > _MAX_WORKERS:
                raise ArgumentError(f"workers must be {_MAX_WORKERS} or less, not {workers}")
        check_timeout(timeout)
        checked_count("retries", retries)
        count = workers or _core_count()
        words = command_words(command)
        self._timeout = timeout
        self._attempts = retries + 1
        self._processes = [Process(words, options or {}) for _ in range(count)]
        self._idle: asyncio.Queue[Process] = asyncio.Queue()
        for process in self._processes:
            self._idle.put_nowait(process)
        self._thread = LoopThread()
        self._close = weakref.finalize(self, self._thread.close, self._processes)
        try:
            protocol = self._thread.call(self._processes[0].start)
        except BaseException:
            self._close()
            raise
        self.id = dict(protocol.id)
        """The engine's `name` and `author`."""
        self.options = dict(protocol.options)
        """The UCI options that the engine has, by name, as `chess.engine.Option`."""

    @property
    def workers(self) -> int:
        """The number of processes."""
        return len(self._processes)

    def analyse(
        self, boards: Iterable[Board], limit: Limit, *, new_game: bool = True
    ) -> Iterator[InfoDict]:
        """Evaluates positions, and yields the reports of the engines in the order of the boards.

        Args:
            boards: the positions; their move stacks are sent, too.
            limit: the limits of each search.
            new_game: whether engines clear the state of earlier searches, so that the results do
                not depend on the assignment of positions to engines.

        Yields:
            `score`, `pv`, `nodes` and others for each board.

        Raises:
            EngineError: a position failed in all attempts.
            ClosedError: the pool is closed.
        """
        waiting: dict[int, InfoDict] = {}
        wanted = 0
        for number, infos in self._unordered(enumerate(boards), limit, new_game, False):
            waiting[number] = infos[0] if infos else {}
            while wanted in waiting:
                yield waiting.pop(wanted)
                wanted += 1

    def _unordered(
        self,
        tasks: Iterable[tuple[K, Board]],
        limit: Limit,
        new_game: bool,
        scores_only: bool,
    ) -> Iterator[tuple[K, list[Any]]]:
        """Yields the keys of tasks and the reports of the engines, in the order of completion."""
        done: queue.SimpleQueue[_Done] = queue.SimpleQueue()
        iterator = iter(tasks)
        pending: set[concurrent.futures.Future[None]] = set()
        unfinished, is_last = 0, False
        try:
            while True:
                # twice as many as engines, so that none waits for this thread
                while unfinished < 2 * self.workers and not is_last:
                    task = next(iterator, None)
                    if task is None:
                        is_last = True
                        break
                    check_search(task[1], limit)
                    if not self._close.alive:
                        raise ClosedError("the pool is closed")
                    job = partial(self._job, *task, limit, new_game, scores_only, done)
                    future = self._thread.submit(job)
                    unfinished += 1
                    pending.add(future)
                    future.add_done_callback(pending.discard)
                if not unfinished:
                    return
                result = done.get()
                unfinished -= 1
                if result.error is not None:
                    raise result.error
                yield result.key, result.infos
        finally:
            for future in list(pending):
                future.cancel()

    async def _job(
        self,
        key: Any,
        board: Board,
        limit: Limit,
        new_game: bool,
        scores_only: bool,
        done: "queue.SimpleQueue[_Done]",
    ) -> None:
        """Searches a position with the next idle engine."""
        process = await self._idle.get()
        try:
            infos = await self._search(process, board, limit, new_game, scores_only)
        except Exception as error:
            done.put(_Done(key, [], error))
        else:
            done.put(_Done(key, infos, None))
        finally:
            self._idle.put_nowait(process)

    async def _search(
        self, process: Process, board: Board, limit: Limit, new_game: bool, scores_only: bool
    ) -> list[Any]:
        """Searches a position, several times if the engine fails."""
        seconds = (limit.time or 0) + self._timeout
        reason = ""
        for _ in range(self._attempts):
            try:
                infos, _, _ = await process.search(
                    board, limit, seconds=seconds, new_game=new_game, scores_only=scores_only
                )
                if infos and "score" in infos[0]:
                    return infos
                reason = "no evaluation"
            except EngineError as error:
                reason = str(error)
        times = "" if self._attempts == 1 else f" failed {self._attempts} times"
        name = self.id.get("name", process.name)
        raise EngineError(f"{name}{times}, {short(board)}: {reason}")

    def close(self) -> None:
        """Ends the processes; safe to call again."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        name = self.id.get("name", self._processes[0].name)
        state = f"{self.workers} workers" if self._close.alive else "closed"
        return f"<EnginePool {name!r}, {state}>"


def _core_count() -> int:
    """Returns the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1  # macOS, Windows
