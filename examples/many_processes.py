"""Converts PGN to Parquet in many processes, with `multiprocessing`.

    python examples/many_processes.py shards games/*.pgn.zst

`enroque.plan_splits` splits the files into ranges that can be read independently; each worker reads
one at a time and writes one file. To continue an interrupted run, start it again: files appear only
when they are complete, and existing files are kept. The same jobs run in Dask, as
`dask.bag.from_sequence(jobs).map(work)`, and in every system that maps a function over a list.
"""

import argparse
import multiprocessing
from pathlib import Path

import enroque
import enroque.parquet


def work(job: tuple[enroque.Split, Path]) -> tuple[str, int]:
    """Converts a split; returns the name of the file and its number of games."""
    split, target = job
    if not target.exists():
        games = enroque.read_split(split, threads=1, filter=enroque.Filter(min_plies=10))
        games.write(target)
    return target.name, sum(len(games) for games in enroque.parquet.stream(target))


def main(folder: str, *files: str, split_bytes: int = 16 << 20) -> int:
    """Writes the shards; returns their number of games."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    splits = enroque.plan_splits(files, split_bytes=split_bytes)
    jobs = [(split, Path(folder) / f"{n:05}.parquet") for n, split in enumerate(splits)]
    total = 0
    # forking a process that has threads is not safe
    with multiprocessing.get_context("spawn").Pool() as pool:
        for name, count in pool.imap_unordered(work, jobs):
            print(f"{name}: {count} games")
            total += count
    return total


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description="Converts PGN to Parquet in as many processes as there are cores.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("folder", help="the folder of the shards")
    parser.add_argument("files", nargs="+", help="PGN files, also compressed, or patterns")
    parser.add_argument("--split-bytes", type=int, default=16 << 20, help="bytes of a split")
    options = parser.parse_args()
    print(f"{main(options.folder, *options.files, split_bytes=options.split_bytes)} games")
