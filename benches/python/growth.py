"""Time and memory by the size of the input.

    python benches/python/growth.py [--megabytes N ...] [--folder FOLDER] [--only KIND ...]

Repeats Lichess games of ../shared/data/pgn up to each size, and measures, each in a separate
process: `stream` (`Games.stream` of PGN), `from_pgn` (all games in memory, as far as memory
allows), `loader` (batches of lc0 planes and policies straight from PGN), the same text as
`.pgn.zst` by `zst` (`Games.stream`) and `convert` (to Parquet; needs pyarrow), and `arena` (64 to
65,536 games in progress). Sizes are those of the text. Memory is the peak of the memory of the
process that no file backs, less that after the imports. The largest size must fit on the disk of
the folder with half of it to spare.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from timing import DATA, record

SOURCES = ("lichess_bullet_clk.pgn.zst", "lichess_evals_2000.pgn.zst")
"""Games with clocks, and with evaluations and clocks, as in the files of Lichess."""

MEGABYTES = (1, 10, 100, 1000, 10_000)
GAMES = (64, 256, 1024, 4096, 16_384, 65_536)
PLAIN = ("stream", "from_pgn", "loader")
COMPRESSED = ("zst", "convert")
KINDS = (*PLAIN, *COMPRESSED, "arena")
SECONDS = 8.0
"""How long the Loader and the Arena run."""


def private_memory() -> int:
    """Returns the bytes of this process that no file backs."""
    with open("/proc/self/status", encoding="ascii") as file:
        fields = dict(line.split(":", 1) for line in file)
    return 1024 * sum(int(fields[name].split()[0]) for name in ("RssAnon", "RssShmem"))


@contextmanager
def peak() -> Iterator[Callable[[], int]]:
    """Samples the memory in a thread; yields a function that returns the peak above the start."""
    start, highest, stopped = private_memory(), 0, threading.Event()

    def sample() -> None:
        nonlocal highest
        while not stopped.wait(0.005):
            highest = max(highest, private_memory())

    thread = threading.Thread(target=sample, daemon=True)
    thread.start()
    try:
        yield lambda: max(highest, private_memory()) - start
    finally:
        stopped.set()
        thread.join()


def stream(path: str) -> dict[str, float]:
    """Counts the plies of a file."""
    import enroque

    with peak() as memory:
        begun = time.perf_counter()
        plies = sum(len(games.moves) for games in enroque.Games.stream(path))
        seconds = time.perf_counter() - begun
        return {"seconds": seconds, "memory": memory(), "plies": plies}


def from_pgn(path: str) -> dict[str, float]:
    """Reads all games of a file into memory."""
    import enroque

    with peak() as memory:
        begun = time.perf_counter()
        games = enroque.Games.from_pgn(path)
        seconds = time.perf_counter() - begun
        return {"seconds": seconds, "memory": memory(), "plies": len(games.moves)}


def convert(path: str) -> dict[str, float]:
    """Writes a file as Parquet with the command line."""
    import pyarrow.parquet  # noqa: F401  not a part of the time and memory

    from enroque.__main__ import main

    with tempfile.TemporaryDirectory(dir=Path(path).parent) as folder:
        out = Path(folder) / "games.parquet"
        with peak() as memory:
            begun = time.perf_counter()
            if main(["convert", path, str(out)]):
                raise SystemExit("convert failed")
            seconds = time.perf_counter() - begun
            return {"seconds": seconds, "memory": memory(), "bytes": out.stat().st_size}


def loader(path: str) -> dict[str, float]:
    """Takes batches for some seconds, or one epoch; reports the time before the first too."""
    import enroque

    planes = enroque.Encoding("lc0", format=2)
    with peak() as memory:
        begun = time.perf_counter()
        batches = enroque.Loader(
            path,
            [
                enroque.Column.planes(planes, dtype="uint8"),
                enroque.Column.policy("lc0"),
                enroque.Column.value(on_missing="nan"),
            ],
        )
        samples, first = 0, None
        for batch in batches:
            elapsed = time.perf_counter() - begun
            first = first or elapsed
            samples += len(batch["policy"])
            if elapsed > SECONDS:
                break
        seconds = time.perf_counter() - begun
        return {"seconds": seconds, "first": first, "memory": memory(), "samples": samples}


def arena(games: str) -> dict[str, float]:
    """Plays random games for some seconds, with bit planes and legal moves of every position."""
    import numpy as np

    import enroque

    count = int(games)
    bits = np.empty((count, 112), np.uint64)
    with peak() as memory:
        arena = enroque.Arena(count, autoreset="same_step", record=False, seed=1)
        plies, begun = 0, time.perf_counter()
        while (seconds := time.perf_counter() - begun) < SECONDS:
            arena.legal_indices()
            arena.planes_bits("lc0", out=bits)
            arena.step(arena.sample(policy="legal"), policy="legal")
            plies += count
        return {"seconds": seconds, "memory": memory(), "plies": plies}


def in_child(kind: str, argument: object) -> dict[str, float]:
    """Measures in a separate process."""
    command = [sys.executable, __file__, "--child", kind, str(argument)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    result: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return result


def block() -> bytes:
    """Returns the text that the files repeat."""
    import zstandard

    texts = []
    for name in SOURCES:
        compressed = (DATA / "pgn" / name).read_bytes()
        text = zstandard.ZstdDecompressor().stream_reader(compressed).read()
        texts.append(text.rstrip() + b"\n\n")
    return b"".join(texts)


def write_file(path: Path, text: bytes, size: int) -> int:
    """Writes copies of a text up to a size, whole games only; returns the size written."""
    with path.open("wb") as file:
        for _ in range(size // len(text)):
            file.write(text)
        rest = text[: size % len(text)]
        file.write(rest[: rest.rfind(b"\n\n[Event ") + 2])
        return file.tell()


def write_zst(path: Path, text: bytes, size: int) -> int:
    """Writes the same in zstandard frames of about 16 MB of text, which repeat."""
    import zstandard

    starts = list(range(0, len(text), 16 << 20))
    compressor = zstandard.ZstdCompressor(level=3)
    frames = [compressor.compress(text[start : start + (16 << 20)]) for start in starts]
    with path.open("wb") as file:
        for _ in range(size // len(text)):
            for frame in frames:
                file.write(frame)
        rest = text[: size % len(text)]
        rest = rest[: rest.rfind(b"\n\n[Event ") + 2]
        if rest:
            file.write(compressor.compress(rest))
    return size // len(text) * len(text) + len(rest)


def label(megabytes: int) -> str:
    """Returns a size in words."""
    return f"{megabytes // 1000} GB" if megabytes >= 1000 else f"{megabytes} MB"


def report(task: str, data: str, size: int, result: dict[str, float]) -> None:
    """Prints and records a measurement."""
    values: list[tuple[str, str, float]] = [("memory", "MB", result["memory"] / 1e6)]
    if "samples" in result:
        values.append(("rate", "samples/s", result["samples"] / result["seconds"]))
        values.append(("first batch", "s", result["first"]))
    elif task == "arena":
        values.append(("rate", "thousand plies/s", result["plies"] / result["seconds"] / 1e3))
    else:
        values.append(("time", "s", result["seconds"]))
        values.append(("rate", "MB/s", size / result["seconds"] / 1e6))
    if "bytes" in result:
        values.append(("size of Parquet", "MB", result["bytes"] / 1e6))
    for what, unit, value in values:
        record(f"growth of {task}: {what}", data, "enroque", unit, value)
    line = "".join(f"{what} {value:,.3g} {unit:<18}" for what, unit, value in values)
    print(f"{task:10}{data:>14}  {line}", flush=True)


def available_memory() -> int:
    """Returns the bytes of memory that programs can still use."""
    with open("/proc/meminfo", encoding="ascii") as file:
        fields = dict(line.split(":", 1) for line in file)
    return 1024 * int(fields["MemAvailable"].split()[0])


def measure_files(options: argparse.Namespace, folder: Path) -> None:
    """Measures all that reads files, by size."""
    text = block()
    memory_per_byte = 1.0
    for megabytes in options.megabytes:
        size, data = megabytes * 1_000_000, label(megabytes)
        if size > shutil.disk_usage(folder).free / 2:
            print(f"skipped: {data} is more than half of the free disk")
            break
        if kinds := [kind for kind in PLAIN if kind in options.only]:
            path = folder / "games.pgn"
            written = write_file(path, text, size)
            for kind in kinds:
                if kind == "from_pgn" and memory_per_byte * written > available_memory() / 2:
                    print(f"skipped: from_pgn of {data} needs too much memory")
                    continue
                result = in_child(kind, path)
                if kind == "from_pgn":
                    memory_per_byte = result["memory"] / written
                report(kind, data, written, result)
            path.unlink()
        if kinds := [kind for kind in COMPRESSED if kind in options.only]:
            path = folder / "games.pgn.zst"
            written = write_zst(path, text, size)
            for kind in kinds:
                report(kind, data, written, in_child("stream" if kind == "zst" else kind, path))
            path.unlink()


def main() -> None:
    """Measures, each size in a separate process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, nargs="+", default=MEGABYTES)
    parser.add_argument("--folder", type=Path, help="where files are written (default: temporary)")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        kind, argument = options.child
        functions: dict[str, Callable[[str], dict[str, Any]]] = {
            "stream": stream,
            "from_pgn": from_pgn,
            "convert": convert,
            "loader": loader,
            "arena": arena,
        }
        print(json.dumps(functions[kind](argument)))
        return
    if "arena" in options.only:
        for games in GAMES:
            report("arena", f"{games:,} games", games, in_child("arena", games))
    if set(options.only) - {"arena"}:
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            measure_files(options, Path(folder))


if __name__ == "__main__":
    main()
