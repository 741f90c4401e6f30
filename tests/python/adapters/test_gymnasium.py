"""`enroque.gymnasium`: Gymnasium's own checks, and its `SyncVectorEnv` as a reference."""

import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import enroque
from enroque import Arena, Board, Termination
from enroque.errors import ArgumentError, IllegalMoveError

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.error import ResetNeeded  # noqa: E402
from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

from enroque.gymnasium import ChessEnv, ChessVectorEnv  # noqa: E402

ENDING = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"
MODES = list(AutoresetMode)


def last_legal(_: NDArray[Any], mask: NDArray[np.int8]) -> NDArray[np.int64]:
    """An opponent: the legal move with the greatest index."""
    return mask.shape[1] - 1 - mask[:, ::-1].argmax(1)


OPTIONS: list[dict[str, Any]] = [
    {},
    {"start": "chess960", "observation": "pieces", "dtype": "uint8", "policy": "openspiel"},
    {"opponent": "random", "agent_color": "black"},
    {"opponent": last_legal},
    {"observation": "squares", "max_plies": 30},
    {"observation": "HalfKP"},
    {"observation": enroque.Encoding("pettingzoo"), "dtype": "bool", "policy": "pettingzoo"},
    {"observation": enroque.Encoding("alphazero", layout="channels_last"), "dtype": "float16"},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_check_env(options: dict[str, Any]) -> None:
    """The check has warnings too, which are errors here."""
    check_env(gymnasium.make("enroque/Chess-v0", **options).unwrapped)
    check_env(gymnasium.make("enroque/Chess960-v0", render_mode="svg", **options).unwrapped)


def steps(envs: Any, count: int, seed: int) -> Iterator[tuple[Any, ...]]:
    """Plays random legal moves and a few illegal ones, the same for equal `info`."""
    rng = np.random.default_rng(seed)
    observations, info = envs.reset(seed=seed)
    yield observations, info
    for _ in range(count):
        weights = rng.random(info["action_mask"].shape)
        actions = np.where(info["action_mask"] == 1, weights, -1.0).argmax(1)
        if rng.random() < 0.02:
            actions[0] = rng.integers(info["action_mask"].shape[1])
        result = envs.step(actions)
        yield result
        ended = result[2] | result[3]
        info = result[-1]
        if envs.metadata["autoreset_mode"] == AutoresetMode.DISABLED and ended.any():
            observations, others = envs.reset(options={"reset_mask": ended})
            yield observations, {name: array[ended] for name, array in others.items()}
            for name in info:
                info[name][ended] = others[name][ended]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "options",
    [
        {"start": ENDING},
        {"max_plies": 41, "observation": "pieces"},
        {"opponent": last_legal, "max_plies": 60, "agent_color": "black"},
        {"opponent": last_legal, "start": ENDING, "agent_color": "white"},
    ],
)
def test_results_are_those_of_a_sync_vector_env(
    mode: AutoresetMode, options: dict[str, Any]
) -> None:
    """Observations, rewards, flags and infos, with the masks `_name`, in each mode."""
    ours = ChessVectorEnv(5, autoreset_mode=mode, **options)
    theirs = SyncVectorEnv([lambda: ChessEnv(**options)] * 5, autoreset_mode=mode)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata == theirs.metadata
    ends = {"terminated": 0, "truncated": 0, "won": 0, "lost": 0, "final": 0}
    for one, other in zip(steps(ours, 400, 3), steps(theirs, 400, 3), strict=True):
        assert len(one) == len(other)
        for a, b in zip(one[:-1], other[:-1], strict=True):
            np.testing.assert_array_equal(a, b)
        assert set(one[-1]) == set(other[-1])
        for name in one[-1]:
            a, b = one[-1][name], other[-1][name]
            assert data_equivalence(a, b, exact=True), name
        assert one[0] in ours.observation_space
        if len(one) == 5:
            ends["won"] += int((one[1] > 0).sum())
            ends["lost"] += int((one[1] < 0).sum())
            ends["terminated"] += int(one[2].sum())
            ends["truncated"] += int(one[3].sum())
            ends["final"] += int(one[-1].get("_final_obs", np.zeros(1)).sum())
    assert ends["terminated"]
    assert ends["lost"]
    assert (ends["truncated"] > 0) == ("max_plies" in options)
    total = ends["terminated"] + ends["truncated"]
    assert ends["final"] == (total if mode == AutoresetMode.SAME_STEP else 0)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_games_are_those_of_the_arena(mode: AutoresetMode) -> None:
    """The same seed gives the same start positions, in both modes, and legal games."""
    envs = ChessVectorEnv(6, start="chess960", autoreset_mode=mode, record=True, max_plies=80)
    for _ in steps(envs, 300, 7):
        pass
    games = envs.arena.pop_games()
    assert len(games) > 12
    starts = {game.headers["Round"]: game.board(0).fen() for game in games}
    arena = Arena(6, start="chess960", seed=7)
    for number in range(24):
        slot = number % 6
        assert arena.game[slot] == number
        if str(number + 1) in starts:
            assert starts[str(number + 1)] == arena.board(slot).fen()
        arena.reset([slot])


