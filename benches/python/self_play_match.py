"""A match between `examples/selfplay.py` and the example before it, after equal times of learning.

    python benches/python/self_play_match.py [--cycles 120] [--games 256]

The example before it (a value network of one hidden layer, and a lookahead of one ply) is read from
git. It learns for as long as the other took. Games begin with four random moves.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as in the example

import numpy as np
import selfplay

from enroque import Arena, Leaves, TreeSearch

ROOT = Path(__file__).parents[2]
COMMIT = "c1013c0"


def before() -> ModuleType:
    """Returns the module of the example before."""
    command = ["git", "-C", str(ROOT), "show", f"{COMMIT}:examples/selfplay.py"]
    source = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    module = ModuleType("selfplay_before")
    exec(compile(source, "selfplay_before.py", "exec"), module.__dict__)
    return module


def learn_before(old: Any, seconds: float) -> Any:
    """Returns the network of the example before, after some time."""
    network, recent, cycle, end = old.Network(1), [], 0, time.monotonic() + seconds
    start = [(1.0, "standard"), (1.0, "chess960")]
    options = {"policy": "legal", "autoreset": "same_step", "seed": 1}
    arena = Arena(old.GAMES, start=start, max_plies=200, **options)
    while time.monotonic() < end:
        recent = [*recent[-3:], old.play(arena, network)]
        old.learn(network, recent, seed=cycle)
        cycle += 1
    print(f"the example before: {cycle} cycles")
    return network


def play(
    network: selfplay.Network, old: Any, other: Any, start: str, simulations: int, num_games: int
) -> None:
    """Plays a match and prints it."""
    options = {"policy": "legal", "autoreset": "disabled", "seed": 5}
    arena = Arena(num_games, start=start, random_plies=4, max_plies=300, **options)
    old.GAMES = num_games
    search = TreeSearch(arena, selfplay.SEARCH, simulations=simulations, seed=1)

    def evaluate(leaves: Leaves) -> dict[str, Any]:
        logits, value = network(leaves)
        return {"logits": logits, "value": value, "policy": "lc0"}

    own, is_white = np.arange(num_games), np.arange(num_games) % 2 == 0
    results, seconds, moves = np.zeros(num_games), np.zeros(2), np.zeros(2)
    while not (over := arena.over[:num_games]).all():
        is_ours, actions = arena.turn[:num_games] == is_white, arena.sample(games=own)
        for side, games in enumerate((own[is_ours & ~over], own[~is_ours & ~over])):
            began = time.process_time()
            if side == 0 and len(games):
                search.begin(games, noise=False)
                search.run(evaluate, games=games)
                actions[games] = search.actions(games=games)
            elif len(games):
                values = old.lookahead(arena, other, games)
                actions[games] = arena.sample(values, temperature=0, games=games)
            seconds[side] += time.process_time() - began
            moves[side] += len(games)
        results += arena.step(actions, games=own).rewards * np.where(is_ours, 1, -1)
    wins, draws, losses = ((results == result).sum() for result in (1, 0, -1))
    ours, theirs = 1e3 * seconds / moves
    print(
        f"{start}, {simulations} simulations: {wins} wins, {draws} draws, {losses} losses; "
        f"{ours:.2f} and {theirs:.2f} ms a move",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cycles", type=int, default=120)
    parser.add_argument("--games", type=int, default=256)
    options = parser.parse_args()
    began = time.monotonic()
    sys.argv[1:] = ["--cycles", str(options.cycles)]
    network = selfplay.main()
    minutes = (time.monotonic() - began) / 60
    print(f"{minutes:.1f} minutes", flush=True)
    old = before()
    other = learn_before(old, 60 * minutes)
    for start in ("standard", "chess960"):
        for simulations in (8, 32, 100):
            play(network, old, other, start, simulations, options.games)


if __name__ == "__main__":
    main()
