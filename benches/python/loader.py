"""Samples per second of the Loader: `python benches/python/loader.py [games.pgn]`.

Measures wall time and CPU time, with the 37,221 games of `lichess_bullet_clk` of `../shared/data`,
or the example games where it is absent. The last lines read the games from memory, PGN and Parquet
in every epoch; Parquet needs pyarrow.
"""

import importlib.util
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from timing import DATA, record

import enroque
from enroque import Column
from enroque.data import example_games


def rate(games: enroque.Games | Path, **options: Any) -> tuple[float, float]:
    """Returns samples per second of wall time and of CPU time (all threads), best of 3 epochs."""
    loader = enroque.Loader(games, batch_size=1024, **options)
    best_wall = best_cpu = 0.0
    for _ in range(3):
        began, used, samples = time.perf_counter(), time.process_time(), 0
        for batch in loader:
            samples += len(next(iter(batch.values())))
        best_wall = max(best_wall, samples / (time.perf_counter() - began))
        best_cpu = max(best_cpu, samples / (time.process_time() - used))
    return best_wall, best_cpu


def main() -> None:
    """Prints a line for each combination of arrays and threads."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA / "pgn" / "lichess_bullet_clk.pgn.zst"
    if len(sys.argv) == 1 and not path.exists():
        print(f"the example games: {path.name} is absent")
        games = example_games()
    else:
        games = enroque.Games.read(path)
    print(games)
    lc0 = enroque.Encoding("lc0", format=2)
    targets = [Column.policy("lc0"), Column.value(on_missing="nan")]
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
        sources: list[enroque.Games | Path] = [games, Path(folder) / "games.pgn"]
        games.write(sources[1])
        if importlib.util.find_spec("pyarrow") is None:
            print("Parquet: skipped, pyarrow is not installed")
        else:
            sources.append(Path(folder) / "games.parquet")
            games.write(sources[-1])
        for source in sources:
            where = source.suffix[1:] if isinstance(source, Path) else "memory"
            for dtype in ("uint8", "bits"):
                for threads in (1, None):
                    columns = [Column.planes(lc0, dtype=dtype), *targets]
                    rates = rate(source, columns=columns, threads=threads)
                    show(f"games from {where}, {dtype}", threads, *rates)


def show(name: str, threads: int | None, wall: float, cpu: float) -> None:
    """Prints the rates of a combination."""
    line = f"{wall:11,.0f} samples/s {cpu:11,.0f} samples per CPU second"
    print(f"{name:36} threads {threads or 'all':>3} {line}")
    where = f"{name}, {'1 thread' if threads == 1 else 'all threads'}"
    record("Loader", where, "enroque", "samples/s", wall)


if __name__ == "__main__":
    main()
