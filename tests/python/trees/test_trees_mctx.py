"""`TreeSearch` beside mctx, DeepMind's search, with the same network: equal visits and parents."""

from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Arena, Gumbel, Puct, TreeSearch, step_rows

jax = pytest.importorskip("jax", reason="JAX is not installed")
mctx = pytest.importorskip("mctx", reason="mctx is not installed")

import jax.numpy as jnp  # noqa: E402

from hashed_network import SIZE, hashed  # noqa: E402

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.timeout(900)]

ROOTS = {
    "start": enroque.STARTING_FEN,
    "middle game": "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 3 8",
    "Chess960": "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1 move": "k7/8/8/8/8/7r/5r2/7K w - - 0 1",
    "2 moves": "7k/8/8/8/8/8/6q1/6RK w - - 0 1",
    "15 moves": "8/8/4k3/7P/7N/3K4/1P6/8 w - - 0 1",
    "218 moves": "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "mate in 1": "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    "stalemate next": "k7/2Q5/8/2K5/8/8/8/8 w - - 0 1",
    "fifty moves next": "4k3/8/8/8/8/8/3R4/4K3 w - - 98 80",
}
"""Roots with few and with many legal moves, mates, stalemates, and draws."""

REPEATED = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"
"""Moves after which the third occurrence of a position is one move away."""


def arena_of_roots() -> Arena:
    arena = Arena(len(ROOTS) + 1, start=[*ROOTS.values(), enroque.STARTING_FEN],
                  start_order="in_turn", autoreset="disabled")  # fmt: skip
    for uci in REPEATED.split():
        board = arena.board(len(ROOTS))
        arena.step([board.policy_index("lc0", board.parse_uci(uci))], games=[len(ROOTS)])
    return arena


def of_rows(rows: Any) -> tuple[Any, Any, Any]:
    """Logits, values and the legal mask of rows of games."""
    arena = Arena.from_rows(np.asarray(rows))
    logits, values = hashed(arena.zobrist_key)
    mask = arena.legal_mask("lc0")
    return np.where(mask, logits, -1e9).astype(np.float32), values, mask


def searched_by_mctx(rows: Any, simulations: int, gumbel: bool) -> Any:
    """The output of mctx for games."""
    count, width = rows.shape

    def after(rows: Any, actions: Any) -> Any:
        after, step = step_rows(np.asarray(rows), np.asarray(actions), on_illegal="lose")
        over = step.terminated | step.truncated
        logits, values, _ = of_rows(after)
        return (
            after,
            np.where(over[:, None], 0, logits).astype(np.float32),
            np.where(over, 0, values).astype(np.float32),
            step.rewards.astype(np.float32),
            np.where(over, 0, -1).astype(np.float32),
        )

    shapes = (
        jax.ShapeDtypeStruct((count, width), jnp.uint8),
        jax.ShapeDtypeStruct((count, SIZE), jnp.float32),
        jax.ShapeDtypeStruct((count,), jnp.float32),
        jax.ShapeDtypeStruct((count,), jnp.float32),
        jax.ShapeDtypeStruct((count,), jnp.float32),
    )

    def recurrent_fn(params: Any, key: Any, actions: Any, rows: Any) -> Any:
        rows, logits, value, reward, discount = jax.pure_callback(after, shapes, rows, actions)
        output = mctx.RecurrentFnOutput(
            reward=reward, discount=discount, prior_logits=logits, value=value
        )
        return output, rows

    logits, values, mask = of_rows(rows)
    root = mctx.RootFnOutput(
        prior_logits=jnp.asarray(logits), value=jnp.asarray(values), embedding=jnp.asarray(rows)
    )
    common = {"num_simulations": simulations, "invalid_actions": jnp.asarray(~mask)}
    key = jax.random.PRNGKey(3)
    if gumbel:
        return mctx.gumbel_muzero_policy(
            None, key, root, recurrent_fn, max_num_considered_actions=16, **common
        )
    from functools import partial

    qtransform = partial(mctx.qtransform_by_min_max, min_value=-1.0, max_value=1.0)
    return mctx.muzero_policy(
        None, key, root, recurrent_fn, dirichlet_fraction=0.0, temperature=1.0,
        qtransform=qtransform, **common,
    )  # fmt: skip


