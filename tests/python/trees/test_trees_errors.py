"""`TreeSearch` with impossible arguments and evaluations, and after exceptions."""

import math
from typing import Any

import numpy as np
import pytest

from enroque import Arena, Gumbel, Puct, TreeSearch
from enroque.errors import ArgumentError, ArrayError, OutOfRangeError
from hashed_network import NO_NOISE, STARTS, arena_of, evaluate, hashed, rows


def started(games: int = 3) -> tuple[Arena, TreeSearch, Any]:
    arena = arena_of(STARTS[:games])
    search = TreeSearch(arena, NO_NOISE, simulations=20)
    search.begin()
    search.backup(roots := search.select(), np.zeros(len(roots)))
    return arena, search, search.select()


def test_impossible_evaluations() -> None:
    _, search, leaves = started()
    logits, values = hashed(leaves.zobrist_key)
    size = leaves.offsets[-1]
    wrong: list[tuple[type[Exception], str, dict[str, Any]]] = [
        (ArgumentError, "a value or wdl", {}),
        (ArrayError, r"leaf 1 \(game 1, .*value 1\.5", {"value": [0, 1.5, 0]}),
        (ArrayError, "leaf 2.*NaN", {"value": [0, 0, np.nan]}),
        (ArrayError, r"value must have shape \(3,\), not \(2,\)", {"value": [0, 0]}),
        (ArrayError, r"value must have shape \(3,\), not \(1, 3\)", {"value": [[0, 0, 0]]}),
        (ArrayError, r"wdl must have shape \(3, 3\), not \(1, 3\)", {"wdl": [[1, 0, 0]]}),
        (ArrayError, "leaf 0.*not probabilities", {"wdl": [[1, 1, 0], [1, 0, 0], [1, 0, 0]]}),
        (ArrayError, "logits must have", {"value": values, "logits": logits[:2]}),
        (ArrayError, "leaf 0.*logit NaN", {"value": values, "logits": logits * np.nan}),
        (ArrayError, "leaf 0.*logit inf", {"value": values, "logits": logits + np.inf}),
        (ArrayError, "no legal move with a logit", {"value": values, "logits": logits - np.inf}),
        (ArrayError, "weight -", {"value": values, "weights": -logits - 1}),
        (ArrayError, "no legal move with a weight", {"value": values, "weights": logits * 0}),
        (ArrayError, "offsets", {"value": values, "logits": (np.zeros(size), leaves.offsets[:2])}),
        (ArrayError, "see legal_indices",
         {"value": values, "logits": (np.zeros(size), leaves.offsets[[0, 2, 1, 3]])}),
        (ArrayError, "logits must", {"value": values, "logits": (np.zeros(3), leaves.offsets)}),
        (ArrayError, "final", {"value": values, "final": [True]}),
        (ArrayError, "final must be", {"value": values, "final": [1, 0, 0]}),
    ]  # fmt: skip
    before = [array.tobytes() for game in range(3) for array in search.tree(game)]
    for error, message, arguments in wrong:
        with pytest.raises(error, match=message):
            search.backup(leaves, **arguments)
        assert [a.tobytes() for game in range(3) for a in search.tree(game)] == before
    search.backup(leaves, values, logits=logits)
    with pytest.raises(ArgumentError, match=r"leaf 0 .*was evaluated before"):
        search.backup(leaves, values, logits=logits)
    search.run(evaluate)
    assert (search.simulations == 20).all()


def test_leaves_of_other_searches() -> None:
    arena, search, leaves = started()
    values = np.zeros(3)
    with pytest.raises(ArgumentError, match="another search"):
        TreeSearch(arena).backup(leaves, values)
    assert set(search.select().fens()).isdisjoint(leaves.fens()), "these wait for their evaluation"
    search.begin(games=[1])
    with pytest.raises(ArgumentError, match=r"leaf 1 .*new search"):
        search.backup(leaves, values)
    search.begin()
    _, search, leaves = started()
    search.arena.step(search.arena.sample())
    for call in (search.select, search.actions, search.note, lambda: search.backup(leaves, values)):
        with pytest.raises(ArgumentError, match="game 0 is no longer in the position"):
            call()
    assert leaves.planes("lc0").shape == (3, 112, 8, 8), "leaves stay as they are"
    _, search, leaves = started()
    search.clear()
    with pytest.raises(ArgumentError, match="was not searched"):
        search.actions()
    with pytest.raises(ArgumentError, match="new search"):
        search.backup(leaves, values)


