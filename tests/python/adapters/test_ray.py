"""`enroque.ray` on a local cluster of two workers, which are killed during a test."""

import gzip
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from enroque import Arena, Games, Puct, TreeSearch
from enroque._files.self_play import ShardPlayer, shard_name, shard_seed
from enroque.data import example_games

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.filterwarnings("ignore"),  # of Ray
]
ray = pytest.importorskip("ray", reason="ray is not installed")
pytest.importorskip("ray.data", reason="Ray Data is not installed")

import enroque.ray  # noqa: E402


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray.init(
        num_cpus=2, object_store_memory=200 << 20, include_dashboard=False, log_to_driver=False
    )
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve files; the tag `Event` has the number of the file and the index of the game."""
    folder = tmp_path_factory.mktemp("pgn")
    for number in range(12):
        text = []
        for index, game in enumerate(example_games()):
            text.append(f'[Event "{number}-{index}"]\n\n{" ".join(game.san())} {game.result}\n\n')
        (folder / f"{number:02}.pgn").write_text("".join(text))
    return folder


def test_read_and_encode(cluster: None, files: Path) -> None:
    games = Games.from_pgn(files)
    dataset = enroque.ray.read_pgn(files, split_bytes=30_000)
    assert dataset.count() == len(games)
    tables = [ray.get(ref) for ref in dataset.to_arrow_refs()]
    again = Games.concatenate([Games.from_arrow(table) for table in tables])
    assert sorted(again.tag_values("Event"), key=str) == sorted(games.tag_values("Event"), key=str)
    tensors = enroque.ray.read_pgn(
        files / "00.pgn", filter=enroque.Filter(min_plies=40)
    ).map_batches(
        enroque.ray.Tensors(
            [
                enroque.Column.planes("lc0", dtype="uint8"),
                enroque.Column.policy("lc0"),
                enroque.Column.value(),
            ]
        ),
        batch_format="pyarrow",
        batch_size=32,
    )
    some = Games.from_pgn(files / "00.pgn", filter=enroque.Filter(min_plies=40))
    game, ply = some.positions()
    rows = 0
    for batch in tensors.iter_batches(batch_size=512):
        chunk = slice(rows, rows + len(batch["policy"]))
        rows = chunk.stop
        assert np.array_equal(
            batch["planes"], some.planes("lc0", game[chunk], ply[chunk], dtype="uint8")
        )
        assert np.array_equal(batch["policy"], some.policy("lc0", game[chunk], ply[chunk]))
        values = some.value(game[chunk], ply[chunk])
        assert np.array_equal(batch["value"], values, equal_nan=True)
    assert rows == len(game)


def test_damaged_files(cluster: None, files: Path, tmp_path: Path) -> None:
    truncated = tmp_path / "truncated.pgn.gz"
    packed = gzip.compress((files / "00.pgn").read_bytes())
    truncated.write_bytes(packed[: len(packed) // 2])
    with pytest.raises(Exception, match=r"truncated\.pgn\.gz: after game"):
        enroque.ray.read_pgn([files / "00.pgn", truncated]).count()
    some = enroque.ray.read_pgn([files / "00.pgn", truncated], on_error="skip")
    assert some.count() == len(Games.from_pgn([files / "00.pgn", truncated]))
    # errors of the arguments are raised by the call, not by a worker
    with pytest.raises(TypeError, match="bogus"):
        enroque.ray.read_pgn(files, bogus=3)
    with pytest.raises(ValueError, match="on_error"):
        enroque.ray.read_pgn(files, on_error="foo")  # type: ignore[arg-type]
    # positions without evaluation have no score by default
    dataset = enroque.ray.read_pgn(
        files / "00.pgn", filter=enroque.Filter(variant="standard", result=("1-0", "0-1"))
    )
    with pytest.raises(Exception, match="no evaluation"):
        enroque.ray.write_games(dataset, tmp_path / "bullet", to="bulletformat")


def test_moves_without_an_index(cluster: None, tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    text = '[Event "{}"]\n[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=N Kg6 2. Kb2 1-0\n\n'
    path.write_text("".join(text.format(number) for number in range(100)))
    games = Games.from_pgn(path)
    game, ply = games.positions()
    good = games.supported(enroque.Column.policy("from_to"), game, ply)
    assert 0 < np.count_nonzero(~good) < len(good)
    expected = games.policy("from_to", game, ply, on_unsupported="mask")

    def arrays(on_unsupported: Literal["raise", "mask", "skip"]) -> dict[str, Any]:
        columns = [enroque.Column.policy("from_to"), enroque.Column.value()]
        tensors = enroque.ray.Tensors(columns, on_unsupported=on_unsupported)
        dataset = enroque.ray.read_pgn(path).map_batches(
            tensors, batch_format="pyarrow", batch_size=32
        )
        batches = list(dataset.iter_batches(batch_size=4096))
        return {
            name: np.concatenate([batch[name] for batch in batches]) for name in ("policy", "value")
        }

    masked, skipped = arrays("mask"), arrays("skip")
    assert np.array_equal(masked["policy"], expected)
    assert np.array_equal(skipped["policy"], expected[good])
    assert (skipped["policy"] >= 0).all()
    assert np.array_equal(masked["value"], games.value(game, ply), equal_nan=True)
    assert np.array_equal(skipped["value"], games.value(game[good], ply[good]), equal_nan=True)
    with pytest.raises(Exception, match="from_to"):
        arrays("raise")


def test_killed_workers(cluster: None, files: Path, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    pids.mkdir()
    games = Games.from_pgn(files)

    def slowly(table: Any, folder: str) -> Any:
        """Creates a file named by the process, and waits."""
        (Path(folder) / f"{os.getpid()}").touch()
        time.sleep(0.4)
        return table

    dataset = enroque.ray.read_pgn(files, split_bytes=30_000).map_batches(
        slowly, batch_format="pyarrow", batch_size=None, fn_kwargs={"folder": str(pids)}
    )

    killed = []

    def kill() -> None:
        """Kills two workers, one after the other."""
        deadline = time.monotonic() + 60
        while len(killed) < 2 and time.monotonic() < deadline:
            alive = [int(path.name) for path in pids.iterdir() if int(path.name) not in killed]
            if alive:
                time.sleep(0.7)
                try:
                    os.kill(alive[-1], signal.SIGKILL)
                except ProcessLookupError:
                    (pids / str(alive[-1])).unlink(missing_ok=True)
                    continue
                killed.append(alive[-1])
            time.sleep(0.1)

    killer = threading.Thread(target=kill)
    killer.start()
    shards = enroque.ray.write_games(dataset, tmp_path / "shards", to="parquet")
    killer.join()
    assert len(killed) == 2
    assert len(shards) >= 8
    names = {path.name for path in (tmp_path / "shards").iterdir()}
    assert names == {"manifest.json", *(shard["file"] for shard in shards)}
    again = Games.read([tmp_path / "shards" / shard["file"] for shard in shards])
    assert Counter(again.tag_values("Event")) == Counter(games.tag_values("Event"))
    assert set(Counter(again.tag_values("Event")).values()) == {1}
    assert again.sort("Event") == games.sort("Event")
    with pytest.raises(Exception, match="already has shards"):
        enroque.ray.write_games(dataset, tmp_path / "shards")


@contextmanager
def killed_when_it_waits(waiting: Path) -> Iterator[None]:
    """Kills the worker that has written the number of its process to a file."""
    killed: list[int] = []

    def kill() -> None:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            if waiting.exists() and waiting.read_text():
                killed.append(int(waiting.read_text()))
                os.kill(killed[0], signal.SIGKILL)
                return
            time.sleep(0.005)

    killer = threading.Thread(target=kill)
    killer.start()
    yield
    killer.join()
    assert len(killed) == 1


def test_self_play_with_a_killed_worker(cluster: None, tmp_path: Path) -> None:
    """Two actors; one is killed within a shard, and continues with another seed.

    Whether Ray has received the result of the shard before depends on the time, so it may call the
    new actor for that shard too.
    """
    pids = tmp_path / "pids"
    pids.mkdir()
    waiting = tmp_path / "waiting"

    def play(seed: int, stops: int | None = None) -> Iterator[Games]:
        (pids / str(os.getpid())).touch()
        arena = Arena(32, start="chess960", autoreset="same_step", max_plies=60, seed=seed)
        games = 0
        while True:
            for _ in range(20):
                arena.step(arena.sample(threads=1), threads=1)
            batch = arena.pop_games()
            games += len(batch)
            yield batch
            if seed == stops and games > 2 * 64:
                waiting.write_text(str(os.getpid()))  # within the third shard
                time.sleep(600)

    def stopping(seed: int) -> Iterator[Games]:
        return play(seed, stops=shard_seed(5, 1, 0))

    folder = tmp_path / "shards"
    with killed_when_it_waits(waiting):
        shards = enroque.ray.self_play(
            stopping, folder, workers=2, shards_per_worker=4, games_per_shard=64, seed=5
        )
    assert len(list(pids.iterdir())) == 3
    names = {f"shard-{worker:03}-{n:05}.npz" for worker in range(2) for n in range(4)}
    assert {shard["file"] for shard in shards} == names
    assert {path.name for path in folder.iterdir()} == names | {"manifest.json"}
    games = {name: Games.read(folder / name) for name in names}
    assert {len(some) for some in games.values()} == {64}
    # the shards of worker 1 after the kill are those of its new seed
    for worker, first, count in [(0, 0, 4), (1, 0, 2), (1, 2, 2)]:
        source = play(shard_seed(5, worker, first))
        expected = Games.concatenate(next(source) for _ in range(40))
        found = [games[f"shard-{worker:03}-{first + n:05}.npz"] for n in range(count)]
        assert Games.concatenate(found) == expected[: 64 * count]
    moves = Counter(tuple(game.uci()) for some in games.values() for game in some)
    assert set(moves.values()) == {1}
    with pytest.raises(FileExistsError, match="already has shards"):
        enroque.ray.self_play(play, folder, workers=1, shards_per_worker=1)
    with pytest.raises(ValueError, match="workers must be 1 or more, not 0"):
        enroque.ray.self_play(play, folder, workers=0, shards_per_worker=1)


@pytest.mark.parametrize("stop", [0, 1])
def test_tree_search_with_a_killed_worker(cluster: None, tmp_path: Path, stop: int) -> None:
    """The same files as without the kill, but for the rest of the killed worker's.

    A worker that is killed within its first shard has the same seed as before.
    """
    waiting = tmp_path / "waiting"

    def evaluate(leaves: Any) -> Any:
        """Logits and values by the material of the squares, as a network of two layers."""
        planes = leaves.planes("pieces").reshape(len(leaves), -1)
        rng = np.random.default_rng(1)
        hidden = np.maximum(planes @ rng.normal(0, 0.3, (planes.shape[1], 32)), 0)
        values = np.tanh(hidden @ rng.normal(0, 0.2, 32))
        return (hidden @ rng.normal(0, 0.3, (32, 1858))).astype(np.float32), values

    def play(seed: int, stops: bool = False) -> Iterator[Games]:
        arena = Arena(
            8, start="chess960", max_plies=16, at_limit="draw", autoreset="same_step", seed=seed
        )
        search, games = TreeSearch(arena, Puct.named("lc0"), simulations=12, seed=seed), 0
        while True:
            search.begin()
            search.run(evaluate)
            search.note()
            arena.step(search.actions(temperature=1))
            batch = arena.pop_games()
            games += len(batch)
            yield batch
            if stops and games > stop * 20:
                waiting.write_text(str(os.getpid()))  # within the shard `stop`
                time.sleep(600)

    def stopping(seed: int) -> Iterator[Games]:
        return play(seed, stops=seed == shard_seed(7, 1, 0) and not waiting.exists())

    def files_of(folder: Path) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.glob("shard-*")}

    options: dict[str, Any] = {"shards_per_worker": 3, "games_per_shard": 20, "seed": 7}
    enroque.ray.self_play(play, tmp_path / "whole", workers=2, **options)
    with killed_when_it_waits(waiting):
        shards = enroque.ray.self_play(stopping, tmp_path / "killed", workers=2, **options)
    assert [shard["games"] for shard in shards] == [20] * 6
    whole, killed = files_of(tmp_path / "whole"), files_of(tmp_path / "killed")
    assert whole.keys() == killed.keys()
    again = ShardPlayer(
        play, tmp_path, worker=1, seed=7, games_per_shard=20, format="npz", suffix=".npz",
        options={"on_unsupported": "raise", "missing_score": None},
    )  # fmt: skip
    for number in range(stop, 3):
        again.write(number)
    expected = {**whole, **files_of(tmp_path)}
    assert killed == expected
    same = [name for name in whole if whole[name] == killed[name]]
    kept = [shard_name(0, number, ".npz") for number in range(3)]
    kept += [shard_name(1, number, ".npz") for number in range(stop or 3)]
    assert sorted(same) == kept
    games = Games.read([tmp_path / "killed" / name for name in sorted(killed)])
    assert games.visit_counts is not None
    assert set(games.search_nodes.tolist()) == {13}
    moves = Counter(tuple(game.uci()) for game in games)
    assert set(moves.values()) == {1}
