"""Monte Carlo tree search in 64 games at once, against random and greedy play.

    python examples/mcts.py [--games 64] [--simulations 100]

`TreeSearch` grows the trees of all games by one leaf at a time, and one call of the network
evaluates the leaves. The network here is a function of NumPy that counts pieces and prefers
captures; replace `evaluate` by another.
"""

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from enroque import Arena, Leaves, Puct, TreeSearch

Array = NDArray[np.float32]

PIECES = np.array([1, 3, 3, 5, 9, 0, -1, -3, -3, -5, -9, 0], np.float32)
PUCT = Puct(c_init=1.5, c_factor=0, fpu="parent", noise_fraction=0)


def evaluate(positions: Arena | Leaves) -> tuple[tuple[Array, NDArray[np.int64]], Array]:
    """The network: a logit of each legal move with the offsets, and values for the side to move."""
    planes = positions.planes("pieces", dtype="uint8")
    moves, offsets = positions.legal_moves()
    counts = np.diff(offsets)
    material = planes.sum((2, 3), dtype=np.float32) @ PIECES
    values = np.tanh(material / 20 + counts / 100 - 0.2, dtype=np.float32)
    on_square = np.tensordot(planes[:, 6:], -PIECES[6:], (1, 0)).reshape(-1, 64)
    row, to = np.repeat(np.arange(len(counts)), counts.astype(np.intp)), moves >> 6 & 63
    to = np.where(positions.turn[row], to, to ^ 56)  # planes show the side to move's view
    return (np.divide(on_square[row, to], 2, dtype=np.float32), offsets), values


def greedy(arena: Arena) -> NDArray[np.int64]:
    """The moves after which `evaluate` is best, or that end the game best; -1 if it is over."""
    moves, offsets = arena.legal_moves()
    game = np.repeat(np.arange(len(arena)), np.diff(offsets).astype(np.intp))
    after = Arena.from_rows(arena.rows()[game], policy="moves")
    step = after.step(moves)
    is_over = step.terminated | step.truncated
    values = np.where(is_over, step.rewards, -evaluate(after)[1])
    return arena.sample((values, offsets), temperature=0)


def match(opponent: str, num_games: int, simulations: int, seed: int = 1) -> Array:
    """Plays Chess960 against `"random"` or `"greedy"`; returns the results for the search."""
    arena = Arena(
        num_games, start="chess960", pairs=True, policy="legal", autoreset="disabled", seed=seed
    )
    search = TreeSearch(arena, PUCT, simulations=simulations)
    is_white, results = np.arange(num_games) % 2 == 0, np.zeros(num_games, np.float32)
    seconds, searches = 0.0, 0
    while not arena.over.all():
        is_ours = (arena.turn == is_white) & ~arena.over
        actions = arena.sample() if opponent == "random" else greedy(arena)
        began = time.perf_counter()
        search.begin(is_ours)
        search.run(evaluate, games=is_ours)
        actions[is_ours] = search.actions(games=is_ours)
        seconds, searches = seconds + time.perf_counter() - began, searches + is_ours.sum()
        results += arena.step(actions).rewards * np.where(is_ours, 1, -1)
    print(
        f"against {opponent}: {(results > 0).sum()} wins, {(results == 0).sum()} draws, "
        f"{(results < 0).sum()} losses; {searches * simulations / seconds:.0f} simulations/s"
    )
    return results


def main() -> None:
    """Parses the arguments and plays the matches."""
    parser = argparse.ArgumentParser(
        description="Tree search in many games at once: two matches, which together take some "
        "seconds on two cores with the defaults; the time grows with --games and --simulations.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=64, help="games of a match, all at once")
    parser.add_argument("--simulations", type=int, default=100, help="simulations for each move")
    options = parser.parse_args()
    for opponent in ("random", "greedy"):
        match(opponent, options.games, options.simulations)


if __name__ == "__main__":
    main()
