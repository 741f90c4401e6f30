"""SIGKILL at random moments while files are written.

    python tests/failures/kill.py --count 40

Each job runs in a forked process, which is killed at a random moment, `--count` times. After each
kill, every file under its final name is complete. Then the job runs again to its end, and the files
are those of a run that was not killed: nothing is lost, and nothing is there twice.
"""

import argparse
import contextlib
import functools
import io
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from children import report

import enroque
from enroque import Arena, Games, formats
from enroque._files.self_play import ShardPlayer, shard_name
from enroque.cli import main as command_line
from enroque.data import example_games

Job = Callable[[Path], object]

SHARDS = 6


def contents(folder: Path) -> dict[str, bytes]:
    """Returns the files under their final names; hidden files are unfinished."""
    if not folder.exists():
        return {}
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name[0] != "."}


def convert(source: Path, format: str, folder: Path) -> None:
    """Converts games to shards."""
    enroque.convert(
        source, folder, to=format, shard_games=500, on_unsupported="skip", missing_score=0
    )


def convert_file(source: Path, folder: Path) -> None:
    """Converts games to one file."""
    enroque.convert(source, folder / "games.parquet")


def tensors(source: Path, folder: Path) -> None:
    """Encodes games as shards of arrays."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        status = command_line(
            ["tensors", str(source), "-o", str(folder), "--overwrite", "--planes", "pieces",
             "--shard-size", "4096", "--limit", "40000"]
        )  # fmt: skip
    assert status in (0, None), status


def write_npz(games: Games, folder: Path) -> None:
    """Writes an `.npz` file in batches."""
    with enroque.Writer(folder / "games.npz") as writer:
        for first in range(0, len(games), 500):
            writer.write(games[first : first + 500])


def write_all(games: Games, folder: Path) -> None:
    """Writes files with the calls that write one file."""
    games.write(folder / "games.parquet")
    games.to_pgn(folder / "games.pgn.zst")
    games.to_pgn(folder / "games.pgn")
    games.write(folder / "games.vf", on_unsupported="skip", missing_score=0)
    records = games.records("bullet", *games.positions()).view(formats.BULLETFORMAT)
    formats.write_records(records[:, 0], folder / "games.bf")


def self_play(seed: int) -> Iterator[Games]:
    """Generates games of an arena, with the results of searches."""
    arena = Arena(16, seed=seed, max_plies=60, at_limit="draw", autoreset="same_step")
    while True:
        for _ in range(20):
            arena.note([0.5] * 16, nodes=[seed % 1000] * 16)
            arena.step(arena.sample())
        yield arena.pop_games()


def record(format: str, folder: Path) -> None:
    """Plays the missing shards of a worker, as one of `enroque.ray.self_play` that starts again."""
    player = ShardPlayer(
        self_play,
        folder,
        worker=0,
        seed=1,
        games_per_shard=40,
        format=format,
        suffix=f".{format}",
        options={"on_unsupported": "raise", "missing_score": None},
    )
    for number in range(SHARDS):
        if not (folder / shard_name(0, number, f".{format}")).exists():
            player.write(number)


def check_recorded(folder: Path, expected: dict[str, bytes]) -> None:
    """Checks that each shard has its games, and that no game is in two shards."""
    shards = [Games.read(path) for path in sorted(folder.iterdir()) if path.name[0] != "."]
    assert all(len(shard) == 40 and shard.search_nodes is not None for shard in shards)
    games = Games.concatenate(shards)
    assert len(games.drop_duplicates()) == len(games), "a game was played twice"


def equal(folder: Path, expected: dict[str, bytes]) -> None:
    """Checks that every file is as in a run that was not killed."""
    for name, data in contents(folder).items():
        assert data == expected[name], f"{name} is incomplete"


def run_job(job: Job, folder: Path, kill_after: float | None = None) -> bool:
    """Runs a job in a process, and kills it after some seconds; returns whether it was killed."""
    pid = os.fork()
    if pid == 0:
        try:
            job(folder)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    if kill_after is not None:
        time.sleep(kill_after)
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    assert os.WIFSIGNALED(status) or status == 0, "the job failed"
    return os.WIFSIGNALED(status)


def kill(
    name: str,
    job: Job,
    check: Callable[[Path, dict[str, bytes]], None],
    kills: int,
    rng: Random,
    *,
    is_random: bool = False,
) -> Counter[str]:
    """Kills a job at random moments and lets it finish; returns the numbers of outcomes.

    Args:
        name: the name of the job.
        job: writes files to a folder.
        check: checks the files under their final names.
        kills: the number of times that the job is killed.
        rng: the source of random numbers.
        is_random: whether the finished files depend on where the job was killed.
    """
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="enroque-kill-") as temporary:
        whole = Path(temporary, "whole")
        whole.mkdir()
        begin = time.monotonic()
        run_job(job, whole)
        seconds = time.monotonic() - begin
        expected = contents(whole)
        while outcomes["killed"] < kills:
            folder = Path(temporary, "killed")
            folder.mkdir()
            for _ in range(rng.choice([1, 1, 2, 3])):
                was_killed = run_job(job, folder, rng.uniform(0, seconds))
                outcomes["killed" if was_killed else "finished"] += 1
                check(folder, expected)
            run_job(job, folder)
            check(folder, expected)
            found = contents(folder)
            assert found.keys() == expected.keys()
            assert is_random or found == expected, name
            shutil.rmtree(folder)
    return outcomes


def jobs(folder: Path) -> dict[str, tuple[Job, Callable[[Path, dict[str, bytes]], None], bool]]:
    """Returns the jobs by name, with the check of their files.

    Args:
        folder: a folder for sources.
    """
    games = Games.concatenate([example_games()] * 40)
    source = folder / "games.pgn"
    games.to_pgn(source)
    standard = games.filter(enroque.Filter(variant="standard"))[:2000]
    found: dict[str, tuple[Job, Callable[[Path, dict[str, bytes]], None], bool]] = {}
    for format in ("npz", "parquet", "pgn.zst"):
        found[f"convert to {format}"] = (functools.partial(convert, source, format), equal, False)
    found["convert to a file"] = (functools.partial(convert_file, source), equal, False)
    found["enroque tensors"] = (functools.partial(tensors, source), equal, False)
    found["Writer, npz"] = (functools.partial(write_npz, games), equal, False)
    found["Parquet, PGN and training formats"] = (
        functools.partial(write_all, standard), equal, False
    )  # fmt: skip
    for format in ("npz", "parquet"):
        found[f"self-play to {format}"] = (
            functools.partial(record, format), check_recorded, True
        )  # fmt: skip
    return found


def run(count: int, seed: int = 1, only: str = "") -> Counter[str]:
    """Kills each job; returns the numbers of outcomes of all.

    Args:
        count: the number of times that each job is killed.
        seed: the seed of the moments.
        only: a part of the names of the jobs.
    """
    rng = Random(seed)
    total: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="enroque-kill-") as folder:
        for name, (job, check, is_random) in jobs(Path(folder)).items():
            if only in name:
                outcomes = kill(name, job, check, count, rng, is_random=is_random)
                report(name, outcomes)
                total += outcomes
    return total


def main() -> int:
    """Runs the jobs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    report("all", run(options.count, options.seed, options.only))
    return 0


if __name__ == "__main__":
    sys.exit(main())
