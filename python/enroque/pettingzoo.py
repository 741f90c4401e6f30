"""Chess as an environment of PettingZoo, by default with the observations of `chess_v6`.

Needs the extra `pettingzoo`.

    import enroque.pettingzoo
    env = enroque.pettingzoo.env(start="chess960")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        is_over = terminated or truncated
        mask = observation["action_mask"]
        env.step(None if is_over else env.action_space(agent).sample(mask))
"""

from typing import Any, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import DTypeLike

from ._core import Arena, Board, Encoding, Policy
from ._environment import RENDER_MODES, Observation, Observer, RenderMode, chosen, render
from ._model.arena import ArenaStart
from ._optional_packages import missing_package
from .errors import ArgumentError
from .rules import RuleSet

try:
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import (
        AssertOutOfBoundsWrapper,
        OrderEnforcingWrapper,
        TerminateIllegalWrapper,
    )
except ImportError as error:
    raise missing_package(
        error, "enroque.pettingzoo", "PettingZoo", "enroque[pettingzoo]"
    ) from error

__all__ = ["ChessAECEnv", "env", "raw_env"]
__dir__ = __all__.copy

Agent: TypeAlias = str

WHITE, BLACK = "player_0", "player_1"


class ChessAECEnv(AECEnv[Agent, Any, Any], EzPickle):
    """Chess for two agents: `player_0` has the white pieces, `player_1` the black ones.

    An observation is a dict of `observation`, the agent's view, and `action_mask`, int8 with a 1
    for each legal action: 0 for the agent who is not to move, and after the end. At the end the
    rewards are 1 and -1, or 0 for draws and truncated games, and `infos` have `termination`, the
    value of an `enroque.Termination`, or 0.

    With the defaults, `observation` is that of PettingZoo's `chess_v6`, byte for byte, and so are
    the actions; with `rules="pettingzoo"` games also end at the same ply. Encodings without an
    option `player` show both agents the view of the side to move.

    Args:
        start: the start positions, as in `enroque.Arena`.
        start_order: `"random"` or `"in_turn"`, as in `enroque.Arena`.
        rules: the rules by which games end, as in `enroque.Arena`.
        max_plies: the number of plies after which a game is truncated; `None` for no limit.
        observation: the encoding of observations: planes, tokens or features.
        dtype: the dtype of planes; `None` for bool if the encoding is `"pettingzoo"`, else float32.
        policy: the policy that encodes actions, or its name.
        render_mode: the result of `render`: `"ansi"`, `"svg"`, `"rgb_array"`, or `None` for
            nothing.

    Attributes:
        arena: an `enroque.Arena` with the game.

    Raises:
        ArgumentError: an argument has an invalid value (a `ValueError`).
        FenError: a start position is not a FEN.

    Example:
        >>> game = ChessAECEnv()
        >>> game.reset(seed=1)
        >>> game.agent_selection, int(game.observe("player_0")["action_mask"].sum())
        ('player_0', 20)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": RENDER_MODES,
        "name": "enroque_chess",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        *,
        start: ArenaStart = "standard",
        start_order: Literal["random", "in_turn"] = "random",
        rules: str | RuleSet = "engine",
        max_plies: int | None = None,
        observation: Observation | str = "pettingzoo",
        dtype: DTypeLike | None = None,
        policy: Policy | str = "pettingzoo",
        render_mode: RenderMode | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            start=start,
            start_order=start_order,
            rules=rules,
            max_plies=max_plies,
            observation=observation,
            dtype=dtype,
            policy=policy,
            render_mode=render_mode,
        )
        super().__init__()
        self.render_mode = chosen("render_mode", render_mode, (None, *RENDER_MODES))
        if dtype is None and getattr(observation, "name", observation) == "pettingzoo":
            dtype = np.bool_
        self._observe = Observer(observation, dtype)
        self._observe_waiting = Observer(_opponent(self._observe.encoding), dtype)
        found = Policy(policy) if isinstance(policy, str) else policy
        self.arena = Arena(
            1,
            start=start,
            start_order=start_order,
            rules=rules,
            max_plies=max_plies,
            autoreset="disabled",
            policy=found,
            record=False,
        )
        self._has_begun = False
        self.possible_agents = [WHITE, BLACK]
        box = Box(self._observe.low, self._observe.high, self._observe.shape, self._observe.dtype)
        self.observation_spaces = {
            agent: Dict({"observation": box, "action_mask": Box(0, 1, (found.size,), np.int8)})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(found.size) for agent in self.possible_agents}

    @property
    def board(self) -> Board:
        """The game as a `Board` with its moves."""
        return self.arena.board(0)

    def observation_space(self, agent: Agent) -> "Space[Any]":
        """Returns the space of the observations of an agent.

        Args:
            agent: the name of the agent.
        """
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> "Space[Any]":
        """Returns the space of the actions of an agent.

        Args:
            agent: the name of the agent.
        """
        return self.action_spaces[agent]

    def _player(self) -> Agent:
        """The agent who is to move, also after the end."""
        return WHITE if self.arena.turn[0] else BLACK

    def observe(self, agent: Agent) -> dict[str, Any]:
        """Returns the current observation of an agent.

        Args:
            agent: the name of the agent.
        """
        is_to_move = agent == self._player()
        observer = self._observe if is_to_move else self._observe_waiting
        mask = self.arena.legal_mask().view(np.int8)[0] * is_to_move
        return {"observation": observer(self.arena)[0], "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts the next game, or the first game of a seed.

        Args:
            seed: the seed of the start positions; `None` continues the games of the last seed.
            options: have no effect.

        Raises:
            ArgumentError: the game is over at its start position.
        """
        if seed is not None or self._has_begun:
            self.arena.reset(seed=seed)
        self._has_begun = True
        if self.arena.over[0]:
            raise ArgumentError(f"the start position {self.board.fen()} ends the game")
        self.agents = self.possible_agents[:]
        self.agent_selection = self._player()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}

    def step(self, action: int | None) -> None:
        """Plays an action of `agent_selection`.

        Args:
            action: an index of the policy; `None` after the end of the game.

        Raises:
            IllegalMoveError: the action is illegal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        step = self.arena.step([cast(int, action)])
        self._cumulative_rewards[agent] = 0.0
        opponent = WHITE if agent == BLACK else BLACK
        reward = float(step.rewards[0])
        self.rewards = {agent: reward, opponent: 0.0 - reward}
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, bool(step.terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(step.truncated[0]))
        if self.arena.over[0]:
            termination = int(step.termination[0])
            self.infos = {agent: {"termination": termination} for agent in self.agents}
        self.agent_selection = opponent

    def render(self) -> Any:
        """Returns a picture of the game, or `None` without a `render_mode`."""
        return None if self.render_mode is None else render(self.board, self.render_mode)

    def close(self) -> None:
        """Does nothing: there are no windows to close."""


def _opponent(observation: Observation) -> Observation:
    """The same encoding for the player who is not to move, if there is one."""
    if "player" in observation.options:
        options: dict[str, Any] = {**observation.options, "player": "opponent"}
        return Encoding(observation.name, **options)
    return observation


raw_env = ChessAECEnv
"""The environment without wrappers, under the name that PettingZoo uses."""


def env(
    *,
    start: ArenaStart = "standard",
    start_order: Literal["random", "in_turn"] = "random",
    rules: str | RuleSet = "engine",
    max_plies: int | None = None,
    observation: Observation | str = "pettingzoo",
    dtype: DTypeLike | None = None,
    policy: Policy | str = "pettingzoo",
    render_mode: RenderMode | None = None,
) -> AECEnv[Agent, Any, Any]:
    """Returns the environment in PettingZoo's usual wrappers: illegal actions lose the game.

    An illegal action ends the game with the reward -1 for the agent and 0 for the other, as in
    `chess_v6`.

    Args:
        start: the start positions, as in `enroque.Arena`.
        start_order: `"random"` or `"in_turn"`, as in `enroque.Arena`.
        rules: the rules by which games end, as in `enroque.Arena`.
        max_plies: the number of plies after which a game is truncated; `None` for no limit.
        observation: the encoding of observations: planes, tokens or features.
        dtype: the dtype of planes; `None` for bool if the encoding is `"pettingzoo"`, else float32.
        policy: the policy that encodes actions, or its name.
        render_mode: the result of `render`: `"ansi"`, `"svg"`, `"rgb_array"`, or `None` for
            nothing.

    Raises:
        ArgumentError: an argument has an invalid value (a `ValueError`).
        FenError: a start position is not a FEN.
    """
    game = ChessAECEnv(
        start=start,
        start_order=start_order,
        rules=rules,
        max_plies=max_plies,
        observation=observation,
        dtype=dtype,
        policy=policy,
        render_mode=render_mode,
    )
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(game, -1)))
