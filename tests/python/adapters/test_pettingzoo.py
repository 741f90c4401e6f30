"""`enroque.pettingzoo`: PettingZoo's own tests, and its `chess_v6` beside it on random games."""

import random
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Board, Termination
from enroque.errors import ArgumentError, IllegalMoveError

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of PettingZoo's tests, about PettingZoo's environments
    from pettingzoo.test import api_test, max_cycles_test, seed_test
from pettingzoo.utils import BaseWrapper, aec_to_parallel

from enroque.pettingzoo import ChessAECEnv, env, raw_env

OPTIONS: list[dict[str, Any]] = [
    {},
    {"start": "chess960", "observation": "lc0", "policy": "lc0", "max_plies": 60},
    {"start": "double_chess960", "observation": "squares", "policy": "openspiel"},
    {"observation": "HalfKP", "start": "4k3/8/8/8/8/8/4P3/4K2R b - - 0 1"},
    {"observation": enroque.Encoding("alphazero"), "dtype": "float16", "policy": "alphazero"},
]


# it warns of dicts with a mask, except those of PettingZoo's environments, and of numbers below 0
@pytest.mark.filterwarnings("ignore:Observation (space|is not):UserWarning")
@pytest.mark.filterwarnings("ignore:The observation contains negative numbers:UserWarning")
@pytest.mark.parametrize("options", OPTIONS)
def test_api(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(**options), num_cycles=500)
    api_test(raw_env(**options), num_cycles=500)
    assert capsys.readouterr().out.count("Passed API test") == 2
    seed_test(lambda: env(**options), num_cycles=100)


def test_max_cycles() -> None:
    """A cycle is a move of each player. The test's actions are made legal."""

    class AnyAction(BaseWrapper[str, Any, Any]):
        def step(self, action: Any) -> None:
            if action is not None:
                mask = self.env.observe(self.env.agent_selection)["action_mask"]
                legal = np.flatnonzero(mask)
                action = legal[action % len(legal)]
            self.env.step(action)

    def cycles(max_cycles: int) -> Any:
        inner = ChessAECEnv(max_plies=2 * max_cycles)
        inner.metadata = {**inner.metadata, "is_parallelizable": True}
        return AnyAction(inner)

    def parallel(max_cycles: int) -> Any:
        return aec_to_parallel(cycles(max_cycles))

    max_cycles_test(SimpleNamespace(env=cycles, parallel_env=parallel))


def test_games_are_those_of_chess_v6() -> None:
    """Observations of both agents, masks, rewards and ends, in each position of random games."""
    module = pytest.importorskip("pettingzoo.classic.chess.chess")
    ends = set()
    for seed in range(8):
        draw = random.Random(seed)
        theirs, ours = module.env(), env(rules="pettingzoo")
        theirs.reset(seed=seed)
        ours.reset(seed=seed)
        for agent in theirs.possible_agents:
            assert ours.observation_space(agent) == theirs.observation_space(agent)
            assert ours.action_space(agent) == theirs.action_space(agent)
        while True:
            assert ours.agents == theirs.agents
            assert ours.agent_selection == theirs.agent_selection
            for agent in ours.agents:
                one, other = ours.observe(agent), theirs.observe(agent)
                assert one["observation"].dtype == other["observation"].dtype
                assert one["observation"].tobytes() == other["observation"].tobytes()
                assert ours.rewards[agent] == theirs.rewards[agent]
            if any(theirs.terminations.values()):
                ends.add(bool(ours.unwrapped.board.is_checkmate()))
                break
            one, other = (e.observe(e.agent_selection)["action_mask"] for e in (ours, theirs))
            assert one.tobytes() == other.tobytes()
            action = draw.choice(np.flatnonzero(one).tolist())
            ours.step(action)
            theirs.step(action)
            assert ours.terminations == theirs.terminations
    assert False in ends


def test_an_illegal_action_ends_the_game() -> None:
    module = pytest.importorskip("pettingzoo.classic.chess.chess")
    for game in (module.env(), env()):
        game.reset(seed=1)
        game.step(77)  # legal: a pawn moves
        game.last()
        game.step(0)
        assert game.rewards == {"player_0": 0, "player_1": -1}
        assert all(game.terminations.values())
    game = raw_env()
    game.reset()
    with pytest.raises(IllegalMoveError):
        game.step(0)
    assert game.agent_selection == "player_0"


def test_mate() -> None:
    game = raw_env(policy="lc0", observation="pieces", render_mode="ansi")
    game.reset()
    board = Board()
    for san in ["f3", "e5", "g4", "Qh4#"]:
        move = board.parse_san(san)
        game.step(board.policy_index("lc0", move))
        board.push(move)
    assert game.render() == str(board)
    assert game.rewards == {"player_0": -1.0, "player_1": 1.0}
    assert game.infos["player_0"] == {"termination": Termination.CHECKMATE.value}
    assert game.observe("player_0")["action_mask"].sum() == 0
    game.step(None)
    game.step(None)
    assert game.agents == []
    game.reset()
    assert game.agents == ["player_0", "player_1"]
    assert raw_env().render() is None
    with pytest.raises(ArgumentError, match="ends the game"):
        raw_env(start=board.fen()).reset()
    with pytest.raises(ArgumentError, match="render_mode"):
        raw_env(render_mode="human")  # type: ignore[arg-type]
