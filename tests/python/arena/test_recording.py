"""Notes of searches, policy targets and search labels, compared with notes kept in Python."""

import pickle
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Arena, Column, Games, Loader
from enroque.errors import ArgumentError, ArrayError, OutOfRangeError

STARTS: list[tuple[float, Any]] = [
    (1, "standard"),
    (1, "chess960"),
    (1, ["4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "8/2P5/8/8/8/8/k7/2K5 w - - 0 1"]),
]
Row = dict[str, Any]


class Player:
    """Plays random games with random notes, and keeps the notes by game number and ply."""

    def __init__(self, arena: Arena, seed: int, dense: bool = False) -> None:
        self.arena = arena
        self.rng = np.random.default_rng(seed)
        self.dense = dense
        self.rows: dict[tuple[int, int], Row] = {}

    def note(self) -> None:
        """Notes some of the games in progress."""
        arena, rng = self.arena, self.rng
        chosen = np.flatnonzero(rng.random(arena.num_games) < 0.8)
        legal, offsets = arena.legal_indices(games=chosen)
        moves, _ = arena.legal_moves(games=chosen)
        counts = rng.integers(0, 100, len(legal))
        value = rng.uniform(-1, 1, len(chosen)).astype(np.float32)
        wdl = rng.dirichlet((1, 1, 1), len(chosen)).astype(np.float32)
        nodes = rng.integers(0, 10**9, len(chosen))
        network, weight = np.tanh(3 * value), 5 * np.abs(value)
        policy: Any = (counts, offsets)
        if self.dense:
            policy = np.zeros((len(chosen), 1858))
            policy[np.repeat(np.arange(len(chosen)), np.diff(offsets).astype(np.intp)), legal] = (
                counts
            )
        found = {"wdl": wdl, "network_value": network, "nodes": nodes, "weight": weight}
        arena.note(value, **found, policy=policy, games=chosen)
        for n, slot in enumerate(chosen.tolist()):
            if not arena.over[slot]:
                row = slice(offsets[n], offsets[n + 1])
                visits = zip(moves[row].tolist(), counts[row].tolist(), strict=True)
                self.rows[int(arena.game[slot]), int(arena.ply[slot])] = {
                    "value": value[n],
                    "wdl": wdl[n],
                    "network": network[n],
                    "nodes": nodes[n],
                    "weight": weight[n],
                    "visits": {move: count for move, count in visits if count},
                }

    def play(self, plies: int) -> None:
        for _ in range(plies):
            self.note()
            self.arena.step(self.arena.sample())

    def check(self, games: Games) -> int:
        """Compares the columns of games with the notes; returns how many plies had one."""
        found = 0
        for game in games:
            number = int(game.headers["Round"]) - 1
            for ply in range(len(game)):
                row = self.rows.get((number, ply))
                values, wdl, nodes = game.search_values, game.search_wdl, game.search_nodes
                assert values is not None
                assert wdl is not None
                assert nodes is not None
                assert game.network_values is not None
                assert game.search_weights is not None
                if row is None:
                    assert np.isnan(values[ply])
                    assert np.isnan(wdl[ply]).all()
                    assert nodes[ply] == -1
                    assert np.isnan([game.network_values[ply], game.search_weights[ply]]).all()
                    assert game.visits(ply) == {}
                    continue
                found += 1
                assert values[ply] == row["value"]
                assert wdl[ply].tolist() == row["wdl"].tolist()
                assert nodes[ply] == row["nodes"]
                assert game.network_values[ply] == row["network"]
                assert game.search_weights[ply] == row["weight"]
                assert visits_by_bits(games, game.index, ply) == row["visits"]
        return found


def visits_by_bits(games: Games, game: int, ply: int) -> dict[int, int]:
    """The visits of a position by the bits of the moves."""
    moves, counts, offsets = games.visit_moves, games.visit_counts, games.visit_offsets
    if moves is None or counts is None or offsets is None:
        return {}
    at = int(games.offsets[game]) + ply
    row = slice(int(offsets[at]), int(offsets[at + 1]))
    return dict(zip(moves[row].tolist(), counts[row].tolist(), strict=True))


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
@pytest.mark.parametrize("dense", [False, True])
def test_notes_are_columns_of_their_games(autoreset: str, dense: bool) -> None:
    arena = Arena(16, start=STARTS, autoreset=autoreset, seed=3, max_plies=60)
    player = Player(arena, 5, dense)
    taken = []
    for plies in (3, 40, 80, 20):
        player.play(plies)
        taken.append(arena.pop_games())
        if autoreset == "disabled":
            arena.reset(np.flatnonzero(arena.over))
    games = Games.concatenate(taken)
    assert len(games) > 16
    assert len(set(games.tag_values("Round"))) == len(games)
    assert player.check(games) > 500
    rest = arena.pop_games(unfinished=True)
    assert player.check(rest) > 0
    assert rest == arena.pop_games(unfinished=True)


def test_unfinished_games_go_on() -> None:
    arena = Arena(6, start="chess960", seed=1, max_plies=30, autoreset="same_step")
    player = Player(arena, 2)
    assert len(arena.pop_games(unfinished=True)) == 0
    player.play(20)
    player.note()  # no move follows it
    part = arena.pop_games(unfinished=True)
    assert part.plies.tolist() == [20] * 6
    assert set(part.result) == {-128}
    assert part.tag_values("Termination") == ["unterminated"] * 6
    assert player.check(part) > 60
    player.play(15)
    both = arena.pop_games(unfinished=True)
    assert both.plies.tolist() == [30] * 6 + [5] * 6
    assert player.check(both) > 120
    for game, before in zip(both[:6], part, strict=True):
        assert game.uci()[:20] == before.uci()
    # finished games are taken once, games in progress as often as they are wanted
    assert arena.pop_games(unfinished=True) == both[6:]
    assert len(arena.pop_games()) == 0


def test_a_second_note_replaces_the_first() -> None:
    arena = Arena(2)
    weights = np.zeros((2, 1858))
    weights[:, 322] = 1
    arena.note([0.5, 0.25], nodes=[7, 8], policy=weights)
    arena.note([-0.5], games=[0])
    arena.step([322, 322])
    games = arena.pop_games(unfinished=True)
    assert games.search_values is not None
    assert games.search_values.tolist() == [-0.5, 0.25]
    assert games.search_nodes is not None
    assert games.search_nodes.tolist() == [-1, 8]
    assert [len(game.visits(0)) for game in games] == [0, 1]
    # nothing but unknown entries is no column
    arena.reset()
    arena.note([0.5, 0.25])
    arena.note()
    state = arena.state_dict()
    arena.load_state_dict(state)
    arena.step([322, 322])
    assert arena.pop_games(unfinished=True).search_values is None


def test_notes_are_dropped_with_their_games() -> None:
    arena = Arena(4, seed=1)
    player = Player(arena, 1)
    player.play(5)
    arena.reset([1, 2])
    player.play(2)
    games = arena.pop_games(unfinished=True)
    assert games.plies.tolist() == [7, 2, 2, 7]
    player.check(games)
    arena.note([0.5] * 4)
    arena.reset(seed=9)
    arena.step(arena.sample())
    assert arena.pop_games(unfinished=True).search_values is None


def test_states_continue_bit_for_bit() -> None:
    arena = Arena(8, start=STARTS, seed=2, max_plies=40)
    player = Player(arena, 3)
    player.play(30)
    player.note()
    state = pickle.loads(pickle.dumps(arena.state_dict()))
    rng = pickle.dumps(player.rng)
    player.play(30)
    expected = arena.pop_games(unfinished=True)
    assert player.check(expected) > 200

    other = Arena(8, start=STARTS, seed=7, max_plies=40)
    other.load_state_dict(state)
    again = Player(other, 0)
    again.rng, again.rows = pickle.loads(rng), dict(player.rows)
    again.play(30)
    games = other.pop_games(unfinished=True)
    assert games == expected
    assert games.visit_counts is not None
    np.testing.assert_array_equal(games.visit_counts, expected.visit_counts)
    # a state without notes removes them
    other.load_state_dict(Arena(8, start=STARTS, max_plies=40).state_dict())
    assert other.pop_games(unfinished=True).search_values is None


def test_damaged_states() -> None:
    arena = Arena(3, seed=2)
    player = Player(arena, 3)
    player.play(6)
    before = arena.pop_games(unfinished=True)
    good = arena.state_dict()
    notes = good["notes"]

    def damaged(**changes: Any) -> dict[str, Any]:
        return good | {"notes": notes | changes}

    visits, values = notes["visits"].copy(), notes["search_values"].copy()
    visits[0, 0], values[0] = 0, 3
    for state in (
        damaged(visits=visits),
        damaged(visits=notes["visits"][::-1].copy()),
        damaged(search_values=values),
        damaged(search_values=notes["search_values"][1:]),
        damaged(plies=notes["plies"] + 1),
        damaged(plies=-notes["plies"]),
        damaged(plies=notes["plies"][:2]),
        damaged(visit_offsets=notes["visit_offsets"][::-1].copy()),
        good | {"offsets": np.zeros(4, np.int64), "moves": np.zeros(0, np.uint16)},
    ):
        with pytest.raises(ValueError, match=r"notes"):
            arena.load_state_dict(state)
    assert arena.pop_games(unfinished=True) == before


def test_without_recording() -> None:
    arena = Arena(2, record=False, max_plies=1, autoreset="same_step")
    arena.note([0.5, 0.5])
    arena.step(arena.sample())
    assert len(arena.pop_games()) == 0


def dense(**weights: float) -> Any:
    row = np.zeros((1, 1858))
    for index, weight in weights.items():
        row[0, int(index[1:])] = weight
    return row


ONES = np.ones(20)

E4, ILLEGAL = 322, 0


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"value": [0.5, 0.5]}, ArrayError, r"value must have shape \(1,\), not \(2,\)"),
        ({"value": [[0.5]]}, ArrayError, r"value must have shape \(1,\), not \(1, 1\)"),
        ({"value": [np.nan]}, ArrayError, "the value NaN of game 0 is not from -1 to 1"),
        ({"value": [-1.01]}, ArrayError, "the value -1.01 of game 0 is not from -1 to 1"),
        ({"value": [np.inf]}, ArrayError, "the value inf of game 0"),
        ({"value": ["x"]}, ArrayError, "value must be an array of numbers"),
        ({"value": [None]}, ArrayError, "value must be an array of numbers, not object"),
        ({"wdl": [[0.5, 0.5]]}, ArrayError, r"wdl must have shape \(1, 3\), not \(1, 2\)"),
        ({"wdl": [[0.5, 0.5, 0.5]]}, ArrayError, "wdl .* are not probabilities with the sum 1"),
        ({"wdl": [[1.5, -0.5, 0]]}, ArrayError, "the wdl .* of game 0"),
        ({"wdl": [[np.nan] * 3]}, ArrayError, "the wdl .* of game 0"),
        ({"nodes": [-1]}, ArrayError, "the nodes -1 of game 0 are impossible"),
        ({"nodes": [2**31]}, ArrayError, "the nodes 2147483648 of game 0 are impossible"),
        ({"nodes": [1, 2]}, ArrayError, r"nodes must have shape \(1,\), not \(2,\)"),
        ({"nodes": [0.5]}, ArrayError, "nodes must be an array of integers"),
        ({"policy": np.ones((1, 1857))}, ArrayError, r"policy must have shape \(1, 1858\)"),
        ({"policy": np.ones(1858)}, ArrayError, r"policy must have shape \(1, 1858\)"),
        ({"policy": dense(i322=-1)}, ArrayError, "the score -1 of the move e2e4 of game 0"),
        ({"policy": dense(i322=np.nan)}, ArrayError, "the score NaN of the move e2e4 of game 0"),
        ({"policy": dense(i322=np.inf)}, ArrayError, "the score inf of the move e2e4 of game 0"),
        ({"policy": dense(i0=1)}, ArrayError, "game 0 has the weight 1 at index 0, which no legal"),
        ({"policy": dense(i0=np.nan, i322=1)}, ArrayError, "game 0 has the weight NaN at index 0"),
        ({"policy": dense(i7=-3)}, ArrayError, "game 0 has the weight -3 at index 7"),
        ({"policy": (ONES, [0, 19])}, ArrayError, "the offsets do not fit: game 0 has 20 legal"),
        ({"policy": (ONES, [1, 21])}, ArrayError, "the offsets do not fit"),
        ({"policy": (ONES, [0, 20, 20])}, ArrayError, r"must have shape \(2,\), not \(3,\)"),
        ({"policy": (ONES[1:], [0, 20])}, ArrayError, "scores must have 20 elements, not 19"),
        (
            {"policy": (ONES[None], [0, 20])},
            ArrayError,
            r"the values of policy must have shape \(moves,\), not \(1, 20\)",
        ),
        ({"policy": (-ONES, [0, 20])}, ArrayError, "the score -1 of the move"),
        ({"policy": (ONES * np.nan, [0, 20])}, ArrayError, "the score NaN of the move"),
        ({"policy": dense(), "policy_encoding": "alphazero"}, ArrayError, r"\(1, 4672\)"),
        ({"policy": dense(), "policy_encoding": "x"}, ArgumentError, "x"),
        ({"value": [0.5], "games": [5]}, OutOfRangeError, "game 5"),
        (
            {"value": [0.5] * 2, "nodes": [3] * 2, "games": [0, 0]},
            ArrayError,
            "game 0 occurs twice",
        ),
    ],
)
def test_errors_change_nothing(arguments: dict[str, Any], error: Any, message: str) -> None:
    arena = Arena(1)
    arena.note([0.25], policy=dense(i322=2, i293=1))
    with pytest.raises(error, match=message):
        # the other arguments are valid
        arena.note(**({"value": [-0.5], "nodes": [3]} | arguments))
    arena.step([E4])
    games = arena.pop_games(unfinished=True)
    assert games.search_values is not None
    assert games.search_values.tolist() == [0.25]
    assert games.search_nodes is None
    assert sorted(games[0].visits(0).values()) == [1, 2]


