"""Sizes that arguments state: calls that would need more memory than there is raise `MemoryError`.

    python tests/failures/memory.py

Each call is made in a forked process that may use 400 MB more than it has. The exit status is 1 if
one dies, or does not raise `MemoryError`.
"""

import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from children import in_child, report

from enroque import Arena, Column, Games, Loader
from enroque.data import example_games
from enroque.npz._columns import from_columns

EXTRA = 400 << 20
"""The memory of a call in bytes."""


def calls(folder: Path) -> dict[str, Callable[[], Any]]:
    """Returns calls that state large sizes, by name.

    Args:
        folder: a folder for files.
    """
    games = example_games()
    games.to_pgn(folder / "games.pgn")
    columns = games._columns()
    many = np.zeros(4_000_000, np.int64)
    huge = np.broadcast_to(np.int64(0), (10**12,))

    def huge_column(name: str) -> Games:
        changed = {**columns, name: np.broadcast_to(columns[name][:1], (10**12,))}
        return from_columns(changed)

    return {
        "games[indices]": lambda: games[many],
        "games[huge indices]": lambda: games[huge],
        "Games.concatenate": lambda: Games.concatenate([games] * 100_000),
        "Games.planes": lambda: games.planes("lc0", many, many),
        "Games.planes, huge indices": lambda: games.planes("lc0", huge, huge),
        "Games.legal_indices": lambda: games.legal_indices("lc0", many, many),
        "Games.features_csr": lambda: games.features_csr("HalfKAv2_hm", many, many),
        "Games from columns, moves": lambda: huge_column("moves"),
        "Games from columns, broken": lambda: huge_column("broken"),
        "Loader, batch_size": lambda: next(Loader(games, [Column.planes("lc0")], batch_size=10**5)),
        "Arena": lambda: Arena(2 << 20),
    }


def limited(call: Callable[[], Any]) -> None:
    """Calls a function with a limit of the address space."""
    with open("/proc/self/statm") as file:
        size = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + EXTRA, size + EXTRA))
    call()


def main() -> int:
    """Runs the calls."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for name, call in calls(Path(folder)).items():
            outcome = in_child(lambda call=call: limited(call))
            report(name, Counter([outcome.kind]))
            if outcome.kind != "MemoryError":
                wrong.append(f"{name}: {outcome.kind} {outcome.text[:300]}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
