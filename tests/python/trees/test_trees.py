"""`TreeSearch`: beside a search in plain Python, and what must hold for any network."""

import copy
import dataclasses
import pickle
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Arena, Column, Gumbel, Loader, Puct, TreeSearch
from enroque.errors import ArgumentError, ArrayError, OutOfRangeError
from hashed_network import LC0, NO_NOISE, STARTS, arena_of, evaluate, hashed, rows
from plain_search import plain_search, pruned


@pytest.mark.parametrize(
    "options",
    [
        Puct(),
        Puct.named("lc0"),
        Puct.named("katago"),
        Puct(fpu="parent", fpu_reduction=0.33, root_fpu_reduction=0.1, c_factor=3.894, c_base=500),
        Puct(policy_temperature=1.359, root_policy_temperature=0.7, c_init=1.0),
        Puct(forced_visits=8.0, fpu="blend"),
    ],
    ids=["alphazero", "lc0", "katago", "fpu", "temperatures", "forced"],
)
def test_equals_a_plain_search(options: Puct) -> None:
    options = dataclasses.replace(options, noise_fraction=0.0)
    arena = arena_of()
    search = TreeSearch(arena, options, simulations=150)
    search.begin()
    search.run(evaluate)
    targets = rows(search.policy())
    for game, visits in enumerate(rows(search.visits())):
        root = plain_search(arena.board(game), options, 150)
        expected = [0 if child is None else child.visits for child in root.children]
        assert visits.tolist() == expected, STARTS[game]
        assert search.value[game] == pytest.approx(root.sum / root.visits, abs=1e-5)
        if options.forced_visits:
            np.testing.assert_allclose(targets[game], pruned(root, options), atol=1e-6)
        else:
            np.testing.assert_allclose(targets[game], np.array(expected) / 150, atol=1e-6)


@pytest.mark.parametrize("start", ["standard", "chess960", "double_chess960"])
def test_arrays_of_leaves(start: str) -> None:
    """The history of a leaf is that of its game and its path."""
    arena = Arena(6, start=start, seed=3, autoreset="disabled")
    for _ in range(30):
        arena.step(arena.sample())
    search = TreeSearch(arena, Puct(c_init=0.3), simulations=40)
    search.begin()
    deepest = 0
    while leaves := search.select():
        planes = {name: leaves.planes(name) for name in ("lc0", "alphazero", "pieces")}
        bits = leaves.planes_bits("lc0")[0]
        indices = rows(leaves.legal_indices("lc0"))
        mask = leaves.legal_mask("lc0")
        for n in range(len(leaves)):
            board = leaves.board(n)
            for name, array in planes.items():
                np.testing.assert_array_equal(array[n], board.planes(name))
            np.testing.assert_array_equal(bits[n], board.planes_bits("lc0")[0])
            legal = [board.policy_index("lc0", move) for move in board.legal_moves]
            assert indices[n].tolist() == legal
            assert np.flatnonzero(mask[n]).tolist() == sorted(legal)
            assert board.ply() == arena.ply[leaves.game[n]] + leaves.depth[n]
            assert leaves.zobrist_key[n] == board.hash()
            assert leaves.repetitions[n] >= 1
        assert leaves.game.tolist() == sorted(leaves.game.tolist())
        deepest = max(deepest, int(leaves.depth.max()))
        logits, values = hashed(leaves.zobrist_key)
        search.backup(leaves, values, logits=logits)
    assert deepest >= 4


