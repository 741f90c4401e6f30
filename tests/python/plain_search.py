"""PUCT in plain Python, one simulation of one game at a time, with the hashed network."""

import math
from typing import Any

import numpy as np

from enroque import Board, Puct
from hashed_network import hashed


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
