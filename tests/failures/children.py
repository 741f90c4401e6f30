"""Functions that run in forked processes, and how these end."""

import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Outcome", "in_child", "report"]


@dataclass(frozen=True)
class Outcome:
    """How a process ended.

    Attributes:
        kind: `"returned"`, the name of an exception, `"signal N"`, `"exit N"` or `"hang"`.
        text: the result, or the message of the exception.
    """

    kind: str
    text: str = ""


def in_child(work: Callable[[], Any], seconds: float = 60) -> Outcome:
    """Calls a function in a forked process.

    Args:
        work: the function; its result is returned as text.
        seconds: the time after which the process hangs, and is killed.
    """
    reader, writer = os.pipe()
    # the child may have no memory left when it reports
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        _report(writer, work)
    os.close(writer)
    return _wait(pid, reader, seconds)


def _report(writer: int, work: Callable[[], Any]) -> None:
    try:
        text = ["returned", str(work())]
    except BaseException as error:
        text = [type(error).__name__, "".join(str(error)[:500])]
        del error
    for _ in range(3):
        try:
            os.write(writer, json.dumps(text).encode())
            break
        except MemoryError:
            text = [text[0], ""]
    os._exit(0)


def _wait(pid: int, reader: int, seconds: float) -> Outcome:
    deadline = time.monotonic() + seconds
    pause = 0.001
    while not (waited := os.waitpid(pid, os.WNOHANG))[0]:
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            os.close(reader)
            return Outcome("hang")
        time.sleep(pause)
        pause = min(2 * pause, 0.02)
    with open(reader, "rb") as file:
        data = file.read()
    if data:
        return Outcome(*json.loads(data))
    status = waited[1]
    if os.WIFSIGNALED(status):
        return Outcome(f"signal {os.WTERMSIG(status)}")
    return Outcome(f"exit {os.WEXITSTATUS(status)}")


def report(name: str, outcomes: "Counter[str]") -> None:
    """Prints the numbers of outcomes of one kind of failure."""
    listed = ", ".join(f"{kind} {count}" for kind, count in outcomes.most_common())
    print(f"{name}: {sum(outcomes.values())} times: {listed}", flush=True)
