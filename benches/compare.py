"""The speed of move generation, as in the wheel, beside Rust libraries built for this machine.

    python benches/compare.py [--rounds N] [--task perft|leaves|list|count] [--engine NAME ...]

Builds `benches/movegen.rs` for baseline x86-64, like the wheel (enroque chooses its instruction set
at run time), and with `-C target-cpu=native` and the `pext` tables of cozy-chess; and
`benches/movegen_peer`, with the other libraries, with `-C target-cpu=native`. Then runs all engines
in each round, and prints the medians of the rates in millions per second of CPU time, half of their
range, and how many times as fast enroque is: geometric means over each suite. `benches/run.py` runs
the same within all benchmarks.
"""

import argparse
import sys

from suite import machine, movegen, programs, tables
from suite.results import Run, summarize


def main() -> None:
    """Builds, runs and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds (default: 3)")
    parser.add_argument("--task", choices=movegen.TASKS, help="run only this task (default: all)")
    parser.add_argument(
        "--engine",
        action="append",
        default=[],
        choices=movegen.ENGINES,
        help="run only this engine beside enroque; may be repeated (default: all)",
    )
    options = parser.parse_args()
    names = ["enroque", *options.engine] if options.engine else []
    engines = movegen.select(names)
    built = {engine.build: engine.build.program() for engine in engines.values()}
    arguments = ["--task", options.task] if options.task else []
    samples = []
    for number in range(options.rounds):
        of_round = []
        for label, engine in engines.items():
            of_round += programs.movegen_samples(built[engine.build], label, engine, arguments)
        samples += movegen.means(of_round)
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
    flags = {label: engine.flags for label, engine in engines.items()}
    print(tables.text(Run(machine.describe(), flags, options.rounds, summarize(samples))))


if __name__ == "__main__":
    main()
