"""Columns of searches in `Games`: through selections, files, tables, pickles; and invalid ones."""

import copy
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from enroque import Games, Writer, arrow, npz, parquet
from enroque.data import example_games
from enroque.errors import FileFormatError, OutOfRangeError
from enroque.npz._columns import from_columns

COLUMNS = (
    *("search_values", "search_wdl", "network_values", "search_nodes", "search_weights"),
    *("visit_moves", "visit_counts", "visit_offsets"),
)


def with_searches(games: Games, seed: int) -> Games:
    """Adds random columns of searches to games; about a third of the entries are unknown."""
    rng = random.Random(seed)
    count = len(games.moves)
    values = np.array([rng.uniform(-1, 1) for _ in range(count)], np.float32)
    wdl = np.random.default_rng(seed).dirichlet((1, 2, 1), count).astype(np.float32)
    nodes = np.array([rng.randrange(100_000) for _ in range(count)], np.int32)
    networks, weights = np.tanh(values * 3), np.abs(values) * 5
    moves, counts, offsets = [], [], [0]
    game = np.repeat(np.arange(len(games)), games.plies.astype(np.intp))
    ply = np.concatenate([np.arange(plies) for plies in games.plies])
    indices, legal_offsets = games.legal_indices("lc0", game, ply)
    rows = np.repeat(np.arange(count), np.diff(legal_offsets).astype(np.intp))
    legal = games.policy_moves("lc0", game[rows], ply[rows], indices)
    for n in range(count):
        if rng.random() < 0.7:
            row = legal[legal_offsets[n] : legal_offsets[n + 1]].tolist()
            chosen = rng.sample(row, rng.randint(1, len(row)))
            moves += chosen
            counts += [rng.randint(0, 65_535) for _ in chosen]
        offsets.append(len(moves))
    missing = np.random.default_rng(seed + 1)
    for column in (values, wdl, nodes, networks, weights):
        column[missing.random(count) < 0.3] = -1 if column is nodes else np.nan
    # games without any
    for n in (2, 7):
        part = slice(int(games.offsets[n]), int(games.offsets[n + 1]))
        values[part], nodes[part], networks[part], weights[part] = np.nan, -1, np.nan, np.nan
    return from_columns(
        games._columns()
        | {
            "search_values": values,
            "search_wdl": wdl,
            "network_values": networks,
            "search_nodes": nodes,
            "search_weights": weights,
            "visits": np.array([moves, counts], np.uint16).T,
            "visit_offsets": np.array(offsets, np.uint64),
        }
    )


@pytest.fixture(scope="module")
def plain() -> Games:
    games = example_games()[:12]
    return Games.concatenate([games, Games.from_pgn(b"1. e4 * *")])


@pytest.fixture(scope="module")
def games(plain: Games) -> Games:
    return with_searches(plain, 1)


def assert_same(one: Games, other: Games) -> None:
    """Compares the columns bit for bit."""
    assert one == other
    for name in COLUMNS:
        a, b = getattr(one, name), getattr(other, name)
        assert (a is None) == (b is None), name
        if a is not None:
            assert a.dtype == b.dtype
            np.testing.assert_array_equal(a, b, err_msg=name)


def test_columns_have_their_types(games: Games, plain: Games) -> None:
    count = len(games.moves)
    shapes = {
        name: (getattr(games, name).dtype.name, getattr(games, name).shape) for name in COLUMNS
    }
    visits = games.visit_moves.shape
    assert shapes == {
        "search_values": ("float32", (count,)),
        "search_wdl": ("float32", (count, 3)),
        "network_values": ("float32", (count,)),
        "search_nodes": ("int32", (count,)),
        "search_weights": ("float32", (count,)),
        "visit_moves": ("uint16", visits),
        "visit_counts": ("uint16", visits),
        "visit_offsets": ("int64", (count + 1,)),
    }
    for name in COLUMNS:
        assert not getattr(games, name).flags.writeable
        assert getattr(plain, name) is None
    assert games != plain
    assert plain != games


def test_selections(games: Games, plain: Games) -> None:
    assert_same(Games.concatenate([games[:5], games[5:]]), games)
    assert_same(Games.concatenate([games[n : n + 1] for n in range(len(games))]), games)
    reordered = games[::-1]
    assert reordered != games
    assert_same(reordered[::-1], games)
    assert_same(games.sort("plies").sort("fingerprints"), games.sort("fingerprints"))
    mask = np.arange(len(games)) % 3 == 0
    assert_same(games[mask], games[np.flatnonzero(mask)])
    # only the selected games matter
    one = games[2:3]
    assert one.search_values is None
    assert one.search_nodes is None
    mixed = Games.concatenate([plain, games, plain[:1]])
    assert_same(mixed[len(plain) : -1], games)
    assert_same(mixed[: len(plain)], plain)
    assert mixed.search_values is not None
    assert np.isnan(mixed.search_values[: len(plain.moves)]).all()
    assert Games.concatenate([plain, plain]).visit_moves is None
    parts = games.split({"a": 0.5, "b": 0.5}, seed=3)
    assert sum(len(part) for part in parts.values()) == len(games)
    for part in parts.values():
        for game in part:
            same = [other for other in games if other == game]
            assert len(same) >= 1