def expanded(output: Any, game: int) -> dict[tuple[int, ...], int]:
    """The visits of each path of actions in a tree of mctx, those below ends apart."""
    tree = output.search_tree
    parents, actions = np.asarray(tree.parents[game]), np.asarray(tree.action_from_parent[game])
    visits = np.asarray(tree.node_visits[game])
    paths: dict[int, tuple[int, ...]] = {0: ()}
    found = {}
    for node in range(1, len(parents)):
        if visits[node] == 0 or parents[node] not in paths:
            continue
        paths[node] = (*paths[int(parents[node])], int(actions[node]))
        found[paths[node]] = int(visits[node])
    return found


def expanded_here(search: TreeSearch, arena: Arena, game: int) -> dict[tuple[int, ...], int]:
    """The same of a tree of enroque, and of the ends the paths alone."""
    tree = search.tree(game)
    boards = {0: arena.board(game)}
    paths: dict[int, tuple[int, ...]] = {0: ()}
    found = {}
    for node in range(1, len(tree.parent)):
        parent = int(tree.parent[node])
        before = boards[parent]
        bits = int(tree.move[node])
        move = next(m for m in before.legal_moves if before_bits(before, m) == bits)
        paths[node] = (*paths[parent], before.policy_index("lc0", move))
        boards[node] = before.copy()
        boards[node].push(move)
        if tree.visits[node]:
            found[paths[node]] = int(tree.visits[node])
    return found


def before_bits(board: Any, move: Any) -> int:
    """The 16 bits of a move of a board."""
    arena = Arena(1, start=[board], autoreset="disabled")
    moves, _ = arena.legal_moves()
    index = list(board.legal_moves).index(move)
    return int(moves[index])


@pytest.mark.parametrize("simulations", [1, 2, 15, 16, 17, 64, 200])
@pytest.mark.parametrize("wave", ["exact", "one", "puct"])
def test_equals_mctx(simulations: int, wave: str) -> None:
    arena = arena_of_roots()
    is_gumbel = wave != "puct"
    output = searched_by_mctx(arena.rows(), simulations, is_gumbel)
    if is_gumbel:
        search = TreeSearch(arena, Gumbel(wave=wave), simulations=simulations, seed=1)
        noise = np.asarray(output.search_tree.extra_data.root_gumbel)
    else:
        search = TreeSearch(arena, Puct(noise_fraction=0.0), simulations=simulations, seed=1)
    search.begin()
    calls = 0
    while leaves := search.select():
        logits, values = hashed(leaves.zobrist_key)
        search.backup(leaves, values, logits=logits)
        if calls == 0 and is_gumbel:
            indices, offsets = arena.legal_indices("lc0")
            row = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets).astype(np.intp))
            search._set_gumbel(noise[row, indices].astype(np.float64))
        calls += 1
    if wave != "exact":
        assert calls == simulations + 1
    else:
        assert calls <= simulations + 1
    summary = output.search_tree.summary()
    indices, offsets = arena.legal_indices("lc0")
    row = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets).astype(np.intp))
    visits, _ = search.visits()
    np.testing.assert_array_equal(visits, np.asarray(summary.visit_counts)[row, indices])
    assert np.add.reduceat(visits, offsets[:-1].astype(np.intp)).tolist() == [simulations] * len(
        arena
    )
    weights, _ = search.policy()
    np.testing.assert_allclose(weights, np.asarray(output.action_weights)[row, indices], atol=1e-5)
    values, _ = search.qvalues()
    known = visits > 0
    np.testing.assert_allclose(
        values[known], np.asarray(summary.qvalues)[row, indices][known], atol=1e-5
    )
    np.testing.assert_allclose(search.value, np.asarray(summary.value), atol=1e-5)
    if is_gumbel:
        np.testing.assert_array_equal(search.actions(), np.asarray(output.action))
    for game in range(len(arena)):
        here, there = expanded_here(search, arena, game), expanded(output, game)
        # mctx goes on below the ends of games
        assert all(here[path] == there[path] for path in here), game
        if not search.tree(game).end.any():
            assert here == there, game
