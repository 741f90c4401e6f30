"""Training data for NNUE: a UCI engine plays games against itself at fixed nodes.

    python examples/datagen.py games.vf stockfish --option Hash=1 --games 1000 --nodes 5000

Games begin with random moves. Each file is viriformat, which bullet reads: the score of each
position and the result of each game. The same arguments give the same file, with any number of
workers, if the engine has one thread; state another --seed for other games.
"""

import argparse
import shlex
import time
from collections import defaultdict, deque
from collections.abc import Iterator

import numpy as np

from enroque import AdjudicationRules, Arena, Board, Games, win_probability
from enroque.engine import EnginePool, Limit

MATE, NO_EVAL = 1_000_000, -(2**31)  # as in `Games.evals`
# a value of 0.98 is 1,248 centipawns, one of 0.005 less than 3
ADJUDICATION = AdjudicationRules(
    resign_value=-0.98, resign_plies=4, draw_value=0.005, draw_plies=12, play_on=0
)


def play(pool: EnginePool, arena: Arena, limit: Limit, count: int) -> Games:
    """Plays the games with the numbers below `count`; returns them with the engine's scores.

    An idle engine gets the next position of the game that has waited longest, so that none waits
    until all games have moved.
    """
    ready, searched = deque(range(arena.num_games)), deque[tuple[int, Board]]()
    scores: dict[int, list[int]] = defaultdict(list)  # by the number of the game, White's view

    def boards() -> Iterator[Board]:
        while ready:
            game = ready.popleft()
            searched.append((game, arena.board(game)))
            yield searched[-1][1]

    while ready:  # again if the engines are so far apart that no game is ready
        for info in pool.analyse(boards(), limit):
            game, board = searched.popleft()
            score, nodes, pv = info.get("score"), info.get("nodes", 0), info.get("pv")
            if score is None or not pv:
                raise ValueError(f"the engine reported no score or no line: {info}")
            scores[int(arena.game[game])].append(score.white().score(mate_score=MATE))
            chance = win_probability(score.relative.score(mate_score=MATE), model="chessbench")
            arena.note([2 * chance - 1], nodes=[nodes], games=[game])
            arena.step([board.policy_index("lc0", pv[0])], games=[game])
            if arena.game[game] < count:
                ready.append(game)

    played = arena.pop_games()
    order = np.argsort([int(number or 0) for number in played.tag_values("Round")])
    games: Games = played[order]
    # `Games.evals` are after the moves, while formats store evaluations before them
    evals = [eval for n in range(count) for eval in (*scores[n][1:], NO_EVAL)]
    starts = [str(scores[n][0]) for n in range(count)]
    return games.with_columns(evals=evals).with_tags({"StartEval": starts})


def main() -> None:
    """Parses the arguments, plays the games and writes them."""
    parser = argparse.ArgumentParser(
        description="Games of a UCI engine at fixed nodes, as viriformat. The time grows with "
        "--games and --nodes: Stockfish needs about a second for a game of 5,000 nodes a move.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    starts = ["standard", "chess960", "double_chess960"]
    add = parser.add_argument
    add("output", help="the file to write, such as games.vf or games.vf.zst")
    add("engine", help="the engine's command")
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="a UCI option")
    add("--games", type=int, default=100, help="number of games")
    add("--nodes", type=int, default=5000, help="nodes of each search")
    add("--start", choices=starts, default="standard", help="start positions")
    add("--random-plies", type=int, default=8, help="random moves of each game, or one more")
    add("--workers", type=int, help="engine processes; None for the number of cores")
    add("--seed", type=int, default=1, help="seed of start positions and random moves")
    options = parser.parse_args()
    uci = dict(option.split("=", 1) for option in options.option)
    began = time.perf_counter()
    with EnginePool(shlex.split(options.engine), workers=options.workers, options=uci) as pool:
        arena = Arena(
            min(options.games, 4 * pool.workers),
            start=options.start,
            random_plies=(options.random_plies, options.random_plies + 1),
            adjudication=ADJUDICATION,
            autoreset="same_step",
            seed=options.seed,
        )
        games = play(pool, arena, Limit(nodes=options.nodes), options.games)
    written = games.write(options.output, format="viriformat")
    wins, draws = (games.result == 1).sum(), (games.result == 0).sum()
    rate = written.positions / (time.perf_counter() - began)
    print(
        f"{written.games} games ({wins} won by White, {draws} drawn), {written.positions} "
        f"positions, {written.bytes} bytes; {rate:.0f} positions/s"
    )


if __name__ == "__main__":
    main()
