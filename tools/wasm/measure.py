"""Measures in Pyodide what its users wait for, with python-chess in the same run.

`tools/wasm/make measure` starts it there. It fails if a goal is missed.
"""

import io
import sys
import time
from collections.abc import Callable
from typing import Any

import js  # type: ignore[import-not-found]  # of Pyodide


def seconds(function: Callable[[], Any], rounds: int = 5) -> float:
    """Returns the shortest time of some calls."""
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        function()
        times.append(time.perf_counter() - begun)
    return min(times)


missed = []


def report(what: str, value: float, unit: str, goal: float, *, least: bool = False) -> None:
    """Prints a number with its goal."""
    met = value >= goal if least else value <= goal
    bound = "at least" if least else "at most"
    print(f"{what:<44} {value:9.3f} {unit:<10} ({bound} {goal:g}){'' if met else '  MISSED'}")
    if not met:
        missed.append(what)


def peer(what: str, value: float, unit: str) -> None:
    """Prints a number of python-chess."""
    print(f"    {what:<40} {value:9.3f} {unit}")


def megabytes() -> float:
    """Returns the memory of the page."""
    return float(js.pyodideMemory()) / 1e6


import numpy as np  # noqa: E402

before = megabytes()
begun = time.perf_counter()
import enroque  # noqa: E402
import enroque.data  # noqa: E402

report("import, after NumPy", time.perf_counter() - begun, "s", 1)
print(f"enroque {enroque.__version__}, NumPy {np.__version__}, Python {sys.version.split()[0]}")

board = enroque.Board()
report("perft(5), 4,865,609 nodes", seconds(lambda: enroque.perft(board, 5)), "s", 0.1)
games = enroque.data.example_games()
file = io.BytesIO()
games.to_pgn(file)
text = file.getvalue()
many = text * 40
time_of_read = seconds(lambda: enroque.Games.from_pgn(io.BytesIO(many)))
report("PGN into columns", len(games.moves) * 40 / time_of_read / 1e6, "M plies/s", 3, least=True)
columns = [enroque.Column.planes("lc0"), enroque.Column.policy("lc0"), enroque.Column.value()]
loader = enroque.Loader(games, columns, batch_size=512, seed=1)
next(loader)
time_of_batch = seconds(lambda: next(loader), 10)
print(f"batches of the Loader, planes of lc0{512 / time_of_batch:18.0f} rows/s")
arena = enroque.Arena(256, seed=1)
time_of_step = seconds(lambda: arena.step(arena.sample()), 100)
print(f"Arena, random games{256 / time_of_step / 1e6:36.3f} M plies/s")
report("memory of the page", megabytes(), "MB", 300)
print(f"    before import of enroque: {before:.0f} MB")

begun = time.perf_counter()
import chess  # noqa: E402
import chess.pgn  # noqa: E402

peer("python-chess: import", time.perf_counter() - begun, "s")


def perft(position: chess.Board, depth: int) -> int:
    """Counts the leaves."""
    if depth == 1:
        return position.legal_moves.count()
    nodes = 0
    for move in position.legal_moves:
        position.push(move)
        nodes += perft(position, depth - 1)
        position.pop()
    return nodes


time_of_perft = seconds(lambda: perft(chess.Board(), 3), 2)
peer("python-chess: perft(3), 8,902 nodes", time_of_perft, "s")
handle = io.StringIO(text.decode())
begun = time.perf_counter()
plies = sum(len(list(chess.pgn.read_game(handle).mainline_moves())) for _ in range(5))
peer("python-chess: PGN", plies / (time.perf_counter() - begun) / 1e6, "M plies/s")
sys.exit(f"missed: {', '.join(missed)}" if missed else 0)