def test_rewards_are_the_agents() -> None:
    """Fool's mate, with the agent on either side and as both players."""
    index = enroque.Policy("lc0")
    board, moves = Board(), []
    for san in ["f3", "e5", "g4", "Qh4#"]:
        move = board.parse_san(san)
        moves.append(board.policy_index(index, move))
        board.push(move)

    class Line:
        """Plays the moves of one player in turn."""

        def __init__(self, first: int) -> None:
            self.rest = moves[first::2]

        def __call__(self, observation: NDArray[Any], mask: NDArray[np.int8]) -> list[int]:
            assert observation.shape == (1, 112, 8, 8)
            assert mask[0, self.rest[0]] == 1
            return [self.rest.pop(0)]

    env = ChessEnv()
    env.reset(seed=1)
    assert [env.step(move)[1:4] for move in moves] == [
        *[(0.0, False, False)] * 3,
        (1.0, True, False),
    ]
    with pytest.raises(ArgumentError, match="game 0 is over"):
        env.step(0)
    for color, reward, first in [("white", -1.0, 0), ("black", 1.0, 1)]:
        env = ChessEnv(opponent=Line(1 - first), agent_color=color)  # type: ignore[arg-type]
        observation, info = env.reset(seed=1)
        assert info["turn"] == (color == "white")
        np.testing.assert_array_equal(observation, env.board.planes("lc0"))
        assert env.step(moves[first])[1:4] == (0.0, False, False)
        *_, info = end = env.step(moves[first + 2])
        assert end[1:4] == (reward, True, False)
        assert info["termination"] == Termination.CHECKMATE.value
        assert info["action_mask"].sum() == 0


def test_illegal_actions() -> None:
    envs = ChessVectorEnv(3, autoreset_mode="Disabled")
    envs.reset(seed=1)
    _, rewards, terminated, _, info = envs.step([322, 0, 322])
    assert rewards.tolist() == [0, -1, 0]
    assert terminated.tolist() == [False, True, False]
    assert info["termination"].tolist() == [0, Termination.ILLEGAL_MOVE.value, 0]
    envs = ChessVectorEnv(3, on_illegal="raise")
    envs.reset(seed=1)
    with pytest.raises(IllegalMoveError, match="game 1"):
        envs.step([322, 0, 322])
    assert envs.arena.ply.tolist() == [0, 0, 0]
    envs.step([322, 322, 322])


def test_failing_opponents() -> None:
    def broken(_: NDArray[Any], mask: NDArray[np.int8]) -> list[int]:
        raise ZeroDivisionError

    envs = ChessVectorEnv(2, opponent=broken, agent_color="white")
    with pytest.raises(ResetNeeded):
        envs.step([322, 322])
    envs.reset(seed=1)
    with pytest.raises(ZeroDivisionError):
        envs.step([322, 322])
    with pytest.raises(ResetNeeded):
        envs.step([322, 322])
    with pytest.raises(ResetNeeded):
        envs.reset(options={"reset_mask": np.array([True, False])})
    envs.reset()
    assert envs.arena.ply.tolist() == [0, 0]
    lazy = ChessVectorEnv(2, opponent=lambda _, mask: [-1] * len(mask), agent_color="black")
    with pytest.raises(ArgumentError, match="must move in each game"):
        lazy.reset()
    # the opponent mates at once, before the agent can move
    mate = "6k1/5ppp/8/8/8/8/8/K6R w - - 0 1"
    mates = ChessVectorEnv(
        2,
        start=["k7/8/1K6/8/8/8/8/7R w - - 0 1", mate],
        start_order="in_turn",
        opponent=last_legal,
        agent_color="black",
    )
    with pytest.raises(ArgumentError, match="100 games in a row"):
        ChessVectorEnv(1, start="k7/8/1K6/8/8/8/8/8 w - - 0 1", opponent="random").reset()
    mates.reset()
    assert not mates.arena.over.any()


