"""Move generation: builds, engines, and geometric means over the positions of a suite."""

import json
import math
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .machine import ROOT
from .results import Sample

NATIVE = "-C target-cpu=native"
TASKS = ("perft", "leaves", "list", "count")
SUITES = ("classic", "standard", "chess960")
PEER = "cozy-chess, pext"
"""The peer of the ratios: the fastest build of cozy-chess."""


@dataclass(frozen=True)
class Build:
    """A program with engines, and how it is built."""

    arguments: tuple[str, ...]
    target: str
    flags: str = ""

    def program(self) -> Path:
        """Builds the program in a separate target directory, and returns its path."""
        command = ["cargo", *self.arguments, "--message-format=json"]
        command += ["--target-dir", str(ROOT / "target" / self.target)]
        environment = {**os.environ, "RUSTFLAGS": self.flags}
        return cargo_program(command, environment)


def cargo_program(command: Sequence[str], environment: dict[str, str] | None = None) -> Path:
    """Runs cargo with messages in JSON, and returns the path of the program that it built."""
    output = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    for line in reversed(output.splitlines()):
        if executable := json.loads(line).get("executable"):
            return Path(executable)
    sys.exit("cargo did not report the path of the program")


BENCH = ("bench", "--bench", "movegen", "--no-run")
WHEEL = Build(BENCH, "bench-wheel")
PEXT = Build((*BENCH, "--features", "bench-pext"), "bench-pext", NATIVE)
PEERS = Build(
    ("build", "--release", "--manifest-path", "benches/movegen_peer/Cargo.toml"),
    "bench-peers",
    NATIVE,
)


@dataclass(frozen=True)
class Engine:
    """A library in a build."""

    build: Build
    name: str
    backend: str = ""

    @property
    def flags(self) -> str:
        """How it is built, in words."""
        if self.build is WHEEL:
            selected = f", ENROQUE_BACKEND={self.backend}" if self.backend else ""
            return f"x86-64, as the wheel{selected}"
        return f"{self.build.flags}{', its feature pext' if self.build is PEXT else ''}"


ENGINES = {
    "enroque": Engine(WHEEL, "enroque"),
    "enroque, no key": Engine(WHEEL, "enroque-unkeyed"),
    "enroque, bmi2": Engine(WHEEL, "enroque", "bmi2"),
    "enroque, portable": Engine(WHEEL, "enroque", "portable"),
    PEER: Engine(PEXT, "cozy-chess"),
    "cozy-chess": Engine(PEERS, "cozy-chess"),
    "chess": Engine(PEERS, "chess"),
    "shakmaty": Engine(PEERS, "shakmaty"),
    "chessie": Engine(PEERS, "chessie"),
    "eschac": Engine(PEERS, "eschac"),
    "pleco": Engine(PEERS, "pleco"),
}
"""By the label in tables."""


def select(names: Iterable[str] = ()) -> dict[str, Engine]:
    """Returns engines by label: all, or those that are named."""
    names = list(names)
    return {label: engine for label, engine in ENGINES.items() if not names or label in names}


def means(samples: Iterable[Sample]) -> list[Sample]:
    """Returns the samples of one round as geometric means over each suite.

    A mean is of the positions that all engines with the suite read.
    """
    values: dict[tuple[str, str], dict[str, dict[str, float]]] = defaultdict(
        lambda: defaultdict(dict)
    )
    unit = ""
    for sample in samples:
        suite = sample.data.split(".")[0]
        values[sample.task, suite][sample.engine][sample.data] = sample.value
        unit = sample.unit
    return [
        Sample(task, suite, engine, unit, mean([rates[case] for case in sorted(shared)]))
        for (task, suite), engines in values.items()
        if (shared := set.intersection(*map(set, engines.values())))
        for engine, rates in engines.items()
    ]


def mean(values: Sequence[float]) -> float:
    """Returns the geometric mean."""
    return math.exp(math.fsum(map(math.log, values)) / len(values))
