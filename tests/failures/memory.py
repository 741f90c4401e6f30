"""Memory that ends: calls under a limit of the address space raise `MemoryError`.

    python tests/failures/memory.py --count 20

Each call is made in a forked process that may use a few megabytes more than it has. The exit status
is 1 if a process dies, or raises another exception.
"""

import argparse
import io
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from children import Outcome, in_child, report

import enroque
from enroque import Arena, Board, Column, Games, Loader, formats, pgn
from enroque.data import example_games

MEGABYTE = 1 << 20

ALLOWED = {"returned", "MemoryError"}
"""The outcomes that are promised."""


def calls(folder: Path) -> dict[str, Callable[[], Any]]:
    """Returns calls that need much memory, by name.

    Args:
        folder: a folder for files.
    """
    games = Games.concatenate([example_games()] * 40)
    for name in ("games.pgn", "games.pgn.zst", "games.pgn.gz", "games.pgn.bz2"):
        games.to_pgn(folder / name)
    games.save(folder / "games.npz")
    standard = games.filter(enroque.Filter(variant="standard"))
    for name in ("viriformat", "binpack", "lc0"):
        some = standard[: 20 if name == "lc0" else len(standard)]
        formats.write(some, folder / f"games.{name}", name, missing_score=0)
    game, ply = games.positions()
    text = (folder / "games.pgn").read_bytes()
    long = text * 30
    arena = Arena(512, seed=1)
    for _ in range(20):
        arena.step(arena.sample())

    def read(name: str) -> int:
        return sum(map(len, formats.read(folder / f"games.{name}", name)))

    def trees() -> int:
        file = io.StringIO(text.decode())
        return len([*iter(lambda: pgn.read_game(file), None)])

    def load(planes: str, *others: Column, batch_size: int) -> int:
        columns = [Column.planes(planes), *others, Column.wdl()]
        with Loader(games, columns, seed=1, batch_size=batch_size) as loader:
            return sum(len(batch["wdl"]) for batch in loader)

    def self_play() -> int:
        played = Arena(4096, seed=1, autoreset="same_step")
        for _ in range(40):
            played.note(np.zeros(4096), nodes=np.ones(4096, np.int64))
            played.step(played.sample())
        return len(played.take(unfinished=True))

    return {
        "from_pgn": lambda: len(Games.from_pgn(text)),
        "from_pgn, a long text": lambda: len(Games.from_pgn(long)),
        **{
            f"from_pgn {suffix}": partial(Games.from_pgn, folder / f"games.{suffix}")
            for suffix in ("pgn", "pgn.zst", "pgn.gz", "pgn.bz2")
        },
        "stream": lambda: sum(map(len, Games.stream(folder / "games.pgn.zst"))),
        "load": lambda: len(Games.load(folder / "games.npz")),
        **{
            f"read {name}": partial(read, name)
            for name in ("viriformat", "binpack", "lc0")
        },
        "planes": lambda: games.planes("lc0", game, ply, dtype="uint8").nbytes,
        "planes_bits": lambda: games.planes_bits("lc0", game, ply)[0].nbytes,
        "legal_mask": lambda: games.legal_mask("lc0", game, ply).nbytes,
        "legal_indices": lambda: games.legal_indices("lc0", game, ply)[0].nbytes,
        "features": lambda: games.features("HalfKP", game, ply)[0].nbytes,
        "tokens": lambda: games.tokens("chessbench", game, ply).nbytes,
        "records": lambda: games.records("bullet", game, ply).nbytes,
        "concatenate": lambda: len(Games.concatenate([games] * 200)),
        "select": lambda: len(games[np.arange(len(games)).repeat(200)]),
        "drop_duplicates": lambda: len(games.drop_duplicates()),
        "sort": lambda: len(games.sort("white_elo")),
        "to_pgn": lambda: games.to_pgn(io.BytesIO()),
        "to_pgn zst": lambda: games.to_pgn(folder / "out.pgn.zst"),
        "save": lambda: games.save(folder / "out.npz"),
        "convert": lambda: enroque.convert(
            folder / "games.pgn.zst", folder / "out.viri", overwrite=True, on_unsupported="skip",
            filter=enroque.Filter(variant="standard"), missing_score=0,
        ).positions,
        "Loader": lambda: load("lc0", Column.policy("lc0"), batch_size=4096),
        "Loader small": lambda: load("pieces", batch_size=64),
        "Arena": lambda: Arena(1 << 20, seed=1).num_games,
        "Arena.planes": lambda: arena.planes("lc0").nbytes,
        "self-play": self_play,
        "read_game": trees,
        "Board": lambda: len([Board() for _ in range(200_000)]),
        "perft": lambda: enroque.perft(Board(), 4),
    }  # fmt: skip


def limited(call: Callable[[], Any], extra: int) -> Any:
    """Calls a function with a limit of the address space.

    Args:
        call: the function.
        extra: the bytes that it may use more than the process has.
    """
    with open("/proc/self/statm") as file:
        size = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + extra, size + extra))
    try:
        return call()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (size + extra, size + extra))


def run(count: int, only: str = "", seed: int = 1) -> list[tuple[str, int, Outcome]]:
    """Makes each call with several limits; returns those that ended in another way.

    Args:
        count: the number of limits for each call.
        only: a part of the names of the calls.
        seed: the seed of the limits.
    """
    rng = Random(seed)
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for name, call in calls(Path(folder)).items():
            if only not in name:
                continue
            outcomes: Counter[str] = Counter()
            for _ in range(count):
                # more small limits than large ones
                extra = int(MEGABYTE * 400 ** rng.random()) if rng.random() < 0.9 else 0
                outcome = in_child(lambda call=call, extra=extra: limited(call, extra))
                outcomes[outcome.kind] += 1
                if outcome.kind not in ALLOWED:
                    wrong.append((name, extra, outcome))
            report(name, outcomes)
    return wrong


def main() -> int:
    """Runs the calls."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = run(options.count, options.only, options.seed)
    for name, extra, outcome in wrong:
        print(f"{name} with {extra >> 20} MB more: {outcome.kind} {outcome.text[:300]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
