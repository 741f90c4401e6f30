"""Threads that share an object, and processes that fork after a parallel call."""

import contextlib
import copy
import io
import multiprocessing
import pickle
import random
import threading

import numpy as np
import pytest

import enroque
from enroque import Board, pgn


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
    """Concurrent pushes and pops: moves may be illegal, but the board stays consistent."""
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
            # a move of a position before may leave the king in check: pushed moves are pseudo-legal
            with contextlib.suppress(enroque.errors.IllegalPositionError):
                board.copy().planes("pieces")

    assert run_in_threads(4, play) == []
    replayed = board.root()
    for move in board.move_stack:
        replayed.push(move)
    assert replayed == board


FENS = [enroque.STARTING_FEN, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1"]


def call_random_method(board: Board, rng: random.Random) -> None:
    """Calls a random method of a board; some raise in some positions."""
    moves = board.legal_moves
    match rng.randrange(20):
        case 0 | 1 | 2 | 3 if len(board.move_stack) < 80:
            # another thread may have just mated
            if count := len(moves):
                board.push(moves[rng.randrange(1000) % count])
        case 4 | 5 | 6:
            board.pop()
        case 7:
            board.push_san(rng.choice(["e4", "Nf3", "O-O", "--"]))
        case 8:
            copied = pickle.loads(pickle.dumps(board))
            assert pickle.loads(pickle.dumps(copied)) == copied
        case 9:
            copy.deepcopy(board).push(enroque.Move.null())
        case 10:
            board.turn = not board.turn
            board.castling_rights = rng.getrandbits(64)
        case 11:
            for move in moves:
                board.is_legal(move)
        case 12:
            assert isinstance(board == board.copy(stack=rng.randrange(5)), bool)
        case 13:
            board.outcome(claim_draw=True)
            board.status()
        case 14:
            board.planes("lc0")
            board.legal_mask("lc0")
        case 15:
            board.set_fen(rng.choice(FENS))
        case 16:
            board.set_piece_at(rng.randrange(64), rng.choice([None, *board.piece_map().values()]))
        case 17:
            board.apply_mirror()
        case 18:
            moves.san()
            moves.uci()
        case _:
            assert board.fen().count("/") == str(board).count("\n") == 7


def test_threads_call_random_methods_of_one_board() -> None:
    """With or without a GIL, calls may raise, but the board stays consistent."""
    board = Board()

    def play(number: int) -> None:
        rng = random.Random(number)
        for _ in range(3_000):
            # IndexError: the legal moves may change between the choice of one and its use
            with contextlib.suppress(enroque.EnroqueError, IndexError):
                call_random_method(board, rng)

    assert run_in_threads(4, play) == []
    assert Board(board.fen(), chess960=None).board_fen() == board.board_fen()


def test_threads_on_one_game_tree() -> None:
    tree = pgn.read_game(io.StringIO("1. e4 {a} e5 (1... c5 $1 {sharp}) 2. Nf3 Nc6 *"))
    assert tree is not None

    def edit(number: int) -> None:
        rng = random.Random(number)
        for _ in range(300):
            node = rng.choice([tree, *tree.mainline()])
            # another thread may have removed the node
            with contextlib.suppress(enroque.EnroqueError, LookupError, ValueError):
                match rng.randrange(7):
                    case 0:
                        node.comment = str(rng.random())
                        node.nags.add(rng.randrange(9))
                    case 1:
                        tree.accept(pgn.StringExporter())
                    case 2:
                        node.add_variation(rng.choice(list(node.board().legal_moves)))
                    case 3:
                        node.remove_variation(node.variations[0])
                    case 4:
                        node.promote_to_main(node.variations[-1])
                    case 5:
                        pickle.loads(pickle.dumps(tree)).end().board()
                    case _:
                        tree.headers["White"] = str(rng.random())

    assert run_in_threads(4, edit) == []
    assert pgn.read_game(io.StringIO(str(tree))) is not None


def test_threads_on_one_loader() -> None:
    games = games_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n" * 300)
    loader = enroque.Loader(
        games,
        [enroque.Column.planes("pieces"), enroque.Column.policy("lc0")],
        batch_size=16,
        seed=1,
    )
    counts = [0] * 4

    def consume(number: int) -> None:
        # not a `for` loop, which would start another epoch after the end of this one
        with contextlib.suppress(StopIteration):
            while True:
                counts[number] += len(next(loader)["policy"])

    assert run_in_threads(4, consume) == []
    assert sum(counts) == 1_800  # each position went to one thread


def games_of(text: str) -> enroque.Games:
    return enroque.Games.from_pgn(io.StringIO(text))


def test_threads_read_one_list_of_games() -> None:
    games = games_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n" * 300)
    game, ply = games.positions()
    expected = games.planes("lc0", game, ply, dtype="uint8", threads=1)

    def read(number: int) -> None:
        for _ in range(3):
            planes = games.planes("lc0", game, ply, dtype="uint8", threads=1 + number % 3)
            assert np.array_equal(planes, expected)

    assert run_in_threads(4, read) == []


def in_child(queue: "multiprocessing.SimpleQueue[object]", games: enroque.Games) -> None:
    game, ply = games.positions()
    queue.put(games.planes("pieces", game, ply, dtype="uint8").sum())


@pytest.mark.timeout(120)
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_after_a_parallel_call(method: str) -> None:
    """A forked child must not wait for threads of the parent's pool."""
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    games = games_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n" * 300)
    game, ply = games.positions()
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
