"""How many samples a second the loader hands out.

python benches/python/loader.py [games.pgn]
"""

import sys
import time
from typing import Any

import enroque
from enroque.data import example_games


def rate(games: enroque.Games, **options: Any) -> float:
    """Samples a second over the best of a few epochs."""
    loader = enroque.Loader(games, batch=1024, **options)
    best = 0.0
    for _ in range(4):
        began, samples = time.perf_counter(), 0
        for batch in loader:
            samples += len(next(iter(batch.values())))
        best = max(best, samples / (time.perf_counter() - began))
    return best


def main() -> None:
    """Prints a line for each form."""
    games = enroque.Games.from_pgn(sys.argv[1]) if len(sys.argv) > 1 else example_games()
    print(games)
    lc0 = enroque.encoding("lc0", format=2)
    for name, options in [
        ("lc0 112 uint8, policy, value", {"planes": lc0, "dtype": "uint8"}),
        ("lc0 112 float32, policy, value", {"planes": lc0}),
        ("lc0 112 bits, policy, value", {"planes": lc0, "dtype": "bits"}),
        ("pieces 12 uint8, policy, value", {"planes": "pieces", "dtype": "uint8"}),
        ("the first and legal masks", {"planes": lc0, "dtype": "uint8", "legal_mask": "lc0"}),
    ]:
        for threads in (1, None):
            speed = rate(games, policy="lc0", value="mover", threads=threads, **options)
            print(f"{name:34} threads {threads or 'all':>3}  {speed:11,.0f} samples/s")


if __name__ == "__main__":
    main()