ALGORITHMS = [Puct(), Puct.named("katago"), Gumbel(), Gumbel(wave="round"), Gumbel(wave="one")]


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=str)
def test_same_for_any_threads_and_groups(algorithm: Any) -> None:
    results = []
    for threads, groups in [(1, 1), (2, 3), (7, 2), (None, 5)]:
        arena = Arena(200, start="chess960", seed=5)
        search = TreeSearch(arena, algorithm, simulations=24, seed=9)
        search.begin(threads=threads)
        for group in np.array_split(np.arange(200), groups):
            while leaves := search.select(games=group, threads=threads):
                logits, values = hashed(leaves.zobrist_key)
                search.backup(leaves, values, logits=logits, threads=threads)
        found = [*search.visits(threads=threads), *search.policy(), search.value, search.surprise]
        results.append([array.tobytes() for array in (*found, search.actions(1.0))])
    assert all(result == results[0] for result in results)
    arena = Arena(200, start="chess960", seed=5)
    search = TreeSearch(arena, algorithm, simulations=24, seed=9)
    search.begin()
    search.run(evaluate, groups=4)
    assert search.visits()[0].tobytes() == results[0][0]


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=str)
def test_sums(algorithm: Any) -> None:
    arena = arena_of()
    counts = np.array([1, 2, 15, 16, 17, 40, 33])
    search = TreeSearch(arena, algorithm, seed=2)
    search.begin(simulations=counts, noise=np.arange(7) % 2 == 0)
    search.run(evaluate, groups=3)
    for game, (visits, policy, priors, values) in enumerate(
        zip(*map(rows, (search.visits(), search.policy(), search.priors(), search.qvalues())),
            strict=True)
    ):  # fmt: skip
        assert visits.sum() == counts[game] == search.simulations[game]
        assert policy.sum() == pytest.approx(1, abs=1e-5)
        assert (policy >= 0).all()
        assert priors.sum() == pytest.approx(1, abs=1e-5)
        assert (np.isnan(values) == (visits == 0)).all()
        assert (np.abs(values[visits > 0]) <= 1).all()
    assert (search.nodes <= counts + 1).all()
    assert search.nbytes > 0
    assert (search.surprise >= 0).all()
    legal = arena.legal_mask("lc0")
    assert legal[np.arange(7), search.actions()].all()
    assert legal[np.arange(7), search.actions(np.linspace(0, 2, 7))].all()


MATES = {
    "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1": "Ra8#",
    "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1": "Ra1#",
    "7k/6pp/7N/8/8/8/Q7/K7 w - - 0 1": "Qg8#",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1": "Ra6",
    "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1": "Qh6+",
}
"""Mates in one, two and three moves, with the first move."""


@pytest.mark.parametrize(
    "algorithm", [LC0, dataclasses.replace(LC0, solve=True), Gumbel(considered=32)]
)
def test_mates_are_found(algorithm: Any) -> None:
    """With a network that knows nothing."""
    arena = arena_of(list(MATES))
    search = TreeSearch(arena, algorithm, simulations=6000, seed=1)
    search.begin(noise=False)
    while leaves := search.select():
        search.backup(leaves, np.zeros(len(leaves)))
    for game, san in enumerate(MATES.values()):
        board = arena.board(game)
        found = board.san(board.policy_move("lc0", int(search.actions()[game])))
        assert found == san
        assert search.line(game)[0] == san
    if getattr(algorithm, "solve", False):
        assert (search.simulations[:4] < 6000).all(), "a proven mate ends the search"


LOSING = {"Ra2", "Ra3", "Ra4", "Ra5", "Ra6", "Ra7"}


@pytest.mark.parametrize("others", [0.02, 0.0])
@pytest.mark.parametrize("temperature", [0, 1, 100])
def test_no_proven_loss_is_chosen(others: float, temperature: float) -> None:
    """While another move is left, even if none of those was tried."""
    arena = arena_of(["4r1k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"] * 20)
    board = arena.board(0)
    names = [board.san(move) for move in board.legal_moves]
    losing = np.array([name in LOSING for name in names])

    def prefers_losses(leaves: Any) -> dict[str, Any]:
        values, offsets = leaves.legal_indices()
        weights = np.ones(len(values))
        for row in np.flatnonzero(leaves.depth == 0):
            weights[offsets[row] : offsets[row + 1]] = np.where(losing, 1.0, others)
        return {"value": np.zeros(len(leaves)), "weights": (weights, offsets)}

    search = TreeSearch(arena, Puct(solve=True, noise_fraction=0.0), simulations=900, seed=1)
    search.begin()
    search.run(prefers_losses)
    visits, policy = rows(search.visits())[0], rows(search.policy())[0]
    qvalues = rows(search.qvalues())[0]
    assert (visits[losing] > 0).all()
    assert (qvalues[losing] == -1).all()
    assert (visits[~losing].sum() == 0) == (others == 0), "the next move was not tried"
    assert policy[losing].sum() == 0
    assert policy.sum() == pytest.approx(1)
    for action in search.actions(temperature):
        assert not losing[names.index(board.san(board.policy_move("lc0", int(action))))]
    assert not search.line(0) or search.line(0)[0] not in LOSING


