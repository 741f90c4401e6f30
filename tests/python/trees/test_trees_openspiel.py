"""`TreeSearch` beside OpenSpiel's MCTS, the second oracle after mctx, on OpenSpiel's own chess.

OpenSpiel's `puct_value` is Q + c P sqrt(N) / (1 + n), as `Puct` with `c_factor=0`, but for two
things that `Puct` has not:

- the Q of a move that was not tried is 0, where AlphaZero has a loss, and lc0 the value of the
  position. With a network whose values are all 0 these are the same, as long as no game ends in
  the tree, so there the rule is compared as it is.
- a move that ends the game has its result as score, without the term of the prior. So other trees
  are compared with a rule that differs in these two alone, as a `child_selection_fn`; the players,
  signs, ends and visits are OpenSpiel's.

Its solver gives visits of proven positions to other moves, so only its proofs are compared.
OpenSpiel counts the evaluation of the root as a simulation, and ends dead positions by material
alone, as the rules `"alphazero"`: with those of the Laws, Qa7+ in the position "stalemate next"
draws, since the king must take.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from enroque import STARTING_FEN, Arena, Board, Puct, TreeSearch

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from open_spiel.python.algorithms import mcts  # noqa: E402

from hashed_network import hashed  # noqa: E402

ROOTS = {
    "start": STARTING_FEN,
    "middle game": "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 3 8",
    "Black to move": "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4",
    "Chess960": "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1 move": "k7/8/8/8/8/7r/5r2/7K w - - 0 1",
    "2 moves": "7k/8/8/8/8/8/6q1/6RK w - - 0 1",
    "218 moves": "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "mate in 1": "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    "Black mates": "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1",
    "mate in 2": "7k/8/8/8/8/8/R7/1R5K w - - 0 1",
    "stalemate next": "k7/2Q5/8/2K5/8/8/8/8 w - - 0 1",
    "fifty moves next": "4k3/8/8/8/8/8/3R4/4K3 w - - 98 80",
    "repetition next": STARTING_FEN,
}
WITHOUT_ENDS = ["start", "middle game", "Black to move", "Chess960"]
REPEATED = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"


def board_of(name: str) -> Board:
    board = Board(ROOTS[name], chess960=name == "Chess960")
    for uci in REPEATED.split() if name == "repetition next" else []:
        board.push_uci(uci)
    return board


def state_of(board: Board) -> Any:
    """The game in OpenSpiel."""
    game = pyspiel.load_game("chess", {"chess960": board.chess960})
    state = game.new_initial_state(board.root().fen(shredder=board.chess960))
    replayed = board.root()
    for move in board.move_stack:
        state.apply_action(state.string_to_action(replayed.san(move)))
        replayed.push(move)
    return state


class Network(mcts.Evaluator):  # type: ignore[misc]
    """The hashed network for OpenSpiel; its values times a number."""

    def __init__(self, chess960: bool, scale: float) -> None:
        self.chess960, self.scale = chess960, scale

    def board(self, state: Any) -> Board:
        return Board(str(state), chess960=self.chess960)

    def evaluate(self, state: Any) -> Any:
        _, values = hashed(np.array([self.board(state).hash()], np.uint64))
        value = self.scale * float(values[0])
        return [value, -value] if state.current_player() == 0 else [-value, value]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        board, actions = self.board(state), state.legal_actions()
        logits, _ = hashed(np.array([board.hash()], np.uint64))
        moves = [board.parse_san(state.action_to_string(action)) for action in actions]
        index = [board.policy_index("lc0", move) for move in moves]
        weights = np.exp(logits[0, index].astype(float))
        return list(zip(actions, (weights / weights.sum()).tolist(), strict=True))


def untried_loses(child: Any, visits: int, c: float) -> float:
    """`puct_value` but for what the module states."""
    mean = child.total_reward / child.explore_count if child.explore_count else -1.0
    return float(mean + c * child.prior * math.sqrt(visits) / (1 + child.explore_count))


def searched(
    board: Board,
    simulations: int,
    c: float,
    rule: Callable[..., float],
    *,
    scale: float = 1.0,
    solve: bool = False,
) -> tuple[Any, Any]:
    """The root of OpenSpiel's tree, and the state there."""
    state, network = state_of(board), Network(board.chess960, scale)
    bot = mcts.MCTSBot(
        state.get_game(), c, simulations + 1, network, solve=solve,
        random_state=np.random.RandomState(1), child_selection_fn=rule,
    )  # fmt: skip
    return bot.mcts_search(state), state