def test_views(games: Games, plain: Games) -> None:
    for n in (0, 3, 7):
        game, part = games[n], games[n : n + 1]
        for name in COLUMNS[:5]:
            column = getattr(part, name)
            if column is None:
                assert np.isnan(getattr(game, name)).all() or (getattr(game, name) == -1).all()
            else:
                np.testing.assert_array_equal(getattr(game, name), column)
        assert part.visit_offsets is not None
        assert part.visit_moves is not None
        assert part.visit_counts is not None
        for ply in range(len(game)):
            row = slice(int(part.visit_offsets[ply]), int(part.visit_offsets[ply + 1]))
            visits = game.visits(ply)
            assert list(visits.values()) == part.visit_counts[row].tolist()
            assert set(visits) <= set(game.board(ply).legal_moves)
            for move, bits in zip(visits, part.visit_moves[row].tolist(), strict=True):
                assert move.from_square == bits & 63
        assert game.visits(-2) == game.visits(len(game) - 1)
        assert game.visits(-1) == {}
        with pytest.raises(OutOfRangeError):
            game.visits(len(game) + 1)
    assert plain[0].search_wdl is None
    assert plain[0].visits(0) == {}
    assert games[0] != plain[0]


def test_copies_and_pickles(games: Games) -> None:
    for again in (copy.copy(games), copy.deepcopy(games), pickle.loads(pickle.dumps(games))):
        assert_same(again, games)
    assert pickle.loads(pickle.dumps(games[3])) == games[3]


@pytest.mark.parametrize("module", [npz, parquet])
def test_files(games: Games, plain: Games, module: Any, tmp_path: Path) -> None:
    path = tmp_path / f"games.{module.__name__.split('.')[-1]}"
    with Writer(path) as writer:
        writer.write(games[:4])
        writer.write(plain)
        writer.write(games[4:])
    expected = Games.concatenate([games[:4], plain, games[4:]])
    assert_same(module.read(path), expected)
    assert_same(Games.concatenate(list(module.stream(path, games_per_batch=3))), expected)


