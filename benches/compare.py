"""Move generation as the wheel ships it against peers built for this machine.

    python benches/compare.py [--rounds N] [--task perft|leaves|list|count]

Builds `benches/movegen.rs` three ways: for the oldest x86-64, as the wheel is (enroque picks its
instruction set at run time), with `-C target-cpu=native` (cozy-chess at its best), and so with
cozy-chess's `pext` tables too. Then runs each engine in turn, round by round, and prints the median
of the rates in millions a second with the ratios to cozy-chess: geometric means over each suite and
over all cases. Rates are of CPU time.
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
BEGIN = "<!-- benches/compare.py --readme -->"
END = "<!-- end -->"
SUITES = ("classic", "standard", "chess960")


def build(directory: str, flags: str = "", features: str = "") -> Path:
    """Build the benchmark in a target directory of its own; the path of the program."""
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
    sys.exit("cargo named no program")


def main() -> None:
    """Build, run, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--task", choices=TASKS)
    parser.add_argument(
        "--readme",
        action="store_true",
        help="also write the table of README.md, for which all tasks run",
    )
    options = parser.parse_args()
    tasks = TASKS if options.readme or not options.task else (options.task,)

    wheel = build("bench-wheel")
    runs = {
        "enroque": (wheel, "enroque", None),
        "enroque, no key": (wheel, "enroque-unkeyed", None),
        "enroque (bmi2)": (wheel, "enroque", "bmi2"),
        "enroque (portable)": (wheel, "enroque", "portable"),
        "cozy-chess": (build("bench-native", NATIVE), "cozy-chess", None),
        "cozy-chess (pext)": (build("bench-pext", NATIVE, "bench-pext"), "cozy-chess", None),
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
        print(f"\n{task}: millions a second, and the ratio to cozy-chess")
        print(f"{'':<24}" + "".join(f"{suite:>18}" for suite in SUITES) + f"{'all':>8}")
        for name in runs:
            cells = []
            for suite in SUITES:
                cases = [case for case in shared if case.split(".")[0] == suite]
                if not cases:
                    cells.append(f"{'':>18}")
                    continue
                ours = mean(rates, task, name, cases)
                cells.append(f"{ours:>10.1f}{ours / mean(rates, task, 'cozy-chess', cases):>8.2f}")
            ratio = mean(rates, task, name, shared) / mean(rates, task, "cozy-chess", shared)
            print(f"{name:<24}" + "".join(cells) + f"{ratio:>8.2f}")
    if options.readme:
        write_readme(rates, options.rounds)


# What README.md says of each run: task, engine, words.
README_ROWS = (
    ("perft", "enroque", "perft, last ply counted"),
    ("perft", "enroque, no key", "the same without keys"),
    ("leaves", "enroque", "every leaf made"),
    ("list", "enroque", "positions whose moves are listed"),
    ("count", "enroque", "positions whose moves are counted"),
    ("list", "enroque (bmi2)", "listed, without AVX-512"),
    ("count", "enroque (bmi2)", "counted, without AVX-512"),
)


def write_readme(rates: dict[tuple[str, str], dict[str, list[float]]], rounds: int) -> None:
    """Put the table of this run between its marks in README.md."""
    lines = [
        f"One core of {processor()}, CPU time, medians of {rounds} interleaved runs:",
        "",
        "| million a second (classic positions) | enroque | cozy-chess | ratio (all positions) |",
        "|---|---|---|---|",
    ]
    for task, name, words in README_ROWS:
        shared = set(rates[task, name]) & set(rates[task, "cozy-chess"])
        classic = [case for case in shared if case.split(".")[0] == "classic"]
        ours, theirs = (mean(rates, task, engine, classic) for engine in (name, "cozy-chess"))
        ratio = mean(rates, task, name, shared) / mean(rates, task, "cozy-chess", shared)
        digits = 0 if ours >= 100 else 1
        lines.append(f"| {words} | {ours:.{digits}f} | {theirs:.{digits}f} | {ratio:.1f} |")
    readme = ROOT / "README.md"
    before, rest = readme.read_text().split(BEGIN)
    _, after = rest.split(END)
    readme.write_text("\n".join([before + BEGIN, *lines, END + after]))


def mean(
    rates: dict[tuple[str, str], dict[str, list[float]]], task: str, name: str, cases: Iterable[str]
) -> float:
    """The geometric mean over cases of the medians over rounds."""
    medians = (statistics.median(rates[task, name][case]) for case in cases)
    return math.exp(statistics.fmean(math.log(median) for median in medians))


def processor() -> str:
    """The name of the processor, where the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":")[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
