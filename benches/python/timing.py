"""Timing and printing of benchmarks: CPU time, the best of several rounds."""

import time
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


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
    code: str, names: dict[str, Any], *, at_least: float = 0.05, rounds: int = 7
) -> float:
    """Returns the CPU seconds of a statement."""
    timer = timeit.Timer(code, globals=names, timer=time.process_time)
    loops = 1
    while timer.timeit(loops) < at_least:
        loops *= 4
    return min(timer.repeat(rounds, loops)) / loops


def row(what: str, ours: float, theirs: float, unit: str, *, scale: float) -> None:
    """Prints a label, two times in the unit, and their ratio."""
    ratio = theirs / ours
    print(f"{what:<36}{ours * scale:>12,.1f}{theirs * scale:>14,.1f}  {unit:<6}{ratio:>8,.1f}x")


def header(title: str) -> None:
    """Prints the header of a table."""
    print(f"\n{title:<36}{'enroque':>12}{'python-chess':>14}")
