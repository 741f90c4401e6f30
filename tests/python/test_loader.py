"""The loader: batches as of `Games`, resumed, stopped, forked, from every kind of source."""

import gc
import io
import json
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import EncodingError, Games, Loader
from enroque.data import example_games

LC0 = enroque.encoding("lc0", format=2)


@pytest.fixture(scope="module")
def games() -> Games:
    return example_games()


def collect(loader: Loader) -> list[dict[str, Any]]:
    return [{name: array.copy() for name, array in batch.items()} for batch in loader]


def same(first: list[dict[str, Any]], second: list[dict[str, Any]]) -> bool:
    return len(first) == len(second) and all(
        a.keys() == b.keys()
        and all(np.array_equal(a[k], b[k], equal_nan=a[k].dtype.kind == "f") for k in a)
        for a, b in zip(first, second, strict=True)
    )


def test_columns_are_those_of_games(games: Games) -> None:
    loader = Loader(
        games,
        batch=256,
        planes=LC0,
        policy="lc0",
        legal_mask="maia2",
        tokens="squares",
        features="HalfKAv2_hm",
        value="mover",
        wdl="white",
        win_probability="chessbench",
        plies_left=True,
        pairs=True,
        seed=5,
        shuffle=32,
    )
    seen = set()
    sizes = []
    for batch in loader:
        game, ply = batch["game"], batch["ply"]
        expected = {
            "planes": games.planes(LC0, game, ply),
            "policy": games.policy("lc0", game, ply),
            "legal_mask": games.legal_mask("maia2", game, ply),
            "tokens": games.tokens("squares", game, ply),
            "features": games.features("HalfKAv2_hm", game, ply),
            "value": games.value(game, ply),
            "wdl": games.wdl(game, ply, view="white"),
            "win_probability": games.win_probability(game, ply, model="chessbench"),
            "plies_left": games.plies_left(game, ply),
            "game": game,
            "ply": ply,
        }
        assert batch.keys() == expected.keys()
        for name, array in expected.items():
            assert batch[name].dtype == array.dtype, name
            np.testing.assert_array_equal(batch[name], array, name)
            assert batch[name].flags.writeable
            assert batch[name].flags.c_contiguous
            assert batch[name].ctypes.data % 64 == 0
        seen.update(zip(game.tolist(), ply.tolist(), strict=True))
        sizes.append(len(game))
    game, ply = games.pairs()
    assert seen == set(zip(game.tolist(), ply.tolist(), strict=True))
    assert sum(sizes) == len(game)
    assert set(sizes[:-1]) == {256}


@pytest.mark.parametrize("dtype", ["float32", "float16", np.uint8, bool])
def test_dtypes(games: Games, dtype: Any) -> None:
    # truth values hold no half-move clock
    for encoding in ("pieces" if np.dtype(dtype) == bool else "lc0", "pettingzoo", "maia3"):
        batch = next(Loader(games, planes=encoding, dtype=dtype, pairs=True, batch=64))
        planes = games.planes(encoding, batch["game"], batch["ply"], dtype=dtype)
        assert batch["planes"].dtype == planes.dtype
        np.testing.assert_array_equal(batch["planes"], planes)


def test_bits(games: Games) -> None:
    loader = Loader(
        games, planes=LC0, dtype="bits", legal_mask="lc0", mask_dtype="bits", pairs=True, batch=64
    )
    batch = next(loader)
    masks, values = games.planes_bits(LC0, batch["game"], batch["ply"])
    np.testing.assert_array_equal(batch["planes"], masks)
    np.testing.assert_array_equal(batch["plane_values"], values)
    packed = games.legal_mask("lc0", batch["game"], batch["ply"], dtype="bits")
    np.testing.assert_array_equal(batch["legal_mask"], packed)


