"""Chess as environments of Gymnasium: `ChessVectorEnv` for many games, `ChessEnv` for one.

Needs the extra `gymnasium`. Importing this module registers the ids `enroque/Chess-v0` and
`enroque/Chess960-v0`, for both `gymnasium.make` and `gymnasium.make_vec`.

    import gymnasium
    import enroque.gymnasium
    env = gymnasium.make("enroque/Chess-v0", opponent="random")
    envs = gymnasium.make_vec("enroque/Chess960-v0", num_envs=256)

An action is an index of the policy, and `info["action_mask"]` has a 1 for each legal one, as
`action_space.sample(mask)` takes it. Observations show the view of the side to move.
"""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._core import Arena, Board, Policy
from ._environment import RENDER_MODES, Observation, Observer, RenderMode, chosen, render
from ._model.arena import ArenaStart
from ._optional_packages import missing_package
from .errors import ArgumentError
from .rules import RuleSet

try:
    import gymnasium
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing_package(
        error, "enroque.gymnasium", "Gymnasium 1.1 or later", "enroque[gymnasium]"
    ) from error

__all__ = ["AgentColor", "ChessEnv", "ChessVectorEnv", "Opponent"]
__dir__ = __all__.copy

Opponent: TypeAlias = Callable[[NDArray[Any], NDArray[np.int8]], ArrayLike] | Literal["random"]
"""A function from observations and action masks to actions, one for each row, or `"random"`."""

AgentColor: TypeAlias = Literal["alternating", "white", "black"]
"""The color of the agent; `"alternating"` is White in games with even numbers."""

MAX_OPENINGS = 100
"""The number of consecutive games that may end before the agent moves, until `reset` raises."""

METADATA: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}


class ChessVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games at once, with the semantics of Gymnasium's vector environments.

    Without an opponent, the agent plays both sides, and the reward is that of the player who moved.
    With an opponent, `step` also plays its replies, and rewards are the agent's: 1 for a win, -1
    for a loss, else 0.

    `info` has, with their masks `_action_mask` and so on:

    | key | dtype | contents |
    |---|---|---|
    | `action_mask` | int8 `(num_envs, policy.size)` | 1 for each legal action |
    | `turn` | bool | whether White is to move, whose view the observation shows |
    | `termination` | uint8 | the value of the `enroque.Termination` that ended the game, or 0 |
    | `final_obs`, `final_info` | | of the games that ended, with `AutoresetMode.SAME_STEP` |

    With `AutoresetMode.DISABLED`, `reset(options={"reset_mask": mask})` starts the next games of
    some environments. The games depend on the seed of `reset` and the actions alone, and are those
    of `enroque.Arena(num_envs, seed=seed)`.

    Args:
        num_envs: the number of games.
        start: the start positions, as in `enroque.Arena`.
        start_order: `"random"` or `"in_turn"`, as in `enroque.Arena`.
        pairs: give games 2n and 2n + 1 the same start position, as in `enroque.Arena`.
        rules: the rules by which games end, as in `enroque.Arena`.
        max_plies: the number of plies, of both players together, after which games are truncated;
            `None` for no limit.
        at_limit: the effect of `max_plies`: `"truncate"`, or `"draw"` by adjudication.
        observation: the encoding of observations: planes, tokens or features.
        dtype: the dtype of planes; `None` for float32.
        policy: the policy that encodes actions, or its name.
        opponent: the player of the other color: `"random"`, or a function from the observations
            and action masks of some games to actions; `None` if the actions are of both players.
        agent_color: the color of the agent if there is an opponent: `"alternating"` (White in games
            with even numbers), `"white"` or `"black"`.
        on_illegal: the effect of an illegal action: `"lose"` ends the game, `"raise"` raises
            `enroque.IllegalMoveError` before anything changes.
        autoreset_mode: the start of the next game, as in `gymnasium.vector.SyncVectorEnv`.
        record: keep finished games for `arena.pop_games()`.
        render_mode: the result of `render` for each game: `"ansi"`, `"svg"`,
            `"rgb_array"`, or `None` for nothing.

    Attributes:
        arena: the `enroque.Arena` with the games.

    Raises:
        ArgumentError: an argument has an invalid value (a `ValueError`).
        FenError: a start position is not a FEN.

    Example:
        >>> envs = ChessVectorEnv(8, opponent="random", autoreset_mode="SameStep")
        >>> observations, info = envs.reset(seed=1)
        >>> _ = envs.action_space.seed(1)
        >>> total = 0.0
        >>> for _ in range(300):
        ...     actions = envs.action_space.sample(tuple(info["action_mask"]))
        ...     observations, rewards, terminated, truncated, info = envs.step(actions)
        ...     total += abs(rewards).sum()
        >>> observations.shape, bool(total > 0)
        ((8, 112, 8, 8), True)
    """

    arena: Arena

    def __init__(
        self,
        num_envs: int = 1,
        *,
        start: ArenaStart = "standard",
        start_order: Literal["random", "in_turn"] = "random",
        pairs: bool = False,
        rules: str | RuleSet = "engine",
        max_plies: int | None = None,
        at_limit: Literal["truncate", "draw"] = "truncate",
        observation: Observation | str = "lc0",
        dtype: DTypeLike | None = None,
        policy: Policy | str = "lc0",
        opponent: Opponent | None = None,
        agent_color: AgentColor = "alternating",
        on_illegal: Literal["lose", "raise"] = "lose",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        record: bool = False,
        render_mode: RenderMode | None = None,
    ) -> None:
        super().__init__()
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**METADATA, "autoreset_mode": self.autoreset_mode}
        self.render_mode = chosen("render_mode", render_mode, (None, *RENDER_MODES))
        self.agent_color = chosen("agent_color", agent_color, ("alternating", "white", "black"))
        self.on_illegal = chosen("on_illegal", on_illegal, ("lose", "raise"))
        if not (opponent is None or opponent == "random" or callable(opponent)):
            raise ArgumentError(f'opponent must be a function or "random", not {opponent!r}')
        self.opponent = opponent
        self._observe = Observer(observation, dtype)
        found = Policy(policy) if isinstance(policy, str) else policy
        is_next_step = self.autoreset_mode == AutoresetMode.NEXT_STEP
        self.arena = Arena(
            num_envs,
            start=start,
            start_order=start_order,
            pairs=pairs,
            rules=rules,
            max_plies=max_plies,
            at_limit=at_limit,
            # the games of SAME_STEP are started after their last observations
            autoreset="next_step" if is_next_step else "disabled",
            policy=found,
            record=record,
        )
        self._started: bool | None = None  # False after a failure within a step
        shape, low, high = self._observe.shape, self._observe.low, self._observe.high
        self.single_observation_space = Box(low, high, shape, self._observe.dtype)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._action_count = found.size
        self.single_action_space = Discrete(self._action_count)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Starts the next games, or the first games of a seed.

        Args:
            seed: the seed of the start positions and of the opponent `"random"`; `None` continues
                the games of the last seed.
            options: `{"reset_mask": mask}`, bool `(num_envs,)`, starts the next games of some
                environments only. Other keys have no effect.

        Returns:
            Observations and `info`.

        Raises:
            ArgumentError: the mask is not such an array, or is given with a seed.
        """
        mask = (options or {}).get("reset_mask")
        games = np.arange(self.num_envs) if mask is None else self._masked(mask, seed)
        if mask is not None:
            self.arena.reset(games)
        elif seed is not None or self._started is not None:
            self.arena.reset(seed=seed)
        super().reset(seed=seed)
        self._started = False
        self._open(games)
        self._started = True
        return self._observe(self.arena), self._info(np.zeros(self.num_envs, np.uint8))

    def _masked(self, mask: Any, seed: int | None) -> NDArray[np.int64]:
        """The indices of the games of a `reset_mask`."""
        is_mask = isinstance(mask, np.ndarray) and mask.dtype == np.bool_
        if not is_mask or mask.shape != (self.num_envs,) or not mask.any():
            raise ArgumentError(
                f'options["reset_mask"] must be a bool array of shape ({self.num_envs},) with a '
                f"True, not {mask!r}"
            )
        if seed is not None:
            raise ArgumentError("a seed starts all games: reset_mask cannot be given with it")
        if not self._started:
            raise ResetNeeded("reset all environments before some of them")
        return np.flatnonzero(mask)

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Plays an action in each game, and the replies of the opponent.

        Args:
            actions: an index of the policy for each game, integers.

        Returns:
            Observations, rewards, terminated, truncated and `info`.

        Raises:
            IllegalMoveError: an action is illegal, with `on_illegal="raise"`.
            ArgumentError: a game is over, with `AutoresetMode.DISABLED`.
            ResetNeeded: `reset` was not called, or the opponent has failed since.
        """
        if not self._started:
            raise ResetNeeded("call reset before step")
        over = self.arena.over
        step = self.arena.step(actions, on_illegal=self.on_illegal)
        self._started = False  # until the opponent has replied
        began = np.flatnonzero(over & ~self.arena.over)
        rewards, terminated, truncated, termination = step[:4]
        if self.opponent is not None:
            games = np.setdiff1d(np.flatnonzero(self._is_opponent_to_move()), began)
            reply = self._reply(games)
            rewards[games] = -reply.rewards
            terminated[games], truncated[games] = reply.terminated, reply.truncated
            termination[games] = reply.termination
            self._open(began)
        info: dict[str, Any] = {}
        ended = np.flatnonzero(terminated | truncated)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and ended.size:
            info = self._final(ended, termination)
            self.arena.reset(ended)
            self._open(ended)
            termination[ended] = 0
        self._started = True
        info.update(self._info(termination))
        return self._observe(self.arena), rewards, terminated, truncated, info

    def _is_opponent_to_move(self) -> NDArray[np.bool_]:
        """Whether the opponent is to move in each game."""
        if self.opponent is None:
            return np.zeros(self.num_envs, np.bool_)
        agent = self.agent_color == "white"
        if self.agent_color == "alternating":
            agent = self.arena.game % 2 == 0
        return (self.arena.turn != agent) & ~self.arena.over

    def _reply(self, games: NDArray[np.int64]) -> Any:
        """Plays the opponent's moves in some games; returns their `Step`."""
        if not callable(self.opponent) or not games.size:
            actions: Any = self.arena.sample(games=games)
        else:
            mask = self.arena.legal_mask(games=games).view(np.int8)
            actions = np.asarray(self.opponent(self._observe(self.arena, games), mask))
            if (actions < 0).any():
                raise ArgumentError(
                    "the opponent must move in each game, but an action is less than 0"
                )
        return self.arena.step(actions, games=games, on_illegal=self.on_illegal)

    def _open(self, games: NDArray[np.int64]) -> None:
        """Plays the opponent's first moves in new games.

        Games that are over before the agent's first move are replaced: `reset` cannot report an
        end.
        """
        for _ in range(MAX_OPENINGS):
            self._reply(games[self._is_opponent_to_move()[games]])
            games = games[self.arena.over[games]]
            if not games.size:
                return
            self.arena.reset(games)
        raise ArgumentError(
            f"{MAX_OPENINGS} games in a row were over before the agent's first move: use other "
            "start positions"
        )

    def _info(self, termination: NDArray[np.uint8]) -> dict[str, Any]:
        mask = self.arena.legal_mask().view(np.int8)
        info = {"action_mask": mask, "turn": self.arena.turn, "termination": termination}
        return _with_masks(info, np.ones(self.num_envs, np.bool_))

    def _final(self, ended: NDArray[np.int64], termination: NDArray[np.uint8]) -> dict[str, Any]:
        """The last observations and info of games that ended, as Gymnasium stores them."""
        is_ended = np.zeros(self.num_envs, np.bool_)
        is_ended[ended] = True
        final_obs = np.full(self.num_envs, None, dtype=object)
        for game, observation in zip(ended, self._observe(self.arena, ended), strict=True):
            final_obs[game] = observation
        info = {
            "action_mask": np.zeros((self.num_envs, self._action_count), np.int8),
            "turn": self.arena.turn & is_ended,
            "termination": termination * is_ended,
        }
        final = {"final_obs": final_obs, "final_info": _with_masks(info, is_ended)}
        return _with_masks(final, is_ended)

    def render(self) -> tuple[Any, ...] | None:
        """Returns a picture of each game, or `None` without a `render_mode`."""
        if self.render_mode is None:
            return None
        boards = map(self.arena.board, range(self.num_envs))
        return tuple(render(board, self.render_mode) for board in boards)


