"""Searches in lc0's training records: written by enroque and read back, and written by lc0."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Arena, Games, formats
from enroque.data import example_games


def searched_games(start: Any, seed: int, nodes: bool = True, every: bool = False) -> Games:
    """Random games with a search at three of four plies, or at every one."""
    arena = Arena(8, start=start, seed=seed, max_plies=40, at_limit="draw", autoreset="disabled")
    rng = np.random.default_rng(seed)
    for ply in range(40):
        slots = np.flatnonzero(~arena.over)
        legal, offsets = arena.legal_indices(games=slots)
        if (every or ply % 4 < 3) and len(slots):
            counts = rng.integers(0, 60, len(legal))
            counts[offsets[:-1]] += 1
            wdl = rng.dirichlet((2, 1, 1), len(slots)).astype(np.float32)
            totals = np.add.reduceat(counts, offsets[:-1].astype(np.intp))
            arena.note(
                wdl[:, 0] - wdl[:, 2],
                wdl=wdl,
                network_value=np.where(slots % 2, rng.uniform(-1, 1, len(slots)), np.nan),
                nodes=totals + 1 if nodes else None,
                policy=(counts, offsets),
                games=slots,
            )
        arena.step(arena.sample(games=slots), games=slots)
    return arena.pop_games()


def rows_of(games: Games) -> tuple[Any, Any, Any]:
    """The game and the ply of all moves, and which have visits."""
    game = np.repeat(np.arange(len(games)), games.plies.astype(np.intp))
    ply = np.concatenate([np.arange(plies) for plies in games.plies])
    assert games.visit_offsets is not None
    return game, ply, np.diff(games.visit_offsets.astype(np.int64)) > 0


@pytest.mark.parametrize("suffix", ["lc0.v6", "lc0.tar", "lc0.gz"])
@pytest.mark.parametrize(
    ("start", "input_format"), [("standard", 1), ("chess960", 2), ("chess960", 3)]
)
def test_records_have_the_search(
    start: str, input_format: int, suffix: str, tmp_path: Path
) -> None:
    games = searched_games(start, 5)
    game, ply, has_visits = rows_of(games)
    path = tmp_path / suffix
    games.write(path, input_format=input_format, format="lc0")
    records = np.concatenate(list(formats.stream_records(path, format="lc0")))
    policy = enroque.Policy("lc0", format=input_format)
    legal = games.legal_mask(policy, game, ply)
    assert ((records["probabilities"] == -1) == ~legal).all()
    target = games.policy_target(policy, game, ply, on_missing="played")
    np.testing.assert_array_equal(np.where(legal, records["probabilities"], 0), target)
    assert (records["best_idx"] == target.argmax(axis=1))[~has_visits].all()
    assert (target[np.arange(len(game)), records["best_idx"]] == target.max(axis=1)).all()
    assert (records["played_idx"] == games.policy(policy, game, ply)).all()
    values, wdl, nodes = games.search_values, games.search_wdl, games.search_nodes
    assert values is not None
    assert wdl is not None
    assert nodes is not None
    result = games.value(game, ply)
    for name in ("root_q", "best_q", "played_q"):
        np.testing.assert_array_equal(records[name], np.where(has_visits, values, result))
    for name in ("root_d", "best_d", "played_d"):
        np.testing.assert_array_equal(records[name], np.where(has_visits, wdl[:, 1], result == 0))
    for name in ("root_m", "best_m", "played_m", "plies_left"):
        np.testing.assert_array_equal(records[name], games.plies_left(game, ply))
    np.testing.assert_array_equal(records["visits"], np.where(has_visits, nodes, 1))
    np.testing.assert_array_equal(records["result_q"], result)
    assert (records["policy_kld"] == 0).all()
    np.testing.assert_array_equal(records["orig_q"], games.network_values)
    assert 0.3 < np.isnan(records["orig_q"]).mean() < 0.7

    again = Games.concatenate(formats.stream(path, format="lc0"))
    assert again.moves.tolist() == games.moves.tolist()
    for name in ("search_values", "network_values", "search_nodes", "visit_offsets"):
        np.testing.assert_array_equal(getattr(again, name), getattr(games, name))
    assert again.search_wdl is not None
    np.testing.assert_array_equal(again.search_wdl[:, 1], wdl[:, 1])
    np.testing.assert_allclose(again.search_wdl, wdl, atol=2e-7)
    for n in range(len(games)):
        for at in range(len(games[n])):
            assert again[n].visits(at) == games[n].visits(at)
    # once more, the bytes are the same
    second = tmp_path / f"second.{suffix}"
    again.write(second, input_format=input_format, format="lc0")
    twice = np.concatenate(list(formats.stream_records(second, format="lc0")))
    assert twice.tobytes() == records.tobytes()


def test_without_nodes(tmp_path: Path) -> None:
    """Without the sum of the counts, their ratios are read."""
    games = searched_games("standard", 2, nodes=False)
    game, ply, has_visits = rows_of(games)
    games.write(tmp_path / "a.v6")
    (again,) = formats.stream(tmp_path / "a.v6")
    assert again.search_nodes is None
    np.testing.assert_array_equal(
        again.policy_target("lc0", game[has_visits], ply[has_visits]),
        games.policy_target("lc0", game[has_visits], ply[has_visits]),
    )


def test_games_without_searches_have_none(tmp_path: Path) -> None:
    games = example_games()
    games = games[(games.result != -128) & ~games.chess960 & (games.plies > 0)][:20]
    games.write(tmp_path / "a.v6", on_unsupported="skip")
    again = Games.concatenate(formats.stream(tmp_path / "a.v6"))
    assert len(again) > 10
    for name in ("search_values", "search_wdl", "search_nodes", "visit_moves"):
        assert getattr(again, name) is None


def test_values_alone(tmp_path: Path) -> None:
    """A value without draw probability is that of a network without draws."""
    arena = Arena(1, max_plies=1, at_limit="draw")
    arena.note([0.25])
    arena.step([322])
    arena.pop_games().write(tmp_path / "a.v6")
    (record,) = np.concatenate(list(formats.stream_records(tmp_path / "a.v6")))
    assert (record["root_q"], record["root_d"], record["visits"]) == (0.25, 0, 0)
    assert record["probabilities"][322] == 1
    (again,) = formats.stream(tmp_path / "a.v6")
    assert again.search_values is not None
    assert again.search_wdl is not None
    assert again.search_values.tolist() == [0.25]
    assert again.search_wdl.tolist() == [[0.625, 0, 0.375]]


def test_conversions_keep_searches(tmp_path: Path) -> None:
    games = searched_games("standard", 3)
    games.write(tmp_path / "a.npz")
    enroque.convert(tmp_path / "a.npz", tmp_path / "b.parquet")
    enroque.convert(tmp_path / "b.parquet", tmp_path / "c.npz")
    assert Games.read(tmp_path / "c.npz") == games
    enroque.convert(tmp_path / "c.npz", tmp_path / "d.tar")
    again = Games.concatenate(formats.stream(tmp_path / "d.tar", format="lc0"))
    assert again.visit_counts is not None
    np.testing.assert_array_equal(again.visit_counts, games.visit_counts)


@pytest.mark.parametrize("format", ["viriformat", "binpack"])
@pytest.mark.parametrize("has_evals", [False, True])
def test_values_are_scores_where_evaluations_are_missing(
    format: str, has_evals: bool, tmp_path: Path
) -> None:
    games = searched_games("standard", 6)
    values = games.search_values
    assert values is not None
    white = np.where(np.concatenate([np.arange(n) for n in games.plies]) % 2, -values, values)
    # the inverse of Lichess's curve
    expected = np.round(np.clip(2 * np.arctanh(white.astype(float)) / 0.00368208, -10_000, 10_000))
    if has_evals:
        evals = np.where(np.arange(len(values)) % 3, -(2**31), 77).astype(np.int32)
        games = games.with_columns(evals=evals)
        before = np.concatenate([[-(2**31)], evals[:-1]])
        before[games.offsets[:-1].astype(int)] = -(2**31)
        expected = np.where(before == 77, 77, expected)
    games.write(tmp_path / "a", format=format)
    back = Games.concatenate(formats.stream(tmp_path / "a", format))
    assert back.plies.tolist() == games.plies.tolist()
    scores = [
        score
        for index, game in enumerate(back)
        for score in [game.headers.get("StartEval"), *game.evals[:-1]][: back.plies[index]]
    ]
    scores = np.array([np.nan if s is None or s == -(2**31) else float(s) for s in scores])
    np.testing.assert_array_equal(scores, expected)