def test_numbers_of_squares(games: Games) -> None:
    parts = "men mobility own_attack_count halfmove_clock opponent_king_distance men@1"
    own = enroque.encoding("composed", parts=parts)
    for dtype in own.dtypes:
        loader = Loader(games, planes=own, dtype=dtype, pairs=True, batch=500, shuffle=20)
        for batch in loader:
            planes = games.planes(own, batch["game"], batch["ply"], dtype=dtype)
            np.testing.assert_array_equal(batch["planes"], planes)
    with pytest.raises(EncodingError, match="channel 12 of composed holds numbers, which have no"):
        Loader(games, planes=own, dtype="bits")
    with pytest.raises(EncodingError, match="which bool cannot"):
        Loader(games, planes=own, dtype="bool")


def test_epochs_and_seeds(games: Games) -> None:
    loader = Loader(games, pairs=True, seed=1, threads=1)
    first, second = collect(loader), collect(loader)
    assert loader.epoch == 2
    assert not same(first, second)
    again = Loader(games, pairs=True, seed=1, threads=2)
    assert same(collect(again), first)
    assert same(collect(again), second)
    again.set_epoch(1)
    assert same(collect(again), second)
    assert not same(collect(Loader(games, pairs=True, seed=2)), first)
    ended = Loader(games, pairs=True)
    list(ended)
    with pytest.raises(StopIteration):
        next(ended)
    with pytest.raises(StopIteration):
        next(ended)
    assert len(list(ended)) == len(first)


def test_a_state_goes_on(games: Games) -> None:
    options: dict[str, Any] = {"pairs": True, "policy": "uci", "batch": 100, "shuffle": 20}
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


def test_an_early_end_goes_on_or_begins_anew(games: Games) -> None:
    loader = Loader(games, pairs=True, batch=100)
    whole = collect(Loader(games, pairs=True, batch=100))
    for batch in loader:
        assert np.array_equal(batch["ply"], whole[0]["ply"])
        break
    assert same(collect(loader), whole[1:])
    threads = threading.active_count()
    for _ in range(50):
        next(Loader(games, planes="lc0", batch=10))
    assert threading.active_count() == threads


def test_ranks(games: Games) -> None:
    found: set[tuple[int, int]] = set()
    count = 0
    for rank in range(3):
        for batch in Loader(games, pairs=True, rank=rank, world_size=3):
            pairs = list(zip(batch["game"].tolist(), batch["ply"].tolist(), strict=True))
            found.update(pairs)
            count += len(pairs)
    assert count == len(found) == len(games.moves)


def test_memory_is_used_again_but_never_under_you(games: Games) -> None:
    loader = Loader(games, planes="pieces", dtype="uint8", batch=64, prefetch=2)
    expected = collect(Loader(games, planes="pieces", dtype="uint8", batch=64))
    kept, addresses = [], set()
    for n, batch in enumerate(loader):
        if n % 7 == 0:
            kept.append((n, batch["planes"]))
        else:
            addresses.add(batch["planes"].ctypes.data)
            batch["planes"].fill(99)
        del batch
    gc.collect()
    assert len(addresses) < len(expected) / 2
    for n, planes in kept:
        np.testing.assert_array_equal(planes, expected[n]["planes"])


