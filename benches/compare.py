"""The speed of move generation, as in the wheel, compared with peers built for this machine.

    python benches/compare.py [--rounds N] [--task perft|leaves|list|count]

Builds `benches/movegen.rs` in three ways: for baseline x86-64, like the wheel (enroque chooses its
instruction set at run time); with `-C target-cpu=native`, for cozy-chess; and with its `pext`
tables too. Then runs all engines in each round, and prints the medians of the rates, in millions
per second of CPU time, and the ratios to the fastest build of cozy-chess: geometric means over each
suite and over all cases.
"""

import argparse
import collections
import math
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NATIVE = "-C target-cpu=native"
TASKS = ("perft", "leaves", "list", "count")
BEGIN = "<!-- benches/compare.py --docs -->"
END = "<!-- end -->"
# The peer of the ratios: the fastest build of cozy-chess.
PEER = "cozy-chess (pext)"
SUITES = ("classic", "standard", "chess960")


def build(directory: str, flags: str = "", features: str = "") -> Path:
    """Builds the benchmark in a separate target directory; returns the path of the program."""
    command = ["cargo", "bench", "--bench", "movegen", "--no-run", "--message-format=json"]
    command += ["--target-dir", str(ROOT / "target" / directory)]
    if features:
        command += ["--features", features]
    environment = {**os.environ, "RUSTFLAGS": flags}
    output = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    for line in output.splitlines():
        if '"executable":"' in line and '"name":"movegen"' in line:
            return Path(line.split('"executable":"')[1].split('"')[0])
    sys.exit("cargo did not report the path of the program")


def main() -> None:
    """Builds, runs and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds (default: 3)")
    parser.add_argument("--task", choices=TASKS, help="run only this task (default: all)")
    parser.add_argument(
        "--docs",
        action="store_true",
        help="run all tasks, and update the table in docs/guide/performance.md",
    )
    options = parser.parse_args()
    tasks = TASKS if options.docs or not options.task else (options.task,)

    wheel = build("bench-wheel")
    pext = build("bench-pext", NATIVE, "bench-pext")
    runs = {
        "enroque": (wheel, "enroque", None),
        "enroque, no key": (wheel, "enroque-unkeyed", None),
        "enroque (bmi2)": (wheel, "enroque", "bmi2"),
        PEER: (pext, "cozy-chess", None),
    }
    if not options.docs:
        runs |= {
            "enroque (portable)": (wheel, "enroque", "portable"),
            "cozy-chess": (build("bench-native", NATIVE), "cozy-chess", None),
            "cozy-chess (baseline)": (wheel, "cozy-chess", None),
        }
    rates: dict[tuple[str, str], dict[str, list[float]]] = collections.defaultdict(
        lambda: collections.defaultdict(list)
    )
    for round_number in range(options.rounds):
        for name, (program, engine, backend) in runs.items():
            for task in tasks:
                environment = {**os.environ, "ENROQUE_BACKEND": backend or ""}
                output = subprocess.run(
                    [program, "--engine", engine, "--task", task],
                    env=environment,
                    check=True,
                    stdout=subprocess.PIPE,
                    text=True,
                ).stdout
                for line in output.splitlines():
                    case, _, rate = line.rsplit(" ", 2)
                    rates[task, name][case].append(float(rate))
        print(f"round {round_number + 1} of {options.rounds}", file=sys.stderr)

    print(f"{processor()}, {platform.system()}, medians of {options.rounds} rounds")
    for task in tasks:
        shared = set.intersection(*(set(rates[task, name]) for name in runs))
        print(f"\n{task}: millions per second, and the ratio to {PEER}")
        print(f"{'':<24}" + "".join(f"{suite:>18}" for suite in SUITES) + f"{'all':>8}")
        for name in runs:
            cells = []
            for suite in SUITES:
                cases = [case for case in shared if case.split(".")[0] == suite]
                if not cases:
                    cells.append(f"{'':>18}")
                    continue
                ours, theirs = (mean(rates, task, engine, cases) for engine in (name, PEER))
                cells.append(f"{ours:>10.1f}{ours / theirs:>8.2f}")
            ratio = mean(rates, task, name, shared) / mean(rates, task, PEER, shared)
            print(f"{name:<24}" + "".join(cells) + f"{ratio:>8.2f}")
    if options.docs:
        write_table(rates, options.rounds)


# The rows in docs/guide/performance.md: task, engine, label.
TABLE_ROWS = (
    ("perft", "enroque", "perft, last ply counted"),
    ("perft", "enroque, no key", "the same without Zobrist keys"),
    ("leaves", "enroque", "perft, all leaves played"),
    ("list", "enroque", "positions with legal moves listed"),
    ("count", "enroque", "positions with legal moves counted"),
    ("list", "enroque (bmi2)", "listed, without AVX-512"),
    ("count", "enroque (bmi2)", "counted, without AVX-512"),
)


def write_table(rates: dict[tuple[str, str], dict[str, list[float]]], rounds: int) -> None:
    """Replaces the table in docs/guide/performance.md."""
    lines = [
        f"One core of {processor()}, CPU time, medians of {rounds} interleaved runs:",
        "",
        "| million per second (classic positions) | enroque | cozy-chess | ratio (all positions) |",
        "|---|---|---|---|",
    ]
    for task, name, label in TABLE_ROWS:
        shared = set(rates[task, name]) & set(rates[task, PEER])
        classic = [case for case in shared if case.split(".")[0] == "classic"]
        ours, theirs = (mean(rates, task, engine, classic) for engine in (name, PEER))
        ratio = mean(rates, task, name, shared) / mean(rates, task, PEER, shared)
        digits = 0 if ours >= 100 else 1
        lines.append(f"| {label} | {ours:.{digits}f} | {theirs:.{digits}f} | {ratio:.1f} |")
    page = ROOT / "docs/guide/performance.md"
    before, rest = page.read_text().split(BEGIN)
    _, after = rest.split(END)
    page.write_text("\n".join([before + BEGIN, *lines, END + after]))


def mean(
    rates: dict[tuple[str, str], dict[str, list[float]]], task: str, name: str, cases: Iterable[str]
) -> float:
    """Returns the geometric mean over cases of the medians over rounds."""
    medians = (statistics.median(rates[task, name][case]) for case in cases)
    return math.exp(statistics.fmean(math.log(median) for median in medians))


def processor() -> str:
    """Returns the name of the processor."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":")[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