def test_errors_of_later_games_change_nothing() -> None:
    arena = Arena(200)
    value = np.zeros(200)
    value[150] = 2
    with pytest.raises(ArrayError, match="the value 2 of game 150"):
        arena.note(value)
    arena.step([E4] * 200)
    assert arena.pop_games(unfinished=True).search_values is None


def test_weights_need_a_policy() -> None:
    arena = Arena(1, policy="legal")
    with pytest.raises(ArgumentError, match="pass policy_encoding="):
        arena.note(policy=np.ones((1, 20)))
    arena.note(policy=(ONES, [0, 20]))
    arena.note(policy=dense(i322=1), policy_encoding="lc0")
    arena.step([0])
    assert len(arena.pop_games(unfinished=True)[0].visits(0)) == 1


def test_counts_and_weights() -> None:
    """Whole numbers up to 65,535 are exact; other weights keep their ratios."""
    for weights, expected in (
        ([1, 2, 65_535], [1, 2, 65_535]),
        ([0.5, 0.25, 0.25], [65_535, 32_768, 32_768]),
        ([131_072, 65_536, 0], [65_535, 32_768]),
        ([2**-100, 2**-101, 2**-120], [65_535, 32_768]),
        ([0, 0, 0], []),
    ):
        arena = Arena(1)
        arena.note(policy=(np.array(weights + [0] * 17), [0, 20]))
        arena.step([0], policy="legal")
        games = arena.pop_games(unfinished=True)
        assert list(games[0].visits(0).values()) == expected


