"""The end of the interpreter while loaders, streams, arenas and threads are in use.

    python tests/failures/interpreter_exit.py --count 200

Each process must end with the expected status, in time, and without output.
"""

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from children import report

from enroque import Games
from enroque.data import example_games

PROGRAM = """
import itertools, os, sys, threading
import enroque
from enroque import Arena, Column, Games, Loader
from enroque.data import example_games

folder, uses, way = sys.argv[1], sys.argv[2].split(","), sys.argv[3]
games = example_games()
trained = [Column.planes("lc0"), Column.policy("lc0")]
indices = [Column.game(), Column.ply()]

def generated():
    for first in itertools.count():
        yield games[first % 100 : first % 100 + 5]

def step():
    arena = Arena(256, seed=1, autoreset="same_step")
    while True:
        arena.step(arena.sample())

def read():
    while True:
        Games.from_pgn(f"{folder}/games.pgn.zst")

def load(source):
    loader = Loader(source, trained, batch_size=32, shuffle_games=4)
    try:
        while True:
            for _ in loader:
                pass
    except ValueError as error:  # of a function that is called too late
        assert "shutting down" in str(error)

kept = []
for use in uses:
    if use == "loader":
        kept.append(Loader(games, trained, batch_size=32))
        next(kept[-1])
    if use == "files":
        paths = [f"{folder}/games.npz", f"{folder}/games.npz"]
        kept.append(Loader(paths, indices))
        next(kept[-1])
    if use == "function":
        kept.append(Loader(generated, indices, shuffle_games=4, batch_size=32))
        next(kept[-1])
    if use == "stream":
        kept.append(Games.stream(f"{folder}/games.pgn.zst", games_per_batch=5))
        next(kept[-1])
    if use == "threads":
        for work in (step, read, lambda: load(games), lambda: load(generated)):
            threading.Thread(target=work, daemon=True).start()
if way == "exception":
    raise SystemExit(3)
if way == "delete":
    del kept
if way == "cycle":
    kept.append(kept)
"""

USES = ["loader", "files", "function", "stream", "threads"]


def run(count: int, seed: int = 1) -> int:
    """Ends interpreters; returns the number of wrong outcomes."""
    rng, wrong = Random(seed), 0
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        games = Games.concatenate([example_games()] * 5)
        games.write(Path(folder, "games.npz"))
        games.to_pgn(Path(folder, "games.pgn.zst"))
        for number in range(count):
            uses = [USES[number % len(USES)], *rng.sample(USES, rng.randrange(3))]
            way = rng.choice(["end", "exception", "delete", "cycle"])
            command = [sys.executable, "-c", PROGRAM, folder, ",".join(uses), way]
            try:
                done = subprocess.run(
                    command, capture_output=True, text=True, timeout=60, check=False
                )
                ended = f"status {done.returncode} {done.stderr[:300]}".strip()
            except subprocess.TimeoutExpired:
                ended = "hang"
            is_right = ended == f"status {3 if way == 'exception' else 0}"
            outcomes["ended" if is_right else f"{uses} {way}: {ended[:200]}"] += 1
            wrong += not is_right
    report("interpreters", outcomes)
    return wrong


def main() -> int:
    """Runs the programs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200)
    return 1 if run(parser.parse_args().count) else 0


if __name__ == "__main__":
    sys.exit(main())
