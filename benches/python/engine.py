"""The costs of UCI engines: `python benches/python/engine.py [STOCKFISH]`.

Positions of example games at 100 and 1,000 nodes with one Stockfish process: the wall time, and the
CPU time of Python alone, of `Positions.label`, `EnginePool.analyse`, python-chess's `SimpleEngine`
and a bare pipe, which sends the same commands and reads lines until `bestmove`. Then simulated
engines, compiled C programs that sleep as long as a search of 1,000 nodes takes: how many of them
one process keeps busy, and the CPU time of both, without the start of the engines. It is bounded by
the cores: 64 engines are 43,000 positions per second, and the system takes as much time for an
engine that reads and writes as for this process.
"""

import itertools
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.engine
from timing import Table

from enroque import Positions
from enroque.data import example_games
from enroque.engine import EnginePool, Limit

HASH = {"Hash": 1}
RUNS = 3
SLEEP_US = 1500
"""How long a simulated search takes: Stockfish searches 1,000 nodes in 1 to 2 ms."""

SIMULATED = """
#include <stdio.h>
#include <string.h>
#include <time.h>
int main(void) {
    char line[65536];
    struct timespec time = {0, %d000L};
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "uci\\n", 4))
            puts("id name Simulated\\noption name UCI_Chess960 type check default false\\nuciok");
        else if (!strncmp(line, "isready", 7))
            puts("readyok");
        else if (!strncmp(line, "go", 2)) {
            nanosleep(&time, 0);
            puts("info depth 9 score cp 12 nodes 1000 pv e2e4\\nbestmove (none)");
        } else if (!strncmp(line, "quit", 4))
            return 0;
        fflush(stdout);
    }
}
"""


def measured(work: Callable[[], Any]) -> tuple[float, float]:
    """Returns the smallest wall time and CPU time of this process in seconds."""
    best = (float("inf"), float("inf"))
    for _ in range(RUNS):
        before, begin = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
        work()
        wall = time.perf_counter() - begin
        after = resource.getrusage(resource.RUSAGE_SELF)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best[0], wall), min(best[1], cpu)
    return best


def bare_pipe(command: list[str], fens: list[str], nodes: int) -> None:
    """Sends each position and reads lines until `bestmove`."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"uci\nsetoption name Hash value 1\n")
        for fen in fens:
            text = f"ucinewgame\nisready\nposition fen {fen}\ngo nodes {nodes}\n"
            process.stdin.write(text.encode())
            process.stdin.flush()
            score = b""
            while not (line := process.stdout.readline()).startswith(b"bestmove"):
                if b" score " in line:
                    score = line
            assert score
        process.stdin.write(b"quit\n")
        process.stdin.flush()


def by_python_chess(command: list[str], boards: list[chess.Board], nodes: int) -> None:
    """Evaluates boards with python-chess."""
    limit = chess.engine.Limit(nodes=nodes)
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        engine.configure(HASH)
        for board in boards:
            assert "score" in engine.analyse(board, limit, game=object())


def stockfish(command: list[str], positions: Positions, nodes: int) -> None:
    """Times a real engine."""
    count, fens = len(positions), positions.fens()
    ours = [positions.board(n) for n in range(count)]
    theirs = [chess.Board(fen) for fen in fens]

    def pool() -> None:
        with EnginePool(command, workers=1, options=HASH) as pool:
            assert all("score" in info for info in pool.analyse(ours, Limit(nodes=nodes)))

    times = [
        measured(lambda: positions.label(command, nodes=nodes, workers=1, options=HASH)),
        measured(pool),
        measured(lambda: by_python_chess(command, theirs, nodes)),
        measured(lambda: bare_pipe(command, fens, nodes)),
    ]
    names = ["label", "EnginePool", "python-chess", "bare pipe"]
    table = Table(f"Stockfish at {nodes} nodes, 1 process", "us/position", names)
    table.row("wall time", *(1e6 * wall / count for wall, _ in times))
    table.row("CPU time of Python", *(1e6 * cpu / count for _, cpu in times))


def many(positions: Positions, count: int) -> Positions:
    """Returns different positions, by their halfmove clocks."""
    fields = [fen.split() for fen in positions.fens()]
    added = range(-(-count // len(fields)))
    fens = [" ".join([*f[:4], str(int(f[4]) + n), f[5]]) for n in added for f in fields]
    return Positions.from_fens(fens[:count])


def simulated(program: str, positions: Positions, workers: int) -> tuple[float, float, float]:
    """Returns how many engines that sleep `label` and `EnginePool` keep busy, and CPU times.

    Returns:
        The two numbers, and the microseconds of `label` for a position.
    """
    some = many(positions, 1000 * workers)
    start, cpu = measured(lambda: some[:workers].label(program, nodes=1, workers=workers))
    wall, all_cpu = measured(lambda: some.label(program, nodes=1, workers=workers))
    of_label = len(some) / (wall - start)
    boards = [positions.board(n) for n in range(2000)]
    with EnginePool(program, workers=workers) as pool:
        list(pool.analyse(boards[: 4 * workers], Limit(nodes=1)))
        repeated = list(itertools.islice(itertools.cycle(boards), 500 * workers))
        wall, _ = measured(lambda: list(pool.analyse(repeated, Limit(nodes=1))))
    of_pool = len(repeated) / wall
    busy = SLEEP_US / 1e6
    return of_label * busy, of_pool * busy, 1e6 * (all_cpu - cpu) / len(some)


def main() -> None:
    """Times real and simulated engines."""
    games = example_games()
    positions = Positions.from_games(games, *games.positions()).drop_duplicates()
    command = sys.argv[1:] or [shutil.which("stockfish") or "/usr/games/stockfish"]
    if shutil.which(command[0]):
        stockfish(command, positions[::4][:2000], 100)
        stockfish(command, positions[::16][:500], 1000)
    else:
        print("Stockfish is not installed")
    compiler = shutil.which("cc")
    if compiler is None:
        print("no C compiler: simulated engines are left out")
        return
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "engine.c", Path(folder) / "engine"
        source.write_text(SIMULATED % SLEEP_US)
        subprocess.run([compiler, "-O2", source, "-o", program], check=True)
        task = f"engines that sleep {SLEEP_US / 1000} ms"
        table = Table(task, "busy engines", ["label", "EnginePool"])
        for workers in (1, 16, 64):
            *busy, cpu = simulated(str(program), positions, workers)
            table.row(f"{workers} engines", *busy)
            print(f"    {cpu:.1f} us of CPU time a position in this process")


if __name__ == "__main__":
    main()
