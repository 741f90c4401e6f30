"""Programs written for python-chess run unchanged with `enroque.as_chess`, with the same output.

The programs are in `programs/`; each names the repository, files and commit whose calls it mirrors.
Times are printed by `pytest -s`, and are not asserted.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("chess", reason="python-chess is not installed")

PROGRAMS = Path(__file__).parent / "programs"
NAMES = [
    "analysis_notebook",
    "andoma",
    "bratko_kopec",
    "chess_alpha_zero",
    "lichess_bot",
    "maia_preprocessing",
    "nnue_features",
    "perft",
    "searchless_chess",
]
STOCKFISH = os.environ.get("ENROQUE_STOCKFISH") or shutil.which("stockfish")


def run(*command: str) -> tuple[str, float]:
    """Returns the output of a Python program and the seconds it took."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=False, timeout=300
    )
    seconds = time.perf_counter() - start
    assert done.returncode == 0, done.stderr
    return done.stdout, seconds


def compare(name: str, *arguments: str) -> str:
    program = str(PROGRAMS / f"{name}.py")
    expected, theirs = run(program, *arguments)
    found, ours = run("-m", "enroque.as_chess", program, *arguments)
    print(f"{name}: python-chess {theirs:.2f} s, enroque {ours:.2f} s")
    assert found == expected
    return found


def test_every_program_is_listed() -> None:
    files = {file.stem for file in PROGRAMS.glob("*.py")}
    assert files == {*NAMES, "engine", "random_games"}


@pytest.mark.parametrize("name", NAMES)
def test_the_output_is_the_same(name: str) -> None:
    assert len(compare(name).splitlines()) > 5


@pytest.mark.skipif(STOCKFISH is None, reason="Stockfish is not installed (ENROQUE_STOCKFISH)")
def test_an_engine_plays_and_analyzes() -> None:
    assert STOCKFISH is not None
    assert "1. " in compare("engine", STOCKFISH)
