"""Checkpoints of searches: `TreeSearch.state_dict`."""

import io
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from enroque import Arena, Gumbel, Leaves, Puct, TreeSearch
from enroque.errors import ArgumentError, ArrayError

Network = Callable[[Leaves], tuple[Any, Any]]
ALGORITHMS = {
    "alphazero": Puct(),
    "lc0": Puct.named("lc0"),
    "katago": Puct.named("katago"),
    "solve": Puct(fpu="parent", solve=True, policy_temperature=1.3),
}


def network(leaves: Leaves) -> tuple[Any, Any]:
    """Numbers that depend on the position and its history."""
    seeds = leaves.planes("lc0", dtype="uint8").reshape(len(leaves), -1) @ np.arange(112 * 64)
    rng = [np.random.default_rng(int(seed)) for seed in seeds]
    logits = np.array([generator.normal(0, 1, 1858) for generator in rng], np.float32)
    return logits, np.array([g.uniform(-0.5, 0.5) for g in rng], np.float32)


def arena() -> Arena:
    start = [(1, "standard"), (1, "chess960"), (1, ["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"])]
    return Arena(9, start=start, max_plies=60, autoreset="same_step", seed=3)


def made(games: Arena, algorithm: Any, **options: Any) -> TreeSearch:
    return TreeSearch(games, algorithm, simulations=40, **{"reuse": True, **options})


def play(search: TreeSearch, moves: int) -> list[Any]:
    """Plays some moves; returns what was found."""
    found: list[Any] = []
    for _ in range(moves):
        search.begin()
        search.run(network)
        found += [*search.visits(), search.value, search.nodes, search.actions()]
        search.arena.step(found[-1])
    return found


def through_npz(state: dict[str, Any]) -> dict[str, Any]:
    file = io.BytesIO()
    np.savez(file, **state)
    file.seek(0)
    return {name: value if value.ndim else value.item() for name, value in np.load(file).items()}


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("moves", [0, 1, 7])
def test_a_copy_goes_on_with_the_same_searches(name: str, moves: int) -> None:
    search = made(arena(), ALGORITHMS[name], seed=5)
    play(search, moves)
    states = pickle.loads(pickle.dumps((search.arena.state_dict(), search.state_dict())))
    assert (states[1]["counts"].sum() > 0) == (moves > 0)
    copy = made(arena(), ALGORITHMS[name])  # another seed
    copy.arena.load_state_dict(states[0])
    copy.load_state_dict(through_npz(states[1]))
    again = copy.state_dict()
    assert all(
        np.array_equal(again[key], value) for key, value in states[1].items() if key != "values"
    )
    np.testing.assert_array_equal(again["values"], states[1]["values"])  # with NaN
    for first, second in zip(play(search, 4), play(copy, 4), strict=True):
        np.testing.assert_array_equal(first, second)


def test_before_a_move_too() -> None:
    search = made(arena(), Puct(), seed=5)
    play(search, 2)
    search.begin()
    search.run(network)
    state = search.state_dict()
    copy = made(search.arena, Puct())
    copy.load_state_dict(state)
    np.testing.assert_array_equal(search.visits()[0], copy.visits()[0])


@pytest.mark.parametrize("algorithm", [Puct(), Gumbel()])
def test_without_reuse_there_are_no_trees(algorithm: Any) -> None:
    search = made(arena(), algorithm, reuse=False, seed=5)
    play(search, 2)
    state = search.state_dict()
    assert state["counts"].tolist() == [0] * 9
    assert len(state["nodes"]) == 0
    copy = made(arena(), algorithm, reuse=False)
    copy.arena.load_state_dict(search.arena.state_dict())
    copy.load_state_dict(state)
    for first, second in zip(play(search, 2), play(copy, 2), strict=True):
        np.testing.assert_array_equal(first, second)


def test_a_search_that_is_not_over() -> None:
    search = made(arena(), Puct())
    search.begin()
    with pytest.raises(ArgumentError, match="the search of game 0 is not over"):
        search.state_dict()
    search.clear()
    assert search.state_dict()["counts"].sum() == 0