def test_a_mated_player_has_lost() -> None:
    """The sign of values: Akababa/Chess-Zero#1, leela-zero#278."""
    arena = arena_of(["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"])
    search = TreeSearch(arena, LC0, simulations=300)
    search.begin()
    search.run(evaluate)
    tree = search.tree(0)
    moves, _ = arena.legal_moves()
    board = arena.board(0)
    index = [board.san(move) for move in board.legal_moves].index("Ra8#")
    node = np.flatnonzero((tree.parent == 0) & (tree.move == moves[index]))[0]
    assert tree.end[node]
    assert tree.value[node] == 1
    assert search.value[0] > 0.5
    assert rows(search.qvalues())[0][rows(search.visits())[0].argmax()] == 1


def test_noise_over_legal_moves() -> None:
    """minigo#282, leela-zero#282, mctx: over the legal moves only, at the root only, 25 %."""
    arena = Arena(4000, seed=1)
    search = TreeSearch(arena, Puct(), simulations=1, seed=4)
    search.begin(noise=np.arange(4000) < 3999)
    while leaves := search.select():
        search.backup(leaves, np.zeros(len(leaves)))
    # the first move of 20 has the greatest prior: 0.75 / 20 plus a quarter of the noise
    tree = [search.tree(game).prior[1] for game in range(4000)]
    assert tree[-1] == pytest.approx(1 / 20)
    assert len(set(tree[:-1])) > 3990, "each game has its own numbers"
    greatest = np.array(tree[:-1])
    assert greatest.min() > 0.75 / 20
    assert greatest.max() <= 0.75 / 20 + 0.25
    rng = np.random.default_rng(1)
    expected = 0.75 / 20 + 0.25 * rng.dirichlet([0.3] * 20, 40_000).max(1).mean()
    assert greatest.mean() == pytest.approx(expected, rel=0.02)
    np.testing.assert_allclose(search.priors()[0], 1 / 20, rtol=1e-6)


def test_gumbel_numbers_differ() -> None:
    """LightZero#493: numbers by game and ply, none beyond the legal moves, no move at random."""
    arena = Arena(500, seed=1)
    search = TreeSearch(arena, Gumbel(considered=4), simulations=8, seed=1)
    first = []
    for _ in range(2):
        search.begin()
        while leaves := search.select():
            search.backup(leaves, np.zeros(len(leaves)))
        visits = np.stack(rows(search.visits())) if not first else None
        if visits is not None:
            assert ((visits > 0).sum(1) == 4).all()
            assert len(np.unique(visits > 0, axis=0)) > 400
            assert ((visits > 0).mean(0) > 0.1).all(), "each move is considered in some games"
        first.append(search.actions())
        arena.step(search.actions())
    assert (first[0] != first[1]).any()
    # without noise, the moves of the greatest priors
    arena = Arena(3)
    search.clear()
    search = TreeSearch(arena, Gumbel(considered=4), simulations=8)
    search.begin(noise=False)
    search.run(evaluate)
    for visits, priors in zip(rows(search.visits()), rows(search.priors()), strict=True):
        assert set(np.flatnonzero(visits)) == set(np.argsort(-priors)[:4])


def test_repetitions_in_game_and_path() -> None:
    """leela-chess#29, #55, #232: a third occurrence inside the tree is a draw."""
    arena = arena_of(["6k1/8/8/8/8/8/1q6/7K b - - 10 60"])
    for uci in ["b2b3", "h1g1", "b3b2", "g1h1", "b2b3", "h1g1", "b3b2"]:
        board = arena.board(0)
        arena.step([board.policy_index("lc0", board.parse_uci(uci))])
    search = TreeSearch(arena, LC0, simulations=200)
    search.begin()
    search.run(lambda leaves: (None, np.where(leaves.depth % 2, 0.9, -0.9)))
    board = arena.board(0)
    visits, values = rows(search.visits())[0], rows(search.qvalues())[0]
    drawing = [board.san(move) for move in board.legal_moves].index("Kh1")
    assert values[drawing] == 0
    assert visits[drawing] > 100


