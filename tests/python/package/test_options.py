"""Options with wrong values: the same class of error everywhere, with the name of the argument."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import (
    Arena,
    Board,
    Column,
    Encoding,
    Filter,
    Games,
    Loader,
    Policy,
    convert,
    find,
    formats,
)
from enroque.data import example_games
from enroque.errors import ArgumentError

GAMES = example_games()
ROWS = tuple(array[:2] for array in GAMES.positions())
BOARD = Board()
ARENA = Arena(2, seed=1)

NAMES: dict[str, list[Callable[[Any], object]]] = {
    "view": [
        lambda v: GAMES.value(*ROWS, view=v),
        lambda v: Column.value(view=v),
    ],
    "layout": [lambda v: Encoding("composed", parts=["pieces"], layout=v)],
    "dtype": [
        lambda v: GAMES.planes("lc0", *ROWS, dtype=v),
        lambda v: BOARD.planes("lc0", dtype=v),
        lambda v: ARENA.planes("lc0", dtype=v),
        lambda v: Column.planes("lc0", dtype=v),
        lambda v: formats.lc0_planes(np.zeros(1, formats.LC0_V6), dtype=v),
    ],
    "on_error": [
        lambda v: Loader(GAMES, Column.ply(), on_error=v),
        lambda v: convert(b"", "x.npz", on_error=v),
    ],
    "on_unsupported": [
        lambda v: GAMES.encode([Column.ply()], *ROWS, on_unsupported=v),
        lambda v: Loader(GAMES, Column.ply(), on_unsupported=v),
        lambda v: convert(b"", "x.npz", on_unsupported=v),
        lambda v: GAMES.write("x.vf", on_unsupported=v),
    ],
    "at_limit": [lambda v: Arena(2, at_limit=v)],
    "start_order": [lambda v: Arena(2, start_order=v)],
    "autoreset": [lambda v: Arena(2, autoreset=v)],
    "model": [lambda v: enroque.win_probability(10, model=v)],
    "comments": [lambda v: Games.from_pgn(b"", comments=v)],
    "annotations": [lambda v: Games.from_pgn(b"", annotations=v)],
    "compression": [lambda v: GAMES.to_pgn(io.BytesIO(), compression=v)],
    "format": [
        lambda v: formats.read("x.vf", v),
        lambda v: GAMES.write("x.vf", format=v),
        lambda v: convert(b"", "shards", to=v),
        lambda v: convert(b"", "x.npz", source_format=v),
    ],
    "encoding": [
        Encoding,
        lambda v: GAMES.planes(v, *ROWS),
        BOARD.tokens,
    ],
    "policy": [Policy, lambda v: GAMES.policy(v, *ROWS)],
}


@pytest.mark.parametrize("name", NAMES)
def test_names(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for call in NAMES[name]:
        with pytest.raises(ArgumentError, match=name):
            call("strange")
        if name == "dtype":  # any object may be converted to a dtype
            continue
        # options of encodings may be numbers or texts
        with pytest.raises(ArgumentError if name == "layout" else TypeError) as caught:
            call(7)
        message = " ".join([str(caught.value), *getattr(caught.value, "__notes__", [])])
        assert name in message or name in ("format", "encoding", "policy"), message
    assert list(tmp_path.iterdir()) == []


COUNTS: dict[str, list[Callable[[Any], object]]] = {
    "threads": [
        lambda v: GAMES.planes("lc0", *ROWS, threads=v),
        lambda v: Games.from_pgn(b"", threads=v),
        lambda v: enroque.perft(BOARD, 1, threads=v),
        lambda v: Loader(GAMES, Column.ply(), threads=v),
        lambda v: convert(b"", "y.npz", threads=v),
    ],
    "min_ply": [
        lambda v: GAMES.positions(min_ply=v),
        lambda v: Loader(GAMES, Column.ply(), min_ply=v),
    ],
    "max_ply": [
        lambda v: GAMES.positions(max_ply=v),
        lambda v: Loader(GAMES, Column.ply(), max_ply=v),
    ],
    "columns": [lambda v: GAMES.to_pgn(io.StringIO(), columns=v)],
    "hash_mb": [lambda v: enroque.perft(BOARD, 1, hash_mb=v)],
    "depth": [lambda v: enroque.perft(BOARD, v)],
    "games_per_batch": [
        lambda v: Games.stream(b"", games_per_batch=v),
        lambda v: enroque.npz.stream("x.npz", games_per_batch=v),
        lambda v: enroque.parquet.stream("x.parquet", games_per_batch=v),
        lambda v: formats.stream("x.vf", games_per_batch=v),
    ],
    "records_per_batch": [lambda v: formats.stream_records("x.bf", records_per_batch=v)],
    "batch_size": [lambda v: Loader(GAMES, Column.ply(), batch_size=v)],
    "shuffle_games": [lambda v: Loader(GAMES, Column.ply(), shuffle_games=v)],
    "prefetch": [lambda v: Loader(GAMES, Column.ply(), prefetch=v)],
    "rank": [lambda v: Loader(GAMES, Column.ply(), rank=v)],
    "world_size": [lambda v: Loader(GAMES, Column.ply(), world_size=v)],
    "positions_per_game": [lambda v: Loader(GAMES, Column.ply(), positions_per_game=v)],
    "shuffle_rows": [lambda v: Loader(GAMES, Column.ply(), shuffle_rows=v)],
    "min": [lambda v: find.Count("!", min=v), lambda v: find.Depth(min=v)],
    "max": [lambda v: find.Nodes(max=v), lambda v: find.Rating(max=v), lambda v: find.Ply(max=v)],
    "seed": [lambda v: Loader(GAMES, Column.ply(), seed=v), lambda v: GAMES.sample(1, seed=v)],
    "count": [
        lambda v: GAMES.sample(v, seed=1),
        GAMES.limit_per_elo_bin,
        ARENA.playouts,
    ],
    "bin_width": [lambda v: GAMES.limit_per_elo_bin(1, bin_width=v)],
    "max_plies": [lambda v: Arena(2, max_plies=v), lambda v: ARENA.playouts(1, max_plies=v)],
    "shard_games": [lambda v: convert(b"", "x", to="npz", shard_games=v)],
    "max_games_per_elo_bin": [lambda v: convert(b"", "x.npz", max_games_per_elo_bin=v)],
    "missing_score": [
        lambda v: GAMES.write("x.vf", missing_score=v),
        lambda v: convert(b"", "x.npz", missing_score=v),
    ],
    "input.format": [lambda v: GAMES.write("x.v6", input_format=v)],
    "split_bytes": [lambda v: enroque.plan_splits("x.pgn", split_bytes=v)],
    "max_elo": [lambda v: Filter(max_elo=v)],
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("x.npz", "x.parquet", "x.vf", "x.bf", "x.pgn"):
        Path(file).touch()
    for call in COUNTS[name]:
        for number in (-(2**70), -(2**31) - 1, 2**64, 10**5000):
            with pytest.raises(ArgumentError, match=name):
                call(number)
        for other in ("7", 1.5, [1]):
            with pytest.raises(TypeError) as caught:
                call(other)
            message = " ".join([str(caught.value), *getattr(caught.value, "__notes__", [])])
            assert name.replace(".", "_") in message, message


class FalseLength(list[Any]):
    """A list with a wrong length."""

    def __len__(self) -> int:
        return 2**62


def test_no_length_sizes_an_allocation(tmp_path: Path) -> None:
    many = FalseLength([GAMES, GAMES])
    loader = Loader(many, Column.ply())
    assert sum(len(batch["ply"]) for batch in loader) == 2 * len(GAMES.moves)
    assert len(Games.concatenate(many)) == 2 * len(GAMES)
    GAMES.write(tmp_path / "a.npz")
    paths = FalseLength([tmp_path / "a.npz"])
    assert sum(len(batch["ply"]) for batch in Loader(paths, Column.ply())) == len(GAMES.moves)
    assert Games.read(paths) == GAMES
    assert Games.from_pgn(FalseLength([b"1. e4 *"])).plies.tolist() == [1]
    assert enroque.SquareSet(FalseLength([1, 2])) == enroque.SquareSet([1, 2])
    assert Filter(eco=FalseLength(["B"])).eco is not None
    with pytest.raises(ArgumentError):
        Loader(FalseLength(), Column.ply())