def test_wrong_arguments() -> None:
    for options, kind, words in [
        ({"render_mode": "rgb"}, ArgumentError, "render_mode must be None or 'ansi' or 'svg' or"),
        ({"agent_color": "red"}, ArgumentError, "agent_color must be"),
        ({"on_illegal": "ignore"}, ArgumentError, "on_illegal must be"),
        ({"opponent": 5}, ArgumentError, "opponent must be a function"),
        ({"autoreset_mode": "never"}, ValueError, "never"),
        ({"observation": "bullet"}, ArgumentError, "observations are planes, tokens or features"),
        ({"observation": "lc1"}, ArgumentError, "lc1"),
        ({"observation": "alphazero", "dtype": "uint8"}, ArgumentError, "not uint8"),
        ({"policy": "lc1"}, ArgumentError, "lc1"),
        ({"start": "chess690"}, ValueError, "unknown start"),
    ]:
        with pytest.raises(kind, match=words):
            ChessVectorEnv(2, **options)
    envs = ChessVectorEnv(2)
    envs.reset(seed=1)
    for mask in ([True, False], np.array([1, 0]), np.array([True]), np.array([False, False])):
        with pytest.raises(ArgumentError, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})
    with pytest.raises(ArgumentError, match="seed"):
        envs.reset(seed=1, options={"reset_mask": np.array([True, False])})
    assert envs.arena.game.tolist() == [0, 1]


def test_make() -> None:
    envs = gymnasium.make_vec("enroque/Chess960-v0", num_envs=3, observation="pieces")
    assert isinstance(envs.unwrapped, ChessVectorEnv)
    observations, _ = envs.reset(seed=5)
    assert observations.shape == (3, 12, 8, 8)
    fens = [envs.unwrapped.arena.board(n).fen() for n in range(3)]
    assert fens == [Arena(3, start="chess960", seed=5).board(n).fen() for n in range(3)]
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        gymnasium.make_vec("enroque/Chess-v0", num_envs=3, max_plies=10, opponent="random")
    )
    lengths = [
        result[-1]["episode"]["l"][result[-1]["_episode"]]
        for result in steps(counted, 36, 1)
        if "episode" in result[-1]
    ]
    # the agent's moves of ten plies, and fewer in games with an illegal action
    assert 15 <= sum(map(len, lengths)) <= 20
    assert np.concatenate(lengths).max() == 5
    text = gymnasium.make_vec("enroque/Chess-v0", num_envs=2, render_mode="ansi")
    text.reset()
    assert text.render() == (str(Board()),) * 2
    assert ChessVectorEnv(2).render() is None
    spec = gymnasium.make("enroque/Chess-v0", max_plies=10).spec
    assert pickle.loads(pickle.dumps(spec)).make().unwrapped.arena.num_games == 1


def test_action_masks_are_those_of_info() -> None:
    """`MaskablePPO` of sb3-contrib calls `action_masks`, also through wrappers."""
    env = gymnasium.make("enroque/Chess-v0", opponent="random")
    _, info = env.reset(seed=3)
    for _ in range(200):
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert np.array_equal(masks, info["action_mask"] == 1)
        action = env.action_space.sample(info["action_mask"])
        _, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            _, info = env.reset()


def test_rgb_array() -> None:
    env = gymnasium.make("enroque/Chess-v0", render_mode="rgb_array")
    env.reset(seed=1)
    image = env.render()
    assert (image.dtype, image.shape) == (np.uint8, (384, 384, 3))
    squares = image.reshape(8, 48, 8, 48, 3).swapaxes(1, 2)
    board = Board()
    for square in range(64):
        rank, file = divmod(square, 8)
        colors = np.unique(squares[7 - rank, file].reshape(-1, 3), axis=0)
        assert len(colors) == 1 + (board.piece_at(square) is not None)
    env.step(322)  # e2e4
    after = env.render().reshape(8, 48, 8, 48, 3).swapaxes(1, 2)
    changed = [(r, f) for r in range(8) for f in range(8) if (after[r, f] != squares[r, f]).any()]
    assert changed == [(4, 4), (6, 4)]
    images = gymnasium.make_vec("enroque/Chess-v0", num_envs=2, render_mode="rgb_array")
    images.reset(seed=1)
    assert np.array_equal(images.render()[1], image)


def test_stable_baselines() -> None:
    """`make_vec_env` passes `render_mode="rgb_array"`; `MaskablePPO` trains with the masks."""
    pytest.importorskip("sb3_contrib")
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_util import make_vec_env

    options = {"opponent": "random", "observation": "pieces", "policy": "from_to", "max_plies": 40}
    envs = make_vec_env("enroque/Chess-v0", n_envs=2, seed=1, env_kwargs=options)
    assert envs.render_mode == "rgb_array"
    envs.reset()
    assert envs.get_images()[0].shape == (384, 384, 3)
    model = MaskablePPO("MlpPolicy", envs, n_steps=32, batch_size=32, seed=1, device="cpu")
    model.learn(128)