def test_two_fold() -> None:
    fen = "7k/8/8/8/8/8/8/KR6 w - - 0 1"
    ends = []
    for two_fold in (False, True):
        arena = arena_of([fen])
        search = TreeSearch(
            arena, Puct(noise_fraction=0, two_fold=two_fold, c_init=5), simulations=20000
        )
        search.begin()
        while leaves := search.select(leaves=64):
            search.backup(leaves, np.zeros(len(leaves)))
        ends.append(int(search.tree(0).end.sum()))
    assert ends[1] > ends[0]


def test_max_plies_and_ends_never_reach_the_network() -> None:
    arena = Arena(3, max_plies=4, autoreset="disabled", seed=1)
    search = TreeSearch(arena, NO_NOISE, simulations=500)
    search.begin()
    while leaves := search.select():
        assert (leaves.depth < 4).all()
        search.backup(leaves, np.zeros(len(leaves)))
    assert search.tree(0).end.any()
    assert (search.simulations == 500).all()


def test_games_that_are_over() -> None:
    arena = arena_of(["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", enroque.STARTING_FEN])
    assert arena.over[0]
    search = TreeSearch(arena, simulations=5, seed=1)
    search.begin()
    search.run(evaluate)
    assert search.visits()[1].tolist() == [0, 0, 20]
    assert search.actions()[0] == -1
    assert np.isnan(search.value[0])
    search.note()
    arena.step(search.actions())
    assert arena.ply.tolist() == [0, 1]


def test_reuse() -> None:
    """Visits below the moves played are kept; the root gets new noise (leela-zero#538)."""
    arena = arena_of(STARTS[:3])
    search = TreeSearch(arena, Puct(), simulations=100, reuse=True, seed=1)
    search.begin()
    search.run(evaluate)
    before = [search.tree(game) for game in range(3)]
    actions = search.actions()
    visits = rows(search.visits())
    arena.step(actions)
    search.begin()
    for game in range(3):
        kept = int(visits[game].max())
        assert search.nodes[game] > 1
        assert len(search.tree(game).parent) == search.nodes[game] < len(before[game].parent)
        assert rows(search.visits())[game].sum() == kept - 1
    search.run(evaluate)
    assert (search.simulations == 100).all()
    for game in range(3):
        assert rows(search.visits())[game].sum() == visits[game].max() - 1 + 100
    # priors of the kept root are the network's
    fresh = TreeSearch(arena, Puct(), simulations=1, seed=1)
    fresh.begin()
    fresh.run(evaluate)
    np.testing.assert_allclose(search.priors()[0], fresh.priors()[0], rtol=1e-5)
    # another game in the slot is no continuation
    arena.reset([0])
    search.begin(games=[0])
    assert search.nodes[0] == 1
    for algorithm in (Gumbel(), Puct(two_fold=True)):
        with pytest.raises(ArgumentError, match="reuse must be False"):
            TreeSearch(arena, algorithm, reuse=True)


def test_leaves_at_once() -> None:
    for in_flight in ("visit", "loss"):
        arena = arena_of()
        search = TreeSearch(arena, Puct(noise_fraction=0, in_flight=in_flight), simulations=64)
        search.begin()
        calls = 0
        while leaves := search.select(8):
            assert np.bincount(leaves.game).max() <= 8
            assert len(set(zip(leaves.game, map(str, leaves.fens()), strict=True))) <= len(leaves)
            logits, values = hashed(leaves.zobrist_key)
            search.backup(leaves, values, logits=logits)
            calls += 1
        assert calls < 30
        assert (search.simulations == 64).all()
    with pytest.raises(ArgumentError, match="leaves must be 1 with Gumbel"):
        TreeSearch(arena, Gumbel()).select(2)


