"""Calls over whole tables, planes and arenas: `python benches/python/bulk.py`.

In CPU time of one thread for each position, row or game. Symmetric planes are compared with NumPy,
which only reverses files. What needs pyarrow is skipped if it is not installed.
"""

import copy
import os
import tempfile
from collections.abc import Callable
from functools import partial
from typing import Any

os.environ.setdefault("RAYON_NUM_THREADS", "1")

import numpy as np
from timing import DATA, Table, seconds

from enroque import Arena, Encoding, Positions
from enroque.data import example_games
from games import optional

PUZZLES = DATA / "positions" / "puzzles" / "lichess_puzzles_1499.csv"


def main() -> None:
    """Times each call."""
    games = example_games()
    game, ply = games.positions()
    order = np.random.default_rng(1).permutation(len(game))[:1024]
    table = Table("calls of many, 1 thread", "ns", ["enroque", "NumPy"])

    def row(
        what: str, count: int, work: Callable[[], Any], peer: Callable[[], Any] | None = None
    ) -> None:
        of_peer = seconds(peer) / count * 1e9 if peer else None
        table.row(what, seconds(work) / count * 1e9, of_peer)

    for dtype in ("uint8", "float32"):
        planes = games.planes("lc0", game[:4096], ply[:4096], dtype=dtype)
        row(
            f"mirrored lc0 planes, {dtype}",
            len(planes),
            partial(Encoding("lc0").transform, planes, "mirror_files"),
            partial(np.ascontiguousarray, planes[..., ::-1]),
        )
    for what, rows in (("in order", slice(1024)), ("in random order", order)):
        bits = partial(games.planes_bits, "lc0", game[rows], ply[rows])
        row(f"lc0 bits {what}", 1024, bits)
    arena = Arena(1024, seed=1, autoreset="same_step", policy="legal")
    for _ in range(100):
        arena.step(arena.sample())
    saved = arena.state_dict()
    row("copy.copy(arena), 100 plies", 1024, lambda: copy.copy(arena))
    row("arena.rows(), 100 plies", 1024, arena.rows)
    row("arena.load_state_dict, 100 plies", 1024, lambda: arena.load_state_dict(saved))
    if not PUZZLES.exists():
        return print(f"skipped: {PUZZLES} does not exist")
    puzzles = Positions.concatenate([Positions.read(PUZZLES)] * 20)
    row("puzzles.fens()", len(puzzles), puzzles.fens)
    row("puzzles.after_first_move()", len(puzzles), puzzles.after_first_move)
    pyarrow = optional("pyarrow")
    if pyarrow:
        row("pyarrow.table(puzzles)", len(puzzles), lambda: pyarrow.table(puzzles))
    with tempfile.TemporaryDirectory() as folder:
        for suffix in ("npz", *(["parquet"] if pyarrow else []), "csv", "epd"):
            path = f"{folder}/puzzles.{suffix}"
            row(f"write {suffix}", len(puzzles), partial(puzzles.write, path))
            row(f"read {suffix}", len(puzzles), partial(Positions.read, path))


if __name__ == "__main__":
    main()