def test_notes_do_not_depend_on_threads() -> None:
    columns = []
    for threads in (1, 2, 7):
        arena = Arena(300, seed=1)
        rng = np.random.default_rng(1)
        for _ in range(3):
            legal, offsets = arena.legal_indices()
            arena.note(
                rng.uniform(-1, 1, 300), policy=(rng.random(len(legal)), offsets), threads=threads
            )
            arena.step(arena.sample())
        columns.append(arena.pop_games(unfinished=True))
    assert columns[0] == columns[1] == columns[2]


@pytest.fixture(scope="module")
def recorded() -> Games:
    arena = Arena(24, start=STARTS, seed=8, max_plies=50)
    Player(arena, 9).play(60)
    return arena.pop_games()


def all_positions(games: Games) -> tuple[Any, Any]:
    game = np.repeat(np.arange(len(games)), games.plies.astype(np.intp))
    return game, np.concatenate([np.arange(plies) for plies in games.plies]).astype(np.int32)


def expected_target(games: Games, policy: str, game: Any, ply: Any, missing: str) -> Any:
    """The distributions, by python-like code over the columns."""
    size = enroque.Policy(policy).size
    rows = np.zeros((len(game), size))
    for n, (g, p) in enumerate(zip(game.tolist(), ply.tolist(), strict=True)):
        board = games[g].board(p)
        visits = games[g].visits(p)
        total = sum(visits.values())
        for move, count in visits.items():
            rows[n, board.policy_index(policy, move)] = count / total
        if not visits and missing == "played":
            rows[n, board.policy_index(policy, games[g].moves[p])] = 1
    return rows