@pytest.fixture(scope="module")
def state() -> tuple[dict[str, Any], dict[str, Any]]:
    search = made(arena(), ALGORITHMS["solve"], seed=5)
    play(search, 3)
    return search.arena.state_dict(), search.state_dict()


DAMAGE: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "version": (lambda state: state.update(version=2), "version must be 1, not 2"),
    "missing": (lambda state: state.pop("moves"), "'moves' is missing|\"moves\" is missing"),
    "dtype": (
        lambda state: state.update(moves=state["moves"].astype(int)),
        "moves is not an array",
    ),
    "columns": (lambda state: state.update(nodes=state["nodes"][:, :3]), "nodes is not an array"),
    "counts": (lambda state: state.update(counts=state["counts"][1:]), "must have 9 elements"),
    "short": (
        lambda state: state.update(priors=state["priors"][:-1]),
        "game 8: its arrays are sho",
    ),
    "long": (
        lambda state: state.update(root_priors=np.zeros(999, np.float32)),
        "arrays are longer",
    ),
    "negative": (lambda state: state["counts"].__setitem__(0, -1), "game 0: a number of nodes"),
    "root": (lambda state: state["nodes"].__setitem__((0, 0), 0), "not the position of the game"),
    "parent": (lambda state: state["nodes"].__setitem__((1, 0), 1), "no parent before it"),
    "kind": (lambda state: state["nodes"].__setitem__((1, 1), 3), "state of a node"),
    "visits": (lambda state: state["nodes"].__setitem__((1, 2), -1), "number of visits"),
    "legal": (lambda state: state["nodes"].__setitem__((0, 3), 3), "not the legal moves"),
    "none": (lambda state: state["nodes"].__setitem__((0, 3), 0), "has no moves"),
    "move": (lambda state: state["moves"].__setitem__(0, 0), "16 bits of a move"),
    "illegal": (
        lambda state: state["moves"].__setitem__(0, state["moves"][1]),
        "not the legal moves",
    ),
    "prior": (lambda state: state["priors"].__setitem__(0, np.nan), "a prior is not"),
    "value": (lambda state: state["values"].__setitem__((0, 2), 2), "a value is out of range"),
    "sum": (lambda state: state["values"].__setitem__((0, 0), np.inf), "a value is out of range"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damaged_states(name: str, state: tuple[dict[str, Any], dict[str, Any]]) -> None:
    damage, message = DAMAGE[name]
    damaged = pickle.loads(pickle.dumps(state[1]))
    damage(damaged)
    search = made(arena(), ALGORITHMS["solve"])
    search.arena.load_state_dict(state[0])
    search.load_state_dict(state[1])
    with pytest.raises((ValueError, ArrayError), match=message):
        search.load_state_dict(damaged)
    again = search.state_dict()
    np.testing.assert_array_equal(again["nodes"], state[1]["nodes"])


def test_a_state_of_other_games(state: tuple[dict[str, Any], dict[str, Any]]) -> None:
    search = made(arena(), ALGORITHMS["solve"])  # at the start of its games
    with pytest.raises(ValueError, match="invalid state of a TreeSearch, game"):
        search.load_state_dict(state[1])
    without = made(arena(), Puct(), reuse=False)
    without.arena.load_state_dict(state[0])
    with pytest.raises(ValueError, match="this search does not reuse"):
        without.load_state_dict(state[1])


def test_no_damage_crashes(state: tuple[dict[str, Any], dict[str, Any]]) -> None:
    rng = np.random.default_rng(1)
    games = arena()
    games.load_state_dict(state[0])
    loaded = 0
    for _ in range(300):
        damaged = pickle.loads(pickle.dumps(state[1]))
        name = str(rng.choice(["counts", "nodes", "values", "moves", "priors", "root_priors"]))
        flat = damaged[name].reshape(-1)
        where = rng.integers(len(flat), size=rng.integers(1, 4))
        flat[where] = rng.choice([0, 1, 2, 3, 40, 2**15, flat[rng.integers(len(flat))]], len(where))
        search = made(games, ALGORITHMS["solve"])
        try:
            search.load_state_dict(damaged)
        except ValueError:
            continue
        loaded += 1
        search.begin()
        search.run(network)
        search.actions()
    assert 0 < loaded < 300
