"""Timing, printing and recording of benchmarks: CPU time, the best of several rounds."""

import json
import os
import time
import timeit
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"

RESULTS = "ENROQUE_BENCH_RESULTS"
"""The variable with the path of the file that results are appended to, for `benches/run.py`."""


def seconds(work: Callable[[], object], *, at_least: float = 0.2, rounds: int = 3) -> float:
    """Returns the CPU seconds of a call; each round repeats it for at least `at_least` seconds."""
    calls, best = 1, float("inf")
    while True:
        started = time.process_time()
        for _ in range(calls):
            work()
        took = time.process_time() - started
        if took >= at_least:
            break
        calls = max(2 * calls, int(1.2 * calls * at_least / max(took, 1e-6)))
    best = took / calls
    for _ in range(rounds - 1):
        started = time.process_time()
        for _ in range(calls):
            work()
        best = min(best, (time.process_time() - started) / calls)
    return best


def statement(
    code: str, names: dict[str, Any], *, at_least: float = 0.02, rounds: int = 5
) -> float:
    """Returns the CPU seconds of a statement."""
    timer = timeit.Timer(code, globals=names, timer=time.process_time)
    loops = 1
    while timer.timeit(loops) < at_least:
        loops *= 4
    return min(timer.repeat(rounds, loops)) / loops


def record(task: str, data: str, engine: str, unit: str, value: float) -> None:
    """Appends a line of JSON to the file of `ENROQUE_BENCH_RESULTS`; without it, does nothing.

    Args:
        task: What is done.
        data: What it is done with.
        engine: The library: `enroque`, or the name of a peer.
        unit: What the value counts: higher is better if it ends in `/s`, otherwise lower.
        value: The value.
    """
    if path := os.environ.get(RESULTS):
        line = {"task": task, "data": data, "engine": engine, "unit": unit, "value": value}
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


class Table:
    """A table of one task that prints and records each row.

    Args:
        task: What is done.
        unit: The unit of all values.
        engines: The columns, enroque first.
    """

    def __init__(self, task: str, unit: str, engines: Sequence[str]) -> None:
        self.task, self.unit, self.engines = task, unit, engines
        titles = "".join(f"  {engine:>18}" for engine in engines[1:])
        print(f"\n{f'{task}, {unit}':<36}{engines[0]:>12}{titles}")

    def row(self, data: str, *values: float | None) -> None:
        """Prints a value for each engine, and how many times as fast enroque is."""
        line = f"{data:<36}"
        ours = values[0]
        for engine, value in zip(self.engines, values, strict=True):
            if value is None:
                line += f"  {'-':>18}"
                continue
            record(self.task, data, engine, self.unit, value)
            if engine == self.engines[0] or ours is None:
                line += f"{value:>12,.1f}"
            else:
                ratio = ours / value if self.unit.endswith("/s") else value / ours
                line += f"  {value:>11,.1f} {ratio:>5,.1f}x"
        print(line)
