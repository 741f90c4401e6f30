"""How many samples a second the loader hands out, by the clock and by the processor's time.

python benches/python/loader.py [games.pgn]

The lines of Parquet and PGN read a file of those games, repeated until there are 30,000, in every
epoch; Parquet needs pyarrow.
"""

import importlib.util
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import enroque
from enroque import parquet
from enroque.data import example_games


def rate(games: enroque.Games | Path, **options: Any) -> tuple[float, float]:
    """Samples a second, and a second of processor time (all threads), over the best epochs."""
    loader = enroque.Loader(games, batch_size=1024, **options)
    best = best_of_processor = 0.0
    for _ in range(4):
        began, used, samples = time.perf_counter(), time.process_time(), 0
        for batch in loader:
            samples += len(next(iter(batch.values())))
        best = max(best, samples / (time.perf_counter() - began))
        best_of_processor = max(best_of_processor, samples / (time.process_time() - used))
    return best, best_of_processor


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
            clock, used = rate(
                games, policy="lc0", value="side_to_move", threads=threads, **options
            )
            show(name, threads, clock, used)
    with tempfile.TemporaryDirectory() as folder:
        many = enroque.Games.concatenate([games] * (30_000 // len(games) + 1))
        sources: list[enroque.Games | Path] = [many, Path(folder) / "games.pgn"]
        many.to_pgn(Path(folder) / "games.pgn")
        if importlib.util.find_spec("pyarrow") is None:
            print("Parquet: skipped, there is no pyarrow")
        else:
            sources.append(Path(folder) / "games.parquet")
            parquet.write(many, Path(folder) / "games.parquet")
        for source in sources:
            where = source.suffix[1:] if isinstance(source, Path) else "memory"
            for dtype in ("uint8", "bits"):
                for threads in (1, None):
                    planes: dict[str, Any] = {"planes": lc0, "dtype": dtype}
                    rates = rate(
                        source, policy="lc0", value="side_to_move", threads=threads, **planes
                    )
                    show(f"30,000 games from {where}, {dtype}", threads, *rates)


def show(name: str, threads: int | None, clock: float, used: float) -> None:
    """Prints a line."""
    line = f"{clock:11,.0f} a second {used:11,.0f} a second of processor time"
    print(f"{name:36} threads {threads or 'all':>3} {line}")


if __name__ == "__main__":
    main()
