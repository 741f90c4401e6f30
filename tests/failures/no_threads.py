"""Threads that cannot be started: calls and loaders do their work without them.

    sudo python tests/failures/no_threads.py --count 20

Each call is made in a forked process of an unprivileged user without any other thread, and with
`RLIMIT_NPROC`, which does not bind root. So it needs root, to become that user.
"""

import argparse
import concurrent.futures.thread  # noqa: F401  # by `Games.read`, if the user cannot read it
import encodings.cp437  # noqa: F401  # by zipfile
import os
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from children import in_child, report

import enroque
import enroque._model.arena  # by `Arena`, if the user cannot read it
import enroque.polyglot  # by `Arena`
from enroque import Arena, Column, Games, Loader
from enroque.data import example_games

NOBODY = 65_534
"""The user of the first process; each has another one, so that they are not counted together."""


def without_threads(call: Callable[[], Any], user: int) -> Any:
    """Calls a function as a user who cannot start threads."""
    os.setgid(user)
    os.setuid(user)
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    return call()


def calls(folder: Path) -> dict[str, tuple[Callable[[], Any], str]]:
    """Returns calls by name, each with its result.

    Args:
        folder: a folder for files.
    """
    games = example_games()
    games.to_pgn(folder / "games.pgn")
    games.to_pgn(folder / "games.pgn.zst")
    games.write(folder / "games.npz")
    with enroque.Writer(folder / "chunks.npz") as writer:
        for _ in range(300):  # more games than a chunk
            writer.write(games)
    game, ply = games.positions()

    def generated() -> Iterator[Games]:
        yield games

    def load(source: Any) -> int:
        with Loader(source, [Column.game(), Column.ply()]) as loader:
            return sum(len(batch["ply"]) for batch in loader)

    def self_play() -> int:
        arena = Arena(256, seed=1)
        for _ in range(20):
            arena.step(arena.sample())
        return int(arena.ply.sum())

    same: dict[str, Callable[[], Any]] = {
        "from_pgn": lambda: len(Games.from_pgn(folder / "games.pgn")),
        "stream": lambda: sum(map(len, Games.stream(folder / "games.pgn.zst"))),
        "planes": lambda: int(games.planes("lc0", game, ply, dtype="uint8").sum()),
        "Arena": self_play,
        "perft": lambda: enroque.perft(enroque.Board(), 4),
        "load": lambda: len(Games.read(folder / "chunks.npz")),
        "to_pgn": lambda: games.to_pgn(os.devnull),
        "threads=7": lambda: int(np.sum(games.planes("pieces", game, ply, threads=7))),
        "Loader": lambda: load(games),
        "Loader of files": lambda: load([folder / "games.npz"]),
        "Loader of a function": lambda: load(generated),
    }
    return {name: (call, in_child(call).text) for name, call in same.items()}


def run(count: int) -> int:
    """Makes each call; returns the number of other outcomes than expected."""
    wrong = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        folder.chmod(0o755)
        for number, (name, (call, expected)) in enumerate(calls(folder).items()):
            outcomes: Counter[str] = Counter()
            for time in range(count):
                user = NOBODY - number * count - time
                outcome = in_child(lambda call=call, user=user: without_threads(call, user))
                is_expected = expected in (outcome.kind, outcome.text)
                outcomes[outcome.kind if is_expected else f"wrong: {outcome}"] += 1
                wrong += not is_expected
            report(name, outcomes)
    return wrong


def main() -> int:
    """Runs the calls."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20)
    if os.getuid() != 0:
        print("needs root")
        return 2
    return 1 if run(parser.parse_args().count) else 0


if __name__ == "__main__":
    sys.exit(main())