def searched_here(board: Board, simulations: int, puct: Puct, scale: float = 1.0) -> TreeSearch:
    arena = Arena(1, rules="alphazero", autoreset="disabled")
    arena.set([0], board)
    search = TreeSearch(arena, puct, simulations=simulations)

    def evaluate(leaves: Any) -> Any:
        logits, values = hashed(leaves.zobrist_key)
        return logits, scale * values

    search.begin()
    search.run(evaluate)
    return search


def visited(root: Any, depth: int = 1) -> list[tuple[int, int, float]]:
    """The depth, visits and mean value of all nodes below the root."""
    nodes = []
    for child in root.children:
        if child.explore_count:
            nodes.append((depth, child.explore_count, child.total_reward / child.explore_count))
            nodes += visited(child, depth + 1)
    return nodes


def visited_here(search: TreeSearch) -> list[tuple[int, int, float]]:
    tree, depth = search.tree(0), [0]
    for parent in tree.parent[1:]:
        depth.append(depth[parent] + 1)
    nodes = zip(depth, tree.visits.tolist(), tree.value.tolist(), strict=True)
    return [node for node in list(nodes)[1:] if node[1]]


def assert_equal(board: Board, search: TreeSearch, root: Any, state: Any) -> None:
    """Equal visits and values of the moves of the root, and of all nodes."""
    visits, values = search.visits()[0], search.qvalues()[0]
    moves = list(board.legal_moves)
    assert sum(child.explore_count for child in root.children) == visits.sum()
    assert len(root.children) == len(moves)
    for child in root.children:
        index = moves.index(board.parse_san(state.action_to_string(child.action)))
        assert child.explore_count == visits[index]
        if child.explore_count:
            assert child.total_reward / child.explore_count == pytest.approx(
                values[index], abs=1e-5
            )
    found, expected = sorted(visited_here(search)), sorted(visited(root))
    assert [node[:2] for node in found] == [node[:2] for node in expected]
    by_value = [
        sorted(nodes, key=lambda node: (node[0], node[1], round(node[2], 4)))
        for nodes in (found, expected)
    ]
    np.testing.assert_allclose(*by_value, atol=1e-4)


@pytest.mark.parametrize("c", [1.5, 20.0])
@pytest.mark.parametrize("simulations", [1, 2, 16, 64, 200])
@pytest.mark.parametrize("name", list(ROOTS))
def test_equals_openspiel(name: str, simulations: int, c: float) -> None:
    board = board_of(name)
    root, state = searched(board, simulations, c, untried_loses)
    puct = Puct(c_init=c, c_factor=0, fpu="loss", noise_fraction=0)
    search = searched_here(board, simulations, puct)
    assert_equal(board, search, root, state)
    if c == 20 and simulations == 200:
        assert search.tree(0).end.any() == (name not in [*WITHOUT_ENDS, "mate in 2"])


@pytest.mark.parametrize("c", [1.5, 20.0])
@pytest.mark.parametrize("simulations", [1, 2, 16, 64, 200])
@pytest.mark.parametrize("name", WITHOUT_ENDS)
def test_equals_its_own_rule_where_values_are_0(name: str, simulations: int, c: float) -> None:
    board = board_of(name)
    root, state = searched(board, simulations, c, mcts.SearchNode.puct_value, scale=0.0)
    puct = Puct(c_init=c, c_factor=0, fpu="parent", noise_fraction=0)
    search = searched_here(board, simulations, puct, scale=0.0)
    assert not search.tree(0).end.any()
    assert_equal(board, search, root, state)


@pytest.mark.parametrize("name", ["mate in 1", "Black mates", "mate in 2"])
def test_proofs(name: str) -> None:
    board = board_of(name)
    root, state = searched(board, 1000, 1.5, mcts.SearchNode.puct_value, solve=True)
    player = state.current_player()
    assert root.outcome[player] == 1
    assert root.explore_count < 1000
    puct = Puct(c_init=1.5, c_factor=0, fpu="parent", noise_fraction=0, solve=True)
    search = searched_here(board, 1000, puct)
    assert search.simulations[0] < 1000
    wins = [child.action for child in root.children if (child.outcome or [0, 0])[player] == 1]
    moves = [board.parse_san(state.action_to_string(action)) for action in wins]
    assert board.policy_move("lc0", int(search.actions()[0])) in moves
