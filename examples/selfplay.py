"""A network learns chess from nothing by playing against itself, on a CPU, with NumPy alone.

    python examples/selfplay.py [--cycles 120] [--seed 1]

AlphaZero in small: a network estimates moves and results, and `TreeSearch` plays 256 games at once
by its numbers, first endings of king and queen against king, then also standard chess and Chess960.
`Loader` makes batches of the finished games, and the network learns what the searches found and
the results. Prints how it plays the endings meanwhile, and in the end a match against random moves.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # the matrices are too small for several threads

import argparse
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

import enroque
from enroque import Arena, Board, Column, Games, Gumbel, Leaves, Loader, Move, Policy, TreeSearch

Array = NDArray[np.float32]
Indices = NDArray[np.integer[Any]]
GAMES, OUTPUTS, DISCOUNT = 256, 7 * 64 + 1, 0.97  # for each ply to the end: quick wins are better
ENDINGS_ONLY = 20  # cycles
SEARCH = Gumbel(rescale=False, value_scale=0.5, wave="round")
WIDE = Gumbel(considered=32, rescale=False, value_scale=0.5, wave="round")  # to learn from
MOVES = [Move.from_uci(uci) for uci in Policy("lc0").moves if uci]
ORIGIN, TARGET = np.array([(move.from_square, move.to_square) for move in MOVES]).T
MIRRORED = Policy("lc0").permutation("mirror_files")
COLUMNS = [Column.planes("pieces", dtype="uint8"), Column.legal_mask("lc0")]
COLUMNS += [Column.policy_target("lc0"), Column.search_value(), Column.value(), Column.plies_left()]


class Network:
    """12 x 64 planes, two hidden layers, outputs for moves and the value, trained by Adam.

    The logit of a move is the sum of two outputs: of its origin, and of its piece type and target.
    """

    def __init__(self, seed: int) -> None:
        rng, self.pool = np.random.default_rng(seed), ThreadPoolExecutor(2)
        layers = (0.05, (768, 128)), (0.12, (128, 64)), (0, (64, OUTPUTS))
        self.weights = [rng.normal(0, scale, size).astype(np.float32) for scale, size in layers]
        self.means, self.squares = ([0 * weight for weight in self.weights] for _ in range(2))

    def forward(self, planes: NDArray[np.uint8]) -> list[Array]:
        """Returns the inputs and the outputs of each layer."""
        layers = [planes.reshape(-1, 768).astype(np.float32)]
        for weights in self.weights:
            layers.append(np.maximum(layers[-1], 0) @ weights)
        return layers

    def evaluate(self, leaves: Leaves) -> tuple[tuple[Array, Indices], Array]:
        """Returns logits of the legal moves with their offsets, and values."""
        planes = leaves.planes("pieces", dtype="uint8")
        moves, offsets = leaves.legal_indices(policy="lc0")
        outputs = self.forward(planes)[-1]
        where = cells(
            planes, np.repeat(np.arange(len(leaves)), np.diff(offsets).astype(np.intp)), moves
        )
        return (outputs.ravel()[where].sum(0), offsets), np.tanh(outputs[:, -1])

    def __call__(self, leaves: Leaves) -> "Future[Any]":
        """Starts `evaluate` on another thread: meanwhile the search selects the next leaves."""
        return self.pool.submit(self.evaluate, leaves)

    def train(self, batch: dict[str, NDArray[Any]], mirrored: bool, rate: float = 1e-3) -> None:
        """Moves the outputs for a batch, or its mirror image, toward searches and results."""
        planes, legal, policy = batch["planes"], batch["legal_mask"], batch["policy_target"]
        if mirrored:
            planes, legal, policy = planes[..., ::-1], legal[:, MIRRORED], policy[:, MIRRORED]
        *layers, outputs = self.forward(planes)
        rows, moves = np.nonzero(legal)
        where = cells(planes, rows, moves)
        shares = np.exp(outputs.ravel()[where].sum(0))
        error = shares / np.bincount(rows, shares)[rows] - policy[rows, moves]
        slope = np.bincount(where.ravel(), np.tile(error, 2), outputs.size).reshape(outputs.shape)
        found, result = DISCOUNT * batch["search_value"], batch["value"]
        result = np.where(np.isnan(result), found, result * DISCOUNT ** batch["plies_left"])
        value = np.tanh(outputs[:, -1])
        slope[:, -1] = 30 * (value - (found + result) / 2) * (1 - value**2)
        below = slope.astype(np.float32) / len(slope)
        for n in (2, 1, 0):
            gradient = np.maximum(layers[n], 0).T @ below
            below = below @ self.weights[n].T * (layers[n] > 0)
            self.means[n] += 0.1 * (gradient - self.means[n])
            self.squares[n] += 0.001 * (gradient**2 - self.squares[n])
            self.weights[n] -= rate * self.means[n] / (np.sqrt(self.squares[n]) + 1e-8)


def cells(planes: NDArray[np.uint8], rows: Indices, moves: Indices) -> Indices:
    """Returns which two outputs, counted over all rows, are the logit of each move."""
    own = planes.reshape(-1, 12, 64)[:, :6]
    piece_types = np.einsum("npq,p->nq", own, np.arange(6))  # on each square
    origin = ORIGIN[moves]
    target = 64 * (1 + piece_types[rows, origin]) + TARGET[moves]
    return np.stack([origin, target]) + OUTPUTS * rows


def queen_endings(count: int, seed: int) -> list[Board]:
    """Returns random positions of king and queen against king, with the queen's side to move."""
    rng, boards = np.random.default_rng(seed), list[Board]()
    while len(boards) < count:
        board = Board(None)
        board.turn = bool(rng.integers(2))
        squares = rng.choice(64, 3, replace=False).tolist()
        for square, symbol in zip(squares, "KQk" if board.turn else "kqK", strict=True):
            board.set_piece_at(square, enroque.Piece.from_symbol(symbol))
        if board.is_valid() and not board.is_game_over():
            boards.append(board)
    return boards