def test_sources(games: Games, tmp_path: Path) -> None:
    plain = tmp_path / "a.pgn"
    plain.write_text("1. e4 e5 *\n\n1. d4 *\n")
    other = tmp_path / "b.pgn"
    other.write_text("1. c4 *\n")
    saved = tmp_path / "c.npz"
    Games.from_pgn(plain).save(saved)

    def yielding() -> Iterator[Games]:
        yield Games.from_pgn(plain)
        yield Games.from_pgn(other)

    for source, count in [
        (plain, 3),
        (str(plain), 3),
        ([plain, other], 4),
        (saved, 3),
        ([saved, saved], 6),
        (yielding, 4),
        ([Games.from_pgn(plain), Games.from_pgn(other)], 4),
    ]:
        loader = Loader(source, policy="lc0", pairs=True)
        for _ in range(2):
            assert sum(len(batch["policy"]) for batch in loader) == count, source


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({}, ValueError, "nothing to load: ask for planes"),
        ({"planes": "lco"}, EncodingError, 'unknown encoding "lco"; known: '),
        ({"planes": "lc0", "dtype": "int8"}, enroque.ArrayError, "float16, uint8, bool or"),
        ({"planes": "alphazero", "dtype": "uint8"}, EncodingError, "fractions"),
        ({"policy": "lc0", "batch": 0}, ValueError, "batch is 1 to"),
        ({"policy": "lc0", "batch": 2**40}, ValueError, "batch is 1 to"),
        ({"policy": "lc0", "rank": 2, "world_size": 2}, ValueError, "rank is 0 to 1, not 2"),
        ({"policy": "lc0", "keep": 0.0}, ValueError, "keep is more than 0"),
        ({"policy": "lc0", "keep": float("nan")}, ValueError, "keep"),
        ({"policy": "lc0", "per_game": 0}, ValueError, "per_game is 1 or more"),
        ({"policy": "lc0", "on_unsupported": "x"}, EncodingError, '"raise", "skip", "mask"'),
        ({"policy": "lc0", "on_error": "x"}, EncodingError, 'known: "raise", "skip"'),
        ({"value": "black"}, EncodingError, 'known: "mover", "white"'),
        ({"policy": "lc0", "threads": 0}, ValueError, "threads is 1 or more"),
        ({"polcy": "lc0"}, TypeError, "polcy"),
        ({"policy": "lc0", "batch": -1}, ValueError, "batch is 0 or more, not -1"),
        ({"policy": "lc0", "min_ply": -1}, ValueError, "min_ply is 0 or more, not -1"),
        ({"policy": "lc0", "max_ply": 2**40}, ValueError, "max_ply is less than"),
        ({"policy": "lc0", "max_eval": -1}, ValueError, "max_eval is 0 or more, not -1"),
        ({"policy": "lc0", "max_eval": 10**20}, ValueError, "max_eval is less than"),
        ({"policy": "lc0", "min_clock": -1}, ValueError, "min_clock is 0 or more, not -1"),
        ({"policy": "lc0", "seed": -1}, ValueError, "seed is a number from 0 .* not -1"),
    ],
)
def test_wrong_arguments(
    games: Games, arguments: dict[str, Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        Loader(games, **arguments)


def test_wrong_sources(games: Games, tmp_path: Path) -> None:
    for source in (3, None, iter([games]), []):
        with pytest.raises((TypeError, ValueError)):
            next(Loader(source, policy="lc0"))  # type: ignore[arg-type]
    for missing in ("missing.pgn", "missing.npz", "missing.vf", "nothing-*.pgn"):
        with pytest.raises(FileNotFoundError, match=missing.replace("*", r"\*")):
            Loader(tmp_path / missing, policy="lc0")
    with pytest.raises(TypeError, match="a stream is none"):
        Loader("-", policy="lc0")
    with pytest.raises(TypeError, match="gives Games, not int"):
        collect(Loader([games, 3], policy="lc0", shuffle=0))  # type: ignore[list-item]
    with pytest.raises(ValueError, match="not one position that is wanted"):
        next(Loader(Games.from_pgn(io.StringIO("")), policy="lc0"))
    with pytest.raises(ValueError, match="not one position"):
        next(Loader(games, policy="lc0", min_ply=10**6))
    with pytest.raises(ValueError, match="all PGN, all"):
        Loader(["a.pgn", "b.npz"], policy="lc0")

    def failing() -> Iterator[Games]:
        yield games
        raise KeyError("a shard")

    loader = Loader(failing, pairs=True, batch=len(games.moves))
    assert len(next(loader)["ply"]) == len(games.moves)
    with pytest.raises(KeyError, match="a shard"):
        next(loader)


def test_folders_and_patterns(games: Games, tmp_path: Path) -> None:
    for name in ("a.pgn", "b.pgn.zst", "below/c.pgn"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        games.to_pgn(tmp_path / name)
    for source, files in ((tmp_path, 3), (tmp_path / "*.pgn*", 2), ([tmp_path / "below"], 1)):
        loader = Loader(source, pairs=True)
        assert sum(len(batch["ply"]) for batch in loader) == files * len(games.moves)


def test_a_bad_file_in_the_middle(games: Games, tmp_path: Path) -> None:
    good, bad, missing = tmp_path / "good.npz", tmp_path / "bad.npz", tmp_path / "missing.npz"
    games.save(good)
    bad.write_bytes(good.read_bytes()[:5000])
    paths = [good, bad, missing, good]
    with pytest.raises(FileNotFoundError, match="missing"):
        Loader(paths, pairs=True)
    with pytest.raises(enroque.FileFormatError, match="bad"):
        collect(Loader([good, bad], pairs=True))
    loader = Loader(paths, pairs=True, on_error="skip")
    with pytest.warns(RuntimeWarning) as warned:
        assert sum(len(batch["ply"]) for batch in loader) == 2 * len(games.moves)
    told = [str(warning.message) for warning in warned]
    assert told == [f"passed over: {reason}" for reason in loader.passed_over]
    assert sorted("missing" in text for text in told) == [False, True]
    assert any(str(bad) in text for text in told)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # each is told once
        assert sum(len(batch["ply"]) for batch in loader) == 2 * len(games.moves)
    assert len(loader.passed_over) == 2


def test_errors_of_damaged_files(games: Games, tmp_path: Path) -> None:
    names = ["a.pgn.zst", "a.vf", "a.binpack", "a.npz"]
    for name in names:
        path = tmp_path / name
        match name.split(".", 1)[1]:
            case "npz":
                games.save(path)
            case "pgn.zst":
                games.to_pgn(path)
            case _:
                standard = games[~games.chess960 & (games.result != -128)]
                enroque.formats.write(standard, path, on_unsupported="skip")
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) // 2] + b"\xff" * 8)
        error = enroque.BrokenGameError if "pgn" in name else enroque.FileFormatError
        with pytest.raises(error, match=re.escape(str(path))):
            collect(Loader(path, pairs=True))
        # taken away in the first epoch, it is missed in the second
        path.write_bytes(whole)
        loader = Loader(path, pairs=True, batch=10, prefetch=1)
        next(loader)
        path.unlink()
        assert len(collect(loader)) > 10
        with pytest.raises(FileNotFoundError, match=re.escape(str(path))):
            collect(loader)


def test_states_of_others(games: Games) -> None:
    loader = Loader(games, pairs=True, seed=1)
    state = loader.state_dict()
    with pytest.raises(ValueError, match="seed=1, this one has 2"):
        Loader(games, pairs=True, seed=2).load_state_dict(state)
    others: list[tuple[Any, dict[str, Any]]] = [
        (games, {name: value})
        for name, value in {
            "min_ply": 20,
            "max_ply": 20,
            "per_game": 5,
            "keep": 0.1,
            "check": True,
            "capture": False,
            "min_men": 8,
            "max_men": 8,
            "max_eval": 100,
            "min_clock": 100,
            "weight": {"ply": [1.0, 2.0]},
            "shuffle": 5,
        }.items()
    ]
    others += [(games[:100], {}), ([games], {}), (games, {"world_size": 2})]
    for source, options in others:
        name = next(iter(options), "source")
        with pytest.raises(ValueError, match=f"of a loader with {name}=.*, this one has"):
            Loader(source, pairs=True, seed=1, **options).load_state_dict(state)
    skips: dict[str, Any] = {"pairs": True, "seed": 1, "on_unsupported": "skip"}
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
        with pytest.raises(TypeError, match=r"weight is a dict, not (int|str)"):
            Loader(games, pairs=True, weight=wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="epoch is 0 or more, not -1"):
        loader.set_epoch(-1)
    # a place beyond the end is the end
    loader.load_state_dict(state | {"block": 2**40})
    assert list(loader) == []


def test_a_state_goes_on_with_other_batches_and_columns(games: Games) -> None:
    begun = Loader(games, pairs=True, batch=512, shuffle=20)
    whole = [ply for batch in collect(begun) for ply in batch["ply"]]
    begun.set_epoch(0)
    taken = sum(len(next(begun)["ply"]) for _ in range(7))
    other = Loader(games, pairs=True, policy="lc0", batch=100, shuffle=20)
    state = json.loads(json.dumps(begun.state_dict()))
    other.load_state_dict(state)
    assert [ply for batch in collect(other) for ply in batch["ply"]] == whole[taken:]


def test_states_know_files_by_their_names(games: Games, tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.npz" for name in "abc"]
    for path in paths:
        games.save(path)
    state = Loader(paths, pairs=True).state_dict()
    moved = tmp_path / "moved"
    moved.mkdir()
    same_names = [path.rename(moved / path.name) for path in paths]
    Loader(same_names, pairs=True).load_state_dict(state)
    for others in (same_names[:2], same_names[::-1]):
        with pytest.raises(ValueError, match="of a loader with source='3 files, names"):
            Loader(others, pairs=True).load_state_dict(state)


def in_child(loader: Loader, results: Any) -> None:
    results.put([batch["ply"].tolist() for batch in loader])
    loader.close()


def closed_in_child(loader: Loader) -> None:
    loader.close()
    loader.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_after_a_fork(games: Games) -> None:
    loader = Loader(games, pairs=True, batch=200)
    next(loader)
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    child = context.Process(target=in_child, args=(loader, results))
    child.start()
    found = results.get(timeout=60)
    child.join(60)
    assert child.exitcode == 0
    # in the middle of an epoch the channel is busy, and the parent goes on
    for _ in range(20):
        child = context.Process(target=closed_in_child, args=(loader,))
        child.start()
        child.join(60)
        assert child.exitcode == 0
    assert found == [batch["ply"].tolist() for batch in loader]


def test_ctrl_c_and_the_end_of_the_interpreter(tmp_path: Path) -> None:
    program = """
import threading, time
import enroque
from enroque.data import example_games

def slow():
    time.sleep(60)
    yield example_games()

print("ready", flush=True)
next(enroque.Loader(slow, pairs=True))
"""
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    threading.Event().wait(0.5)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=30)
    assert "KeyboardInterrupt" in errors


LEAVES = """
import sys, time
import enroque
from enroque.data import example_games

kind, folder, leave = sys.argv[1:]

def slow():
    for start in range(0, 118, 5):
        time.sleep(.01)
        yield games[start:start + 5]

games = example_games()
source = slow if kind == "callable" else [f"{folder}/games.{kind}"] * 40
loader = enroque.Loader(source, pairs=True, batch=64, shuffle=2)
for _ in range(3):
    next(loader)
if leave == "del":
    del loader
if leave == "exit":
    sys.exit(0)
"""


@pytest.mark.parametrize("kind", ["parquet", "npz", "callable"])
def test_the_end_of_the_interpreter_in_the_middle_of_an_epoch(
    games: Games, tmp_path: Path, kind: str
) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow")
        games.to_parquet(tmp_path / "games.parquet")
    games.save(tmp_path / "games.npz")
    for leave in ("end", "del", "exit") * 3:
        arguments = [sys.executable, "-c", LEAVES, kind, str(tmp_path), leave]
        child = subprocess.run(arguments, check=False, capture_output=True, text=True, timeout=60)
        assert (child.returncode, child.stderr) == (0, ""), leave


def test_torch(games: Games) -> None:
    torch = pytest.importorskip("torch")
    from enroque.torch import LoaderDataset, expand_bits

    def loader(**options: Any) -> Loader:
        return Loader(games, planes=LC0, policy="lc0", batch=128, **options)

    expected = collect(loader())
    data = torch.utils.data.DataLoader(LoaderDataset(loader()), batch_size=None)
    for tensors, arrays in zip(data, expected, strict=True):
        assert tensors["policy"].dtype == torch.int64
        assert np.array_equal(tensors["planes"].numpy(), arrays["planes"])
    for tensors, arrays in zip(LoaderDataset(loader(dtype="bits")), expected, strict=True):
        planes = expand_bits(LC0, tensors["planes"], tensors["plane_values"])
        assert np.array_equal(planes.numpy(), arrays["planes"])
    workers = torch.utils.data.DataLoader(LoaderDataset(loader()), batch_size=None, num_workers=1)
    with pytest.raises(RuntimeError, match="num_workers=0"):
        next(iter(workers))


def test_jax(games: Games) -> None:
    jax = pytest.importorskip("jax")
    from enroque.jax import batches, expand_bits

    def loader(**options: Any) -> Loader:
        return Loader(games, planes=LC0, policy="lc0", batch=128, **options)

    expected = collect(loader())
    for found, arrays in zip(batches(loader()), expected, strict=True):
        assert np.array_equal(found["planes"], arrays["planes"])
        assert np.array_equal(found["policy"], arrays["policy"])
    expand = jax.jit(lambda masks, values: expand_bits(LC0, masks, values))
    for found, arrays in zip(batches(loader(dtype="bits")), expected, strict=True):
        planes = expand(found["planes"], found["plane_values"])
        assert np.array_equal(planes, arrays["planes"])


@pytest.mark.parametrize("suffix", ["vf.zst", "binpack", "v6"])
def test_trainers_files(games: Games, tmp_path: Path, suffix: str) -> None:
    decided = games[games.result != -128]
    if suffix == "binpack":
        decided = decided[~decided.chess960]
    paths = []
    for n in range(3):
        path = tmp_path / f"shard{n}.{suffix}"
        enroque.formats.write(decided[n::3], path, on_unsupported="skip", input_format=2)
        paths.append(path)
    source = Games.concatenate([batch for path in paths for batch in enroque.formats.read(path)])
    options: dict[str, Any] = {"batch": 128, "planes": LC0, "pairs": True, "shuffle": 0}
    assert same(collect(Loader(paths, **options)), collect(Loader(source, **options)))
    options["shuffle"] = 50
    first = collect(Loader(paths, seed=1, **options))
    assert same(first, collect(Loader(paths, seed=1, threads=1, **options)))
    with pytest.raises(ValueError, match="some of the files"):
        Loader([paths[0], tmp_path / "games.pgn"], **options)
    paths[1].write_bytes(paths[1].read_bytes()[:-100])
    with pytest.raises(ValueError, match=r"shard1.*entry"):
        collect(Loader(paths, **options))
    with pytest.warns(RuntimeWarning, match="passed over: .*shard1"):
        rest = collect(Loader(paths, on_error="skip", **options))
    assert 0 < len(rest) <= len(first)


def test_weights(games: Games) -> None:
    def pairs(**options: Any) -> set[tuple[int, int]]:
        batches = collect(Loader(games, pairs=True, shuffle=0, batch=512, **options))
        return {(int(g), int(p)) for b in batches for g, p in zip(b["game"], b["ply"], strict=True)}

    everything = pairs()
    assert pairs(weight={}) == everything
    assert pairs(weight={"ply": [3.0]}) == everything
    assert pairs(weight={"ply": [0, 0, 1]}) == pairs(min_ply=2)
    assert pairs(weight={"men": [0] * 30 + [5, 5, 5]}) == pairs(min_men=30, max_men=32)
    half = pairs(weight={"ply": [1] * 20 + [0.5]}, seed=1)
    early = {pair for pair in everything if pair[1] < 20}
    assert early <= half
    later = len(everything) - len(early)
    assert abs(len(half - early) - later / 2) < 4 * (later / 4) ** 0.5
    drawn = pairs(weight={"result": [0, 1, 0]})
    value = {pair: games.value([pair[0]], [pair[1]])[0] for pair in list(everything)[::7]}
    for pair, result in value.items():
        assert (pair in drawn) == (result == 0 or np.isnan(result))
    for wrong, message in [
        ({"men": [-1.0]}, "0 or more"),
        ({"men": [0.0]}, "somewhere"),
        ({"result": [1.0]}, "lost, drawn, won"),
        ({"elo": [1.0]}, "by"),
    ]:
        with pytest.raises(ValueError, match=message):
            Loader(games, pairs=True, weight=wrong)


def leave_by_an_error(loader: Loader) -> None:
    with loader:
        next(loader)
        raise KeyError("mine")


def close_after_one(loader: Loader) -> None:
    for _ in loader:
        loader.close()


def test_close(games: Games) -> None:
    with Loader(games, pairs=True, planes="lc0", batch=64) as loader:
        kept = next(loader)
        copy = {name: array.copy() for name, array in kept.items()}
        place = loader.state_dict()
        assert not loader.closed
    assert loader.closed
    # what was handed out stays, and so does the place
    assert same([kept], [copy])
    assert loader.state_dict() == place
    for _ in range(2):
        loader.close()
    for call in (
        lambda: next(loader),
        lambda: iter(loader),
        lambda: list(loader),
        lambda: loader.set_epoch(0),
        lambda: loader.load_state_dict(place),
        loader.__enter__,
    ):
        with pytest.raises(enroque.ClosedError, match="the loader is closed: it gives no more"):
            call()
    assert issubclass(enroque.ClosedError, ValueError)
    other = Loader(games, pairs=True, planes="lc0", batch=64)
    other.load_state_dict(place)
    rest = collect(other)
    assert same(rest, collect(Loader(games, pairs=True, planes="lc0", batch=64))[1:])
    other.close()  # after its end
    with pytest.raises(enroque.ClosedError):
        next(other)
    never = Loader(games, pairs=True)
    never.close()
    left = Loader(games, pairs=True)
    with pytest.raises(KeyError, match="mine"):
        leave_by_an_error(left)
    assert left.closed


def test_close_in_the_middle_of_a_loop(games: Games) -> None:
    loader = Loader(games, pairs=True, batch=10)
    with pytest.raises(enroque.ClosedError):
        close_after_one(loader)


def test_close_from_another_thread(games: Games) -> None:
    waits = threading.Event()

    def blocked() -> Iterator[Games]:
        waits.wait(60)
        yield example_games()

    loader = Loader(blocked, pairs=True)
    timer = threading.Timer(0.3, loader.close)
    timer.start()
    with pytest.raises(enroque.ClosedError):
        next(loader)
    waits.set()
    timer.join()
    # and while many ask at once
    loader = Loader(games, pairs=True, batch=8)
    ends: list[type[BaseException]] = []

    def consume() -> None:
        try:
            while True:
                for _ in loader:
                    pass
        except enroque.ClosedError as error:
            ends.append(type(error))

    threads = [threading.Thread(target=consume) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(20):
        next(loader, None)
    loader.close()
    for thread in threads:
        thread.join(30)
    assert ends == [enroque.ClosedError] * 4


def test_close_ends_the_threads(games: Games) -> None:
    tasks = Path("/proc/self/task")
    if not tasks.exists():
        pytest.skip("this system does not list a process's threads")

    def of_loaders() -> set[str]:
        found = set()
        for task in list(tasks.iterdir()):
            try:
                if (task / "comm").read_text() == "enroque-loader\n":
                    found.add(task.name)
            except OSError:  # it has just ended
                continue
        return found

    loaders = [Loader(games, planes="lc0", batch=10) for _ in range(5)]
    before = of_loaders()
    for loader in loaders:
        next(loader)
    begun = of_loaders() - before
    assert len(begun) == 5
    for loader in loaders:
        loader.close()
    for _ in range(600):
        if begun.isdisjoint(of_loaders()):
            break
        threading.Event().wait(0.05)
    assert begun.isdisjoint(of_loaders())


@pytest.mark.parametrize("world_size", [1, 2, 3])
def test_batches_do_not_depend_on_threads(games: Games, world_size: int) -> None:
    for rank in range(world_size):
        options: dict[str, Any] = {
            "planes": LC0,
            "dtype": "uint8",
            "policy": "lc0",
            "pairs": True,
            "per_game": 20,
            "keep": 0.7,
            "weight": {"men": [1.0] * 20 + [0.5]},
            "shuffle": 15,
            "seed": 9,
            "batch": 100,
            "rank": rank,
            "world_size": world_size,
        }
        expected = [collect(loader := Loader(games, threads=1, **options)), collect(loader)]
        for threads in (2, 5, None):
            for prefetch in (1, 9):
                again = Loader(games, threads=threads, prefetch=prefetch, **options)
                assert same(collect(again), expected[0])
                assert same(collect(again), expected[1])
