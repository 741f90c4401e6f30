"""Random games by `Arena`, compared with other packages, in one process and in turn.

    python benches/python/arena.py [--games N] [--seconds S] [--rounds N] [--threads N]

Prints thousands of plies per second of wall-clock time, the median and range over the rounds.
Peers that are not installed are skipped: OpenSpiel (`pyspiel`), PettingZoo, and pgx, which
runs on all cores and is compiled before it is timed.
Each row ends games by mate, stalemate, insufficient material, threefold repetition and fifty moves,
chooses random legal moves, and starts the next game; enroque also ends dead positions.
"""

import argparse
import itertools
import random
import statistics
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import chess
import numpy as np
from timing import record

import enroque

OURS = "enroque"


def parse() -> argparse.Namespace:
    """Returns the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1024, help="games in progress")
    parser.add_argument("--seconds", type=float, default=1.5, help="time of a row in a round")
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds")
    parser.add_argument("--threads", type=int, default=1, help="threads of enroque")
    return parser.parse_args()


Rows = dict[tuple[str, str], Iterator[int]]
"""By what is done and the library; each yields the number of plies of a step."""

STEP = "sample, step"
ARRAYS = "sample, step, mask, planes"


def arena_rows(games: int, threads: int) -> Rows:
    """Returns the rows of enroque."""
    start = [(0.5, "standard"), (0.5, "chess960")]
    planes = np.empty((games, 112, 8, 8), np.uint8)
    bits = np.empty((games, 112), np.uint64)
    mask = np.empty((games, 1858), np.bool_)

    def steps(observe: Callable[[enroque.Arena], object]) -> Iterator[int]:
        arena = enroque.Arena(games, start=start, autoreset="same_step", record=False, seed=1)
        while True:
            observe(arena)
            actions = arena.sample(policy="legal", threads=threads)
            arena.step(actions, policy="legal", threads=threads)
            yield games

    def given() -> Iterator[int]:
        """Steps with actions that are there already, as a network chooses them."""
        arena = enroque.Arena(games, start=start, autoreset="same_step", record=False, seed=1)
        numbers = np.random.default_rng(1).random(games)
        while True:
            arena.legal_indices(threads=threads)
            actions = (numbers * arena.legal_count).astype(np.int64)
            arena.step(actions, policy="legal", threads=threads)
            yield games

    def rows() -> Iterator[int]:
        """Steps of rows of bytes, without an arena."""
        arena = enroque.Arena(games, start=start, record=False, seed=1)
        state = arena.rows()
        while True:
            arena.set(None, state)
            state, step = enroque.step_rows(state, arena.sample(), threads=threads)
            over = step.terminated
            if over.any():
                arena.reset(over)
                state[over] = arena.rows(games=over)
            yield games

    def playouts() -> Iterator[int]:
        arena = enroque.Arena(games, start=start, seed=1)
        for seed in itertools.count():
            yield int(arena.playouts(1, seed=seed, threads=threads).plies.sum())

    def all_bits(arena: enroque.Arena) -> None:
        arena.legal_indices(threads=threads)
        arena.planes_bits("lc0", out=bits, threads=threads)

    def dense(arena: enroque.Arena) -> None:
        arena.legal_mask(out=mask, threads=threads)
        arena.planes("lc0", out=planes, threads=threads)

    return {
        ("playouts", OURS): playouts(),
        ("step, legal indices", OURS): given(),
        (STEP, OURS): steps(lambda arena: None),
        ("sample, step, legal indices, bit planes", OURS): steps(all_bits),
        (ARRAYS, OURS): steps(dense),
        ("rows read, sampled, stepped", OURS): rows(),
    }


def python_chess() -> Iterator[int]:
    """One game at a time, with claims of draws on the board."""
    rng = random.Random(1)
    board = chess.Board()
    while True:
        board.push(rng.choice(list(board.legal_moves)))
        over = board.is_repetition(3) or board.halfmove_clock >= 100
        if over or board.outcome() is not None:
            board.reset()
        yield 1


def open_spiel(arrays: bool = False) -> Iterator[int]:
    """One game at a time, with observations and masks if `arrays`."""
    import pyspiel

    game = pyspiel.load_game("chess")
    rng = random.Random(1)
    state = game.new_initial_state()
    while True:
        if arrays:
            state.observation_tensor()
            state.legal_actions_mask()
        state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            state = game.new_initial_state()
        yield 1


def petting_zoo() -> Iterator[int]:
    """One game at a time, with observations and masks."""
    from pettingzoo.classic import chess_v6

    rng = np.random.default_rng(1)
    env = chess_v6.env()
    env.reset(seed=1)
    while True:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            continue
        env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
        yield 1


def pgx(games: int) -> Iterator[int]:
    """All games at once: step, observation and mask, with automatic resets."""
    import jax
    import jax.numpy as jnp
    import pgx as peer
    from pgx.experimental.wrappers import auto_reset

    env = peer.make("chess")
    step = auto_reset(env.step, env.init)

    def play(state: Any, key: Any) -> Any:
        choose, reset = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(choose, logits, axis=1)
        return jax.vmap(step)(state, actions, jax.random.split(reset, games))

    compiled = jax.jit(play)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))
    state = jax.block_until_ready(compiled(state, jax.random.PRNGKey(0)))
    for number in itertools.count(1):
        state = jax.block_until_ready(compiled(state, jax.random.PRNGKey(number)))
        yield games


def main() -> None:
    """Runs all rows in turn."""
    options = parse()
    rows = arena_rows(options.games, options.threads)
    rows[STEP, "python-chess"] = python_chess()
    for name, module, task, row in [
        ("OpenSpiel", "pyspiel", STEP, open_spiel),
        ("OpenSpiel", "pyspiel", ARRAYS, lambda: open_spiel(arrays=True)),
        ("PettingZoo", "pettingzoo", ARRAYS, petting_zoo),
        ("pgx", "pgx", ARRAYS, lambda: pgx(options.games)),
    ]:
        if find_spec(module):
            rows[task, name] = row()
            next(rows[task, name])
        else:
            print(f"skipped: {name} is not installed")
    rates: dict[tuple[str, str], list[float]] = {key: [] for key in rows}
    for _ in range(options.rounds):
        for key, row in rows.items():
            begun, plies = time.perf_counter(), 0
            while (elapsed := time.perf_counter() - begun) < options.seconds:
                plies += next(row)
            rates[key].append(plies / elapsed / 1000)
    threads = f"{options.games} games, {options.threads} thread{'s' * (options.threads > 1)}"
    title = f"random games, {threads}"
    print(f"\n{title + ', thousand plies/s':56} {'median':>9} {'range':>19}")
    for (task, engine), values in rates.items():
        low, high = min(values), max(values)
        print(f"{task:42}{engine:14} {statistics.median(values):9.1f} {low:9.1f} {high:9.1f}")
        for value in values:
            record(title, task, engine, "thousand plies/s", value)


if __name__ == "__main__":
    main()
