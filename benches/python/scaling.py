"""Speed by the number of threads: `python benches/python/scaling.py`.

Prints and records wall-clock rates, the best of three runs, with 1, 2, 4 ... threads.
"""

import time
from collections.abc import Callable

import numpy as np
from timing import DATA, record

import enroque
from enroque.data import example_games

ROUNDS = 3


def threads_to_measure(most: int) -> list[int]:
    """Returns the powers of two below the number of threads, and that number."""
    return [2**n for n in range(most.bit_length()) if 2**n < most] + [most]


def seconds(work: Callable[[], object]) -> float:
    """Returns the shortest wall-clock time."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return best


def load() -> tuple[bytes, enroque.Games]:
    """Returns PGN with clock times, and its first games; without ../shared, example games."""
    path = DATA / "pgn" / "lichess_999.pgn"
    text = path.read_bytes() if path.exists() else example_games().to_pgn().encode()
    text *= max(1, 40_000_000 // len(text))
    return text, enroque.Games.from_pgn(text)[:20_000]


def steps(arena: enroque.Arena, count: int, threads: int) -> None:
    """Plays random moves in all games."""
    for _ in range(count):
        arena.legal_indices(threads=threads)
        arena.step(arena.sample(policy="legal", threads=threads), policy="legal", threads=threads)


def epoch(games: enroque.Games, threads: int) -> int:
    """Takes all batches of an epoch."""
    planes = enroque.Encoding("lc0", format=2)
    loader = enroque.Loader(
        games,
        [enroque.Column.planes(planes, dtype="uint8"), enroque.Column.policy("lc0")],
        threads=threads,
    )
    return sum(len(batch["policy"]) for batch in loader)


def main() -> None:
    """Measures each task for each number of threads."""
    text, games = load()
    game, ply = games.positions()
    rng = np.random.default_rng(1)
    chosen = rng.choice(len(game), min(len(game), 50_000), replace=False)
    chosen.sort()
    game, ply = game[chosen], ply[chosen]
    out = np.empty((len(game), 112, 8, 8), np.uint8)
    board = enroque.Board()
    few = games[:1000]
    nodes = enroque.perft(board, 6)
    samples = len(few.moves)
    for threads in threads_to_measure(cores()):
        arena = enroque.Arena(4096, autoreset="same_step", record=False, seed=1)
        plies = len(enroque.Games.from_pgn(text, threads=threads).moves)
        rows: list[tuple[str, float, str, Callable[[], object]]] = [
            (
                "read PGN",
                plies / 1e6,
                "million plies/s",
                lambda n=threads: enroque.Games.from_pgn(text, threads=n),
            ),
            (
                "lc0 planes, uint8",
                len(game) / 1e6,
                "million positions/s",
                lambda n=threads: games.planes("lc0", game, ply, out=out, threads=n),
            ),
            (
                "perft",
                nodes / 1e6,
                "million nodes/s",
                lambda n=threads: enroque.perft(board, 6, threads=n),
            ),
            ("Loader", samples / 1e3, "thousand samples/s", lambda n=threads: epoch(few, n)),
            (
                "Arena, 4096 games",
                4096 * 20 / 1e6,
                "million plies/s",
                lambda n=threads, a=arena: steps(a, 20, n),
            ),
        ]
        for task, amount, unit, work in rows:
            rate = amount / seconds(work)
            print(f"{task:24} threads {threads:>3} {rate:12,.2f} {unit}")
            record(f"threads: {task}", str(threads), "enroque", unit, rate)


def cores() -> int:
    """Returns the number of cores that this process can use."""
    try:
        from os import sched_getaffinity
    except ImportError:
        from os import cpu_count

        return cpu_count() or 1
    return len(sched_getaffinity(0))


if __name__ == "__main__":
    main()
