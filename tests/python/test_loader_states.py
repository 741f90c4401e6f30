"""Where a loader is, written down and read again."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from enroque import Games, Loader
from enroque.data import example_games
from loader_batches import collect, same


@pytest.fixture(scope="module")
def games() -> Games:
    return example_games()


def test_a_state_goes_on(games: Games) -> None:
    options: dict[str, Any] = {
        "positions": True,
        "policy": "uci",
        "batch_size": 100,
        "shuffle_games": 20,
    }
    whole = Loader(games, **options)
    batches = collect(whole) + collect(whole)
    begun = Loader(games, **options)
    for stop in (1, 5, len(batches) // 2 - 1, len(batches) // 2 + 3):
        begun.set_epoch(0)
        taken = 0
        while taken < stop:
            for _ in begun:
                taken += 1
                if taken == stop:
                    break
        state = pickle.loads(pickle.dumps(begun.state_dict()))
        other = Loader(games, **options, prefetch=1, threads=1)
        other.load_state_dict(state)
        rest = collect(other)
        while len(rest) < len(batches) - stop:
            rest += collect(other)
        assert same(rest, batches[stop:])


def test_a_state_goes_on_with_other_batches_and_columns(games: Games) -> None:
    begun = Loader(games, positions=True, batch_size=512, shuffle_games=20)
    whole = [ply for batch in collect(begun) for ply in batch["ply"]]
    begun.set_epoch(0)
    taken = sum(len(next(begun)["ply"]) for _ in range(7))
    other = Loader(games, positions=True, policy="lc0", batch_size=100, shuffle_games=20)
    state = json.loads(json.dumps(begun.state_dict()))
    other.load_state_dict(state)
    assert [ply for batch in collect(other) for ply in batch["ply"]] == whole[taken:]


def test_states_of_others(games: Games) -> None:
    loader = Loader(games, positions=True, seed=1)
    state = loader.state_dict()
    with pytest.raises(ValueError, match="seed=1, this one has 2"):
        Loader(games, positions=True, seed=2).load_state_dict(state)
    others: list[tuple[Any, dict[str, Any]]] = [
        (games, {name: value})
        for name, value in {
            "min_ply": 20,
            "max_ply": 20,
            "positions_per_game": 5,
            "sample_probability": 0.1,
            "check": True,
            "capture": False,
            "min_pieces": 8,
            "max_pieces": 8,
            "max_eval": 100,
            "min_clock": 100,
            "weights": {"ply": [1.0, 2.0]},
            "shuffle_games": 5,
        }.items()
    ]
    others += [(games[:100], {}), ([games], {}), (games, {"world_size": 2})]
    for source, options in others:
        name = next(iter(options), "source")
        with pytest.raises(ValueError, match=f"of a loader with {name}=.*, this one has"):
            Loader(source, positions=True, seed=1, **options).load_state_dict(state)
    skips: dict[str, Any] = {"positions": True, "seed": 1, "on_unsupported": "skip"}
    skipping = Loader(games, policy="uci", **skips).state_dict()
    Loader(games, policy="uci", **skips).load_state_dict(skipping)
    with pytest.raises(ValueError, match="with skipped_by="):
        Loader(games, policy="lc0", **skips).load_state_dict(skipping)
    with pytest.raises(ValueError, match="no state of a loader: it has no"):
        loader.load_state_dict({})
    with pytest.raises(ValueError, match="version 9"):
        loader.load_state_dict(state | {"version": 9})
    with pytest.raises(ValueError, match="offset of a state is not -1"):
        loader.load_state_dict(state | {"offset": -1})
    for wrong in (3, "state"):
        with pytest.raises(TypeError, match=r"state is a dict, not (int|str)"):
            loader.load_state_dict(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"weights is a dict, not (int|str)"):
            Loader(games, positions=True, weights=wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="epoch is 0 or more, not -1"):
        loader.set_epoch(-1)
    # a place beyond the end is the end
    loader.load_state_dict(state | {"block": 2**40})
    assert list(loader) == []


def test_states_know_files_by_their_names(games: Games, tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.npz" for name in "abc"]
    for path in paths:
        games.save(path)
    state = Loader(paths, positions=True).state_dict()
    moved = tmp_path / "moved"
    moved.mkdir()
    same_names = [path.rename(moved / path.name) for path in paths]
    Loader(same_names, positions=True).load_state_dict(state)
    for others in (same_names[:2], same_names[::-1]):
        with pytest.raises(ValueError, match="of a loader with source='3 files, names"):
            Loader(others, positions=True).load_state_dict(state)