def test_max_nodes_and_early_ends() -> None:
    arena = arena_of(STARTS[:2])
    search = TreeSearch(arena, NO_NOISE, simulations=500, max_nodes=50)
    search.begin()
    search.run(evaluate)
    assert (search.nodes == 50).all()
    assert (search.simulations <= 500).all()
    search = TreeSearch(arena, Puct(noise_fraction=0, min_kld_gain=0.01), simulations=5000)
    search.begin()
    search.run(evaluate)
    assert (search.simulations < 5000).all()
    assert (search.simulations % 100 == 0).all()


def test_final_and_wdl() -> None:
    arena = arena_of(["4k3/8/8/8/8/8/3R4/4K3 w - - 0 80"])
    search = TreeSearch(arena, NO_NOISE, simulations=50)
    search.begin()
    while leaves := search.select():
        assert leaves.piece_count.max() <= 3
        wdl = np.tile([0.5, 0.25, 0.25], (len(leaves), 1))
        search.backup(leaves, wdl=wdl, final=leaves.depth == 1)
    assert search.tree(0).end[1:].all()
    assert not search.tree(0).parent[1:].any()
    assert search.value[0] == pytest.approx((0.25 - 50 * 0.25) / 51)
    np.testing.assert_allclose(search.wdl[0].sum(), 1, rtol=1e-6)
    assert search.wdl[0, 1] == pytest.approx(0.25)
    assert search.network_value[0] == pytest.approx(0.25)


def test_notes_become_training_data() -> None:
    arena = Arena(8, start="chess960", max_plies=6, autoreset="disabled", seed=2)
    search = TreeSearch(arena, simulations=20, seed=1)
    values, networks, weights = [], [], []
    for _ in range(6):
        search.begin()
        search.run(evaluate)
        search.note(weight=search.surprise)
        values.append(search.value)
        networks.append(search.network_value)
        weights.append(search.surprise)
        arena.step(search.actions(1.0))
    games = arena.pop_games()
    assert len(games) == 8
    np.testing.assert_array_equal(np.reshape(games.network_values, (8, 6)), np.stack(networks, 1))
    np.testing.assert_array_equal(np.reshape(games.search_weights, (8, 6)), np.stack(weights, 1))
    found = np.asarray(games.search_values).reshape(8, 6)
    np.testing.assert_array_equal(found, np.stack(values, 1))
    assert (np.asarray(games.search_nodes) == 21).all(), "visits of the root"
    columns = [Column.planes("lc0"), Column.policy_target("lc0"), Column.search_value()]
    columns += [Column.network_value(view="white"), Column.search_weight(), Column.game()]
    columns += [Column.ply()]
    batch = next(iter(Loader(games, columns, batch_size=48, seed=1)))
    at = batch["game"] * 6 + batch["ply"]
    sign = np.where(games[0].board(0).turn, 1, -1) * (1 - 2 * (batch["ply"] % 2))
    assert games.network_values is not None
    assert games.search_weights is not None
    np.testing.assert_array_equal(batch["network_value"], sign * games.network_values[at])
    np.testing.assert_array_equal(batch["search_weight"], games.search_weights[at])
    np.testing.assert_allclose(batch["policy_target"].sum(1), 1, rtol=1e-5)


@pytest.mark.parametrize("algorithm", [Puct.named("katago"), Gumbel()])
def test_a_checkpoint_continues(algorithm: Any) -> None:
    """The state of the arena and the arguments of the search are enough for the same moves."""

    def plies(arena: Arena, search: TreeSearch, count: int) -> list[Any]:
        found = []
        for _ in range(count):
            search.begin()
            search.run(evaluate)
            found += [search.visits()[0], search.policy()[0]]
            arena.step(search.actions(1.0))
        return found

    options = {"start": "chess960", "max_plies": 5, "autoreset": "same_step", "seed": 3}
    arena, other = Arena(4, **options), Arena(4, **options)
    search = TreeSearch(arena, algorithm, simulations=20, seed=1)
    plies(arena, search, 3)
    other.load_state_dict(pickle.loads(pickle.dumps(arena.state_dict())))
    expected = plies(arena, search, 4)
    found = plies(other, TreeSearch(other, algorithm, simulations=20, seed=1), 4)
    for one, two in zip(expected, found, strict=True):
        np.testing.assert_array_equal(one, two)