@pytest.mark.parametrize("policy", ["lc0", "alphazero", "from_to_promotion"])
def test_policy_targets(recorded: Games, policy: str) -> None:
    rng = np.random.default_rng(1)
    game, ply = all_positions(recorded)
    order = rng.permutation(len(game))[:400]
    game, ply = game[order], ply[order]
    has_visits = np.array([bool(recorded[g].visits(p)) for g, p in zip(game, ply, strict=True)])
    assert 0 < has_visits.sum() < len(game)
    for missing in ("zeros", "played"):
        expected = expected_target(recorded, policy, game, ply, missing)
        target = recorded.policy_target(policy, game, ply, on_missing=missing)
        np.testing.assert_array_equal(target, expected.astype(np.float32))
        half = np.empty(target.shape, np.float16)
        kept = recorded.policy_target(policy, game, ply, on_missing=missing, out=half, threads=1)
        assert kept is half
        np.testing.assert_allclose(half, expected, atol=1e-3)
        sums = target.sum(axis=1)
        np.testing.assert_allclose(sums, has_visits if missing == "zeros" else 1, atol=1e-5)
        indices, values, offsets = recorded.policy_target_csr(policy, game, ply, on_missing=missing)
        assert (indices.dtype, values.dtype, offsets.dtype) == ("int32", "float32", "int64")
        sparse = np.zeros_like(target)
        sparse[np.repeat(np.arange(len(game)), np.diff(offsets).astype(np.intp)), indices] = values
        np.testing.assert_array_equal(sparse, target)
        assert np.count_nonzero(values) == len(values)
    with pytest.raises(
        ArgumentError, match=f"entry {np.flatnonzero(~has_visits)[0]}: game .* has no"
    ):
        recorded.policy_target(policy, game, ply)
    with pytest.raises(ArgumentError, match="has no visits of a search"):
        recorded.policy_target_csr(policy, game, ply)
    recorded.policy_target(policy, game[has_visits], ply[has_visits])


