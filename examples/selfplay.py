"""A network learns chess from nothing by playing against itself, on a CPU, with NumPy alone.

    python examples/selfplay.py [--cycles 12] [--seed 1]

The network estimates the value of a position; a player tries all legal moves and prefers what is
bad for the opponent. In each cycle, `Arena` plays many games, standard chess and Chess960, with the
value of each lookahead as a note. `Loader` makes batches of the finished games, and the network
learns their results, mixed with the notes. Prints matches against random play, before and after.
The lookahead alone, without learning, plays mates in one.
"""

import argparse

import numpy as np
from numpy.typing import NDArray

from enroque import Arena, Column, Games, Loader

Array, Indices = NDArray[np.float32], NDArray[np.int64]
DISCOUNT = 0.98  # per ply, so that quick wins are better
GAMES = 256


class Network:
    """12 x 64 planes, a hidden layer and a value from -1 to 1, trained by Adam."""

    def __init__(self, seed: int, width: int = 64) -> None:
        rng = np.random.default_rng(seed)
        sizes = [(768, width), (width,), (width, 1), (1,)]
        self.weights = [rng.normal(0, 0.05, size).astype(np.float32) for size in sizes]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]

    def __call__(self, planes: NDArray[np.uint8]) -> Array:
        """Returns the values for the side to move."""
        first, bias, second, offset = self.weights
        self.inputs = planes.reshape(-1, 768).astype(np.float32)
        self.hidden = np.maximum(self.inputs @ first + bias, 0)
        return np.tanh(self.hidden @ second + offset)[:, 0]

    def train(self, planes: NDArray[np.uint8], targets: Array, rate: float = 1e-3) -> None:
        """Moves the values of a batch toward their targets."""
        values = self(planes)
        slope = ((values - targets) * (1 - values**2) / len(values))[:, None]
        below = (slope @ self.weights[2].T) * (self.hidden > 0)
        gradients = self.inputs.T @ below, below.sum(0), self.hidden.T @ slope, slope.sum(0)
        for n, gradient in enumerate(gradients):
            self.means[n] += 0.1 * (gradient - self.means[n])
            self.squares[n] += 0.001 * (gradient**2 - self.squares[n])
            self.weights[n] -= rate * self.means[n] / (np.sqrt(self.squares[n]) + 1e-8)


def lookahead(arena: Arena, network: Network, games: Indices) -> tuple[Array, Indices]:
    """Returns the value of each legal move of some games, and the offsets of the games."""
    counts = arena.legal_count[games]
    offsets = np.concatenate([[0], counts.cumsum()])
    arena.grow(max(0, GAMES + offsets[-1] - len(arena)))
    moves = np.arange(offsets[-1]) - np.repeat(offsets[:-1], counts)
    slots = GAMES + np.arange(offsets[-1])
    step = arena.branch(np.repeat(games, counts), slots, moves, policy="legal")
    values = -DISCOUNT * network(arena.planes("pieces", games=slots, dtype="uint8"))
    return np.where(step.terminated, step.rewards, values), offsets


def play(arena: Arena, network: Network, plies: int = 100, temperature: float = 0.05) -> Games:
    """Plays against itself; returns the games that ended."""
    games = np.arange(GAMES)
    for _ in range(plies):
        values, offsets = lookahead(arena, network, games)
        arena.note(np.maximum.reduceat(values, offsets[:-1]))
        arena.step(arena.sample((values, offsets), temperature=temperature))
    return arena.pop_games()


def learn(network: Network, games: list[Games], seed: int) -> None:
    """Trains the network for one epoch."""
    columns = [Column.planes("pieces", dtype="uint8"), Column.plies_left()]
    columns += [Column.value(), Column.search_value()]
    for batch in Loader(games, columns, seed=seed):
        result, value = batch["value"] * DISCOUNT ** batch["plies_left"], batch["search_value"]
        target = np.where(np.isnan(result), value, (result + value) / 2)  # NaN: truncated
        network.train(batch["planes"], target)


def match(network: Network, start: str, seed: int = 7) -> str:
    """Plays against random moves, with White in every other game."""
    arena = Arena(GAMES, start=start, policy="legal", autoreset="disabled", seed=seed)
    is_white, results = np.arange(GAMES) % 2 == 0, np.zeros(GAMES)
    while not arena.over[:GAMES].all():
        is_ours = arena.turn[:GAMES] == is_white
        actions = arena.sample()
        games = np.flatnonzero(is_ours & ~arena.over[:GAMES])
        moves = lookahead(arena, network, games)
        actions[games] = arena.sample(moves, temperature=0, games=games)
        results += arena.step(actions).rewards * np.where(is_ours, 1, -1)
    wins, draws, losses = (int((results == result).sum()) for result in (1, 0, -1))
    return f"{start}: {wins} wins, {draws} draws, {losses} losses"


def main() -> None:
    """Parses the arguments, learns and plays the matches."""
    parser = argparse.ArgumentParser(
        description="Learns chess by playing against itself: a minute or two on two cores with the "
        "defaults; the time grows with --cycles.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--cycles", type=int, default=12, help="cycles of play and learning")
    parser.add_argument("--seed", type=int, default=1, help="seed of games and of the network")
    options = parser.parse_args()
    network, recent = Network(options.seed), []
    starts = [(1.0, "standard"), (1.0, "chess960")]
    arena = Arena(
        GAMES, start=starts, max_plies=200, policy="legal", autoreset="same_step", seed=options.seed
    )
    print("before:", match(network, "standard"), match(network, "chess960"), sep="\n  ")
    for cycle in range(options.cycles):
        recent = [*recent[-3:], play(arena, network)]
        learn(network, recent, seed=cycle)
        print(f"cycle {cycle}: {len(recent[-1])} games")
    print("after:", match(network, "standard"), match(network, "chess960"), sep="\n  ")


if __name__ == "__main__":
    main()
