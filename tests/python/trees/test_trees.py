"""`TreeSearch`: beside a search in plain Python, and what must hold for any network."""

import copy
import dataclasses
import math
import pickle
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Arena, Board, Column, Gumbel, Loader, Puct, TreeSearch
from enroque.errors import ArgumentError, ArrayError, OutOfRangeError
from hashed_network import evaluate, hashed

NO_NOISE = Puct(noise_fraction=0.0)
LC0 = dataclasses.replace(Puct.named("lc0"), noise_fraction=0.0)
STARTS = [
    enroque.STARTING_FEN,
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 3 8",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    "k7/2Q5/8/2K5/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/3R4/4K3 w - - 98 80",
    "k7/8/8/8/8/7r/5r2/7K w - - 0 1",
]
"""Standard chess and Chess960, mates and draws in a few plies, and a position with one move."""


def arena_of(fens: list[str] = STARTS, **options: Any) -> Arena:
    options = {"autoreset": "disabled", **options}
    return Arena(len(fens), start=fens, start_order="in_turn", **options)


def rows(pair: tuple[Any, Any]) -> list[Any]:
    """The row of each game of `(values, offsets)`."""
    return np.split(pair[0], pair[1][1:-1])


def key_of(board: Board) -> Any:
    """The Zobrist key of a board, in an array."""
    return np.array([board.hash()], np.uint64)


class Node:
    """A node of the search in plain Python."""

    def __init__(self, board: Board, temperature: float) -> None:
        self.board, self.moves = board, list(board.legal_moves)
        self.visits, self.sum = 0, 0.0
        outcome = board.outcome(rules="engine")
        self.end = None
        if outcome is not None:
            winner = outcome.winner
            self.end = 0.0 if winner is None else 1.0 if winner == board.turn else -1.0
        logits, values = hashed(key_of(board))
        self.value = float(values[0]) if self.end is None else self.end
        self.children: list[Node | None] = [None] * len(self.moves)
        index = [board.policy_index("lc0", move) for move in self.moves]
        weights = np.exp(logits[0, index].astype(float) / temperature)
        self.priors = weights / weights.sum()

    def add(self, value: float) -> None:
        self.visits, self.sum = self.visits + 1, self.sum + value


def plain_search(board: Board, options: Puct, simulations: int) -> Node:
    """PUCT, one simulation at a time."""
    root = Node(board, options.root_policy_temperature)
    root.add(root.value)
    for _ in range(simulations):
        path, node = [root], root
        while node.end is None and (node is root or node.visits > 0):
            index = select(node, options, node is root)
            child = node.children[index]
            if child is None:
                after = node.board.copy()
                after.push(node.moves[index])
                child = node.children[index] = Node(after, options.policy_temperature)
            node = child
            path.append(node)
        value = node.value
        for node in reversed(path):
            node.add(value)
            value = -value
    return root


def weight(node: Node, options: Puct) -> float:
    counted = node.visits if options.parent_visits == "node" else max(node.visits - 1, 1)
    growth = math.log((counted + options.c_base + 1) / options.c_base)
    return (options.c_init + options.c_factor * growth) * math.sqrt(counted)


def select(node: Node, options: Puct, is_root: bool) -> int:
    tried = sum(p for p, c in zip(node.priors, node.children, strict=True) if c is not None)
    mean = node.sum / node.visits
    reduction = options.root_fpu_reduction if is_root else options.fpu_reduction
    first_play = -1.0
    if options.fpu == "parent":
        first_play = mean - reduction * math.sqrt(tried)
    if options.fpu == "blend":
        first_play = tried**2 * mean + (1 - tried**2) * node.value - reduction * math.sqrt(tried)
    scores = []
    for prior, child in zip(node.priors, node.children, strict=True):
        visits = 0 if child is None else child.visits
        if is_root and 0 < visits < math.sqrt(options.forced_visits * prior * (node.visits - 1)):
            scores.append(1e9 + prior)  # in the order in which they were tried
            continue
        value = first_play if child is None else -child.sum / visits
        scores.append(value + weight(node, options) * prior / (1 + visits))
    return int(np.argmax(scores))


def pruned(root: Node, options: Puct) -> Any:
    """KataGo's target."""
    visits = np.array([0 if child is None else child.visits for child in root.children], float)
    value = [0 if child is None else -child.sum / child.visits for child in root.children]
    best = int(np.argmax(np.where(visits > 0, visits - 1 + 2 * root.priors, -1)))
    score = value[best] + weight(root, options) * root.priors[best] / (1 + visits[best])
    for n in range(len(visits)):
        if n != best and visits[n] > 0 and value[n] < score:
            earned = weight(root, options) * root.priors[n] / (score - value[n]) - 1
            visits[n] = min(visits[n], math.ceil(max(earned, 0)))
    visits[visits < min(1, visits.max() / 64)] = 0
    return visits / visits.sum()


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
            assert leaves.zobrist_key[n] == key_of(board)[0]
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
    values = []
    for _ in range(6):
        search.begin()
        search.run(evaluate)
        search.note()
        values.append(search.value)
        arena.step(search.actions(1.0))
    games = arena.pop_games()
    assert len(games) == 8
    found = np.asarray(games.search_values).reshape(8, 6)
    np.testing.assert_array_equal(found, np.stack(values, 1))
    assert (np.asarray(games.search_nodes) == 21).all(), "visits of the root"
    columns = [Column.planes("lc0"), Column.policy_target("lc0"), Column.search_value()]
    batch = next(iter(Loader(games, columns, batch_size=48, seed=1)))
    np.testing.assert_allclose(batch["policy_target"].sum(1), 1, rtol=1e-5)


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
        (ArrayError, "value must have 3 elements, not 2", {"value": [0, 0]}),
        (ArrayError, "value must have 1 dimension", {"value": [[0, 0, 0]]}),
        (ArrayError, "wdl must have 9 elements", {"wdl": [[1, 0, 0]]}),
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
    with pytest.raises(ArrayError, match="simulations must be one number"):
        search.begin(simulations=[1, 2, 3])
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


def test_results_may_come_later() -> None:
    """The next group is selected before the result of the first is asked for."""
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