class ChessEnv(gymnasium.Env[Any, Any]):
    """One game; `ChessVectorEnv` has the meaning of actions, rewards and `info`.

    Args:
        start: the start positions, as in `enroque.Arena`.
        start_order: `"random"` or `"in_turn"`, as in `enroque.Arena`.
        pairs: give games 2n and 2n + 1 the same start position, as in `enroque.Arena`.
        rules: the rules by which games end, as in `enroque.Arena`.
        max_plies: the number of plies, of both players together, after which a game is truncated;
            `None` for no limit.
        at_limit: the effect of `max_plies`: `"truncate"`, or `"draw"` by adjudication.
        observation: the encoding of observations: planes, tokens or features.
        dtype: the dtype of planes; `None` for float32.
        policy: the policy that encodes actions, or its name.
        opponent: the player of the other color, as in `ChessVectorEnv`; `None` for none.
        agent_color: the color of the agent if there is an opponent: `"alternating"`, `"white"` or
            `"black"`.
        on_illegal: the effect of an illegal action: `"lose"` ends the game, `"raise"` raises
            `enroque.IllegalMoveError` before anything changes.
        record: keep finished games for `arena.pop_games()`.
        render_mode: the result of `render`: `"ansi"`, `"svg"`, `"rgb_array"`, or `None` for
            nothing.

    Raises:
        ArgumentError: an argument has an invalid value (a `ValueError`).
        FenError: a start position is not a FEN.

    Example:
        >>> env = ChessEnv(render_mode="ansi")
        >>> observation, info = env.reset(seed=1)
        >>> int(info["action_mask"].sum())
        20
        >>> observation, reward, terminated, truncated, info = env.step(322)  # e2e4
        >>> print(env.render().splitlines()[4])
        . . . . P . . .
    """

    metadata = METADATA

    def __init__(
        self,
        *,
        start: ArenaStart = "standard",
        start_order: Literal["random", "in_turn"] = "random",
        pairs: bool = False,
        rules: str | RuleSet = "engine",
        max_plies: int | None = None,
        at_limit: Literal["truncate", "draw"] = "truncate",
        observation: Observation | str = "lc0",
        dtype: DTypeLike | None = None,
        policy: Policy | str = "lc0",
        opponent: Opponent | None = None,
        agent_color: AgentColor = "alternating",
        on_illegal: Literal["lose", "raise"] = "lose",
        record: bool = False,
        render_mode: RenderMode | None = None,
    ) -> None:
        self._envs = ChessVectorEnv(
            1,
            start=start,
            start_order=start_order,
            pairs=pairs,
            rules=rules,
            max_plies=max_plies,
            at_limit=at_limit,
            observation=observation,
            dtype=dtype,
            policy=policy,
            opponent=opponent,
            agent_color=agent_color,
            on_illegal=on_illegal,
            autoreset_mode=AutoresetMode.DISABLED,
            record=record,
            render_mode=render_mode,
        )
        self.render_mode = self._envs.render_mode
        self.observation_space = self._envs.single_observation_space
        self.action_space = self._envs.single_action_space

    @property
    def arena(self) -> Arena:
        """The `enroque.Arena` with the game."""
        return self._envs.arena

    @property
    def board(self) -> Board:
        """The game as a `Board` with its moves."""
        return self.arena.board(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Starts the next game, or the first game of a seed.

        Args:
            seed: the seed of the start positions and of the opponent `"random"`; `None` continues
                the games of the last seed.
            options: have no effect.

        Returns:
            The observation and `info`.
        """
        super().reset(seed=seed)
        observations, info = self._envs.reset(seed=seed)
        return observations[0], _single(info)

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Plays an action, and the reply of the opponent.

        Args:
            action: an index of the policy.

        Returns:
            The observation, reward, terminated, truncated and `info`.

        Raises:
            IllegalMoveError: the action is illegal, with `on_illegal="raise"`.
            ArgumentError: the game is over.
            ResetNeeded: `reset` was not called, or the opponent has failed since.
        """
        observations, rewards, terminated, truncated, info = self._envs.step([action])
        is_over = bool(terminated[0]), bool(truncated[0])
        return observations[0], float(rewards[0]), *is_over, _single(info)

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns whether each action is legal, as `MaskablePPO` of sb3-contrib needs it."""
        return self.arena.legal_mask()[0]

    def render(self) -> Any:
        """Returns a picture of the game, or `None` without a `render_mode`."""
        return None if self.render_mode is None else render(self.board, self.render_mode)


def _with_masks(info: dict[str, Any], mask: NDArray[np.bool_]) -> dict[str, Any]:
    """Adds a mask of the games that have it to each entry, as Gymnasium stores them."""
    return info | {f"_{name}": mask.copy() for name in info}


def _single(info: dict[str, Any]) -> dict[str, Any]:
    """The info of the only game, with bools as SyncVectorEnv expects them."""
    first = {name: array[0] for name, array in info.items() if not name.startswith("_")}
    return {**first, "turn": bool(first["turn"])}


for _name, _start in [("Chess", "standard"), ("Chess960", "chess960")]:
    gymnasium.register(
        f"enroque/{_name}-v0",
        entry_point="enroque.gymnasium:ChessEnv",
        vector_entry_point="enroque.gymnasium:ChessVectorEnv",
        kwargs={"start": _start},
    )
