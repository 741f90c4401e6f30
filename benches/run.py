"""All benchmarks by one command: a table with the peers side by side, and a file of JSON.

    python benches/run.py [PROGRAM ...] [--rounds N] [--output FILE]
    python benches/run.py --compare OLD.json NEW.json
    python benches/run.py --docs

Without names, runs every program that compares with a peer, in interleaved rounds. Peers that are
not installed are skipped with a message; `python benches/run.py --list` lists the programs. The
file is `benches/results/VERSION/PROCESSOR.json`, where a run of some programs replaces the results
of the same tasks. `--compare` prints what changed between two files, the slowest first, and fails
if a result of enroque is slower by more than 10% beyond the spread of both. `--docs` writes the
pages of docs/benchmarks and the tables of docs/guide/performance.md and growth.md from the files.
"""

import argparse
import sys
from pathlib import Path

from suite import machine, movegen, pages, programs, tables
from suite.results import Run, changes, load, summarize

RESULTS = machine.ROOT / "benches" / "results"
SLOWER = 0.9
"""A ratio of new to old speed below which a comparison fails."""


def parse() -> argparse.Namespace:
    """Returns the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help="run only these programs")
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds (default: 3)")
    parser.add_argument("--output", type=Path, help="the file of the results")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("OLD", "NEW"))
    parser.add_argument("--docs", action="store_true", help="write the tables of the documentation")
    parser.add_argument("--list", action="store_true", help="list the programs")
    return parser.parse_args()


def default_path() -> Path:
    """Returns the file of this version and processor."""
    name = machine.slug(machine.processor())
    return RESULTS / machine.version() / f"{name}.json"


def measure(options: argparse.Namespace) -> None:
    """Runs programs, prints the table and writes the file."""
    selected = programs.select(options.programs)
    results = summarize(programs.measure(selected, options.rounds))
    engines = {result.engine for result in results}
    flags = {label: engine.flags for label, engine in movegen.ENGINES.items() if label in engines}
    run = Run(machine.describe(), flags, options.rounds, results)
    print(tables.text(run))
    path = options.output or default_path()
    if path.exists():
        run.keep(load(path))
    run.save(path)
    print(f"\nwritten to {path}")


def compare(old: Path, new: Path) -> None:
    """Prints what changed; exits with 1 if something is slower."""
    changed = changes(load(old), load(new))
    print(tables.comparison(changed))
    slower = [one for one in changed if one.ratio < SLOWER and one.is_beyond_spread]
    if slower:
        sys.exit(f"{len(slower)} of {len(changed)} results are slower by more than 10%")


def main() -> None:
    """Does what the arguments say."""
    options = parse()
    if options.list:
        for program in programs.PROGRAMS:
            mark = "" if program.by_default else " (only by name)"
            print(f"{program.name:14} {program.title}{mark}")
    elif options.compare:
        compare(*options.compare)
    elif options.docs:
        pages.write(RESULTS)
    else:
        measure(options)


if __name__ == "__main__":
    main()
