"""Planes and policies, compared with the packages that define them on random games.

Each test is skipped without its package; `pip install enroque[peers]` installs all of them. They
are large, so neither `make test` nor the gate installs them. Their output for 978 positions is
recorded and always compared (`tests/vectors/`).
"""

import random
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Board

GAMES = 6
PLIES = 120


def moves_agree(board: Board, policy: str, actions: list[int]) -> None:
    """The legal actions are the indices of the legal moves."""
    assert sorted(board.legal_indices(policy).tolist()) == sorted(actions), board.fen()
    for move in board.legal_moves:
        assert board.policy_move(policy, board.policy_index(policy, move)) == move


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("seed", range(GAMES))
def test_openspiel(chess960: bool, seed: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("chess(chess960=true)" if chess960 else "chess")
    board = Board.random960(seed) if chess960 else Board()
    state = game.new_initial_state(board.fen(shredder=chess960))
    draw = random.Random(seed)
    for _ in range(PLIES):
        planes = np.array(state.observation_tensor(0), dtype=np.float32).reshape(20, 8, 8)
        assert np.array_equal(board.planes("openspiel"), planes), board.fen()
        if state.is_terminal():
            break
        moves_agree(board, "openspiel", state.legal_actions())
        action = draw.choice(state.legal_actions())
        board.push(board.policy_move("openspiel", action))
        state.apply_action(action)


@pytest.mark.parametrize("seed", range(GAMES))
def test_pettingzoo(seed: int) -> None:
    module = pytest.importorskip("pettingzoo.classic.chess.chess")
    env = module.raw_env()
    env.reset(seed=seed)
    board, draw = Board(), random.Random(seed)
    for _ in range(PLIES):
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            break
        seen = env.observe(agent)
        assert np.array_equal(board.planes("pettingzoo", dtype="bool"), seen["observation"])
        (other,) = set(env.agents) - {agent}
        opponent = board.planes(enroque.Encoding("pettingzoo", player="opponent"), dtype="bool")
        assert np.array_equal(opponent, env.observe(other)["observation"])
        actions = np.flatnonzero(seen["action_mask"]).tolist()
        moves_agree(board, "pettingzoo", actions)
        action = draw.choice(actions)
        board.push(board.policy_move("pettingzoo", action))
        env.step(action)


@pytest.fixture(scope="module")
def pgx_chess() -> Any:
    """The chess environment of pgx, compiled once."""
    jax = pytest.importorskip("jax")
    pgx = pytest.importorskip("pgx")
    env = pgx.make("chess")
    return jax.jit(env.init), jax.jit(env.step), jax.jit(env.observe), jax.random.PRNGKey


@pytest.mark.filterwarnings("ignore")
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", range(2))
def test_pgx(pgx_chess: Any, seed: int) -> None:
    init, step, observe, key = pgx_chess
    state = init(key(seed))
    encoding = enroque.Encoding("alphazero", layout="channels_last")
    opponent = enroque.Encoding("alphazero", layout="channels_last", player="opponent")
    board, draw = Board(), random.Random(seed)
    for _ in range(PLIES):
        if state.terminated:
            break
        planes = board.planes(encoding)
        # pgx multiplies the halfmove clock by 0.01, with a rounding error
        assert np.allclose(planes, np.asarray(state.observation), rtol=1e-6, atol=0), board.fen()
        other = np.asarray(observe(state, 1 - state.current_player))
        assert np.allclose(board.planes(opponent), other, rtol=1e-6, atol=0), board.fen()
        actions = np.flatnonzero(np.asarray(state.legal_action_mask)).tolist()
        moves_agree(board, "alphazero", actions)
        action = draw.choice(actions)
        board.push(board.policy_move("alphazero", action))
        state = step(state, action)
