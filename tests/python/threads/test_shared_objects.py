"""Threads that share an object: all results are possible in some sequential order of the calls.

With a GIL, a short switch interval makes calls interleave; without one, they run in parallel.
"""

import collections
import gc
import io
import pickle
import random
import struct
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import cast

import chess
import numpy as np
import pytest

import enroque
from enroque import Board, Games, pgn, polyglot

# On a deadlock, prints the stacks of all threads and ends the process.
pytestmark = pytest.mark.timeout(240, method="thread")

THREADS = 6
FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


@pytest.fixture(autouse=True)
def _switch_often() -> Iterator[None]:
    """Switches threads where Python creates objects, by a callback of the garbage collector."""

    def run_python(phase: str, info: dict[str, int]) -> None:
        for _ in range(20):
            pass

    before, threshold = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-5)
    gc.set_threshold(7)
    gc.callbacks.append(run_python)
    yield
    gc.callbacks.remove(run_python)
    gc.set_threshold(*threshold)
    sys.setswitchinterval(before)


def run_together(*works: Callable[[], object]) -> None:
    """Runs each function on a separate thread at the same time, and raises the first error."""
    errors: list[BaseException] = []
    ready = threading.Barrier(len(works))

    def run(work: Callable[[], object]) -> None:
        try:
            ready.wait()
            work()
        except BaseException as error:  # a panic is not an Exception
            errors.append(error)

    threads = [threading.Thread(target=run, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def run_numbered(work: Callable[[int], object], count: int = THREADS) -> None:
    """Runs a function on several threads at the same time, with the number of the thread."""
    run_together(*(lambda number=number: work(number) for number in range(count)))


def model_of(board: Board, is_allowed: Callable[[chess.Board, chess.Move], bool]) -> chess.Board:
    """Returns python-chess's board after the same moves, each of which must be allowed."""
    model = chess.Board()
    for move in board.move_stack:
        played = chess.Move.from_uci(move.uci())
        assert is_allowed(model, played), (model.fen(), played)
        model.push(played)
    return model


class Noted(Board):
    """A subclass with attributes, a constructor and `push`."""

    def __init__(self, note: str) -> None:
        super().__init__()
        self.note = note
        self.pushes = 0

    def push(self, move: enroque.Move) -> None:
        super().push(move)
        self.pushes += 1


PUSHES: dict[str, Callable[[Board, enroque.Move], enroque.Move]] = {
    "push_uci": lambda board, move: board.push_uci(move.uci()),
    "push_san": lambda board, move: board.push_san(board.san(move)),
    "san_and_push": lambda board, move: (board.san_and_push(move), move)[1],
    "push": lambda board, move: (board.push(move), move)[1],
}
"""Methods that play a move. Before they do, another thread may have played or popped moves."""


@pytest.mark.parametrize(
    ("make", "methods", "is_allowed"),
    [
        # these check in one step with playing it that the move is legal
        (Board, ["push_uci", "push_san", "san_and_push"], chess.Board.is_legal),
        # `push`, which the others call on a board of a subclass, plays pseudo-legal moves
        (Board, list(PUSHES), chess.Board.is_pseudo_legal),
        (lambda: Noted("note"), list(PUSHES), chess.Board.is_pseudo_legal),
    ],
)
def test_moves_are_conserved(
    make: Callable[[], Board],
    methods: list[str],
    is_allowed: Callable[[chess.Board, chess.Move], bool],
) -> None:
    """The board has the moves that threads pushed, without those that they popped."""
    board = make()
    pushes = [PUSHES[name] for name in methods]
    pushed: collections.Counter[enroque.Move] = collections.Counter()
    popped: collections.Counter[enroque.Move] = collections.Counter()
    lock = threading.Lock()

    def play(number: int) -> None:
        rng = random.Random(number)
        own_pushed, own_popped = collections.Counter(), collections.Counter()
        for _ in range(1_500):
            try:
                moves = board.legal_moves
                if moves and board.ply() < 60 and rng.randrange(3):
                    move = moves[rng.randrange(len(moves))]
                    own_pushed[rng.choice(pushes)(board, move)] += 1
                else:
                    own_popped[board.pop()] += 1
            except (ValueError, IndexError):
                pass  # another thread moved meanwhile, or there is no move to pop
        with lock:
            pushed.update(own_pushed)
            popped.update(own_popped)

    def check() -> None:
        for _ in range(40):
            copy = board.copy()
            assert model_of(copy, is_allowed).fen() == copy.fen()
            assert copy.root() == Board()
            restored = pickle.loads(pickle.dumps(copy))
            assert restored == copy
            assert restored.move_stack == copy.move_stack

    run_together(*(lambda number=number: play(number) for number in range(THREADS)), check)
    assert pushed - popped == collections.Counter(board.move_stack)
    assert popped - pushed == collections.Counter()
    assert model_of(board, is_allowed).fen() == board.fen()


METHODS: dict[str, Callable[[Board], object]] = {
    "fen": lambda board: board.fen(),
    "epd": lambda board: board.epd(),
    "board_fen": lambda board: board.board_fen(),
    "hash": lambda board: board.hash(),
    "status": lambda board: board.status(),
    "outcome": lambda board: board.outcome(claim_draw=True),
    "mate": lambda board: board.is_checkmate(),
    "checkers": lambda board: list(board.checkers()),
    "pieces": lambda board: board.piece_map(),
    "pinned": lambda board: int(board.pin(chess.WHITE, chess.F2)),
    "attackers": lambda board: int(board.attackers(chess.BLACK, chess.E1)),
    "count": lambda board: board.legal_moves.count(),
    "stack": lambda board: board.move_stack,
    "planes": lambda board: board.planes("lc0").tobytes(),
    "mask": lambda board: board.legal_mask("lc0").tobytes(),
    "tokens": lambda board: board.tokens("chessbench").tobytes(),
    "indices": lambda board: board.legal_indices("lc0").tolist(),
    "str": str,
    "repr": repr,
    "unicode": lambda board: board.unicode(),
    "copy": lambda board: board.copy(stack=False).fen(),
    "equal": lambda board: board == board,
    "pickle": lambda board: pickle.loads(pickle.dumps(board)).fen(),
    "drawing": lambda board: board._repr_svg_(),
    "pseudo-legal": lambda board: list(board.pseudo_legal_moves),
    "captures": lambda board: list(board.generate_legal_captures()),
}


def test_results_are_of_one_position() -> None:
    """While a board alternates between two positions, each result is that of one of them."""
    board = Board("rnbqkbnr/pppp1ppp/8/4p3/5PP1/8/PPPPP2P/RNBQKBNR b KQkq g3 0 2")
    mate = enroque.Move.from_uci("d8h4")
    moves = board.legal_moves  # of the current position
    methods = METHODS | {
        "moves": lambda _: list(moves),
        "moves.san": lambda _: moves.san(),
        "moves.uci": lambda _: moves.uci(),
        "moves[:]": lambda _: moves[:],
        "len": lambda _: len(moves),
    }
    before = {name: method(board) for name, method in methods.items()}
    board.push(mate)
    after = {name: method(board) for name, method in methods.items()}
    board.pop()
    assert sum(before[name] != after[name] for name in methods) > 20
    is_over = threading.Event()

    def alternate() -> None:
        while not is_over.is_set():
            board.push(mate)
            assert board.pop() == mate

    def call(number: int) -> None:
        rng = random.Random(number)
        names = list(methods)
        for _ in range(25):
            rng.shuffle(names)
            for name in names:
                result = methods[name](board)
                assert result in (before[name], after[name]), name

    def call_all() -> None:
        try:
            run_numbered(call, 4)
        finally:
            is_over.set()

    run_together(alternate, call_all)
    assert board.fen() == before["fen"]


def test_edits_are_atomic() -> None:
    """Threads set FENs and pieces: each edit is visible completely or not at all."""
    board = Board()
    fens = [
        enroque.STARTING_FEN,
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "8/8/8/8/8/8/8/8 w - - 7 9",
    ]
    boards = {fen.split()[0] for fen in fens}
    is_over = threading.Event()

    def edit(number: int) -> None:
        rng = random.Random(number)
        for _ in range(500):
            match rng.randrange(4):
                case 0:
                    board.set_fen(rng.choice(fens))
                case 1:
                    board.reset()
                case 2:
                    board.clear()
                case _:
                    board.set_board_fen(rng.choice(fens).split()[0])

    def check() -> None:
        while not is_over.is_set():
            assert board.copy().board_fen() in boards
            assert board.fen().split()[0] in boards
            assert sum(1 for line in str(board).splitlines()) == 8

    def edit_all() -> None:
        try:
            run_numbered(edit, 4)
        finally:
            is_over.set()

    run_together(edit_all, check, check)
    assert Board(board.fen(), chess960=None).fen() == board.fen()


def test_squares_are_popped_once() -> None:
    for _ in range(20):
        squares = enroque.SquareSet(enroque.BB_ALL)
        popped: list[list[int]] = [[] for _ in range(THREADS)]

        def pop(number: int, squares: enroque.SquareSet = squares) -> None:
            while True:
                try:
                    popped[number].append(squares.pop())  # noqa: B023
                except KeyError:
                    return

        run_numbered(pop)
        assert sorted(chain.from_iterable(popped)) == list(range(64))
    squares = enroque.SquareSet()

    def put(number: int) -> None:
        for square in range(number, 64, THREADS):
            squares.add(square)
        for _ in range(501):
            squares.symmetric_difference_update([number])

    run_numbered(put)
    assert int(squares) == enroque.BB_ALL ^ (1 << THREADS) - 1


def test_moves_are_played_once() -> None:
    """Each move of a `PlayedGame` is accepted from one thread, and its clock counts each move."""
    line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3"
    spanish = pgn.read_game(io.StringIO(line))
    assert spanish is not None
    board, moves = spanish.end().board(), list(spanish.mainline_moves())
    game = enroque.rules.PlayedGame(time_control=enroque.TimeControl("600+5"))
    accepted = [0] * THREADS

    def play(number: int) -> None:
        for move in moves:
            while len(game.board().move_stack) <= moves.index(move):
                try:
                    game.push(move, spent=1000)
                    accepted[number] += 1
                except ValueError:
                    pass

    run_numbered(play)
    assert sum(accepted) == len(moves) == len(game.board().move_stack)
    assert game.board() == board
    assert game.clock is not None
    assert game.clock.left(enroque.WHITE) == 600_000 + 8 * 4000
    clock = enroque.Clock(enroque.TimeControl("60"))
    run_numbered(lambda _: [clock.add(enroque.WHITE, 1) for _ in range(500)])
    assert clock.left(enroque.WHITE) == 60_000 + 500 * THREADS


TEXT = "".join(
    f'[White "{n}"]\n[WhiteElo "{2000 + n % 500}"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {{!}} 1-0\n\n'
    for n in range(300)
)


def text_of(games: Games) -> str:
    file = io.StringIO()
    games.to_pgn(file)
    return file.getvalue()


def test_many_games_at_once() -> None:
    """Threads that read one `Games` get the same results as one thread."""
    games = Games.from_pgn(io.StringIO(TEXT))
    game, ply = games.positions()
    works: list[Callable[[], object]] = [
        lambda: len(games.filter(enroque.Filter(min_elo=2100))),
        lambda: [view.headers["White"] for view in games[50:90]],
        lambda: text_of(games[games.white_elo > 2200]),
        lambda: games.planes("lc0", game, ply, dtype="uint8", threads=2).tobytes(),
        lambda: games.policy("lc0", game, ply).tobytes(),
        lambda: [column.tobytes() for column in (games.moves, games.fingerprints)],
        lambda: [view.uci() for view in games[:9]],
        lambda: pickle.loads(pickle.dumps(games)) == games,
        lambda: games[7].board().fen(),
        lambda: games.moves.flags.writeable,
        lambda: games == Games.concatenate([games[:100], games[100:]]),
        lambda: str(pgn.read_game(io.StringIO(TEXT))),
    ]
    expected = [work() for work in works]

    def call(number: int) -> None:
        rng = random.Random(number)
        for _ in range(6):
            for index in rng.sample(range(len(works)), len(works)):
                assert works[index]() == expected[index], index

    run_numbered(call)


def test_iterators_and_loaders_return_items_once() -> None:
    games = Games.from_pgn(io.StringIO(TEXT))
    views = iter(games)
    stream = Games.stream(io.StringIO(TEXT), games_per_batch=7)
    loader = enroque.Loader(
        games,
        [enroque.Column.planes("pieces"), enroque.Column.game(), enroque.Column.ply()],
        batch_size=16,
        seed=1,
    )
    numbers: list[list[int]] = [[] for _ in range(THREADS)]
    read = [0] * THREADS
    pairs: list[list[tuple[int, int]]] = [[] for _ in range(THREADS)]

    def consume(number: int) -> None:
        while (view := next(views, None)) is not None:
            numbers[number].append(view.index)
        while True:
            try:
                batch = next(stream, None)
            except RuntimeError:  # another thread is reading from it
                continue
            if batch is None:
                break
            read[number] += len(batch)
        while (arrays := next(loader, None)) is not None:
            pairs[number] += zip(arrays["game"].tolist(), arrays["ply"].tolist(), strict=True)

    run_numbered(consume)
    assert sorted(chain.from_iterable(numbers)) == list(range(300))
    assert sum(read) == 300
    assert sorted(chain.from_iterable(pairs)) == [
        (game, ply) for game in range(300) for ply in range(6)
    ]


def test_one_array_for_many() -> None:
    """While a call writes to an array, others raise; no array has the results of two calls."""
    games = Games.from_pgn(io.StringIO(TEXT))
    game, ply = games.positions()
    out = np.zeros((len(game), 112, 8, 8), np.float32)
    expected = games.planes("lc0", game, ply)
    mask = np.zeros((len(game), 1858), bool)
    errors = [0] * THREADS

    def fill(number: int) -> None:
        for _ in range(3):
            try:
                games.planes("lc0", game, ply, out=out)
                games.legal_mask("lc0", game, ply, out=mask)
                enroque.Encoding("lc0").transform(out, "mirror_files")
            except (enroque.errors.ArrayError, ValueError):
                errors[number] += 1

    run_numbered(fill)
    assert sum(errors) < 3 * THREADS
    games.planes("lc0", game, ply, out=out)
    assert np.array_equal(out, expected)


def test_edits_of_one_tree_are_not_lost() -> None:
    """The tree has the NAGs and variations of all threads."""
    tree = pgn.read_game(io.StringIO("1. e4 e5 *"))
    assert tree is not None
    moves = list(Board().legal_moves)
    node = tree.variations[0]

    def edit(number: int) -> None:
        for n in range(60):
            node.nags.add(number * 100 + n)
            child = tree.add_variation(moves[(number + n) % len(moves)], comment=f"{number} {n}")
            tree.promote_to_main(child)
            tree.variations.append(pgn.ChildNode(pgn.Game(), moves[number]))
            if n % 2:
                tree.remove_variation(child)
            else:
                tree.demote(child)
            node.nags.discard(number * 100 + n - 1)

    run_numbered(edit)
    assert set(node.nags) == {number * 100 + 59 for number in range(THREADS)}
    assert len(tree.variations) == 1 + THREADS * (30 + 60)
    kept = sorted(node.comment for node in tree.variations if node.comment)
    assert kept == sorted(f"{number} {n}" for number in range(THREADS) for n in range(0, 60, 2))


def test_edits_within_an_edit() -> None:
    """Python code that runs during an edit, such as `__eq__` or a key function, may edit."""
    tree = pgn.Game()
    for text in ("e2e4", "d2d4", "c2c4"):
        tree.add_variation(enroque.Move.from_uci(text))

    class Same:
        __hash__ = object.__hash__

        def __eq__(self, node: object) -> bool:
            if len(tree.variations) == 3:
                tree.add_variation(enroque.Move.from_uci("a2a3"))
            return isinstance(node, pgn.ChildNode) and node.uci() == "d2d4"

    tree.variations.remove(cast(pgn.ChildNode, Same()))
    assert [node.uci() for node in tree.variations] == ["e2e4", "c2c4", "a2a3"]

    def adds(node: pgn.ChildNode) -> str:
        tree.add_variation(enroque.Move.from_uci("h2h3"))
        return node.uci()

    with pytest.raises(ValueError, match="modified during sort"):
        tree.variations.sort(key=adds)
    assert [node.uci() for node in tree.variations][:3] == ["e2e4", "c2c4", "a2a3"]
    # items of an iterator are not lost, even if an edit is repeated
    tree.variations = []
    tree.variations[:] = iter([pgn.ChildNode(pgn.Game(), enroque.Move.from_uci("g1f3"))])
    tree.nags.update(iter([1]), iter([2, 3]))
    assert ([node.uci() for node in tree.variations], set(tree.nags)) == (["g1f3"], {1, 2, 3})


def test_handles_and_books(tmp_path: Path) -> None:
    """Threads read separate files and a shared one, and entries of one book."""
    expected = [str(pgn.read_game(io.StringIO(text + "\n\n"))) for text in TEXT.split("\n\n[")[:2]]
    shared = io.StringIO(TEXT)
    board = Board()
    book = tmp_path / "book.bin"
    key = polyglot.zobrist_hash(board)
    entries = [(key, 0o1434, 5, 0), (key, 0o1333, 3, 0)]
    book.write_bytes(b"".join(struct.pack(">QHHI", *entry) for entry in entries))

    def read(number: int) -> None:
        own = io.StringIO(TEXT)
        assert str(pgn.read_game(own)) == expected[0]
        count = 1
        while pgn.read_headers(own) is not None:
            count += 1
        assert count == 300
        for _ in range(30):
            # lines go to other threads, so the content of the games is arbitrary
            if number % 2:
                pgn.skip_game(shared)
            else:
                pgn.read_game(shared)
        with polyglot.open_reader(book) as own_book:
            for reader in (own_book, common):
                for _ in range(30):
                    moves = [entry.move.uci() for entry in reader.find_all(board)]
                    assert moves == ["e2e4", "d2d4"]
                    assert reader.weighted_choice(board, random=number).weight in (5, 3)

    with polyglot.open_reader(book) as common:
        run_numbered(read)


FIRST_USE = """
import sys, threading
import enroque
squares = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]
names = [a + b for a in squares for b in squares if a != b]
found = [[] for _ in range(8)]
ready = threading.Barrier(8)
sys.setswitchinterval(1e-6)
def create(own):
    ready.wait()
    for name in names:
        move = enroque.Move.from_uci(name)
        own.append((id(move), id(move.uci()), id(enroque.Board().piece_at(8))))
threads = [threading.Thread(target=create, args=(own,)) for own in found]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert all(own == found[0] for own in found)
"""


def test_concurrent_first_uses() -> None:
    """Interned objects are created once, even if several threads use them first."""
    subprocess.run([sys.executable, "-c", FIRST_USE], check=True, timeout=120)


@pytest.mark.skipif(not FREE_THREADED, reason="this Python has a GIL")
def test_the_gil_stays_off() -> None:
    """A module that does not support free threading would enable the GIL, with a warning."""
    modules = "enroque, enroque.pgn, enroque.svg, enroque.polyglot, enroque.rules"
    check = f"import sys, {modules}; assert not sys._is_gil_enabled()"
    subprocess.run([sys.executable, "-W", "error", "-c", check], check=True, timeout=120)
