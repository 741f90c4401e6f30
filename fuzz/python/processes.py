"""Forked processes that make calls, and what happens to them."""

import contextlib
import json
import os
import shutil
import signal
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from child import Job, Plan, Work, start

MOST_SECONDS = 8.0
MOST_BYTES = 4 << 30
PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


def current(job: Job) -> dict[str, Any]:
    """Returns the call that a process is in."""
    line = job.page[:].split(b"\0", 1)[0].decode(errors="replace")
    try:
        seed, begun, unbounded, target, call = line.split("\t", 4)
        return {
            "seed": int(seed), "target": target, "call": call, "begun": float(begun),
            "unbounded": unbounded == "1",
        }  # fmt: skip
    except ValueError:  # before the first call, or while it is written
        return {}


def processor_seconds(pid: int) -> tuple[float, int]:
    """Returns the processor time and the memory in bytes of a process."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        with open(f"/proc/{pid}/statm") as file:
            memory = int(file.read().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0.0, 0
    return (int(fields[11]) + int(fields[12])) / TICKS, memory


def watch(job: Job) -> list[dict[str, Any]]:
    """Returns what a process has reported since the last call, and how it ended if it has."""
    ended, status = os.waitpid(job.pid, os.WNOHANG)
    call = current(job)
    kind = "" if ended or not call else excess(job, call)
    if kind:
        os.kill(job.pid, signal.SIGKILL)
        os.waitpid(job.pid, 0)
        ended = job.pid
    found = drain(job) + job.slow
    job.slow = []
    for item in found:
        job.is_done |= item["kind"] == "done"
        job.reported += sum(item.get("outcomes", {}).values())
    if not ended:
        return found
    job.has_ended = True
    with open(job.errors, errors="replace") as file:
        errors = file.read()
    if not kind and not job.is_done:
        kind = f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "exit"
    unknown = {"seed": job.plan.seed, "target": "?", "unbounded": False}
    if kind:
        job.resumes_at = (call or unknown)["seed"] + 1
        job.lost = job.resumes_at - job.plan.seed - job.reported - 1
    if kind.startswith(("memory", "hang")) and call["unbounded"]:
        found.append({"kind": "stopped", "ended": True})
        kind = ""  # nothing to look at in its folder
    elif kind:
        how = {"kind": kind, "ended": True, "stderr": errors[-1500:], "folder": job.directory}
        found.append((call or unknown) | how)
    elif "panicked at" in errors:
        found.append(unknown | {"kind": "panic in a thread", "stderr": errors[:1500]})
    os.close(job.report)
    job.page.close()
    if not kind:
        shutil.rmtree(job.directory, ignore_errors=True)
    return found


def drain(job: Job) -> list[dict[str, Any]]:
    """Reads what a process has reported."""
    with contextlib.suppress(BlockingIOError):
        while data := os.read(job.report, 1 << 20):
            job.output += data
    *lines, job.output = job.output.split(b"\n")
    return [json.loads(line) for line in lines]


def excess(job: Job, call: dict[str, Any]) -> str:
    """Returns which limit the current call exceeds, after an attempt to interrupt a slow call."""
    used, memory = processor_seconds(job.pid)
    if memory > MOST_BYTES:
        return f"memory {memory >> 20} MB"
    if used - call["begun"] < MOST_SECONDS:
        job.interrupted = None
    elif call["unbounded"]:
        return "hang"
    elif job.interrupted is None:
        job.interrupted = used
        os.kill(job.pid, signal.SIGINT)
        job.slow.append(call | {"kind": "slow"})
    elif used - job.interrupted > MOST_SECONDS / 2:
        return "hang"
    return ""


@dataclass
class Totals:
    """What the calls of all processes did.

    Attributes:
        outcomes: the number of calls by outcome.
        calls: the number of calls by target.
        seconds: the processor time by target.
        slowest: the processor time, the seed and the target of the slowest calls.
        grown: the growth of the memory of each process after its first calls, in MB.
    """

    outcomes: Counter[str] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    slowest: list[tuple[float, int, str]] = field(default_factory=list)
    grown: list[float] = field(default_factory=list)

    def add(self, report: dict[str, Any]) -> None:
        """Adds a report of a process."""
        self.outcomes.update(report["outcomes"])
        self.calls.update(report["calls"])
        self.seconds.update(report["seconds"])
        self.slowest = sorted([*self.slowest, tuple(report["slowest"])], reverse=True)[:5]
        if "grown" in report:
            self.grown.append(report["grown"] / (1 << 20))

    def line(self, elapsed: float) -> str:
        """Returns the numbers in one line."""
        made, used = self.outcomes.total(), self.seconds.total()
        return (
            f"{made:,} calls in {elapsed:.0f} s ({used:.0f} s of processor time, "
            f"{made / max(elapsed, 1) * 3600:,.0f} an hour); "
            f"outcomes: {self.outcomes.most_common(14)}"
        )

    def details(self) -> str:
        """Returns which targets took the time, and the slowest calls."""
        targets = [
            f"{target} {self.calls[target]:,} in {seconds:.0f} s"
            for target, seconds in self.seconds.most_common(24)
        ]
        slowest = [f"{seconds:.2f} s {target} ({seed})" for seconds, seed, target in self.slowest]
        grown = sorted(self.grown)
        return (
            f"time: {'; '.join(targets)}\nslowest: {'; '.join(slowest)}\nmemory of a process grew "
            f"by {grown[len(grown) // 2]:.1f} MB (median), {grown[-1]:.1f} MB (most)"
            if grown
            else ""
        )


@dataclass
class Pool:
    """Processes that make calls with consecutive seeds.

    Attributes:
        work: makes one call.
        jobs: the number of processes at a time.
        seed: the seed of the first call.
        calls: the number of calls of one process.
        closes: whether the calls must close all files and end all threads.
    """

    work: Work
    jobs: int
    seed: int
    calls: int
    closes: bool = False

    def run(self, seconds: float, most: int | None = None) -> int:
        """Makes calls and prints the findings; returns the exit status.

        Args:
            seconds: the time after which no process is started.
            most: the number of calls; `None` for as many as there is time for.
        """
        findings: dict[tuple[str, str, str], dict[str, Any]] = {}
        totals, begin, jobs = Totals(), time.monotonic(), list[Job]()
        deadline, printed = begin + seconds, begin
        last = self.seed + (most or 1 << 40)
        starts = range(self.seed, last, self.calls)
        waiting = (Plan(n, min(n + self.calls, last), deadline, self.closes) for n in starts)
        rest: list[Plan] = []  # of processes that died
        while True:
            while len(jobs) < self.jobs and time.monotonic() < deadline:
                plan = rest.pop() if rest else next(waiting, None)
                if plan is None:
                    break
                jobs.append(start(self.work, plan))
            if not jobs:
                break
            for job in list(jobs):
                for result in watch(job):
                    if result["kind"] in ("done", "progress"):
                        totals.add(result)
                        continue
                    if result.get("ended"):
                        totals.outcomes[result["kind"]] += 1
                    if result["kind"] == "stopped":
                        continue
                    key = (result["kind"].split()[0], result["target"], result.get("where", ""))
                    if key not in findings:
                        findings[key] = result
                        print(json.dumps(result), flush=True)
                if job.has_ended:
                    jobs.remove(job)
                    totals.outcomes["not reported"] += job.lost
                    if job.resumes_at < job.plan.end:
                        rest.append(replace(job.plan, seed=job.resumes_at))
            if time.monotonic() - printed > 60:
                printed = time.monotonic()
                print(totals.line(printed - begin), flush=True)
            time.sleep(0.05)
        print(totals.line(time.monotonic() - begin))
        print(totals.details())
        serious = [item for item in findings.values() if item["kind"] != "slow"]
        slow = len(findings) - len(serious)
        print(f"{len(serious)} findings, {slow} slow calls (which Ctrl-C stops, unless they hang)")
        return 1 if serious else 0