def test_errors_of_policy_targets(recorded: Games) -> None:
    for call in (recorded.policy_target, recorded.policy_target_csr):
        with pytest.raises(ArgumentError, match='on_missing cannot be "skip" here'):
            call("lc0", [0], [0], on_missing="skip")
        with pytest.raises(OutOfRangeError, match="does not have ply 50"):
            call("lc0", [0], [50], on_missing="zeros")
        with pytest.raises(ArgumentError):
            call("lc1", [0], [0])
    for dtype in ("uint8", "bool", "float64"):
        with pytest.raises(ArgumentError, match="dtype"):
            recorded.policy_target("lc0", [0], [0], on_missing="zeros", dtype=dtype)
    with pytest.raises(ArgumentError, match="game 0, ply 0 has no visits of a search"):
        enroque.data.example_games().policy_target("lc0", [0], [0])
    empty = recorded.policy_target("lc0", [], [])
    assert empty.shape == (0, 1858)


@pytest.mark.parametrize("missing", ["skip", "zeros", "played"])
@pytest.mark.parametrize("view", ["side_to_move", "white"])
def test_loader(recorded: Games, missing: str, view: str) -> None:
    loader = Loader(
        recorded,
        [
            Column.policy_target("lc0", on_missing=missing),
            Column.search_value(view=view, on_missing="nan"),
            Column.search_wdl(view=view, on_missing="nan"),
            Column.game(),
            Column.ply(),
        ],
        batch_size=100,
        seed=4,
    )
    with loader:
        batches = list(loader)
        state = loader.state_dict()
    game = np.concatenate([batch["game"] for batch in batches])
    ply = np.concatenate([batch["ply"] for batch in batches])
    target = np.concatenate([batch["policy_target"] for batch in batches])
    assert target.dtype == np.float32
    fallback = "zeros" if missing == "skip" else missing
    expected = recorded.policy_target("lc0", game, ply, on_missing=fallback)
    np.testing.assert_array_equal(target, expected)
    every = len(recorded.moves)
    visits = np.diff(recorded.visit_offsets)
    assert len(game) == (np.count_nonzero(visits) if missing == "skip" else every)
    at = recorded.offsets[game].astype(int) + ply
    black = np.array([not recorded[g].board(p).turn for g, p in zip(game, ply, strict=True)])
    turned = black & (view == "white")
    assert recorded.search_values is not None
    assert recorded.search_wdl is not None
    values, wdl = recorded.search_values[at].copy(), recorded.search_wdl[at].copy()
    values[turned] *= -1
    wdl[turned] = wdl[turned, ::-1]
    np.testing.assert_array_equal(np.concatenate([b["search_value"] for b in batches]), values)
    np.testing.assert_array_equal(np.concatenate([b["search_wdl"] for b in batches]), wdl)
    # skipping changes the selection of samples
    with Loader(recorded, Column.policy("lc0"), seed=4) as other:
        if missing == "skip":
            with pytest.raises(ArgumentError, match="skipping"):
                other.load_state_dict(state)
        else:
            other.load_state_dict(state)


