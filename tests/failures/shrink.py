"""Files that shrink while they are read: readers return fewer games or raise an exception.

    python tests/failures/shrink.py --count 20

A file is opened and read in part, then truncated at a random offset, then read on.
"""

import argparse
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from children import in_child, report

import enroque
from enroque import Column, Games, Loader, formats, npz, parquet, polyglot
from enroque.data import example_games

ALLOWED = {"returned", "FileFormatError", "BrokenGameError", "BookError", "OSError"}
"""The outcomes that are promised. `OSError` is that of a split of another file than planned,
`BrokenGameError` that of a `Loader` of PGN."""

Reader = Callable[[Path], Iterator[Any]]


def readers(folder: Path) -> dict[str, tuple[str, Reader]]:
    """Returns the names of files and the generators that read them, by name.

    Args:
        folder: the folder for the files.
    """
    games = Games.concatenate([example_games()] * 60)
    standard = games.filter(enroque.Filter(variant="standard"))
    for name in ("games.pgn", "games.pgn.zst", "games.pgn.gz", "games.pgn.bz2"):
        games.to_pgn(folder / name)
    shutil.make_archive(str(folder / "games"), "zip", folder, "games.pgn")
    with enroque.Writer(folder / "games.npz") as writer:
        for _ in range(6):
            writer.write(games)
    with enroque.Writer(folder / "games.parquet") as table:
        for _ in range(6):
            table.write(games)
    for name in ("games.vf", "games.binpack"):
        standard.write(folder / name, missing_score=0)
    standard[:50].write(folder / "games.v6", missing_score=0)
    records = standard.records("bullet", *standard.positions()).view(formats.BULLETFORMAT)[:, 0]
    formats.write_records(records, folder / "games.bf")
    key = polyglot.zobrist_hash(enroque.Board()).to_bytes(8, "big")
    (folder / "book.bin").write_bytes((key + bytes([3, 28, 0, 1, 0, 0, 0, 0])) * 50_000)

    def stream(path: Path) -> Iterator[Any]:
        return iter(Games.stream(path, games_per_batch=20))

    def splits(path: Path) -> Iterator[Any]:
        for split in enroque.plan_splits(path, split_bytes=100_000):
            yield Games.from_pgn(split)

    def load(path: Path) -> Iterator[Any]:
        with Loader(
            [path] * 3, [Column.game(), Column.ply()], positions_per_game=1, batch_size=500
        ) as loader:
            yield from loader

    def book(path: Path) -> Iterator[Any]:
        with polyglot.open_reader(path) as reader:
            for _ in range(3):
                yield from reader
                yield reader.find_all(enroque.Board())
                yield reader.read()

    found: dict[str, tuple[str, Reader]] = {}
    for name in ("games.pgn", "games.pgn.zst", "games.pgn.gz", "games.pgn.bz2", "games.zip"):
        found[f"stream {name}"] = (name, stream)
    for name in ("games.pgn", "games.pgn.zst"):
        found[f"splits of {name}"] = (name, splits)
    found["npz.stream"] = ("games.npz", lambda path: npz.stream(path, games_per_batch=5000))
    found["parquet.stream"] = (
        "games.parquet",
        lambda path: parquet.stream(path, games_per_batch=5000),
    )
    for name in ("games.vf", "games.binpack", "games.v6"):
        found[f"formats.stream {name}"] = (
            name, lambda path: formats.stream(path, games_per_batch=20)
        )  # fmt: skip
    for name in ("games.bf", "games.v6"):
        found[f"stream_records {name}"] = (
            name, lambda path: formats.stream_records(path, records_per_batch=100)
        )  # fmt: skip
    for name in ("games.pgn.zst", "games.npz", "games.parquet", "games.vf"):
        found[f"Loader {name}"] = (name, load)
    found["polyglot"] = ("book.bin", book)
    return found


def read(reader: Reader, path: Path, rng: Random) -> int:
    """Reads a file that shrinks on the way; returns the number of items."""
    before, size = rng.randrange(6), rng.randrange(path.stat().st_size)
    count = 0
    for count, _ in enumerate(reader(path), 1):
        if count == before:
            os.truncate(path, size)
    return count


def run(count: int, only: str = "", seed: int = 1) -> int:
    """Reads each file several times; returns the number of wrong outcomes."""
    rng, wrong = Random(seed), 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name, (file, reader) in readers(folder).items():
            if only not in name:
                continue
            outcomes: Counter[str] = Counter()
            for _ in range(count):
                path, state = folder / f"copy-{file}", Random(rng.random())
                shutil.copyfile(folder / file, path)
                outcome = in_child(lambda r=reader, p=path, s=state: read(r, p, s))
                is_right = outcome.kind in ALLOWED
                outcomes[outcome.kind if is_right else f"wrong: {outcome}"] += 1
                wrong += not is_right
            report(name, outcomes)
    return wrong


def main() -> int:
    """Runs the calls."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--only", default="", help="a part of the names of the readers")
    options = parser.parse_args()
    return 1 if run(options.count, options.only) else 0


if __name__ == "__main__":
    sys.exit(main())