def test_chunks_of_npz(games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("enroque.npz._writing.CHUNK_GAMES", 3)
    games.write(tmp_path / "games.npz")
    with np.load(tmp_path / "games.npz") as arrays:
        assert arrays["1/visit_offsets"][0] == 0
        assert len(arrays["1/visits"]) == arrays["1/visit_offsets"][-1]
    assert_same(Games.read(tmp_path / "games.npz"), games)


def test_tables(games: Games, plain: Games) -> None:
    pa = pytest.importorskip("pyarrow")
    table = arrow.to_arrow(games)
    assert_same(Games.from_arrow(table), games)
    rows = table.to_pylist()
    assert rows[2]["search_values"] is None
    wdl = next(entry for entry in rows[0]["search_wdl"] if entry is not None)
    assert set(wdl) == {"win", "draw", "loss"}
    ply = next(n for n, entry in enumerate(rows[0]["visits"]) if entry)
    visits = rows[0]["visits"][ply]
    assert [(visit["move"], visit["count"]) for visit in visits] == [
        (m.from_square | m.to_square << 6, count) for m, count in games[0].visits(ply).items()
    ]
    assert_same(Games.from_arrow(pa.Table.from_pylist(rows, schema=table.schema)), games)
    assert {row["visits"] for row in arrow.to_arrow(plain).to_pylist()} == {None}
    bare = Games.from_arrow(table.drop_columns(["visits", "search_wdl"]))
    assert bare.visit_moves is None
    assert bare.search_wdl is None
    assert bare.search_values is not None


def changed(games: Games, name: str, change: Callable[[Any], Any]) -> dict[str, Any]:
    columns = games._columns()
    return columns | {name: change(columns[name].copy())}


def put(index: Any, value: Any) -> Callable[[Any], Any]:
    def change(column: Any) -> Any:
        column[index] = value
        return column

    return change


def test_invalid_columns(games: Games) -> None:
    first = int(np.flatnonzero(np.diff(games.visit_offsets) > 1)[0])
    at = int(games.visit_offsets[first])
    game = int(np.searchsorted(games.offsets, first, side="right")) - 1
    ply = first - int(games.offsets[game])
    where = f"game {game}, ply {ply}"
    last = games.visit_offsets[-1]
    for name, change, message in (
        ("search_values", put(3, 1.5), "game 0, ply 3: invalid value 1.5 in column search_values"),
        ("search_values", put(3, -np.inf), "invalid value -inf in column search_values"),
        ("search_values", lambda a: a[1:], "column search_values has"),
        ("search_wdl", put(3, (0.5, 0.5, 0.5)), "game 0, ply 3: invalid value"),
        ("search_wdl", put(3, (np.nan, 0.5, 0.5)), "game 0, ply 3: invalid value"),
        ("search_wdl", put(3, (1.5, -0.5, 0)), "game 0, ply 3: invalid value"),
        ("search_wdl", lambda a: a[:, :2], "column search_wdl has rows of 2 numbers, not 3"),
        ("network_values", put(3, -1.5), "game 0, ply 3: invalid value -1.5 in column network"),
        ("network_values", lambda a: a[1:], "column network_values has"),
        ("search_weights", put(3, -0.5), "game 0, ply 3: invalid value -0.5 in column search_w"),
        ("search_weights", put(3, np.inf), "game 0, ply 3: invalid value inf in column search_w"),
        ("search_nodes", put(3, -2), "game 0, ply 3: invalid value -2 in column search_nodes"),
        ("search_nodes", lambda a: a.astype(np.int64), "wrong type"),
        ("visits", lambda a: a[1:], "the offsets do not ascend"),
        ("visits", lambda a: a[:, :1], "column visits has rows of 1 numbers, not 2"),
        ("visits", lambda _: None, "must be present together"),
        ("visit_offsets", put(first, last + 1), "the offsets do not ascend"),
        ("visit_offsets", lambda a: a[1:], "the offsets do not ascend"),
        ("visits", put((at, 0), 0), f"{where}: 0x0000 does not encode a visited move"),
        ("visits", put((at, 0), 0xFFFF), f"{where}: 0xffff does not encode a visited move"),
        ("visits", put((at, 0), 63 | 62 << 6), f"{where}: the visited move h8g8 is illegal"),
        ("visits", put((at, 0), games.visit_moves[at + 1]), "occurs twice"),
    ):
        with pytest.raises(FileFormatError, match=message.replace("(", r"\(")):
            from_columns(changed(games, name, change))


def test_invalid_tables(games: Games) -> None:
    pa = pytest.importorskip("pyarrow")
    table = arrow.to_arrow(games)
    rows = table.to_pylist()
    for name, value, message in (
        ("visits", [[]], "game 0 has .* moves and 1 lists of visits"),
        ("search_values", [0.5], "game 0 has .* moves and 1 search_values"),
        ("search_wdl", [None], "game 0 has .* moves and 1 search_wdl"),
        ("visits", [[{"move": None, "count": 3}]] * len(rows[0]["moves"]), "is null"),
        ("visits", [[None]] * len(rows[0]["moves"]), "is null"),
        (
            "search_values",
            [2.0] * len(rows[0]["moves"]),
            r"invalid value 2\.0 in column search_values",
        ),
    ):
        wrong = [rows[0] | {name: value}, *rows[1:]]
        with pytest.raises(FileFormatError, match=message):
            Games.from_arrow(pa.Table.from_pylist(wrong, schema=table.schema))


def test_columns_without_entries_are_none(plain: Games) -> None:
    count = len(plain.moves)
    empty = from_columns(
        plain._columns()
        | {
            "search_values": np.full(count, np.nan, np.float32),
            "search_wdl": np.full((count, 3), np.nan, np.float32),
            "network_values": np.full(count, np.nan, np.float32),
            "search_nodes": np.full(count, -1, np.int32),
            "search_weights": np.full(count, np.nan, np.float32),
            "visits": np.zeros((0, 2), np.uint16),
            "visit_offsets": np.zeros(count + 1, np.uint64),
        }
    )
    assert_same(empty, plain)


def test_memory_of_visits() -> None:
    """64 visits a position take 294 bytes, all columns and the move included."""
    games = with_searches(example_games()[:30], 5)
    size = sum(getattr(games, name).nbytes for name in (*COLUMNS, "moves"))
    visits = len(games.visit_moves)
    assert size == 4 * visits + 38 * len(games.moves) + 8


def test_arrow_lists_are_the_schema(games: Games) -> None:
    for batch in arrow.batches(games, 4):
        assert batch.schema == arrow.arrow_schema()
