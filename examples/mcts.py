"""Monte Carlo tree search with PUCT in 64 games at once, against random and greedy play.

    python examples/mcts.py [--games 64] [--simulations 100]

All trees grow by one node at a time: one call plays the moves to the new positions, and one call of
the network evaluates them. The network here is a function of NumPy that counts pieces and
prefers captures; replace `evaluate` by another. Each node of a tree is a search slot of the
arena, a position with its history, so draws by repetition are seen.
"""

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enroque import Arena

Array = NDArray[np.float32]
Indices = NDArray[np.int64]

PIECES = np.array([1, 3, 3, 5, 9, 0, -1, -3, -3, -5, -9, 0], np.float32)
MAX_MOVES = 218  # of a legal position


def evaluate(arena: Arena, slots: Indices) -> tuple[Array, Array]:
    """The network: a logit of each legal move of all slots, and the values for the side to move."""
    planes = arena.planes("pieces", games=slots, dtype="uint8")
    material = planes.sum((2, 3), dtype=np.float32) @ PIECES
    values = np.tanh(material / 20 + arena.legal_count[slots] / 100 - 0.2, dtype=np.float32)
    on_square = np.tensordot(planes[:, 6:], -PIECES[6:], (1, 0)).reshape(-1, 64)
    row = legal_moves(arena, slots)[0]
    to = arena.legal_moves(games=slots)[0] >> 6 & 63
    to = np.where(arena.turn[slots][row], to, to ^ 56)  # planes show the side to move's view
    return np.divide(on_square[row, to], 2, dtype=np.float32), values


def legal_moves(arena: Arena, slots: Indices) -> tuple[Indices, Indices, Indices]:
    """The row and the number of each legal move of some slots, and the offsets of the rows."""
    counts = arena.legal_count[slots]
    offsets = np.concatenate([[0], counts.cumsum()])
    row = np.repeat(np.arange(len(slots)), counts)
    return row, np.arange(offsets[-1]) - offsets[row], offsets


class Search:
    """Trees of `simulations` nodes for the games of an arena; the root of a tree is its game."""

    def __init__(self, arena: Arena, simulations: int, exploration: float = 1.5) -> None:
        self.arena, self.simulations, self.exploration = arena, simulations, exploration
        self.first_slot = len(arena)
        arena.grow(arena.num_games * simulations)

    def visits(self, games: Indices) -> NDArray[np.int32]:
        """Searches some games; returns how often each legal move was tried, (games, 218)."""
        nodes = self.simulations + 1
        own_slots = self.first_slot + np.arange(len(games) * self.simulations)
        self.slots = np.column_stack([games, own_slots.reshape(len(games), self.simulations)])
        self.priors = np.full((len(games), nodes, MAX_MOVES), -1, np.float32)  # -1: no legal move
        self.total = np.zeros(self.priors.shape, np.float32)
        self.count = np.zeros(self.priors.shape, np.int32)
        self.child = np.zeros(self.priors.shape, np.int32)  # 0: none, since the root is no child
        trees = np.arange(len(games))
        self.expand(trees, 0)
        for node in range(1, nodes):
            parents, moves, path = self.select(trees)
            src, dst = self.slots[trees, parents], self.slots[:, node]
            step = self.arena.branch(src, dst, moves, policy="legal")
            is_open = ~(step.terminated | step.truncated)
            self.child[trees, parents, moves] = is_open * node
            values = step.rewards  # for the player who moved
            values[is_open] = -self.expand(trees[is_open], node)
            for some, nodes_of, moves_of in reversed(path):
                self.count[some, nodes_of, moves_of] += 1
                self.total[some, nodes_of, moves_of] += values[some]
                values[some] *= -1  # the move before was the opponent's
        return self.count[:, 0]

    def expand(self, trees: Indices, node: int) -> Array:
        """Evaluates a new node of some trees; returns the values for its side to move."""
        slots = self.slots[trees, node]
        logits, values = evaluate(self.arena, slots)
        row, moves, offsets = legal_moves(self.arena, slots)
        priors = self.arena.priors((logits, offsets), policy="legal", games=slots)
        self.priors[trees[row], node, moves] = priors
        return values

    def select(self, trees: Indices) -> tuple[Indices, Indices, list[Any]]:
        """Follows the best moves of each tree to a move without a node."""
        nodes, moves = np.zeros((2, len(trees)), np.int64)
        path = []
        while trees.size:
            at = trees, nodes[trees]
            count, priors = self.count[at], self.priors[at]
            total, tries = self.total[at], count.sum(1, keepdims=True)
            untried = total.sum(1, keepdims=True) / np.maximum(tries, 1)
            mean = np.where(count > 0, total / np.maximum(count, 1), untried)
            spread = np.sqrt(tries + 1) / (1 + count)
            score = mean + self.exploration * priors * spread
            moves[trees] = np.where(priors < 0, -np.inf, score).argmax(1)
            path.append((*at, moves[trees]))
            below = self.child[path[-1]]
            trees, below = trees[below > 0], below[below > 0]
            nodes[trees] = below
        return nodes, moves, path


def greedy(arena: Arena, games: Indices, first_slot: int) -> Indices:
    """The moves after which `evaluate` is best; uses the search slots from `first_slot` on."""
    row, moves, offsets = legal_moves(arena, games)
    slots = first_slot + np.arange(len(row))
    step = arena.branch(games[row], slots, moves, policy="legal")
    is_over = step.terminated | step.truncated
    values = np.where(is_over, step.rewards, -evaluate(arena, slots)[1])
    return arena.sample((values, offsets), temperature=0, games=games)


def match(opponent: str, num_games: int, simulations: int, seed: int = 1) -> Array:
    """Plays Chess960 against `"random"` or `"greedy"`; returns the results for the search."""
    arena = Arena(
        num_games, start="chess960", pairs=True, policy="legal", autoreset="disabled", seed=seed
    )
    search = Search(arena, simulations)
    first_slot = len(arena)
    arena.grow(MAX_MOVES * num_games)
    games = np.arange(num_games)
    results, seconds, searches = np.zeros(num_games, np.float32), 0.0, 0
    while not arena.over[games].all():
        is_ours = arena.turn[games] == (games % 2 == 0)
        ours, theirs = games[is_ours & ~arena.over[games]], games[~is_ours & ~arena.over[games]]
        began = time.perf_counter()
        moves = search.visits(ours).argmax(1)
        seconds, searches = seconds + time.perf_counter() - began, searches + len(ours)
        results[ours] += arena.step(moves, games=ours).rewards
        is_random = opponent == "random"
        moves = arena.sample(games=theirs) if is_random else greedy(arena, theirs, first_slot)
        results[theirs] -= arena.step(moves, games=theirs).rewards
    print(
        f"against {opponent}: {(results > 0).sum()} wins, {(results == 0).sum()} draws, "
        f"{(results < 0).sum()} losses; {searches * simulations / seconds:.0f} simulations/s"
    )
    return results


def main() -> None:
    """Parses the arguments and plays the matches."""
    parser = argparse.ArgumentParser(
        description="Tree search in many games at once: two matches, which together take about "
        "a minute on two cores with the defaults; the time grows with --games and --simulations.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=64, help="games of a match, all at once")
    parser.add_argument("--simulations", type=int, default=100, help="simulations for each move")
    options = parser.parse_args()
    for opponent in ("random", "greedy"):
        match(opponent, options.games, options.simulations)


if __name__ == "__main__":
    main()
