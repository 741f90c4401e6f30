"""One forked process, which makes many calls."""

import faulthandler
import json
import mmap
import os
import resource
import signal
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

REPORT = 700
"""The descriptor of the pipe: hostile integers must not close it."""

STEP = 500
"""The number of calls after which a process reports its outcomes: those of a process that dies are
lost from the last report on."""

PAGE = os.sysconf("SC_PAGE_SIZE")
LOG_BYTES = 4096


class Log(Protocol):
    """Writes down which call is made next."""

    def __call__(self, target: str, text: str, unbounded: bool = False) -> None:
        """Writes down a call.

        Args:
            target: the name of the target.
            text: a description of the arguments.
            unbounded: whether the target may use any time and memory.
        """
        ...


Work = Callable[[int, Log], str]
"""A function that makes the call of a seed and returns what happened. It calls its second argument
before it makes the call, and raises an `UnexpectedError` for a result that is a finding."""


class UnexpectedError(Exception):
    """A result that no call should have."""


@dataclass(frozen=True)
class Plan:
    """The calls of one process.

    Attributes:
        seed: the first seed.
        end: the seed after the last one.
        deadline: when the process ends early, as `time.monotonic`.
        closes: whether files and threads that are left open are a finding.
    """

    seed: int
    end: int
    deadline: float
    closes: bool


@dataclass
class Job:
    """One forked process."""

    plan: Plan
    pid: int
    page: mmap.mmap
    report: int
    errors: str
    directory: str
    interrupted: float | None = None
    output: bytes = b""
    reported: int = 0
    lost: int = 0
    is_done: bool = False
    resumes_at: int = 1 << 80
    has_ended: bool = False
    slow: list[dict[str, Any]] = field(default_factory=list)


def start(work: Work, plan: Plan) -> Job:
    """Forks a process that makes calls in a new folder."""
    page = mmap.mmap(-1, LOG_BYTES)
    reader, writer = os.pipe()
    directory = tempfile.mkdtemp(prefix="enroque-fuzz-")
    errors = os.path.join(directory, "stderr.txt")
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reader)
            os.dup2(writer, REPORT)
            os.setsid()
            os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT), 2)
            os.dup2(os.open(os.devnull, os.O_RDWR), 0)
            os.dup2(0, 1)
            os.chdir(directory)
            Child(work, page).run(plan)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(writer)
    os.set_blocking(reader, False)
    return Job(plan, pid, page, reader, errors, directory)


def resources() -> dict[str, int]:
    """Returns the memory in bytes, the open files and the threads of this process."""
    with open("/proc/self/statm") as file:
        memory = int(file.read().split()[1]) * PAGE
    return {
        "memory": memory,
        "files": len(os.listdir("/proc/self/fd")),
        "threads": len(os.listdir("/proc/self/task")),
    }


class Child:
    """Makes calls in a forked process, and reports what they do.

    Args:
        work: makes one call.
        page: memory that the parent reads, for the current call.
    """

    def __init__(self, work: Work, page: mmap.mmap) -> None:
        self.work = work
        self.page = page
        self.name = "?"
        self.seed = 0
        self.begun = 0.0
        self.clear()

    def clear(self) -> None:
        """Forgets what was reported."""
        self.outcomes: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self.slowest = (0.0, 0, "")

    def log(self, target: str, text: str, unbounded: bool = False) -> None:
        """Writes a call to the page before it begins."""
        self.name = target
        line = f"{self.seed}\t{self.begun:.3f}\t{unbounded:d}\t{target}\t{text[:3000]}"
        encoded = line.encode(errors="backslashreplace")[: LOG_BYTES - 1]
        self.page[: len(encoded) + 1] = encoded + b"\0"

    def report(self, kind: str, **values: Any) -> None:
        """Sends a report to the parent."""
        os.write(REPORT, (json.dumps({"kind": kind} | values) + "\n").encode())

    def run(self, plan: Plan) -> None:
        """Makes calls with consecutive seeds."""
        resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
        faulthandler.enable()
        warnings.simplefilter("ignore")
        # shells start background processes with SIGINT ignored
        signal.signal(signal.SIGINT, signal.default_int_handler)
        before: dict[str, int] = {}
        for number, seed in enumerate(range(plan.seed, plan.end), 1):
            self.call(seed)
            if time.monotonic() > plan.deadline:
                break
            if number % STEP == 0:
                self.report_totals("progress")
                before = before or resources()
        grown = {}
        if before:
            after = resources()
            grown = {"grown": after["memory"] - before["memory"]}
            more = max(after[name] - before[name] for name in ("files", "threads"))
            if plan.closes and more > 8:
                self.report("leak", seed=plan.seed, target="?", before=before, after=after)
        self.report_totals("done", **grown)

    def report_totals(self, kind: str, **values: Any) -> None:
        """Reports the outcomes since the last report."""
        totals = {"outcomes": self.outcomes, "calls": self.calls, "seconds": self.seconds}
        self.report(kind, **totals, slowest=self.slowest, **values)
        self.clear()

    def call(self, seed: int) -> None:
        """Makes one call."""
        self.seed, self.begun = seed, time.process_time()
        self.log("?", "making arguments", unbounded=False)
        try:
            self.outcomes[self.work(seed, self.log)] += 1
        except KeyboardInterrupt:
            self.outcomes["interrupted"] += 1
        except UnexpectedError as error:
            self.outcomes["unexpected"] += 1
            self.find("unexpected", error.__cause__ or error)
        except BaseException as error:
            self.outcomes[type(error).__name__] += 1
            if type(error).__name__ == "PanicException":
                self.find("panic", error)
        used = time.process_time() - self.begun
        self.calls[self.name] += 1
        self.seconds[self.name] += used
        self.slowest = max(self.slowest, (used, seed, self.name))

    def find(self, kind: str, error: BaseException) -> None:
        """Reports an exception as a finding, with its location."""
        frames = traceback.extract_tb(error.__traceback__)
        where = " < ".join(f"{f.name}:{f.lineno}" for f in reversed(frames[-4:]))
        text = f"{type(error).__name__}: {error}"[:500]
        self.report(kind, seed=self.seed, target=self.name, error=text, where=where)
