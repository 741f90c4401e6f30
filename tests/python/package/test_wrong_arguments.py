"""Every public call with wrong arguments: no panic, no abort, and messages for users."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[1] / "wrong_arguments.py"


def findings(*options: str) -> list[list[str]]:
    """Runs `wrong_arguments.py` in a process, since a call may abort."""
    command = [sys.executable, str(PROGRAM), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines.pop()[0] >= (15_000 if options else 30_000), "most calls were not made"
    # of an object whose constructor has failed, or a panic in another thread
    assert "Exception ignored" not in done.stderr, done.stderr[-3000:]
    assert "panicked" not in done.stderr, done.stderr[-3000:]
    return lines


@pytest.mark.parametrize("options", [(), ("--without-numpy",)])
def test_wrong_arguments(options: tuple[str, ...]) -> None:
    assert findings(*options) == []


def test_the_program_finds_what_it_looks_for() -> None:
    code = """
import wrong_arguments as program

class PanicException(BaseException):
    pass

def panics():
    raise PanicException("index out of bounds")

def raw():
    raise TypeError("Can't extract `str` to `Vec`")

def unnamed():
    raise TypeError("'int' object is not an instance of 'str'")

def named():
    try:
        unnamed()
    except TypeError as error:
        error.add_note("while processing 'name'")
        raise

def fine():
    raise TypeError("move must be an enroque.Move, not str")

for function in (panics, raw, unnamed, named, fine):
    program.try_call(function.__name__, function)
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=60, cwd=PROGRAM.parent
    )
    names = [json.loads(line)[0] for line in done.stdout.splitlines()]
    assert names == ["panics", "raw", "unnamed"]
