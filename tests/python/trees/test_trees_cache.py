"""The cache of evaluations of `TreeSearch`: the same results with fewer calls of the network."""

import zlib
from typing import Any

import numpy as np
import pytest

from enroque import Arena, Gumbel, Puct, TreeSearch
from hashed_network import LC0, arena_of, hashed


def by_planes(leaves: Any) -> tuple[Any, Any]:
    """A network of all that planes show: the last eight positions, repetitions, clocks."""
    planes = leaves.planes("lc0", dtype="uint8")
    numbers = np.array([zlib.crc32(row.tobytes()) for row in planes]) / 2**32
    moves, offsets = leaves.legal_indices("lc0")
    logits = np.sin(1e5 * np.repeat(numbers, np.diff(offsets).astype(np.intp)) + moves).astype(
        np.float32
    )
    return (logits, offsets), np.cos(numbers * 9)


@pytest.mark.parametrize(
    ("algorithm", "groups"),
    [
        (Puct(), 1),
        (Puct.named("lc0"), 2),
        (Puct(policy_temperature=1.4), 1),
        (Gumbel(), 2),
        (Gumbel(wave="one"), 1),
    ],
)
def test_cached_evaluations_change_nothing(algorithm: Any, groups: int) -> None:
    """They save evaluations: of what the last search saw, and of games that begin alike."""
    results, counts = [], []
    starts = [(1, "standard"), (1, "chess960")]
    for cache in (0, 10_000, 30):
        arena = Arena(6, start=starts, seed=3, autoreset="same_step", max_plies=9)
        search = TreeSearch(arena, algorithm, simulations=40, cache=cache, seed=5)
        found, evaluated = [], []

        def counted(leaves: Any) -> Any:
            evaluated.append(len(leaves))  # noqa: B023
            return by_planes(leaves)

        for _ in range(14):
            search.begin()
            search.run(counted, groups=groups, threads=groups)
            found += [search.visits()[0], search.policy()[0], search.value]
            arena.step(search.actions(1.0))
        results.append(found)
        counts.append(sum(evaluated))
    for one, other, third in zip(*results, strict=True):
        np.testing.assert_array_equal(one, other)
        np.testing.assert_array_equal(one, third)
    assert counts[1] < 0.9 * counts[0], counts
    assert counts[1] < counts[2] < counts[0], counts


@pytest.mark.parametrize("kind", ["dense", "weights", "wdl", "none", "final"])
def test_cached_evaluations_of_all_kinds(kind: str) -> None:
    """Scores of all forms, uniform priors, results and proofs come back as they were."""

    def network(leaves: Any) -> dict[str, Any]:
        logits, value = hashed(leaves.zobrist_key)
        found: dict[str, Any] = {"value": value}
        if kind == "dense":
            found["logits"] = logits
        elif kind == "weights":
            moves, offsets = leaves.legal_indices("lc0")
            row = np.repeat(np.arange(len(leaves)), np.diff(offsets).astype(np.intp))
            found["weights"] = (np.exp(logits[row, moves]), offsets)
        elif kind == "wdl":
            wdl = np.exp(logits[:, :3])
            found = {"wdl": wdl / wdl.sum(1, keepdims=True)}
        elif kind == "final":
            found["final"] = value > 0.6
        return found

    evaluated: list[int] = []

    def counted(leaves: Any) -> Any:
        evaluated.append(len(leaves))
        return network(leaves)

    plain, cached = (
        TreeSearch(arena_of(), LC0, simulations=60, cache=cache, seed=1) for cache in (0, 1000)
    )
    plain.begin()
    plain.run(network)
    for _ in range(2):
        cached.begin()
        cached.run(counted)
        for name in ("visits", "policy", "priors", "qvalues"):
            np.testing.assert_array_equal(getattr(plain, name)()[0], getattr(cached, name)()[0])
        for name in ("value", "wdl", "network_value"):
            np.testing.assert_array_equal(getattr(plain, name), getattr(cached, name))
    before = sum(evaluated)
    assert before <= plain.simulations.sum() + len(plain)
    cached.begin()
    assert not cached.select()
    cached.clear()
    cached.begin()
    cached.run(counted)
    assert sum(evaluated) > before
    assert cached.nbytes > plain.nbytes
