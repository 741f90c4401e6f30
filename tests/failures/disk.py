"""A full disk: writers raise `OSError`, and leave no file behind.

    sudo python tests/failures/disk.py --count 20

Mounts a `tmpfs` of a few megabytes and writes more to it (with root), or limits the size of files
(`RLIMIT_FSIZE`, without).
"""

import argparse
import contextlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from children import in_child, report

import enroque
from enroque import Arena, Games, formats
from enroque.data import example_games

MEGABYTE = 1 << 20


def calls(source: Path) -> dict[str, Callable[[Path], object]]:
    """Returns calls that write more than 2 megabytes to a folder, by name.

    Args:
        source: a folder for the files to convert.
    """
    games = Games.concatenate([example_games()] * 60)
    arena = Arena(4096, seed=1)  # random games, which cannot be compressed much
    for _ in range(100):
        arena.step(arena.sample())
    played = arena.pop_games(unfinished=True)
    games.to_pgn(source / "games.pgn")
    standard = games.filter(enroque.Filter(variant="standard"))
    records = standard.records("bullet", *standard.positions()).view(formats.BULLETFORMAT)[:, 0]

    def batches(folder: Path) -> None:
        with enroque.Writer(folder / "games.npz") as writer:
            for first in range(0, len(games), 100):
                writer.write(games[first : first + 100])

    def many(games: Games, path: Path) -> None:
        with enroque.Writer(path, missing_score=0) as writer:
            for _ in range(9):
                writer.write(games)

    def tensors(folder: Path) -> None:
        command = [sys.executable, "-m", "enroque", "tensors", str(source / "games.pgn")]
        done = subprocess.run(
            [*command, "-o", str(folder / "out"), "--dtype", "float32"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert "panicked" not in done.stderr, done.stderr
        if done.returncode:
            raise OSError(done.stderr)

    def convert(to: str) -> Callable[[Path], object]:
        return lambda folder: enroque.convert(source / "games.pgn", folder / "shards", to=to)

    return {
        "to_pgn": lambda folder: games.to_pgn(folder / "games.pgn"),
        "save": lambda folder: games.write(folder / "games.npz"),
        "batches of npz": batches,
        "batches of Parquet": lambda folder: many(played, folder / "games.parquet"),
        "batches of viriformat": lambda folder: many(standard, folder / "games.vf"),
        "write_records": lambda folder: formats.write_records([records] * 2, folder / "games.bf"),
        "convert to npz": convert("npz"),
        "convert to pgn": convert("pgn"),
        "enroque tensors": tensors,
    }


@contextlib.contextmanager
def small_disk(size: int) -> Iterator[Path]:
    """Mounts a disk of a size in bytes, or limits the size of files."""
    with tempfile.TemporaryDirectory(prefix="enroque-disk-") as folder:
        if os.getuid():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            yield Path(folder)
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            return
        mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "enroque-disk", folder]
        subprocess.run(mount, check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def run(count: int, seed: int = 1) -> int:
    """Makes each call on disks of several sizes; returns the number of wrong outcomes."""
    rng, wrong = Random(seed), 0
    with tempfile.TemporaryDirectory() as source:
        for name, call in calls(Path(source)).items():
            outcomes: Counter[str] = Counter()
            for _ in range(count):
                with small_disk(int(MEGABYTE * 2 * rng.random()) + 4096) as folder:
                    outcome = in_child(lambda call=call, folder=folder: call(folder))
                    left = [path.name for path in folder.iterdir() if path.is_file()]
                    shards = folder / "shards" if (folder / "shards").exists() else folder / "out"
                    if shards.exists():
                        left += [
                            path.name
                            for path in shards.iterdir()
                            if path.name.startswith(".") and path.name.endswith(".part")
                        ]
                        shutil.rmtree(shards)
                is_right = outcome.kind == "OSError" and not left
                outcomes[outcome.kind if is_right else f"wrong: {outcome} {left}"] += 1
                wrong += not is_right
            report(name, outcomes)
    return wrong


def main() -> int:
    """Runs the calls."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20)
    return 1 if run(parser.parse_args().count) else 0


if __name__ == "__main__":
    sys.exit(main())
