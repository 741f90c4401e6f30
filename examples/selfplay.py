"""A small AlphaZero: a network learns chess from scratch, on a CPU, with NumPy alone.

    python examples/selfplay.py [--cycles 120] [--seed 1]

`TreeSearch` plays 256 games at once by the network's estimates, first endings of king and queen
against king, then also chess and Chess960. The network learns from the searches and the results.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # the matrices are too small for several threads

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enroque import Arena, Board, Column, Games, Gumbel, Leaves, Loader, Piece, Policy, TreeSearch

Array = NDArray[Any]
GAMES, ENDINGS_ONLY, DISCOUNT = 256, 20, 0.97  # games at once, cycles; a quick win is better
SEARCH = Gumbel(rescale=False, value_scale=0.5, wave="round")
WIDE = Gumbel(rescale=False, value_scale=0.5, wave="round", considered=32)  # to learn from
MIRRORED = Policy("lc0").permutation("mirror_files")
COLUMNS = [Column.planes("pieces", dtype="uint8"), Column.legal_mask("lc0")]
COLUMNS += [Column.policy_target("lc0"), Column.search_value(), Column.value(), Column.plies_left()]


class Network:
    """12 x 64 planes, two hidden layers, 1,858 logits and a value; trained by Adam."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        layers = (0.05, (768, 128)), (0.12, (128, 64)), (0, (64, 1 + 1858))
        self.weights = [rng.normal(0, scale, size).astype(np.float32) for scale, size in layers]
        self.means, self.squares = ([0 * weight for weight in self.weights] for _ in range(2))

    def forward(self, planes: Array) -> list[Array]:
        """Returns the inputs and the outputs of each layer."""
        layers = [planes.reshape(-1, 768).astype(np.float32)]
        for weights in self.weights:
            layers.append(np.maximum(layers[-1], 0) @ weights)
        return layers

    def __call__(self, leaves: Leaves) -> tuple[Array, Array]:
        """Returns the logits of moves and the values of the leaves of searches."""
        outputs = self.forward(leaves.planes("pieces", dtype="uint8"))[-1]
        return outputs[:, 1:], np.tanh(outputs[:, 0])

    def train(self, batch: dict[str, Array], mirrored: bool, rate: float = 1e-3) -> None:
        """Trains on a batch, or its mirror image, with the policies of searches and the results."""
        side, moves = (-1, MIRRORED) if mirrored else (1, slice(None))
        found, result = DISCOUNT * batch["search_value"], batch["value"]
        result = np.where(np.isnan(result), found, result * DISCOUNT ** batch["plies_left"])
        *layers, outputs = self.forward(batch["planes"][..., ::side])
        slope, value = np.exp(outputs), np.tanh(outputs[:, 0])
        slope[:, 1:] *= batch["legal_mask"][:, moves]
        slope[:, 1:] /= slope[:, 1:].sum(1, keepdims=True)
        slope[:, 1:] -= batch["policy_target"][:, moves]
        slope[:, 0] = 30 * (value - (found + result) / 2) * (1 - value**2)
        slope /= len(slope)
        for n in (2, 1, 0):
            gradient = np.maximum(layers[n], 0).T @ slope
            slope = slope @ self.weights[n].T * (layers[n] > 0)
            self.means[n] += 0.1 * (gradient - self.means[n])
            self.squares[n] += 0.001 * (gradient**2 - self.squares[n])
            self.weights[n] -= rate * self.means[n] / (np.sqrt(self.squares[n]) + 1e-8)


def queen_endings(count: int, seed: int) -> list[Board]:
    """Returns random positions of king and queen against king, with White to move."""
    rng, boards = np.random.default_rng(seed), list[Board]()
    while len(boards) < count:
        board = Board(None)
        for square, symbol in zip(rng.choice(64, 3, replace=False).tolist(), "KQk", strict=True):
            board.set_piece_at(square, Piece.from_symbol(symbol))
        if board.is_valid() and not board.is_game_over():
            boards.append(board)
    return boards


def match(network: Network, start: str | list[Board], is_random: bool) -> str:
    """Plays games against itself, or against random moves with White in every other game."""
    arena = Arena(GAMES, start=start, max_plies=150, autoreset="disabled", seed=0)
    search, results = TreeSearch(arena, SEARCH, simulations=32), np.zeros(GAMES)
    first = is_random & (np.arange(GAMES) % 2 == 0)
    while not arena.over.all():
        actions, is_first = arena.sample(), arena.turn != first
        searched = ~(arena.over | is_random & ~is_first)
        search.begin(searched, noise=False)
        search.run(network, groups=4, games=searched)
        actions[searched] = search.actions(games=searched)
        results += arena.step(actions).rewards * np.where(is_first, 1, -1)
    return f"{sum(results > 0)} wins, {sum(results == 0)} draws, {sum(results < 0)} losses"


def main() -> Network:
    """Learns, plays a match and prints both; returns the network."""
    parser = argparse.ArgumentParser(description="AlphaZero in minutes, with two cores.")
    parser.add_argument("--cycles", type=int, default=120, help="cycles of play and learning")
    parser.add_argument("--seed", type=int, default=1, help="1 or more; the printed games have 0")
    options = parser.parse_args()
    seed, network, recent, began = options.seed, Network(options.seed), list[Games](), time.time()
    start: list[Any] = [(2, queen_endings(20_000, seed)), (1, "standard"), (1, "chess960")]
    rules: Any = {"at_limit": "draw", "autoreset": "same_step", "seed": seed}
    endings = Arena(GAMES, start=start[:1], max_plies=60, **rules)
    chess = Arena(GAMES, start=start, max_plies=200, **rules)
    for cycle in range(options.cycles):
        arena = endings if cycle < ENDINGS_ONLY else chess
        search = TreeSearch(arena, WIDE, simulations=32, seed=seed)
        for _ in range(30):
            search.begin()
            search.run(network, groups=4)
            search.note()
            arena.step(search.actions())
        recent = [*recent[-7:], arena.pop_games()]
        for n, batch in enumerate(Loader(recent, COLUMNS, batch_size=512, seed=cycle)):
            network.train(batch, mirrored=n % 2 == 1)
        if cycle % 10 == 9 or cycle == options.cycles - 1:
            print(f"{(time.time() - began) / 60:.1f} minutes: queen endings: ", end="")
            print(match(network, queen_endings(GAMES, seed=0), is_random=False), flush=True)
    print("Chess960 against random moves:", match(network, "chess960", is_random=True))
    return network


if __name__ == "__main__":
    main()