def test_weights_of_notes() -> None:
    """One number or one for each game; others are refused, and nothing is noted."""
    arena = Arena(4, seed=2)
    search = TreeSearch(arena, simulations=4, seed=1)
    search.begin()
    search.run(evaluate)
    for weight, error in (
        ([1.0, 2.0], r"weight must have shape \(4,\), not \(2,\)"),
        ([1.0, 1.0, -1.0, 1.0], "the weight -1 of game 2 is not a number of 0 or more"),
        (float("inf"), "the weight inf of game 0 is not"),
    ):
        with pytest.raises(ArrayError, match=error):
            search.note(weight=weight)
    search.note([1, 2], weight=[0.5, 0.25])
    search.note([3], weight=0)
    arena.step(search.actions())
    games = arena.pop_games(unfinished=True)
    assert games.search_weights is not None
    np.testing.assert_array_equal(games.search_weights, [np.nan, 0.5, 0.25, 0])
    assert games.search_values is not None
    assert np.isnan(games.search_values).tolist() == [True, False, False, False]


def test_begin_again_keeps_priors() -> None:
    """Noise is not added twice, nor the temperature of the policy."""
    arena = arena_of()
    for options in (Puct(), Puct(policy_temperature=1.5), Puct(policy_temperature=60)):
        search = TreeSearch(arena, options, simulations=30, reuse=True, seed=1)
        search.begin()
        search.run(evaluate)
        before, actions = search.priors()[0], search.actions()
        for noise in (True, False):
            search.begin(noise=noise)
            np.testing.assert_array_equal(search.priors()[0], before)
            search.run(evaluate)
        arena.step(actions)
        search.begin()
        search.run(evaluate)
        fresh = TreeSearch(arena, Puct(), simulations=1)
        fresh.begin()
        fresh.run(evaluate)
        if options.policy_temperature < 10:
            np.testing.assert_allclose(search.priors()[0], fresh.priors()[0], rtol=1e-4)
        assert np.isfinite(search.priors()[0]).all()
        arena = arena_of()


def test_results_may_come_later() -> None:
    """The next group is selected before the result of the first is read."""
    events: list[str] = []

    class Later:
        def __init__(self, leaves: Any) -> None:
            self.leaves, self.group = leaves, int(leaves.game[0] >= 4)
            events.append(f"evaluate {self.group}")

        def result(self) -> dict[str, Any]:
            events.append(f"result {self.group}")
            logits, value = hashed(self.leaves.zobrist_key)
            return {"logits": logits, "value": value}

    arena = Arena(8, seed=1)
    search = TreeSearch(arena, NO_NOISE, simulations=2)
    search.begin()
    search.run(Later)
    assert events == [
        "evaluate 0", "evaluate 1", "result 0", "evaluate 0", "result 1", "evaluate 1",
        "result 0", "evaluate 0", "result 1", "evaluate 1", "result 0", "result 1",
    ]  # fmt: skip


def test_objects() -> None:
    arena = Arena(2, seed=1)
    search = TreeSearch(arena, Puct.named("lc0"), simulations=8, seed=3)
    assert repr(search) == "<TreeSearch: 2 games, Puct, 8 simulations>"
    assert len(search) == 2
    assert search.arena is arena
    search.begin()
    leaves = search.select()
    assert repr(leaves) == "<Leaves: 2 positions>"
    assert len(leaves) == 2
    assert bool(leaves)
    for other in (copy.copy(search), copy.deepcopy(search), pickle.loads(pickle.dumps(search))):
        assert repr(other) == repr(search)
        other.begin()
        other.run(evaluate)
    with pytest.raises(OutOfRangeError):
        leaves.board(2)
    assert hash(Puct()) == hash(Puct())
    assert Puct() != Puct.named("lc0")
