"""The end of a loader: early exit, `close`, a fork, Ctrl-C, shutdown of the interpreter."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Column, Games, Loader
from enroque.data import example_games
from loader_batches import collect, same


def test_early_exit_from_a_loop(games: Games) -> None:
    loader = Loader(games, [Column.game(), Column.ply()], batch_size=100)
    whole = collect(Loader(games, [Column.game(), Column.ply()], batch_size=100))
    for batch in loader:
        assert np.array_equal(batch["ply"], whole[0]["ply"])
        break
    assert same(collect(loader), whole[1:])
    threads = threading.active_count()
    for _ in range(50):
        next(Loader(games, Column.planes("lc0"), batch_size=10))
    assert threading.active_count() == threads


def in_child(loader: Loader, results: Any) -> None:
    results.put([batch["ply"].tolist() for batch in loader])
    loader.close()


def closed_in_child(loader: Loader) -> None:
    loader.close()
    loader.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_after_a_fork(games: Games) -> None:
    loader = Loader(games, [Column.game(), Column.ply()], batch_size=200)
    next(loader)
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    child = context.Process(target=in_child, args=(loader, results))
    child.start()
    found = results.get(timeout=60)
    child.join(60)
    assert child.exitcode == 0
    # closing in a child during an epoch does not affect the parent
    for _ in range(20):
        child = context.Process(target=closed_in_child, args=(loader,))
        child.start()
        child.join(60)
        assert child.exitcode == 0
    assert found == [batch["ply"].tolist() for batch in loader]


def test_ctrl_c_while_waiting(tmp_path: Path) -> None:
    program = """
import threading, time
import enroque
from enroque.data import example_games

def slow():
    time.sleep(60)
    yield example_games()

print("ready", flush=True)
next(enroque.Loader(slow, [enroque.Column.game(), enroque.Column.ply()]))
"""
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    threading.Event().wait(0.5)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=30)
    assert "KeyboardInterrupt" in errors


PROGRAM = """
import sys, time
import enroque
from enroque.data import example_games

kind, folder, exit = sys.argv[1:]

def slow():
    for start in range(0, 118, 5):
        time.sleep(.01)
        yield games[start:start + 5]

games = example_games()
source = slow if kind == "callable" else [f"{folder}/games.{kind}"] * 40
columns = [enroque.Column.game(), enroque.Column.ply()]
loader = enroque.Loader(source, columns, batch_size=64, shuffle_games=2)
for _ in range(3):
    next(loader)
if exit == "del":
    del loader
if exit == "exit":
    sys.exit(0)
"""


@pytest.mark.parametrize("kind", ["parquet", "npz", "callable"])
def test_interpreter_exit_during_an_epoch(games: Games, tmp_path: Path, kind: str) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow")
        games.write(tmp_path / "games.parquet")
    games.write(tmp_path / "games.npz")
    for exit in ("end", "del", "exit") * 3:
        arguments = [sys.executable, "-c", PROGRAM, kind, str(tmp_path), exit]
        child = subprocess.run(arguments, check=False, capture_output=True, text=True, timeout=60)
        assert (child.returncode, child.stderr) == (0, ""), exit


def raise_in_with_block(loader: Loader) -> None:
    with loader:
        next(loader)
        raise KeyError("in the block")


def close_in_loop(loader: Loader) -> None:
    for _ in loader:
        loader.close()


def test_close(games: Games) -> None:
    with Loader(
        games, [Column.planes("lc0"), Column.game(), Column.ply()], batch_size=64
    ) as loader:
        kept = next(loader)
        copy = {name: array.copy() for name, array in kept.items()}
        state = loader.state_dict()
        assert not loader.closed
    assert loader.closed
    # arrays and the state stay valid
    assert same([kept], [copy])
    assert loader.state_dict() == state
    for _ in range(2):
        loader.close()
    for call in (
        lambda: next(loader),
        lambda: iter(loader),
        lambda: list(loader),
        lambda: loader.set_epoch(0),
        lambda: loader.load_state_dict(state),
        loader.__enter__,
    ):
        with pytest.raises(enroque.errors.ClosedError, match="the loader is closed"):
            call()
    assert issubclass(enroque.errors.ClosedError, ValueError)
    other = Loader(games, [Column.planes("lc0"), Column.game(), Column.ply()], batch_size=64)
    other.load_state_dict(state)
    rest = collect(other)
    assert same(
        rest,
        collect(Loader(games, [Column.planes("lc0"), Column.game(), Column.ply()], batch_size=64))[
            1:
        ],
    )
    other.close()  # after the end of the epoch
    with pytest.raises(enroque.errors.ClosedError):
        next(other)
    unused = Loader(games, [Column.game(), Column.ply()])
    unused.close()
    unfinished = Loader(games, [Column.game(), Column.ply()])
    with pytest.raises(KeyError, match="in the block"):
        raise_in_with_block(unfinished)
    assert unfinished.closed


def test_close_in_a_loop(games: Games) -> None:
    loader = Loader(games, [Column.game(), Column.ply()], batch_size=10)
    with pytest.raises(enroque.errors.ClosedError):
        close_in_loop(loader)


def test_close_from_another_thread(games: Games) -> None:
    release = threading.Event()

    def blocked() -> Iterator[Games]:
        release.wait(60)
        yield example_games()

    loader = Loader(blocked, [Column.game(), Column.ply()])
    timer = threading.Timer(0.3, loader.close)
    timer.start()
    with pytest.raises(enroque.errors.ClosedError):
        next(loader)
    release.set()
    timer.join()
    # and while several threads wait for batches
    loader = Loader(games, [Column.game(), Column.ply()], batch_size=8)
    ends: list[type[BaseException]] = []

    def consume() -> None:
        try:
            while True:
                for _ in loader:
                    pass
        except enroque.errors.ClosedError as error:
            ends.append(type(error))

    threads = [threading.Thread(target=consume) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(20):
        next(loader, None)
    loader.close()
    for thread in threads:
        thread.join(30)
    assert ends == [enroque.errors.ClosedError] * 4


def test_close_ends_the_threads(games: Games) -> None:
    tasks = Path("/proc/self/task")
    if not tasks.exists():
        pytest.skip("this system does not list the threads of a process")

    def loader_threads() -> set[str]:
        found = set()
        for task in list(tasks.iterdir()):
            try:
                if (task / "comm").read_text() == "enroque-loader\n":
                    found.add(task.name)
            except OSError:  # the thread has ended
                continue
        return found

    loaders = [Loader(games, Column.planes("lc0"), batch_size=10) for _ in range(5)]
    before = loader_threads()
    for loader in loaders:
        next(loader)
    started = loader_threads() - before
    assert len(started) == 5
    for loader in loaders:
        loader.close()
    for _ in range(600):
        if started.isdisjoint(loader_threads()):
            break
        threading.Event().wait(0.05)
    assert started.isdisjoint(loader_threads())
