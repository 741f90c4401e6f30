"""`Loader.state_dict` and `load_state_dict`."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from enroque import Column, Games, Loader
from enroque.find import Check
from loader_batches import collect, same


def test_resuming(games: Games) -> None:
    options: dict[str, Any] = {
        "columns": [Column.policy("uci"), Column.game(), Column.ply()],
        "batch_size": 100,
        "shuffle_games": 20,
    }
    whole = Loader(games, **options)
    batches = collect(whole) + collect(whole)
    stopped = Loader(games, **options)
    for stop in (1, 5, len(batches) // 2 - 1, len(batches) // 2 + 3):
        stopped.set_epoch(0)
        count = 0
        while count < stop:
            for _ in stopped:
                count += 1
                if count == stop:
                    break
        state = pickle.loads(pickle.dumps(stopped.state_dict()))
        other = Loader(games, **options, prefetch=1, threads=1)
        other.load_state_dict(state)
        rest = collect(other)
        while len(rest) < len(batches) - stop:
            rest += collect(other)
        assert same(rest, batches[stop:])


def test_resuming_with_other_batches_and_columns(games: Games) -> None:
    stopped = Loader(games, [Column.game(), Column.ply()], batch_size=512, shuffle_games=20)
    whole = [ply for batch in collect(stopped) for ply in batch["ply"]]
    stopped.set_epoch(0)
    count = sum(len(next(stopped)["ply"]) for _ in range(7))
    other = Loader(
        games, [Column.policy("lc0"), Column.game(), Column.ply()], batch_size=100, shuffle_games=20
    )
    state = json.loads(json.dumps(stopped.state_dict()))
    other.load_state_dict(state)
    assert [ply for batch in collect(other) for ply in batch["ply"]] == whole[count:]


def test_states_that_do_not_fit(games: Games) -> None:
    loader = Loader(games, [Column.game(), Column.ply()], seed=1)
    state = loader.state_dict()
    with pytest.raises(ValueError, match="saved with seed=1, but this Loader has seed=2"):
        Loader(games, [Column.game(), Column.ply()], seed=2).load_state_dict(state)
    others: list[tuple[Any, dict[str, Any]]] = [
        (games, {name: value})
        for name, value in {
            "min_ply": 20,
            "max_ply": 20,
            "positions_per_game": 5,
            "sample_probability": 0.1,
            "filter": Check(),
            "min_clock": 100,
            "weights": {"ply": [1.0, 2.0]},
            "shuffle_games": 5,
            "shuffle_rows": 5,
        }.items()
    ]
    others += [(games[:100], {}), ([games], {}), (games, {"world_size": 2})]
    for source, options in others:
        name = next(iter(options), "source")
        with pytest.raises(ValueError, match=f"saved with {name}=.*, but this Loader has {name}="):
            Loader(source, [Column.game(), Column.ply()], seed=1, **options).load_state_dict(state)
    skips: dict[str, Any] = {"seed": 1, "on_unsupported": "skip"}
    skipping = Loader(games, Column.policy("uci"), **skips).state_dict()
    Loader(games, Column.policy("uci"), **skips).load_state_dict(skipping)
    with pytest.raises(ValueError, match="with skipped_by="):
        Loader(games, Column.policy("lc0"), **skips).load_state_dict(skipping)
    with pytest.raises(ValueError, match=r"invalid state of a Loader: .version. is missing"):
        loader.load_state_dict({})
    with pytest.raises(ValueError, match="version must be 7, not 9"):
        loader.load_state_dict(state | {"version": 9})
    with pytest.raises(ValueError, match="offset in the state must be 0 or more, not -1"):
        loader.load_state_dict(state | {"offset": -1})
    for invalid in (3, "state"):
        with pytest.raises(TypeError, match=r"state must be a dict, not (int|str)"):
            loader.load_state_dict(invalid)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"weights must be a dict, not (int|str)"):
            Loader(games, [Column.game(), Column.ply()], weights=invalid)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="epoch must be 0 or more, not -1"):
        loader.set_epoch(-1)
    # a position after the last block is the end
    loader.load_state_dict(state | {"block": 2**40})
    assert list(loader) == []


def test_states_identify_files_by_name(games: Games, tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.npz" for name in "abc"]
    for path in paths:
        games.write(path)
    state = Loader(paths, [Column.game(), Column.ply()]).state_dict()
    moved = tmp_path / "moved"
    moved.mkdir()
    same_names = [path.rename(moved / path.name) for path in paths]
    Loader(same_names, [Column.game(), Column.ply()]).load_state_dict(state)
    for others in (same_names[:2], same_names[::-1]):
        with pytest.raises(ValueError, match="saved with source='3 files, names"):
            Loader(others, [Column.game(), Column.ply()]).load_state_dict(state)
