"""`enroque.jax.recurrent_fn`: searches of mctx, with a network that knows nothing."""

from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Arena, Board

jax = pytest.importorskip("jax", reason="JAX is not installed")
mctx = pytest.importorskip("mctx", reason="mctx is not installed")

import jax.numpy as jnp  # noqa: E402

from enroque.jax import recurrent_fn, root_fn  # noqa: E402

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.timeout(600)]

MATES = [
    "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "6k1/5ppp/8/8/8/8/r7/1R4K1 w - - 0 1",
    "7k/6pp/7N/8/8/8/Q7/K7 w - - 0 1",
    "rnbqkbnr/ppppp2p/5p2/6p1/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 0 3",
    "6rk/6pp/7N/8/8/8/8/K7 w - - 0 1",
]
"""Positions with a move that mates at once."""


def uniform(params: Any, seen: Any) -> tuple[Any, Any]:
    """Equal logits, and the value 0."""
    return jnp.zeros((len(seen), params)), jnp.zeros(len(seen))


@pytest.mark.parametrize("policy", ["lc0", "alphazero"])
@pytest.mark.parametrize("search", ["muzero", "gumbel"])
def test_searches_find_mate_in_one(search: str, policy: str) -> None:
    encoding = enroque.Policy(policy)
    options: dict[str, Any] = {"observation": "pieces", "policy": policy}
    step = recurrent_fn(uniform, **options)
    arena = Arena(len(MATES), start=MATES, start_order="in_turn")

    @jax.jit
    def run(rows: Any, key: Any) -> Any:
        root, invalid = root_fn(uniform, **options)(encoding.size, rows)
        common = {"invalid_actions": invalid, "num_simulations": 150}
        if search == "muzero":
            return mctx.muzero_policy(
                encoding.size, key, root, step, dirichlet_fraction=0.0, temperature=0.0, **common
            )
        return mctx.gumbel_muzero_policy(
            encoding.size, key, root, step, max_num_considered_actions=64, **common
        )

    output = run(arena.rows(), jax.random.PRNGKey(1))
    assert output.action_weights.shape == (len(MATES), encoding.size)
    for fen, action in zip(MATES, np.asarray(output.action), strict=True):
        board = Board(fen)
        move = board.policy_move(encoding, int(action))
        board.push(move)
        assert board.is_checkmate(), fen


def test_recurrent_fn() -> None:
    """Rewards, discounts, logits and observations, beside those of the arena."""
    seen_by_network = []

    def network(params: Any, seen: Any) -> tuple[Any, Any]:
        seen_by_network.append(seen)
        return jnp.full((len(seen), 1858), params), jnp.full(len(seen), 0.5)

    fens = [MATES[2], MATES[0], "k7/2Q5/8/8/8/8/8/K7 w - - 0 1", MATES[3]]
    arena = Arena(4, start=fens, start_order="in_turn", autoreset="disabled")
    sans = ["Qh4#", "Ra7", "Qc8+", "Qxf7#"]
    boards = [Board(fen) for fen in fens]
    actions = np.array(
        [b.policy_index("lc0", b.parse_san(s)) for b, s in zip(boards, sans, strict=True)]
    )
    step = recurrent_fn(network, max_plies=100)
    output, rows = step(2.0, None, jnp.asarray(actions), jnp.asarray(arena.rows()))
    arena.step(actions)
    np.testing.assert_array_equal(rows, arena.rows())
    np.testing.assert_array_equal(seen_by_network[0], arena.planes("lc0"))
    assert output.reward.tolist() == [1, 0, 0, 1]
    assert output.discount.tolist() == [0, -1, -1, 0]
    assert output.value.tolist() == [0, 0.5, 0.5, 0]
    np.testing.assert_array_equal(output.prior_logits == 2.0, arena.legal_mask())
    # games that are over stay as they are; an illegal action loses
    illegal = np.full(4, 0)
    assert not arena.legal_mask()[1, 0]
    output, again = step(2.0, None, jnp.asarray(illegal), rows)
    np.testing.assert_array_equal(again[0], rows[0])
    assert output.reward.tolist()[:2] == [0, -1]
    assert output.discount.tolist()[:2] == [0, 0]
