"""Processes that are started while loaders, streams, arenas and the thread pool are in use.

    python tests/failures/processes.py --count 20

Threads of the parent use the objects all the time, so that locks are held at a fork. The child
(fork, spawn or forkserver) uses them too. Each use works or raises an exception; none hangs.
"""

import argparse
import multiprocessing
import os
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from children import in_child, report

from enroque import Arena, Board, Column, Games, Loader
from enroque.data import example_games


class Objects:
    """Objects in use.

    Args:
        folder: a folder for files.
    """

    def __init__(self, folder: Path) -> None:
        self.games = example_games()
        self.path = folder / "games.pgn.zst"
        Games.concatenate([self.games] * 20).to_pgn(self.path)
        self.loader = Loader(
            self.games, [Column.planes("lc0"), Column.policy("lc0")], batch_size=64, seed=1
        )
        self.files = Loader([self.path], [Column.game(), Column.ply()], batch_size=64, seed=1)
        self.stream = Games.stream(self.path, games_per_batch=20)
        self.arena = Arena(128, seed=1, autoreset="same_step")
        self.board = Board()

    def uses(self) -> dict[str, Callable[[], Any]]:
        """Returns uses of the objects by name."""
        game, ply = self.games.positions()

        def of_stream() -> int:
            games = next(self.stream, None)
            if games is None:
                self.stream = Games.stream(self.path, games_per_batch=20)
            return 0 if games is None else len(games)

        def of_board() -> str:
            board = self.board.copy()
            self.board.push_san("e4")
            self.board.pop()
            return board.fen()

        return {
            "Loader": lambda: next(self.loader, None),
            "Loader of files": lambda: next(self.files, None),
            "Loader.state_dict": self.loader.state_dict,
            "stream": of_stream,
            "Arena": lambda: self.arena.step(self.arena.sample()),
            "Arena.pop_games": self.arena.pop_games,
            "Games.planes": lambda: self.games.planes("pieces", game, ply),
            "from_pgn": lambda: Games.from_pgn(self.path),
            "Board": of_board,
            "new Loader": lambda: next(Loader(self.games, [Column.game(), Column.ply()])),
            "new Arena": lambda: Arena(16, seed=1).step(np.zeros(16, int), on_illegal="lose"),
        }


def keep_using(uses: dict[str, Callable[[], Any]], stop: threading.Event) -> None:
    """Uses the objects until the event is set."""
    while not stop.is_set():
        for use in uses.values():
            try:
                use()
            except Exception:  # another thread is reading the stream, or plays a move
                time.sleep(0)


def one_use(name: str, objects: Objects) -> str:
    """Uses an object; returns the name of an exception, or nothing."""
    try:
        objects.uses()[name]()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def in_new_process(queue: Any, folder: str) -> None:
    """Uses everything once, in a process that was spawned."""
    objects = Objects(Path(folder))
    queue.put({name: one_use(name, objects) for name in objects.uses()})


def run(count: int) -> int:
    """Starts processes with each method; returns the number of those that hang or die."""
    wrong = 0
    warnings.simplefilter("ignore", DeprecationWarning)
    with tempfile.TemporaryDirectory() as temporary:
        objects = Objects(Path(temporary))
        stop = threading.Event()
        threads = [
            threading.Thread(target=keep_using, args=(objects.uses(), stop)) for _ in range(3)
        ]
        for thread in threads:
            thread.start()
        try:
            for name in objects.uses():
                outcomes: Counter[str] = Counter()
                for _ in range(count):
                    time.sleep(0.003)
                    outcome = in_child(lambda name=name: one_use(name, objects), seconds=30)
                    kind = outcome.text or "worked" if outcome.kind == "returned" else outcome.kind
                    outcomes[kind] += 1
                    wrong += outcome.kind != "returned"
                report(f"fork, {name}", outcomes)
            for method in ("spawn", "forkserver"):
                context = multiprocessing.get_context(method)
                outcomes = Counter()
                for _ in range(max(count // 5, 1)):
                    queue = context.Queue()
                    child = context.Process(target=in_new_process, args=(queue, temporary))
                    child.start()
                    try:
                        found = queue.get(timeout=60)
                        outcomes.update(error or "worked" for error in found.values())
                        wrong += any(found.values())
                    except Exception as error:
                        outcomes[type(error).__name__] += 1
                        wrong += 1
                    child.join(30)
                    if child.exitcode is None:
                        child.kill()
                    wrong += child.exitcode != 0
                report(method, outcomes)
        finally:
            stop.set()
            for thread in threads:
                thread.join(60)
    return wrong


def main() -> int:
    """Runs the calls."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20)
    status = 1 if run(parser.parse_args().count) else 0
    sys.stdout.flush()
    os._exit(status) if status else None
    return status


if __name__ == "__main__":
    sys.exit(main())