def match(network: Network, start: str | list[Board], opponent: str) -> str:
    """Plays against `"random"` moves with White in every other game, or against `"itself"`."""
    arena = Arena(GAMES, start=start, max_plies=150, autoreset="disabled", seed=0)
    search, results = TreeSearch(arena, SEARCH, simulations=32), np.zeros(GAMES)
    first = np.arange(GAMES) % 2 == 0 if opponent == "random" else arena.turn.copy()
    while not arena.over.all():
        actions, is_first = arena.sample(), arena.turn == first
        searched = (is_first | (opponent == "itself")) & ~arena.over
        search.begin(searched, noise=False)
        search.run(network, groups=4, games=searched)
        actions[searched] = search.actions(games=searched)
        results += arena.step(actions).rewards * np.where(is_first, 1, -1)
    wins, draws, losses = (int((results == result).sum()) for result in (1, 0, -1))
    return f"{wins} wins, {draws} draws, {losses} losses"


def learn(cycles: int, seed: int) -> Network:
    """Returns a network that has learned from its games against itself."""
    network, recent, began = Network(seed), list[Games](), time.monotonic()
    start: list[tuple[float, str | list[Board]]] = [(2, queen_endings(20_000, seed))]
    endings = Arena(
        GAMES, start=start, max_plies=60, at_limit="draw", autoreset="same_step", seed=seed
    )
    start += [(1, "standard"), (1, "chess960")]
    chess = Arena(GAMES, start=start, max_plies=200, autoreset="same_step", seed=seed)
    for cycle in range(cycles):
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
        if cycle % 10 == 9 or cycle == cycles - 1:
            minutes = (time.monotonic() - began) / 60
            results = match(network, queen_endings(GAMES, seed=0), "itself")
            print(f"{minutes:.1f} minutes: queen endings: {results}", flush=True)
    return network


def main() -> None:
    """Parses the arguments, learns and plays a match."""
    parser = argparse.ArgumentParser(description="AlphaZero in minutes, with two cores.")
    parser.add_argument("--cycles", type=int, default=120, help="cycles of play and learning")
    parser.add_argument("--seed", type=int, default=1, help="1 or more; the printed games have 0")
    options = parser.parse_args()
    network = learn(options.cycles, options.seed)
    print("Chess960 against random moves:", match(network, "chess960", "random"))


if __name__ == "__main__":
    main()
