"""Samples per second of the Loader: `python benches/python/loader.py [games.pgn]`.

Measures wall time and CPU time. The last lines read 30,000 games (copies of those given) from
memory, PGN and Parquet in every epoch; Parquet needs pyarrow.
"""

import importlib.util
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from timing import record

import enroque
from enroque import Column
from enroque.data import example_games


def rate(games: enroque.Games | Path, **options: Any) -> tuple[float, float]:
    """Returns samples per second of wall time and of CPU time (all threads), best of 4 epochs."""
    loader = enroque.Loader(games, batch_size=1024, **options)
    best_wall = best_cpu = 0.0
    for _ in range(4):
        began, used, samples = time.perf_counter(), time.process_time(), 0
        for batch in loader:
            samples += len(next(iter(batch.values())))
        best_wall = max(best_wall, samples / (time.perf_counter() - began))
        best_cpu = max(best_cpu, samples / (time.process_time() - used))
    return best_wall, best_cpu


def main() -> None:
    """Prints a line for each combination of arrays and threads."""
    games = enroque.Games.from_pgn(sys.argv[1]) if len(sys.argv) > 1 else example_games()
    print(games)
    lc0 = enroque.Encoding("lc0", format=2)
    targets = [Column.policy("lc0"), Column.value()]
    mask = Column.legal_mask("lc0")
    for name, columns in [
        ("lc0 112 uint8, policy, value", [Column.planes(lc0, dtype="uint8")]),
        ("lc0 112 float32, policy, value", [Column.planes(lc0)]),
        ("lc0 112 bits, policy, value", [Column.planes(lc0, dtype="bits")]),
        ("pieces 12 uint8, policy, value", [Column.planes("pieces", dtype="uint8")]),
        ("lc0 112 uint8, legal masks too", [Column.planes(lc0, dtype="uint8"), mask]),
    ]:
        for threads in (1, None):
            wall, cpu = rate(games, columns=columns + targets, threads=threads)
            show(name, threads, wall, cpu)
    with tempfile.TemporaryDirectory() as folder:
        many = enroque.Games.concatenate([games] * (30_000 // len(games) + 1))
        sources: list[enroque.Games | Path] = [many, Path(folder) / "games.pgn"]
        many.to_pgn(Path(folder) / "games.pgn")
        if importlib.util.find_spec("pyarrow") is None:
            print("Parquet: skipped, pyarrow is not installed")
        else:
            sources.append(Path(folder) / "games.parquet")
            many.write(Path(folder) / "games.parquet")
        for source in sources:
            where = source.suffix[1:] if isinstance(source, Path) else "memory"
            for dtype in ("uint8", "bits"):
                for threads in (1, None):
                    columns = [Column.planes(lc0, dtype=dtype), *targets]
                    rates = rate(source, columns=columns, threads=threads)
                    show(f"30,000 games from {where}, {dtype}", threads, *rates)


def show(name: str, threads: int | None, wall: float, cpu: float) -> None:
    """Prints the rates of a combination."""
    line = f"{wall:11,.0f} samples/s {cpu:11,.0f} samples per CPU second"
    print(f"{name:36} threads {threads or 'all':>3} {line}")
    where = f"{name}, {'1 thread' if threads == 1 else 'all threads'}"
    record("Loader", where, "enroque", "samples/s", wall)


if __name__ == "__main__":
    main()
