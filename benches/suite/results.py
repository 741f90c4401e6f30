"""Results of benchmarks: one schema for all programs, and the comparison of two runs.

A run is a file of JSON: `schema`, `date`, `commit`, `processor`, `cores`, `memory_gb`,
`instruction_sets`, `system`, `versions`, `flags` (of each engine's build), `rounds`, and `results`,
a list of objects with `task`, `data`, `engine`, `unit`, `value` (the median over the rounds), `low`
and `high` (the extremes), and `commit` and `python` where an earlier run measured it.
"""

import json
import statistics
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

SCHEMA = 1


@dataclass(frozen=True)
class Sample:
    """A value of one round."""

    task: str
    data: str
    engine: str
    unit: str
    value: float


@dataclass(frozen=True)
class Result:
    """The median and the extremes over the rounds."""

    task: str
    data: str
    engine: str
    unit: str
    value: float
    low: float
    high: float
    commit: str = ""
    """The commit if it is not that of the run: of a result kept from an earlier one."""
    python: str = ""
    """The version of Python, likewise."""

    @property
    def key(self) -> tuple[str, str, str]:
        """What is measured: task, data and engine."""
        return self.task, self.data, self.engine

    @property
    def spread(self) -> float:
        """The distance of the extremes, as a part of the median."""
        return (self.high - self.low) / self.value

    def ratio_to(self, other: "Result") -> float:
        """Returns how many times as fast as another result this one is."""
        ratio = self.value / other.value
        return ratio if higher_is_better(self.unit) else 1 / ratio


def higher_is_better(unit: str) -> bool:
    """Whether a unit is a rate, and not a time or a size."""
    return unit.endswith("/s")


def read_samples(path: Path) -> list[Sample]:
    """Returns the samples in the file that programs append to."""
    if not path.exists():
        return []
    return [Sample(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def summarize(samples: Iterable[Sample]) -> list[Result]:
    """Returns a result for each task, data and engine, in the order of the first samples."""
    values: dict[tuple[str, str, str, str], list[float]] = defaultdict(list)
    for sample in samples:
        values[sample.task, sample.data, sample.engine, sample.unit].append(sample.value)
    return [
        Result(*key, statistics.median(all_values), min(all_values), max(all_values))
        for key, all_values in values.items()
    ]


@dataclass
class Run:
    """All results of a run, with the machine and the versions."""

    machine: dict[str, Any]
    flags: dict[str, str]
    rounds: int
    results: list[Result] = field(default_factory=list)

    def save(self, path: Path) -> None:
        """Writes the file, with a result in each line."""
        head = {"schema": SCHEMA, **self.machine, "flags": self.flags, "rounds": self.rounds}
        lines = [json.dumps(as_fields(result)) for result in self.results]
        text = json.dumps(head, indent=1)[:-2] + ',\n "results": [\n  '
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + ",\n  ".join(lines) + "\n ]\n}\n", "utf-8")

    def keep(self, old: "Run") -> None:
        """Adds the results of an earlier run whose tasks this one does not have."""
        tasks = {result.task for result in self.results}
        kept = [
            replace(
                result,
                commit=result.commit or old.machine["commit"],
                python=result.python or old.machine["versions"]["python"],
            )
            for result in old.results
            if result.task not in tasks
        ]
        here = self.machine["commit"], self.machine["versions"]["python"]
        kept = [
            replace(one, commit="", python="") if (one.commit, one.python) == here else one
            for one in kept
        ]
        self.results = kept + self.results
        self.flags = old.flags | self.flags

    def of(self, prefixes: tuple[str, ...]) -> "Run":
        """Returns a run with the results of the tasks with one of these prefixes."""
        return replace(self, results=[one for one in self.results if one.task.startswith(prefixes)])

    def find(self, task: str, data: str, engine: str) -> Result | None:
        """Returns a result."""
        key = (task, data, engine)
        return next((result for result in self.results if result.key == key), None)


def as_fields(result: Result) -> dict[str, Any]:
    """Returns the fields of a result, with four significant digits."""
    return {
        name: float(f"{value:.4g}") if isinstance(value, float) else value
        for name, value in asdict(result).items()
        if value != ""
    }


def load(path: Path) -> Run:
    """Reads the file of a run.

    Raises:
        ValueError: If it has another schema.
    """
    fields = json.loads(path.read_text("utf-8"))
    if fields.pop("schema", None) != SCHEMA:
        raise ValueError(f"{path}: not a run of schema {SCHEMA}")
    results = [Result(**result) for result in fields.pop("results")]
    return Run(
        flags=fields.pop("flags"), rounds=fields.pop("rounds"), machine=fields, results=results
    )


@dataclass(frozen=True)
class Change:
    """A result of two runs."""

    old: Result
    new: Result

    @property
    def ratio(self) -> float:
        """How many times as fast the new one is."""
        return self.new.ratio_to(self.old)

    @property
    def is_beyond_spread(self) -> bool:
        """Whether the ranges of the two do not overlap."""
        return self.new.low > self.old.high or self.new.high < self.old.low


def changes(old: Run, new: Run, engine: str = "enroque") -> list[Change]:
    """Returns what both runs measured of an engine and its variants (`enroque, no key`)."""
    before = {result.key: result for result in old.results}
    return [
        Change(before[result.key], result)
        for result in new.results
        if result.key in before and result.engine.split(",")[0] == engine
    ]
