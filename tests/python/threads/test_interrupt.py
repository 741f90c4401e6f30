"""Ctrl-C interrupts long calls, and other threads run meanwhile."""

import io
import itertools
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Games, Positions
from enroque._core import FileWriter
from enroque.data import example_games

GAME = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *\n\n"


class Endless:
    """A PGN file without end."""

    def read(self, size: int) -> bytes:
        return GAME * (size // len(GAME) + 1)


def endless_perft() -> object:
    return enroque.perft(enroque.Board(), 12)


def endless_pgn() -> object:
    return Games.from_pgn(Endless())  # type: ignore[arg-type]


def endless_planes() -> object:
    games = Games.from_pgn(io.BytesIO(GAME))
    game = np.zeros(3_000, np.int64)
    ply = np.full(3_000, 13, np.int32)
    while True:
        games.planes("lc0", game, ply)


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize("suffix", [".vf", ".bf", ".bf.bz2"])
def test_ctrl_c_ends_writing_within_a_call(suffix: str, tmp_path: Path) -> None:
    if suffix == ".bf":
        data: Any = np.zeros(400 << 20, np.uint8)
        writer = FileWriter.records(tmp_path / "x.bf", tmp_path / "x.bf", "bulletformat")
    else:
        data = Games.concatenate([example_games()] * 1000)
        name = "bulletformat" if suffix.startswith(".bf") else "viriformat"
        path = tmp_path / f"x{suffix}"
        writer = FileWriter.games(path, path, name, False, 0, 1, False)

    def interrupt(_: int, __: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        with pytest.raises(KeyboardInterrupt):
            writer.write(data)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if suffix == ".bf":
        writer.finish()
        assert (tmp_path / "x.bf").stat().st_size < len(data)
    else:
        assert writer.finish()["positions"] < len(data.moves)


def endless_fens() -> object:
    return Positions.from_fens(itertools.repeat(enroque.STARTING_FEN))


def endless_positions() -> object:
    table = Positions.from_fens([enroque.STARTING_FEN] * 1000)
    return Positions.concatenate(itertools.repeat(table))


def endless_games() -> object:
    return Games.concatenate(itertools.repeat(example_games()))


def many_fens() -> object:
    table = Positions.from_fens([enroque.STARTING_FEN])[np.zeros(3_000_000, np.int64)]
    while True:
        table.fens()


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.timeout(60)
@pytest.mark.parametrize("call", [endless_fens, endless_positions, endless_games, many_fens])
def test_ctrl_c_while_an_iterable_is_consumed(call: Callable[[], Any]) -> None:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.timeout(60)
@pytest.mark.parametrize("call", [endless_perft, endless_pgn, endless_planes])
def test_ctrl_c(call: Callable[[], Any]) -> None:
    ticks = 0
    stop = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.wait(0.01):
            ticks += 1

    def send_signal() -> None:
        time.sleep(0.5)
        # threads of a free-threaded Python spin before they wait, so on a busy machine there may
        # be only ten ticks a second
        deadline = time.monotonic() + 10.0
        while ticks <= 5 and time.monotonic() < deadline:
            time.sleep(0.01)
        nonlocal sent
        sent = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    sent = 0.0
    threads = [threading.Thread(target=work) for work in (tick, send_signal)]
    for thread in threads:
        thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
        interrupted = time.monotonic()
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert interrupted - sent < 5.0  # a tenth of a second on an idle machine
    assert ticks > 5  # the GIL was released
