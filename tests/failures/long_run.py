"""Uses everything for a long time, and checks that memory, threads and open files stay flat.

    python tests/failures/long_run.py --seconds 3600 --epochs 10000

Runs the jobs below in turn, in one process: loaders, streams, arenas, boards and trees. Then runs
epochs of a small loader. Prints a line of JSON each minute. The exit status is 1 if memory grows.
"""

import argparse
import contextlib
import ctypes
import functools
import gc
import io
import json
import os
import resource
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import ClassVar

import numpy as np

import enroque
from enroque import Arena, Board, Column, Games, Loader, pgn
from enroque.data import example_games

MOST_GROWTH = 2 << 20
"""The growth in bytes of the allocated memory that is tolerated: caches of Python."""

PAGE = resource.getpagesize()


class Mallinfo(ctypes.Structure):
    """The result of `mallinfo2` of glibc."""

    _fields_: ClassVar = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]


def usage() -> dict[str, int]:
    """Returns the allocated and the resident memory in bytes, and the numbers of threads and files.

    Resident memory has what the allocator keeps after it was freed, and so depends on chance.
    """
    gc.collect()
    # threads of loaders that were closed end soon
    deadline = time.monotonic() + 10
    while "enroque-loader" in thread_names() and time.monotonic() < deadline:
        time.sleep(0.05)
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = Mallinfo
    found = mallinfo()
    with open("/proc/self/statm") as file:
        memory = int(file.read().split()[1]) * PAGE
    threads, files = (len(os.listdir(f"/proc/self/{name}")) for name in ("task", "fd"))
    allocated = found.uordblks + found.hblkhd
    return {"allocated": allocated, "rss": memory, "threads": threads, "files": files}


def thread_names() -> set[str]:
    """Returns the names of the threads of the process."""
    names = set()
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):  # the thread has ended
            names.add((task / "comm").read_text().strip())
    return names


def load(games: Games, folder: Path, rng: Random) -> int:
    """Trains for an epoch or a part of it, from games in memory, files or a function."""

    def generated() -> Iterator[Games]:
        for first in range(0, len(games), 20):
            yield games[first : first + 20]

    source = rng.choice([games, [folder / "games.npz"] * 2, [folder / "games.pgn.zst"], generated])
    loader = Loader(
        source,
        [
            *rng.choice([[], *([Column.planes(name)] for name in ("lc0", "pieces", "alphazero"))]),
            *rng.choice([[], *([Column.policy(name)] for name in ("lc0", "alphazero"))]),
            Column.wdl(on_missing="nan"),
        ],
        batch_size=rng.choice([64, 1000]),
        shuffle_games=rng.choice([16, 1024]),
        seed=rng.getrandbits(32),
    )
    count = 0
    with loader:
        for number, batch in enumerate(loader):
            count += len(batch["wdl"])
            if number == 3:
                other = Loader(source, [Column.game(), Column.ply()])
                with other:
                    next(other)
            if number > 20 and rng.random() < 0.1:
                break
    return count


def stream(games: Games, folder: Path, rng: Random) -> int:
    """Reads a stream of games, or a part of it, and writes them in another format."""
    name = rng.choice(["games.pgn", "games.pgn.zst", "games.pgn.gz"])
    count = 0
    with Games.stream(folder / name, games_per_batch=rng.choice([10, 1000])) as source:
        for batch in source:
            count += len(batch)
            if rng.random() < 0.05:
                break
    suffix = rng.choice(["pgn", "npz", "viriformat", "parquet"])
    report = enroque.convert(
        folder / name,
        folder / f"out.{suffix}",
        to=suffix,
        filter=enroque.Filter(variant="standard"),
        on_unsupported="skip",
        missing_score=0,
        overwrite=True,
    )
    return count + report.games["read"]


def play(games: Games, folder: Path, rng: Random) -> int:
    """Plays games in an arena, with notes, observations, copies and recorded games."""
    arena = Arena(
        32, start=rng.choice(["standard", "chess960"]), seed=rng.getrandbits(32), max_plies=200
    )
    count = 0
    for _ in range(150):
        arena.planes("lc0")
        arena.legal_mask()
        arena.note(np.zeros(32, np.float32), nodes=np.ones(32, np.int64))
        arena.step(arena.sample())
        count += 32
    arena.load_state_dict(arena.state_dict())
    arena.playouts(1, seed=1)
    arena.pop_games(unfinished=True).write(folder / "played.npz")
    return count


