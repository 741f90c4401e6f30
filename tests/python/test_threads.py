"""Many threads at one object, and processes that fork after a parallel call."""

import multiprocessing
import random
import threading

import numpy as np
import pytest

import enroque
from enroque import Board


def run_in_threads(count: int, work: object, *arguments: object) -> list[BaseException]:
    errors: list[BaseException] = []

    def guarded(number: int) -> None:
        try:
            work(number, *arguments)  # type: ignore[operator]
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    return errors


def test_threads_on_one_board() -> None:
    """Pushes and pops cross each other: moves may be refused, but the board stays a board."""
    board = Board()

    def play(number: int) -> None:
        rng = random.Random(number)
        for _ in range(1_500):
            try:
                moves = list(board.legal_moves)
                if moves and len(board.move_stack) < 60 and rng.random() < 0.6:
                    board.push(rng.choice(moves))
                else:
                    board.pop()
            except (enroque.IllegalMoveError, IndexError):
                pass
            assert board.fen().count("/") == 7
            board.copy().planes("pieces")

    assert run_in_threads(4, play) == []
    replayed = board.root()
    for move in board.move_stack:
        replayed.push(move)
    assert replayed == board


def games_of(text: str) -> enroque.Games:
    import io

    return enroque.Games.from_pgn(io.StringIO(text))


def test_threads_read_one_list_of_games() -> None:
    games = games_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n" * 300)
    game, ply = games.pairs()
    expected = games.planes("lc0", game, ply, dtype="uint8", threads=1)

    def read(number: int) -> None:
        for _ in range(3):
            planes = games.planes("lc0", game, ply, dtype="uint8", threads=1 + number % 3)
            assert np.array_equal(planes, expected)

    assert run_in_threads(4, read) == []


def in_child(queue: "multiprocessing.SimpleQueue[object]", games: enroque.Games) -> None:
    game, ply = games.pairs()
    queue.put(games.planes("pieces", game, ply, dtype="uint8").sum())


@pytest.mark.timeout(120)
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_after_a_parallel_call(method: str) -> None:
    """A pool whose threads a fork did not copy must not be waited for."""
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    games = games_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n" * 300)
    game, ply = games.pairs()
    expected = games.planes("pieces", game, ply, dtype="uint8").sum()
    context = multiprocessing.get_context(method)
    queue = context.SimpleQueue()
    child = context.Process(target=in_child, args=(queue, games))
    child.start()
    child.join(60)
    if child.exitcode is None:
        child.kill()
    assert child.exitcode == 0
    assert queue.get() == expected
