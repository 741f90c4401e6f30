"""The report of `enroque.as_chess`: output, time and calls of a program with both libraries."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NamedTuple

import enroque

PACKAGE = str(Path(enroque.__file__).parent)
MAX_ROWS = 20


class _Run(NamedTuple):
    """A run of a program."""

    seconds: float
    status: int
    output: bytes
    errors: bytes


def report(program: list[str]) -> int:
    """Runs a program with python-chess and enroque, and prints how the runs differ.

    Args:
        program: the arguments of `python`: a script, or `-m` or `-c`, and its arguments.

    Returns:
        0 if both runs succeeded with the same output, else 1.
    """
    stdin = b"" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.buffer.read()
    python, shim = [sys.executable], [sys.executable, "-m", "enroque.as_chess"]
    start = ["-c", "import chess"]
    theirs_start, ours_start = _run([*python, *start], b""), _run([*shim, *start], b"")
    theirs, ours = _run([*python, *program], stdin), _run([*shim, *program], stdin)
    with tempfile.TemporaryDirectory() as folder:
        counts = Path(folder) / "counts.json"
        _run([*shim, *program], stdin, ENROQUE_AS_CHESS_COUNTS=str(counts))
        calls = json.loads(counts.read_text()) if counts.exists() else {}
    print("                 python-chess     enroque")
    print(f"wall time      {theirs.seconds:>12.3f} s{ours.seconds:>10.3f} s    ", end="")
    failed = _failed(theirs.status, ours.status)
    print(failed or _ratio(theirs.seconds, ours.seconds))
    print(f"  start        {theirs_start.seconds:>12.3f} s{ours_start.seconds:>10.3f} s", end="")
    print("    Python and `import chess`, once each")
    print(f"exit status    {theirs.status:>14}{ours.status:>12}")
    print(f"output (bytes) {len(theirs.output):>14}{len(ours.output):>12}", end="")
    is_same = theirs.output == ours.output and theirs.status == ours.status
    print("    the same" if theirs.output == ours.output else "    different")
    if theirs.output != ours.output:
        _print_difference(theirs.output, ours.output)
    if failed:
        print(f"\n{failed}: the program failed, so its times are not comparable")
    for library, run in (("python-chess", theirs), ("enroque", ours)):
        if run.status and run.errors:
            print(f"\nlast lines of the errors with {library}:")
            print(*run.errors.decode(errors="replace").splitlines()[-5:], sep="\n")
    _print_calls(calls)
    return 0 if is_same and not failed else 1


def _run(command: list[str], stdin: bytes, **variables: str) -> _Run:
    start = time.perf_counter()
    done = subprocess.run(
        command, input=stdin, capture_output=True, check=False, env=os.environ | variables
    )
    return _Run(time.perf_counter() - start, done.returncode, done.stdout, done.stderr)


def _failed(theirs: int, ours: int) -> str:
    """Returns the names of the runs that failed."""
    if theirs and ours:
        return "both runs failed"
    if ours:
        return "the run with enroque failed"
    return "the run with python-chess failed" if theirs else ""


def _ratio(theirs: float, ours: float) -> str:
    """Returns the comparison of the times, in words."""
    if ours <= theirs:
        return f"{theirs / ours:.1f} times faster"
    return f"{ours / theirs:.1f} times slower"


def _print_difference(theirs: bytes, ours: bytes) -> None:
    """Prints the first line that differs."""
    pairs = [text.decode(errors="replace").splitlines() for text in (theirs, ours)]
    length = max(map(len, pairs))
    left, right = ([*lines, *[""] * (length - len(lines))] for lines in pairs)
    for number, (a, b) in enumerate(zip(left, right, strict=True), 1):
        if a != b:
            print(f"\nfirst difference, line {number}:")
            print(f"  python-chess: {a[:200]}")
            print(f"  enroque:      {b[:200]}")
            return


def _print_calls(calls: dict[str, int]) -> None:
    if not calls:
        return
    total = sum(calls.values())
    print(f"\n{total:,} calls of methods and functions (without constructors and properties):")
    rows = sorted(calls.items(), key=lambda row: (-row[1], row[0]))
    for name, count in rows[:MAX_ROWS]:
        print(f"{count:>12,}  {name}")
    if len(rows) > MAX_ROWS:
        rest = sum(count for _, count in rows[MAX_ROWS:])
        print(f"{rest:>12,}  {len(rows) - MAX_ROWS} others")


@contextlib.contextmanager
def counting(file: str) -> Iterator[None]:
    """Counts the calls of enroque, and writes the counts to a file as JSON.

    Args:
        file: the file.
    """
    counts: Counter[str] = Counter()

    def count(frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call":
            owner = getattr(called, "__self__", None)
            if isinstance(owner, ModuleType):
                module: str | None = owner.__name__
            else:
                module = (owner if isinstance(owner, type) else type(owner)).__module__
            is_outside = not frame.f_code.co_filename.startswith(PACKAGE)
            if is_outside and module and module.partition(".")[0] == "enroque":
                counts[called.__qualname__] += 1
        elif event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            caller = frame.f_back
            if caller and not caller.f_code.co_filename.startswith(PACKAGE):
                counts[frame.f_code.co_qualname] += 1

    threading.setprofile(count)
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        calls = {name: n for name, n in counts.items() if not name.startswith(("_", "counting"))}
        Path(file).write_text(json.dumps(calls))