def edit(games: Games, folder: Path, rng: Random) -> int:
    """Plays, copies and prints boards, and edits trees of games."""
    count = 0
    for _ in range(20):
        board = Board.from_chess960_pos(rng.randrange(960))
        while len(board.move_stack) < 100 and (moves := list(board.legal_moves)):
            move = rng.choice(moves)
            board.san(move)
            board.push(move)
            count += 1
        board.copy().fen()
        board.planes("lc0")
        count += len(board.move_stack)
        while board.move_stack:
            board.pop()
    index = rng.randrange(len(games))
    games[index : index + 1].to_pgn(folder / "one.pgn")
    text = (folder / "one.pgn").read_text()
    for _ in range(20):
        tree = pgn.read_game(io.StringIO(text))
        assert tree is not None
        assert not tree.errors
        for node in list(tree.mainline()):
            node.comment = "c" * rng.randrange(20)
            node.parent.add_variation(rng.choice(list(node.parent.board().legal_moves)))
            count += 1
        str(tree)
    return count


JOBS: list[Callable[[Games, Path, Random], int]] = [load, stream, play, edit]


def churn(seconds: float, folder: Path) -> list[dict[str, float]]:
    """Runs all jobs in turn for some time; returns the use of resources once a minute."""
    games = example_games()
    for name in ("games.pgn", "games.pgn.zst", "games.pgn.gz"):
        games.to_pgn(folder / name)
    games.write(folder / "games.npz")
    rng, begin, rounds = Random(1), time.monotonic(), 0
    reports: list[dict[str, float]] = []
    counts: Counter[str] = Counter()
    while time.monotonic() - begin < seconds:
        for job in JOBS:
            counts[job.__name__] += job(games, folder, rng)
        rounds += 1
        # caches and the allocator's pools fill before the first report
        due = begin + min(60.0, seconds / 10) * (len(reports) + 1)
        if time.monotonic() >= due:
            elapsed = round(time.monotonic() - begin)
            reports.append({"seconds": elapsed, "rounds": rounds, **usage()})
            print(json.dumps(reports[-1] | counts), flush=True)
    return reports


def epochs(count: int) -> list[dict[str, float]]:
    """Runs epochs of a small loader; returns the use of resources ten times."""
    loader = Loader(
        example_games()[:4], [Column.planes("pieces"), Column.policy("lc0")], batch_size=64, seed=1
    )
    reports: list[dict[str, float]] = []
    sizes = set()
    for epoch in range(1, count + 1):
        sizes.add(sum(len(batch["policy"]) for batch in loader))
        if epoch % max(count // 10, 1) == 0:
            reports.append({"epochs": epoch, **usage()})
            print(json.dumps(reports[-1]), flush=True)
    assert len(sizes) == 1, sizes
    return reports


def flat(reports: list[dict[str, float]]) -> bool:
    """Whether the last quarter of the reports has no more memory and files than the first."""
    quarter = max(len(reports) // 4, 1)
    first, last = reports[:quarter], reports[-quarter:]
    most = functools.partial(max, key=lambda report: report["allocated"])
    growth = most(last)["allocated"] - most(first)["allocated"]
    start, middle, end = reports[0], reports[len(reports) // 2], reports[-1]
    for name in ("allocated", "rss", "threads", "files"):
        print(f"{name}: {start[name]:,} {middle[name]:,} {end[name]:,}")
    return growth < MOST_GROWTH and end["files"] <= start["files"] + 2


def main() -> int:
    """Runs the jobs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--epochs", type=int, default=10_000)
    options = parser.parse_args()
    results = []
    with tempfile.TemporaryDirectory() as folder:
        if options.seconds:
            results.append(flat(churn(options.seconds, Path(folder))))
    if options.epochs:
        results.append(flat(epochs(options.epochs)))
    print("flat" if all(results) else "memory grows", threading.active_count(), "threads of Python")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
