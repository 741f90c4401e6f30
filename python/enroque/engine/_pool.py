"""A pool of engines."""

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from .._arguments import at_least_one, checked_count
from .._core import Board
from ..errors import ArgumentError
from ._engine import InfoDict, converted
from ._limit import Limit, check_search, check_timeout, go
from ._processes import Command, Options, Processes

_MAX_WORKERS: Final = 4096
"""More processes than a machine can run."""


class EnginePool(Processes):
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
        self._timeout = timeout
        super().__init__(command, options, workers or _core_count(), retries + 1)

    @property
    def workers(self) -> int:
        """The number of processes."""
        return self._workers

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
        batch = None
        iterator = enumerate(boards)
        waiting: dict[int, InfoDict] = {}
        wanted = unfinished = 0
        try:
            while True:
                # twice as many as engines, so that none waits for this thread
                for task in islice(iterator, 2 * self.workers - unfinished):
                    check_search(task[1], limit)
                    if batch is None:
                        batch = self._core.batch(
                            go(limit),
                            workers=self.workers,
                            multipv=1,
                            new_game=new_game,
                            seconds=(limit.time or 0) + self._timeout,
                            needs_score=True,
                        )
                    batch.push(*task)
                    unfinished += 1
                if batch is None or not unfinished:
                    return
                for number, infos, _, _ in batch.results():
                    unfinished -= 1
                    waiting[number] = converted(infos)[0]
                while wanted in waiting:
                    yield waiting.pop(wanted)
                    wanted += 1
        finally:
            if batch is not None:
                batch.cancel()

    def __repr__(self) -> str:
        state = f"{self.workers} workers" if self._close.alive else "closed"
        return f"<EnginePool {self._name!r}, {state}>"


def _core_count() -> int:
    """Returns the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1  # macOS, Windows