def test_loader_without_searches() -> None:
    games = enroque.data.example_games()[:3]
    with (
        Loader(games, Column.policy_target("lc0")) as loader,
        pytest.raises(ArgumentError, match="has no visits of a search"),
    ):
        next(loader)
    options: dict[str, Any] = {"view": "white", "on_missing": "nan"}
    columns = [Column.search_value(**options), Column.search_wdl(**options)]
    with Loader(games, columns, batch_size=8) as loader:
        batch = next(loader)
    assert np.isnan(batch["search_value"]).all()
    assert np.isnan(batch["search_wdl"]).all()
    with (
        Loader(games, Column.policy_target("lc0", on_missing="skip")) as loader,
        pytest.raises(ArgumentError, match="sample"),
    ):
        next(loader)


def test_memory_of_a_million_plies() -> None:
    """Visits of 20 and more moves: bytes a ply, measured on fewer."""
    arena = Arena(64, seed=1, max_plies=30)
    rng = np.random.default_rng(1)
    for _ in range(30):
        legal, offsets = arena.legal_indices()
        arena.note(
            np.zeros(64),
            wdl=np.full((64, 3), 1 / 3),
            nodes=np.full(64, 800),
            policy=(rng.integers(1, 100, len(legal)), offsets),
        )
        arena.step(arena.sample())
    games = arena.pop_games()
    assert games.visit_moves is not None
    names = ("moves", "search_values", "search_wdl", "search_nodes", "visit_offsets")
    plies = len(games.moves)
    assert plies == 64 * 30
    fixed = sum(getattr(games, name).nbytes for name in names) - 8
    assert fixed == 30 * plies
    assert len(pickle.dumps(games)) < fixed + 4 * len(games.visit_moves) + 64 * 200
