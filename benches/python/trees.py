"""Search trees by `TreeSearch`, compared with other ways, in one process and in turn.

    python benches/python/trees.py [--games N ...] [--simulations N] [--seconds S] [--rounds N]

Prints thousands of simulations per second of wall-clock time, the median and range over the rounds,
and how many times as fast enroque is. Stored numbers take the place of a network.

PUCT, without arrays of positions: beside OpenSpiel's search in Python, one game at a time. Gumbel
with 32 simulations, with planes and all logits: beside mctx on all cores, whose games are those of
`enroque.jax`. (Its PUCT takes several times as long.) OpenSpiel (`pyspiel`), JAX and mctx are
skipped if not installed.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
from timing import record

from enroque import Arena, Gumbel, Puct, TreeSearch

OURS = "enroque"
PUCT_TASK, GUMBEL_TASK = "PUCT, legal logits", "Gumbel, 12 planes, 1,858 logits"
C, FEW, STORED = 1.5, 32, 20_000
PUCT = Puct(c_init=C, c_factor=0, fpu="parent", noise_fraction=0)

RNG = np.random.default_rng(1)
VALUES = RNG.uniform(-0.3, 0.3, STORED).astype(np.float32)
LOGITS = RNG.random((STORED, 1858), np.float32)
LOGITS += np.where(LOGITS > 0.9, 2 + 20 * (LOGITS - 0.9), 0)  # one move in ten is likely
OF_MOVES = LOGITS.ravel()


def parse() -> argparse.Namespace:
    """Returns the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, nargs="+", default=[128, 1024], help="trees at once")
    parser.add_argument("--simulations", type=int, default=100, help="those of PUCT")
    parser.add_argument("--seconds", type=float, default=1.5, help="least time of a row in a round")
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds")
    parser.add_argument("--threads", type=int, default=1, help="threads of TreeSearch")
    return parser.parse_args()


def positions(games: int) -> Arena:
    """Games in the opening, half of them Chess960."""
    start = [(0.5, "standard"), (0.5, "chess960")]
    return Arena(games, start=start, random_plies=12, autoreset="disabled", record=False, seed=1)


def stored(array: Any, count: int) -> Any:
    """Some stored numbers, without a copy."""
    first = RNG.integers(len(array) - count)
    return array[first : first + count]


def tree_search(
    games: int, simulations: int, threads: int, algorithm: Puct | Gumbel
) -> Iterator[int]:
    """Searches by `TreeSearch`; with planes and all logits by `Gumbel`."""
    search = TreeSearch(positions(games), algorithm, simulations=simulations, seed=1)
    out = np.empty((games * 16, 12, 8, 8), np.uint8)
    planes = isinstance(algorithm, Gumbel)
    depth = count = 0
    while True:
        search.begin()
        while leaves := search.select(threads=threads):
            if planes:
                leaves.planes("pieces", out=out[: len(leaves)], threads=threads)
                logits = stored(LOGITS, len(leaves))
            else:
                offsets = leaves.legal_indices(threads=threads)[1]
                logits = stored(OF_MOVES, offsets[-1]), offsets
            values = stored(VALUES, len(leaves))
            search.backup(leaves, values, logits=logits, threads=threads)
            depth, count = depth + leaves.depth.sum(), count + len(leaves)
        if count <= games * (simulations + 1):
            print(f"mean depth of leaves: {depth / count:.1f} ({type(algorithm).__name__})")
        yield games * simulations


