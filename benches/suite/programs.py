"""The benchmark programs: how each is built and run."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from . import movegen
from .machine import ROOT
from .results import Sample, read_samples

VARIABLE = "ENROQUE_BENCH_RESULTS"

FEW_FILES = ("masters", "bullet_clk", "evals_2000")
"""Words in the names of the PGN files that `benches/pgn.rs` reads."""


def run(
    command: Sequence[str | Path], environment: dict[str, str] | None = None, *, show: bool = False
) -> list[Sample]:
    """Runs a program, and returns the samples that it records.

    Args:
        command: The program and its arguments.
        environment: Variables beside those of this process.
        show: Whether its output is shown, on standard error.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results"
        variables = {**os.environ, **(environment or {}), VARIABLE: str(path)}
        stdout = sys.stderr if show else subprocess.DEVNULL
        subprocess.run(command, cwd=ROOT, env=variables, check=True, stdout=stdout)
        return read_samples(path)


@dataclass(frozen=True)
class Program:
    """A benchmark: builds what it needs, then runs rounds.

    `prepare` builds, and returns the function that runs one round. `once` means that the program
    takes medians or minima of many runs, and is not repeated.
    """

    name: str
    title: str
    prepare: Callable[[], Callable[[], list[Sample]]]
    once: bool = False
    by_default: bool = True


def python(name: str, title: str, *arguments: str, **options: bool) -> Program:
    """Returns a program of `benches/python`, which needs the package built for release."""
    command = [sys.executable, f"benches/python/{name}.py", *arguments]
    return Program(name, title, lambda: lambda: run(command), **options)


def rust(name: str, title: str, *arguments: str, **options: bool) -> Program:
    """Returns a benchmark of `benches/*.rs`."""
    build = ["cargo", "bench", "--bench", name, "--no-run", "--message-format=json"]

    def prepare() -> Callable[[], list[Sample]]:
        command = [str(movegen.cargo_program(build)), *arguments]
        return lambda: run(command)

    return Program(f"{name}.rs", title, prepare, **options)


def move_generation() -> Callable[[], list[Sample]]:
    """Builds all engines; a round runs each of them."""
    engines = movegen.select()
    programs = {engine.build: engine.build.program() for engine in engines.values()}

    def one_round() -> list[Sample]:
        samples = []
        for label, engine in engines.items():
            samples += movegen_samples(programs[engine.build], label, engine, ["--runs", "2"])
        return movegen.means(samples)

    return one_round


def movegen_samples(
    program: Path, label: str, engine: movegen.Engine, arguments: Sequence[str]
) -> list[Sample]:
    """Runs an engine; returns its samples by position, with its label."""
    command = [program, "--engine", engine.name, *arguments]
    try:
        samples = run(command, {"ENROQUE_BACKEND": engine.backend})
    except subprocess.CalledProcessError:
        if label.startswith("enroque"):
            raise
        print(f"skipped: {label} failed, as its message above says", file=sys.stderr)
        return []
    return [replace(sample, engine=label) for sample in samples]


def pgn_peer() -> Callable[[], list[Sample]]:
    """Builds enroque as the wheel, and the peer for this machine."""
    arguments = ("build", "--release", "--manifest-path", "benches/pgn_peer/Cargo.toml")
    ours = movegen.Build(arguments, "pgn-wheel").program()
    theirs = movegen.Build(arguments, "pgn-native", movegen.NATIVE).program()

    def one_round() -> list[Sample]:
        bytes_read = "--megabytes=100"
        samples = run([ours, "--engine=enroque", bytes_read])
        return samples + run([theirs, "--engine=pgn-reader + shakmaty", bytes_read])

    return one_round


PROGRAMS = (
    Program("movegen", "move generation against Rust libraries", move_generation),
    Program("pgn_peer", "reading PGN against pgn-reader and shakmaty", pgn_peer),
    rust("pgn", "reading PGN, with filters", *FEW_FILES, by_default=False),
    rust("tensor", "encoding positions", "lc0", by_default=False),
    rust("formats", "training formats", by_default=False),
    rust("arena", "the Arena in Rust", by_default=False),
    rust("find", "search by position, material and pattern", once=True, by_default=False),
    rust("unwinnable", "who can still win, against chasolver", once=True),
    python("board", "single calls against Python libraries"),
    python("objects", "attributes and short calls against python-chess", once=True),
    python("games", "reading PGN and planes against Python libraries"),
    python("tables", "tables of games against python-chess, rust-pgn-reader and Polars"),
    python("positions", "tables of positions against python-chess and Polars"),
    python("bulk", "calls over whole tables, planes and arenas", once=True, by_default=False),
    python("tablebases", "Syzygy tables against python-chess", by_default=False),
    python("engine", "UCI engines against python-chess", once=True, by_default=False),
    python("pgn", "PGN trees against python-chess", once=True),
    python("loader", "training batches", once=True),
    python("models", "inputs of models against their authors' programs", by_default=False),
    python("arena", "random games against other environments", once=True),
    python("trees", "search trees against OpenSpiel and mctx", once=True),
    python("scaling", "threads", once=True),
    python("growth", "time and memory by size", once=True, by_default=False),
)


def select(names: Sequence[str]) -> list[Program]:
    """Returns the programs that are named, or those that run by default.

    Raises:
        SystemExit: If there is no program with a name.
    """
    known = {program.name: program for program in PROGRAMS}
    if unknown := [name for name in names if name not in known]:
        sys.exit(f"no program {', '.join(unknown)}; there are {', '.join(known)}")
    return [known[name] for name in names] or [one for one in PROGRAMS if one.by_default]


def measure(programs: Sequence[Program], rounds: int) -> Iterator[Sample]:
    """Builds all programs, then yields the samples of interleaved rounds."""
    begun = time.monotonic()
    prepared = [(program, program.prepare()) for program in programs]
    print(f"built in {time.monotonic() - begun:.0f} s", file=sys.stderr)
    begun = time.monotonic()
    for number in range(rounds):
        for program, one_round in prepared:
            if program.once and number > 0:
                continue
            started = time.monotonic()
            try:
                yield from one_round()
            except subprocess.CalledProcessError as error:
                print(f"failed: {program.title}: {error}", file=sys.stderr)
            took = time.monotonic() - started
            where = f"round {number + 1} of {rounds}"
            print(f"{where}: {program.title}, {took:.0f} s", file=sys.stderr)
    print(f"measured in {time.monotonic() - begun:.0f} s", file=sys.stderr)
