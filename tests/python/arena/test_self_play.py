"""Shards of self-play, and the examples of self-play and search in short form."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from enroque import Arena, Games
from enroque._files.self_play import ShardPlayer, shard_name, shard_seed

EXAMPLES = Path(__file__).parents[3] / "examples"


def play(seed: int) -> Iterator[Games]:
    """Generates 3 times 16 games, and an empty batch."""
    arena = Arena(16, max_plies=10, autoreset="same_step", seed=seed)
    for count in (10, 0, 20):
        for _ in range(count):
            arena.step(arena.sample())
        yield arena.pop_games()


def player(folder: Path) -> ShardPlayer:
    return ShardPlayer(
        play,
        folder,
        worker=3,
        seed=7,
        games_per_shard=20,
        format="npz",
        suffix=".npz",
        options={"on_unsupported": "raise", "missing_score": None},
    )


def test_shards(tmp_path: Path) -> None:
    worker = player(tmp_path)
    entries = [worker.write(number) for number in range(4)]
    assert entries[3] is None
    assert [entry and entry["games"] for entry in entries] == [20, 20, 8, None]
    names = [shard_name(3, number, ".npz") for number in range(3)]
    assert sorted(path.name for path in tmp_path.glob("shard-*")) == names
    found = Games.concatenate(Games.read(tmp_path / name) for name in names)
    assert found == Games.concatenate(play(shard_seed(7, 3, 0)))
    # a worker that starts with another shard has other games
    (tmp_path / names[1]).unlink()
    assert player(tmp_path).write(1)
    again = Games.read(tmp_path / names[1])
    assert again == Games.concatenate(play(shard_seed(7, 3, 1)))[:20]
    seeds = {shard_seed(7, worker, number) for worker in range(20) for number in range(20)}
    assert len(seeds) == 400


def test_finished_shards_are_not_played_again(tmp_path: Path) -> None:
    """Ray repeats a call that succeeded if the worker dies before Ray has the result."""
    first = player(tmp_path)
    entries = [first.write(number) for number in range(2)]
    files = {path: path.read_bytes() for path in tmp_path.iterdir()}
    second = player(tmp_path)
    assert [second.write(number) for number in range(2)] == entries
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == files
    # the next shard is the first that it plays
    assert second.write(2)
    found = Games.read(tmp_path / shard_name(3, 2, ".npz"))
    assert found == Games.concatenate(play(shard_seed(7, 3, 2)))[:20]
    # a shard without its record was not finished
    for record in tmp_path.glob(".*.entry.part"):
        record.unlink()
    assert player(tmp_path).write(0) == entries[0]


def example(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(EXAMPLES)
    sys.modules.pop(name, None)
    return __import__(name)


def test_example_of_self_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    selfplay = example("selfplay", monkeypatch)
    monkeypatch.setattr(selfplay, "GAMES", 8)
    monkeypatch.setattr(selfplay, "ENDINGS_ONLY", 1)
    monkeypatch.setattr(sys, "argv", ["selfplay.py", "--cycles", "2"])
    selfplay.main()
    endings, chess = capsys.readouterr().out.splitlines()
    assert "minutes: queen endings:" in endings
    assert chess.startswith("Chess960 against random moves:")
    for line in (endings, chess):
        assert sum(map(int, re.findall(r"(\d+) (?:win|draw|loss)", line))) == 8
