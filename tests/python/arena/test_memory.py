"""Sizes beyond the memory: an exception, never the end of the process."""

import os
import re
import subprocess
import sys

import pytest

SCRIPT = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (1500 << 20,) * 2)
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
import numpy as np
from enroque import *
from enroque.data import example_games

def zeros(*shape, dtype=np.float32):
    return np.broadcast_to(dtype(0), shape)

def begun(games, *arguments, **options):
    search = TreeSearch(Arena(games), *arguments, **options)
    search.begin()
    return search

def evaluated(games):
    search = begun(games)
    leaves = search.select()
    search.backup(leaves, zeros(len(leaves)))
    return search

def backup(**arguments):
    search = begun(2)
    search.backup(search.select(), **arguments)

HUGE, LARGE, ROW = 1 << 40, 1 << 28, Arena(1).rows()
try:
    {}
except (MemoryError, ValueError) as error:
    print(type(error).__name__, error)
"""

CALLS = {
    "Arena(2**20)": "MemoryError",
    "Arena(2**21)": "MemoryError",
    "Arena(2**40)": "ArgumentError num_games must be from 1 to 2097152, not 1099511627776",
    "Arena(2**70)": r"ArgumentError .* not 2\*\*63 or more",
    "Arena(2, max_plies=2**62)": "ArgumentError max_plies is too large",
    "Arena.from_rows(np.broadcast_to(ROW, (2**20, ROW.shape[1])))": "MemoryError",
    "Arena.from_rows(zeros(HUGE, ROW.shape[1], dtype=np.uint8))": ".*MemoryError",
    "Arena(2).sample(games=zeros(HUGE, dtype=np.int64))": "MemoryError",
    "Arena(2).playouts(2**40)": "ArgumentError count is too large",
    "begun(2**18)": "MemoryError",
    "begun(2**16, Gumbel(considered=2**31), simulations=2**24)": "MemoryError",
    "evaluated(2**13).select(256)": "MemoryError",
    "TreeSearch(Arena(2), simulations=2**62)": "ArgumentError simulations is too large",
    "TreeSearch(Arena(2), cache=2**64)": "ArgumentError cache is too large",
    "backup(value=zeros(LARGE))": "ArrayError value must have shape",
    "backup(wdl=zeros(LARGE, 3))": "ArrayError wdl must have shape",
    "backup(value=[0, 0], logits=zeros(LARGE, 1858))": "ArrayError logits must have shape",
    "evaluated(2).actions(zeros(LARGE))": "ArrayError temperature must have shape",
    "evaluated(2).note(weight=zeros(LARGE))": "ArrayError weight must have shape",
    "Loader(example_games(), [Column.planes('lc0')], batch_size=2**62)": "ArgumentError batch_size",
    "next(iter(Loader(example_games(), [Column.planes('lc0')], batch_size=10**5)))": "MemoryError",
    "example_games()[zeros(LARGE, dtype=np.int64)]": "MemoryError",
    "Positions.from_fens([STARTING_FEN])[zeros(HUGE, dtype=np.int64)]": "MemoryError",
}
"""Calls and their errors."""


@pytest.mark.skipif(sys.platform != "linux", reason="RLIMIT_AS limits the memory on Linux only")
@pytest.mark.parametrize("call", CALLS)
def test_sizes_beyond_memory(call: str) -> None:
    script = SCRIPT.replace("{}", call)
    # the address space of threads does not count
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=300, env=environment
    )
    assert done.returncode == 0, (done.returncode, done.stderr[-300:])
    assert re.match(CALLS[call], done.stdout), done.stdout + done.stderr[-300:]
