"""Forked processes that make calls, and what happens to them."""

import contextlib
import faulthandler
import json
import mmap
import os
import resource
import shutil
import signal
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

MOST_SECONDS = 8.0
MOST_BYTES = 4 << 30
PAGE = os.sysconf("SC_PAGE_SIZE")

Work = Callable[[int, Callable[..., None]], str]
"""A function that makes the call of a seed and returns what happened. It calls its second argument
with the name of the target, a description of the arguments, and whether the target may use any
time and memory, before it makes the call."""


def child(work: Work, seed: int, count: int, page: mmap.mmap, report: int) -> None:
    """Makes calls, and writes each to the page before it begins."""
    resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    faulthandler.enable()
    warnings.simplefilter("ignore")
    # shells start background processes with SIGINT ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
    outcomes: Counter[str] = Counter()
    for call_seed in range(seed, seed + count):
        name = "?"

        def log(target: str, text: str, unbounded: bool = False, seed: int = call_seed) -> None:
            nonlocal name
            name = target
            line = json.dumps([seed, target, text[:3000], time.process_time(), unbounded])
            page.seek(0)
            page.write(line.encode()[:4000].ljust(4095) + b"\n")

        try:
            outcomes[work(call_seed, log)] += 1
        except KeyboardInterrupt:
            outcomes["interrupted"] += 1
        except BaseException as error:
            outcomes[type(error).__name__] += 1
            if type(error).__name__ == "PanicException":
                panic = {"kind": "panic", "seed": call_seed, "target": name}
                os.write(report, (json.dumps(panic | {"error": str(error)[:500]}) + "\n").encode())
    os.write(report, (json.dumps({"kind": "done", "outcomes": outcomes}) + "\n").encode())


@dataclass
class Job:
    """One forked process."""

    pid: int
    page: mmap.mmap
    report: int
    errors: str
    directory: str
    interrupted: float | None = None
    output: bytes = b""


def start(work: Work, seed: int, count: int) -> Job:
    """Forks a process that makes calls in a new folder."""
    page = mmap.mmap(-1, 4096)
    reader, writer = os.pipe()
    directory = tempfile.mkdtemp(prefix="enroque-fuzz-")
    errors = os.path.join(directory, "stderr.txt")
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reader)
            os.dup2(writer, 700)  # hostile integers must not close it
            os.setsid()
            os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT), 2)
            os.dup2(os.open(os.devnull, os.O_RDWR), 0)
            os.dup2(0, 1)
            os.chdir(directory)
            child(work, seed, count, page, 700)
        finally:
            os._exit(0)
    os.close(writer)
    os.set_blocking(reader, False)
    return Job(pid, page, reader, errors, directory)


def current(job: Job) -> dict[str, Any]:
    """Returns the call that a process is in."""
    try:
        seed, target, call, begun, unbounded = json.loads(job.page[:4096].rstrip(b"\0 \n"))
    except ValueError:  # before the first call, or while it is written
        return {}
    return {
        "seed": seed, "target": target, "call": call, "begun": begun, "unbounded": unbounded
    }  # fmt: skip


def processor_seconds(pid: int) -> tuple[float, int]:
    """Returns the processor time and the memory in bytes of a process."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        with open(f"/proc/{pid}/statm") as file:
            memory = int(file.read().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0.0, 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), memory


def watch(job: Job) -> list[dict[str, Any]] | None:
    """Returns what a process found, when it has ended; else `None`."""
    drain(job)
    ended, status = os.waitpid(job.pid, os.WNOHANG)
    call = current(job)
    kind = "" if ended or not call else excess(job, call)
    if kind:
        os.kill(job.pid, signal.SIGKILL)
        os.waitpid(job.pid, 0)
    elif not ended:
        return None
    drain(job)
    found = [json.loads(line) for line in job.output.decode(errors="replace").splitlines()]
    is_done = any(item["kind"] == "done" for item in found)
    with open(job.errors, errors="replace") as file:
        errors = file.read()
    if not kind and not is_done:
        kind = f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "exit"
    if kind and call and not (call["unbounded"] and kind.startswith(("memory", "hang"))):
        found.append(call | {"kind": kind, "stderr": errors[-1500:], "folder": job.directory})
    elif "panicked at" in errors:
        found.append({"kind": "panic in a thread", "target": "?", "stderr": errors[:1500]})
    os.close(job.report)
    job.page.close()
    if not kind:
        shutil.rmtree(job.directory, ignore_errors=True)
    return found


def drain(job: Job) -> None:
    """Reads what a process has reported."""
    with contextlib.suppress(BlockingIOError):
        job.output += os.read(job.report, 1 << 20)


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
        job.interrupted = time.monotonic()
        os.kill(job.pid, signal.SIGINT)
        job.output += (json.dumps(call | {"kind": "slow"}) + "\n").encode()
    elif time.monotonic() - job.interrupted > 4:
        return "hang"
    return ""


@dataclass
class Pool:
    """Processes that make calls with consecutive seeds.

    Attributes:
        work: makes one call.
        jobs: the number of processes at a time.
        seed: the seed of the first call.
        calls: the number of calls of one process.
    """

    work: Work
    jobs: int
    seed: int
    calls: int

    def run(self, seconds: float) -> int:
        """Makes calls for some time and prints the findings; returns the exit status."""
        findings: dict[tuple[str, str], dict[str, Any]] = {}
        outcomes: Counter[str] = Counter()
        begin, seed, jobs = time.monotonic(), self.seed, list[Job]()
        while jobs or time.monotonic() - begin < seconds:
            while len(jobs) < self.jobs and time.monotonic() - begin < seconds:
                jobs.append(start(self.work, seed, self.calls))
                seed += self.calls
            for job in list(jobs):
                results = watch(job)
                if results is None:
                    continue
                jobs.remove(job)
                for result in results:
                    if result["kind"] == "done":
                        outcomes.update(result["outcomes"])
                    elif (key := (result["kind"].split()[0], result["target"])) not in findings:
                        findings[key] = result
                        print(json.dumps(result), flush=True)
            time.sleep(0.02)
        made, elapsed = sum(outcomes.values()), time.monotonic() - begin
        print(f"{made:,} calls in {elapsed:.0f} s; outcomes: {outcomes.most_common(12)}")
        serious = [item for item in findings.values() if item["kind"] != "slow"]
        slow = len(findings) - len(serious)
        print(f"{len(serious)} findings, {slow} slow calls (which Ctrl-C stops, unless they hang)")
        return 1 if serious else 0
