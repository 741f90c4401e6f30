"""Damages files of every format that the package reads, and reads them with the public calls.

    python fuzz/python/files.py --seconds 600 --jobs 2

Reports processes that die, panics, reads that take more than 8 seconds of processor time, and more
than 4 GB of memory. The exit status is 1 if there is a finding. A finding keeps its file.
"""

import argparse
import bz2
import functools
import gzip
import io
import pathlib
import sys
import tempfile
import zipfile
from collections.abc import Callable
from random import Random
from typing import Any

from processes import Pool

import enroque
from enroque import formats, parquet, pgn, polyglot
from enroque.data import example_games

Reader = Callable[[pathlib.Path], Any]


def iterated(values: Any) -> int:
    """Consumes an iterable; returns the number of items."""
    return sum(1 for _ in values)


def read_tree(path: pathlib.Path) -> int:
    """Reads all games of a PGN file as trees."""
    with open(path, encoding="utf-8", errors="replace") as file:
        count = 0
        while (game := pgn.read_game(file)) is not None:
            str(game)
            count += 1
    return count


def read_book(path: pathlib.Path) -> int:
    """Looks up a position in a Polyglot book."""
    with polyglot.open_reader(path) as book:
        return iterated(book.find_all(enroque.Board())) + iterated(book)


def samples(folder: pathlib.Path) -> dict[str, tuple[bytes, list[Reader]]]:
    """Returns small files of every format, with the calls that read them.

    Args:
        folder: a folder for temporary files.
    """
    games = example_games()[:6]
    standard = example_games().filter(enroque.Filter(variant="standard"))[:4]
    target = folder / "sample.pgn"
    games.to_pgn(target)
    text = target.read_bytes()
    columns: list[Reader] = [
        enroque.Games.from_pgn,
        lambda path: iterated(enroque.Games.stream(path)),
    ]
    found: dict[str, tuple[bytes, list[Reader]]] = {
        ".pgn": (text, [*columns, read_tree, enroque.plan_splits]),
        ".pgn.gz": (gzip.compress(text), columns),
        ".pgn.bz2": (bz2.compress(text), columns),
    }
    games.to_pgn(folder / "sample.pgn.zst")
    found[".pgn.zst"] = (folder / "sample.pgn.zst").read_bytes(), [*columns, enroque.plan_splits]
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("one.pgn", text)
        file.writestr("two.pgn", text[:500])
    found[".zip"] = archive.getvalue(), columns
    games.save(folder / "sample.npz")
    found[".npz"] = (folder / "sample.npz").read_bytes(), [enroque.Games.load]
    parquet.write(games, folder / "sample.parquet")
    found[".parquet"] = (folder / "sample.parquet").read_bytes(), [parquet.read]
    for name in ("viriformat", "binpack", "lc0"):
        with formats.Writer(folder / name, format=name, missing_score=0) as writer:
            writer.write(standard)
        read = functools.partial(formats.read, format=name)
        found[f".{name}"] = (folder / name).read_bytes(), [read]
    records: Reader = lambda path: iterated(formats.read_records(path))  # noqa: E731
    bullet = standard.records("bullet", [0, 0, 1], [0, 5, 9]).view(formats.BULLETFORMAT)
    formats.write_records(bullet[:, 0], folder / "sample.bf", format="bulletformat")
    found[".bf"] = (folder / "sample.bf").read_bytes(), [records]
    keys = b"".join(
        enroque.polyglot.zobrist_hash(enroque.Board()).to_bytes(8, "big")
        + bytes([3, 28, 0, n, 0, 0, 0, 0])
        for n in range(4)
    )
    found[".bin"] = keys, [read_book]
    return found


TEXTS = [b"(", b"{", b'"', b"[", b"\n", b"\0", b"1-0", b"e8=Q", b"[%clk 9:9]", b"$9", b";"]


def damaged(data: bytes, rng: Random) -> bytes:
    """Returns a damaged copy: bits, bytes and ranges changed, removed, repeated or exchanged."""
    out = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 4, 16])):
        if not out:
            break
        at = rng.randrange(len(out))
        length = min(rng.choice([1, 2, 4, 8, 64, 1000]), len(out) - at)
        match rng.randrange(9):
            case 0:
                out[at] ^= 1 << rng.randrange(8)
            case 1:
                out[at] = rng.choice([0, 1, 127, 128, 254, 255, rng.randrange(256)])
            case 2:
                del out[at : at + length]
            case 3:
                del out[at:]
            case 4:
                out[at:at] = out[at : at + length] * rng.choice([1, 2, 50])
            case 5:
                out[at : at + length] = bytes(rng.randrange(256) for _ in range(length))
            case 6:
                number = rng.choice([0, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**64 - 1])
                width = rng.choice([1, 2, 4, 8])
                out[at : at + width] = (number & (1 << 8 * width) - 1).to_bytes(
                    width, rng.choice(["little", "big"])
                )
            case 7:
                other = rng.randrange(len(out))
                out[at : at + length] = out[other : other + length]
            case 8:
                text = rng.choice(
                    [b"(", b"{", b'"', b"[", b"\n", b"\0", b"1-0", b"e8=Q", b"[%clk 9:9]"]
                )
                out[at:at] = text * rng.choice([1, 1, 100])
    return bytes(out)


def main() -> int:
    """Runs the fuzzer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="a part of the names of the formats")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        known = samples(pathlib.Path(folder))
    known = {suffix: sample for suffix, sample in known.items() if options.only in suffix}
    print("formats:", *known)

    def work(seed: int, log: Callable[[str, str], None]) -> str:
        rng = Random(seed)
        suffix = rng.choice(list(known))
        data, readers = known[suffix]
        path = pathlib.Path(f"damaged{suffix}")
        path.write_bytes(damaged(data, rng))
        read = rng.choice(readers)
        log(suffix, getattr(read, "__qualname__", str(read)))
        if hasattr(result := read(path), "__iter__"):
            iterated(result)
        return "read"

    return Pool(work, options.jobs, options.seed << 40, calls=300).run(options.seconds)


if __name__ == "__main__":
    sys.exit(main())
