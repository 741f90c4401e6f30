"""Instructions of hot paths in two commits, counted by callgrind.

    python benches/instructions.py OLD [NEW] [--task WORD] [--backend NAME] [--limit PERCENT]

Builds `benches/instructions` of both commits (without NEW, of the files of this checkout), and runs
the tasks that both have under valgrind: a task does the same in every commit, by the interface of
its commit. Counts do not depend on what else the machine does, and are the same from run to run
within 0.01%. valgrind has no AVX-512: what is counted is the code for AVX2 with BMI2, or the
portable code. Exits with 1 if a task needs more instructions by more than the limit.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "python" / "enroque" / "data" / "standard.tsv"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "instructions"
TIMES = (1, 3)
"""Numbers of repetitions; the difference of their counts has no preparation in it."""


@contextmanager
def sources(commit: str | None) -> Iterator[Path]:
    """Yields a directory with the files of a commit, or this checkout."""
    if commit is None:
        yield ROOT
        return
    # always in the same place, so that cargo compiles the dependencies once
    folder = TARGET / "checkout"
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["git", "worktree", "prune"], cwd=ROOT, check=True)
    command = ["git", "worktree", "add", "--quiet", "--detach", str(folder), commit]
    subprocess.run(command, cwd=ROOT, check=True)
    try:
        yield folder
    finally:
        command = ["git", "worktree", "remove", "--force", str(folder)]
        subprocess.run(command, cwd=ROOT, check=True)


def build(commit: str | None, program: Path) -> None:
    """Builds the tasks of a commit."""
    with sources(commit) as folder:
        manifest = folder / "benches" / "instructions" / "Cargo.toml"
        command = ["cargo", "build", "--release", "--manifest-path", str(manifest)]
        result = subprocess.run([*command, "--target-dir", str(TARGET / "build")], check=False)
        if result.returncode:
            sys.exit(f"the tasks of {commit or 'this checkout'} do not compile")
        shutil.copy(TARGET / "build" / "release" / "instructions", program)


def count(program: Path, task: str, times: int, environment: dict[str, str]) -> int:
    """Returns the number of instructions of the whole program."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        command = ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={out}"]
        command += [str(program), task, str(times), str(GAMES)]
        result = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False
        )
        if result.returncode:
            sys.exit(f"{task}: {result.stderr}")
        summary = re.search(r"^(?:totals|summary): (\d+)", out.read_text(), re.MULTILINE)
        if summary is None:
            sys.exit(f"{task}: callgrind reported no count")
        return int(summary[1])


def instructions(program: Path, task: str, environment: dict[str, str]) -> float:
    """Returns the number of instructions of a task, without its preparation."""
    few, many = (count(program, task, times, environment) for times in TIMES)
    return (many - few) / (TIMES[1] - TIMES[0])


def main() -> None:
    """Builds, counts and compares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", help="the commit to compare with")
    parser.add_argument("new", nargs="?", help="a commit (default: the files of this checkout)")
    parser.add_argument("--task", action="append", help="only tasks with this word; repeatable")
    parser.add_argument("--backend", choices=("bmi2", "portable"), default="bmi2")
    parser.add_argument("--limit", type=float, default=2.0, help="percent (default: 2)")
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is not installed")
    TARGET.mkdir(parents=True, exist_ok=True)
    # with one thread, every run has the same instructions
    environment = {**os.environ, "ENROQUE_BACKEND": options.backend, "RAYON_NUM_THREADS": "1"}
    programs = []
    for label, commit in (("old", options.old), ("new", options.new)):
        programs.append(TARGET / label)
        build(commit, programs[-1])
    lists = [subprocess.check_output([program], text=True).splitlines() for program in programs]
    tasks = [task for task in lists[1] if task in lists[0]]
    if options.task:
        tasks = [task for task in tasks if any(word in task for word in options.task)]
    print(f"instructions in thousands, {options.backend}")
    print(f"{'':40}{options.old[:14]:>14}{(options.new or 'checkout')[:14]:>14}{'change':>9}")
    worst = 0.0
    for task in tasks:
        old, new = (instructions(program, task, environment) for program in programs)
        change = 100 * (new / old - 1)
        worst = max(worst, change)
        print(f"{task:40}{old / 1000:14,.0f}{new / 1000:14,.0f}{change:+8.2f}%", flush=True)
    if worst > options.limit:
        sys.exit(f"a task needs {worst:.1f}% more instructions; the limit is {options.limit:g}%")


if __name__ == "__main__":
    main()