def test_arguments() -> None:
    arena = Arena(2)
    for options in (
        {"simulations": 0},
        {"simulations": -1},
        {"simulations": 2**40},
        {"max_nodes": 1},
        {"algorithm": Puct(c_init=-1)},
        {"algorithm": Puct(c_init=math.nan)},
        {"algorithm": Puct(noise_fraction=2)},
        {"algorithm": Puct(policy_temperature=0)},
        {"algorithm": Puct(fpu="win")},
        {"algorithm": Gumbel(considered=0)},
        {"algorithm": Gumbel(wave="tidal")},
        {"algorithm": Gumbel(scale=math.inf)},
    ):
        with pytest.raises(ArgumentError, match=r"must be|too large"):
            TreeSearch(arena, **options)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Puct or a Gumbel"):
        TreeSearch(arena, "puct")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="alphazero"):
        Puct.named("leela")  # type: ignore[arg-type]
    search = TreeSearch(arena, simulations=3)
    for call in (search.select, lambda: search.run(evaluate)):
        with pytest.raises(ArgumentError, match="has not begun: call begin"):
            call()
    with pytest.raises(ArgumentError, match="simulations"):
        search.begin(simulations=0)
    with pytest.raises(ArrayError, match=r"simulations must have shape \(2,\), not \(3,\)"):
        search.begin(simulations=[1, 2, 3])
    for count, found in ((2.5, "float"), ("8", "str")):
        with pytest.raises(TypeError, match=f"simulations must be an int, .* not {found}"):
            search.begin(simulations=count)
    with pytest.raises(ArrayError, match="noise"):
        search.begin(noise=[0, 1])
    with pytest.raises(OutOfRangeError):
        search.begin(games=[2])
    with pytest.raises(ArgumentError, match="was not searched"):
        search.line(0)
    search.begin()
    with pytest.raises(ArgumentError, match="was not searched"):
        search.visits()
    search.run(evaluate)
    for games in ([9], [-1], [1, 1], np.ones(3, bool)):
        with pytest.raises((OutOfRangeError, ArrayError)):
            search.run(evaluate, games=games)
    search.run(evaluate, games=[])
    for temperature in (-1, math.nan, math.inf):
        with pytest.raises(ArgumentError, match="temperature"):
            search.actions(temperature)
    with pytest.raises(ArrayError, match="temperature"):
        search.actions([1, 1, 1])
    for found in (None, 3, (1,), np.zeros(3)):
        search.begin()
        with pytest.raises(ArgumentError, match="evaluate must return"):
            search.run(lambda leaves, found=found: found)  # type: ignore[misc]
    with pytest.raises(ArgumentError, match="groups"):
        search.run(evaluate, groups=0)
    with pytest.raises(ArgumentError, match="unknown encoding"):
        search.select().planes("plane")


@pytest.mark.parametrize("algorithm", [NO_NOISE, Gumbel(scale=0)])
@pytest.mark.parametrize("call", [1, 2, 5])
def test_a_run_goes_on_after_an_exception(algorithm: Any, call: int) -> None:
    arena = arena_of()
    whole = TreeSearch(arena, algorithm, simulations=40)
    whole.begin()
    whole.run(evaluate)
    search = TreeSearch(arena, algorithm, simulations=40)
    search.begin()
    calls, kept = 0, []

    def fails(leaves: Any) -> Any:
        nonlocal calls
        calls += 1
        kept.append(leaves)  # as a traceback would
        if calls == call:
            raise RuntimeError("out of memory")
        return evaluate(leaves)

    with pytest.raises(RuntimeError):
        search.run(fails)
    with pytest.raises(ArgumentError, match=r"not evaluated|was not searched"):
        search.actions()
    search.run(evaluate)
    assert (search.simulations == 40).all()
    assert all(visits.sum() == 40 for visits in rows(search.visits()))
    with pytest.raises(ArgumentError, match="was evaluated before"):
        search.backup(kept[-1], np.zeros(len(kept[-1])))
    if isinstance(algorithm, Gumbel):
        np.testing.assert_array_equal(search.visits()[0], whole.visits()[0])
    # leaves that are dropped are selected again
    search.begin()
    positions = list(search.select().fens())
    assert list(search.select().fens()) == positions


def test_extreme_numbers() -> None:
    arena = arena_of(STARTS[:1])
    search = TreeSearch(arena, NO_NOISE, simulations=5)
    search.begin()
    leaves = search.select()
    search.backup(leaves, [0.97], wdl=[[0.1, 0.8, 0.1]], weights=np.full((1, 1858), 1e-42))
    np.testing.assert_allclose(search.priors()[0], 1 / 20, rtol=1e-6)
    search.run(lambda leaves: {"value": np.full(len(leaves), 0.9),
                               "wdl": np.tile([0.1, 0.8, 0.1], (len(leaves), 1))})  # fmt: skip
    assert search.wdl[0].sum() == pytest.approx(1)
    search.note()
    first = np.zeros((1, 1858), np.float32)
    first[0, arena.legal_indices("lc0")[0][0]] = 1
    search = TreeSearch(arena, Gumbel(value_scale=20), simulations=200, seed=1)
    search.begin()
    search.backup(search.select(), [0], weights=first)
    search.run(evaluate)
    assert search.policy()[0].sum() == pytest.approx(1)
    search.note()
    with pytest.raises(ArgumentError, match="from 1 to 256"):
        TreeSearch(arena).select(257)