def open_spiel(simulations: int) -> Iterator[int]:
    """One game at a time, by OpenSpiel's search on its own chess."""
    import pyspiel
    from open_spiel.python.algorithms import mcts

    class Stored(mcts.Evaluator):  # type: ignore[misc]
        def evaluate(self, state: Any) -> Any:
            value = VALUES[RNG.integers(STORED)]
            return (value, -value)

        def prior(self, state: Any) -> list[tuple[int, float]]:
            actions = state.legal_actions()
            weights = np.exp(LOGITS[RNG.integers(STORED), : len(actions)])
            return list(zip(actions, (weights / weights.sum()).tolist(), strict=True))

    game = pyspiel.load_game("chess")
    bot = mcts.MCTSBot(
        game, C, simulations + 1, Stored(), solve=False,
        child_selection_fn=mcts.SearchNode.puct_value,
    )  # fmt: skip
    while True:
        bot.mcts_search(game.new_initial_state())
        yield simulations


def mctx_over_arena(games: int, simulations: int) -> Iterator[int]:
    """All games at once, by mctx's search of Gumbel MuZero with the games of `enroque.jax`."""
    import jax
    import jax.numpy as jnp
    import mctx

    from enroque.jax import recurrent_fn, root_fn

    logits, values = jnp.asarray(LOGITS), jnp.asarray(VALUES)
    weights = jnp.asarray(RNG.integers(1, 1 << 16, 12 * 64), jnp.int32)

    def network(params: Any, planes: Any) -> tuple[Any, Any]:
        some = planes.reshape(len(planes), -1).astype(jnp.int32) @ weights % STORED
        return logits[some], values[some]

    options: Any = {"observation": "pieces", "dtype": "uint8"}
    step = recurrent_fn(network, **options)

    @jax.jit
    def run(rows: Any, key: Any) -> Any:
        root, invalid = root_fn(network, **options)(None, rows)
        return mctx.gumbel_muzero_policy(None, key, root, step, simulations, invalid).action

    rows, key = positions(games).rows(), jax.random.PRNGKey(1)
    while True:
        run(rows, key).block_until_ready()
        yield games * simulations


def compare(games: int, options: argparse.Namespace) -> None:
    """Runs all rows in turn."""
    simulations, threads = options.simulations, options.threads
    rows: dict[tuple[str, str], Callable[[], Iterator[int]]] = {
        (PUCT_TASK, OURS): lambda: tree_search(games, simulations, threads, PUCT),
        (PUCT_TASK, "OpenSpiel"): lambda: open_spiel(simulations),
        (GUMBEL_TASK, OURS): lambda: tree_search(games, FEW, threads, Gumbel()),
        (GUMBEL_TASK, "mctx"): lambda: mctx_over_arena(games, FEW),
    }
    for key, modules in {"OpenSpiel": ["pyspiel"], "mctx": ["jax", "mctx"]}.items():
        for module in modules:
            if not find_spec(module):
                print(f"skipped: {key} needs {module}, which is not installed")
                rows = {name: row for name, row in rows.items() if name[1] != key}
    searches = {name: row() for name, row in rows.items()}
    rates: dict[tuple[str, str], list[float]] = {name: [] for name in rows}
    for row in searches.values():
        next(row)  # compiles
    for _ in range(options.rounds):
        for name, row in searches.items():
            begun, count = time.perf_counter(), 0
            while (elapsed := time.perf_counter() - begun) < options.seconds:
                count += next(row)
            rates[name].append(count / elapsed / 1000)
    title = f"search trees, {games} games, {simulations} simulations, {threads} thread"
    title += "s" * (threads > 1)
    unit = "thousand simulations/s"
    print(f"\n{title}, {unit}\n{'':48} {'median':>9} {'range':>19}")
    for (task, engine), values in rates.items():
        median, low, high = statistics.median(values), min(values), max(values)
        line = f"{task:32}{engine:16} {median:9.1f} {low:9.1f} {high:9.1f}"
        ratio = statistics.median(rates[task, OURS]) / median
        print(line + (f" {ratio:7.1f}x" if engine != OURS else ""))
        for value in values:
            record(title, task, engine, unit, value)


def main() -> None:
    """Compares with each number of games."""
    options = parse()
    for games in options.games:
        compare(games, options)


if __name__ == "__main__":
    main()
