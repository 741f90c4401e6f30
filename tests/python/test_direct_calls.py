"""Calls of boards and moves that go around PyO3: they must not differ from PyO3's.

Each test passes with the feature `fast-objects` and without it. `test_without_direct_calls` runs
this file again with PyO3's calls.
"""

import copy
import inspect
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from enroque import (
    STARTING_FEN,
    BaseBoard,
    Board,
    FenError,
    IllegalMoveError,
    Move,
    SquareSet,
    _core,
)

FEN = "r2q1rk1/pp2ppbp/2np1np1/8/3NP1b1/1BN1B3/PPP2PPP/R2Q1RK1 w - - 8 10"
E4 = Move.from_uci("e2e4")
IS_DISABLED = os.environ.get("ENROQUE_FAST_OBJECTS") == "0"


def error(call: Callable[[], object]) -> tuple[type, str]:
    """Returns the type and the text of the exception that a call raises."""
    with pytest.raises(BaseException) as raised:  # noqa: PT011
        call()
    return type(raised.value), str(raised.value)


def test_the_interpreter_has_the_expected_layouts() -> None:
    """Otherwise PyO3's functions are called, which takes longer."""
    features, are_untracked, are_direct = _core.prepare()
    assert are_direct == are_untracked == ("fast-objects" in features and not IS_DISABLED)
    assert _core.prepare()[2] == are_direct


def test_without_direct_calls() -> None:
    if IS_DISABLED:
        return
    environment = {**os.environ, "ENROQUE_FAST_OBJECTS": "0"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(Path(__file__))]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_signatures_and_docstrings() -> None:
    signatures = {
        Board.push: "(self, /, move)",
        Board.pop: "(self, /)",
        Board.copy: "(self, /, *, stack=None)",
        Board.fen: "(self, /, *, shredder=False, en_passant='legal', promoted=None)",
        Board.outcome: "(self, /, *, claim_draw=False, rules='fide2023')",
        Move.uci: "(self, /)",
    }
    for method, signature in signatures.items():
        assert str(inspect.signature(method)) == signature
        assert type(method).__name__ == "method_descriptor"
        assert method.__doc__ is not None
        assert method.__doc__[:6] in ("Plays ", "Takes ", "Return")
        assert method.__qualname__ == f"{method.__objclass__.__name__}.{method.__name__}"  # type: ignore[attr-defined]
        assert pickle.loads(pickle.dumps(method)) is method
    assert str(inspect.signature(Board)) == (
        f"(fen='{STARTING_FEN}', *, chess960=False, strict=False)"
    )


def test_boards_are_constructed() -> None:
    assert (
        Board().fen() == Board(STARTING_FEN).fen() == Board(fen=STARTING_FEN).fen() == STARTING_FEN
    )
    assert Board(FEN).fen() == Board(fen=FEN).fen() == Board(FEN, chess960=False).fen() == FEN
    assert Board(f" {FEN} ").fen() == FEN
    assert Board(None).fen() == Board(fen=None).fen() == "8/8/8/8/8/8/8/8 w - - 0 1"
    assert Board(chess960=True).chess960
    assert not Board(FEN).chess960
    promoted = "4k3/8/8/8/8/8/8/R~3K3 w - - 0 1"
    assert Board(promoted).promoted == 1  # type: ignore[attr-defined]
    illegal = Board("8/8/8/8/8/8/8/K7 w - - 0 1")
    assert not illegal.is_valid()
    assert illegal.fen() == "8/8/8/8/8/8/8/K7 w - - 0 1"

    class Text(str):
        """A subclass of str."""

    assert Board(Text(FEN)).fen() == FEN
    assert type.__call__(Board, FEN).fen() == FEN  # type: ignore[misc]
    arguments: dict[str, Any] = {"fen": FEN, "chess960": None}
    assert Board(*[], **arguments).fen() == FEN


def test_wrong_arguments_of_the_constructor() -> None:
    make: Any = Board
    assert error(lambda: make("x")) == error(lambda: make(fen="x"))
    assert error(lambda: make("x"))[0] is FenError
    assert error(lambda: make(5)) == (TypeError, "a FEN must be a str, not int")
    assert error(lambda: make("\ud800"))[0] in (TypeError, UnicodeEncodeError)
    for call in (
        lambda: make(FEN, FEN),
        lambda: make(variant="atomic"),
        lambda: make(FEN, fen=FEN),
        lambda: make(**{"": 1}),
    ):
        kind, text = error(call)
        assert kind is TypeError
        assert text.startswith("Board.__init__()")
    strict = "8/8/8/8/8/8/8/K7 w - - 0 1"
    assert error(lambda: make(strict, strict=True))[0] is FenError


def test_a_program_may_replace_the_methods_of_the_class() -> None:
    made: list[object] = []
    old_init, old_push = Board.__init__, Board.push

    def init(self: Board, *arguments: Any, **options: Any) -> None:
        made.append(self)
        old_init(self, *arguments, **options)

    changed: Any = Board
    changed.__init__ = init
    try:
        assert Board().fen() == STARTING_FEN
        assert Board(FEN).fen() == FEN
        assert len(made) == 2
    finally:
        changed.__init__ = old_init
    assert Board(FEN).fen() == FEN
    assert len(made) == 2
    changed.push = lambda self, move: made.append(move)
    try:
        Board().push(E4)
        assert made[-1] is E4
    finally:
        changed.push = old_push
    board = Board()
    board.push(E4)
    assert board.peek() == E4


class Own(Board):
    """A subclass with an attribute and own methods."""

    def __init__(self, name: str = "own", fen: str | None = STARTING_FEN) -> None:
        super().__init__(fen)
        self.name = name
        self.pushed: list[Move] = []

    def push(self, move: Move) -> None:
        self.pushed.append(move)
        super().push(move)


class Plain(Board):
    """A subclass that changes nothing."""


def test_subclasses() -> None:
    own = Own("a", FEN)
    move = own.parse_san("Nxc6")
    own.push(move)
    assert (own.pushed, own.pop(), own.fen(), own.outcome()) == ([move], move, FEN, None)
    copied = own.copy(stack=False)
    assert (type(copied), copied.name) == (Own, "a")
    assert own.push_san("Nxc6") == move
    assert own.pushed == [move, move]
    for plain in (Plain(), Plain(FEN), Plain(fen=FEN), Plain().copy(stack=False)):
        assert type(plain) is Plain
        plain.mark = 1  # type: ignore[attr-defined]
    assert error(lambda: Plain("x"))[0] is FenError
    for _ in range(100):
        del own, copied, plain
        own, copied, plain = Own(), Own().copy(), Plain()  # noqa: F841
    Own.push(own, E4)
    Board.push(own, Move.from_uci("e7e5"))
    assert own.pushed == [E4]


def test_push() -> None:
    board, push = Board(), Board().push
    board.push(E4)
    board.push(move=Move.from_uci("e7e5"))
    Board.push(board, Move.from_uci("g1f3"))
    board.push(Move.null())
    assert [move.uci() for move in board.move_stack] == ["e2e4", "e7e5", "g1f3", "0000"]
    push(E4)
    anything: Any = board
    fen = board.fen()
    assert error(lambda: board.push(E4))[0] is IllegalMoveError
    assert error(lambda: board.push(move=E4)) == error(lambda: board.push(E4))
    assert error(lambda: anything.push("e2e4")) == (
        TypeError,
        "a move must be a Move, not str (Move.from_uci and Board.parse_san read text)",
    )
    assert error(anything.push) == (
        TypeError,
        "Board.push() missing 1 required positional argument: 'move'",
    )
    assert error(lambda: anything.push(E4, E4))[0] is TypeError
    assert error(lambda: anything.push(uci=E4))[0] is TypeError
    assert error(lambda: anything.push(E4, move=E4))[0] is TypeError
    assert error(lambda: Board.push(anything.legal_moves, E4))[0] is TypeError
    assert error(lambda: Board.push(BaseBoard(), E4))[0] is TypeError  # type: ignore[arg-type]
    assert error(Board.push)[0] is TypeError  # type: ignore[call-arg]
    assert board.fen() == fen


def test_push_of_moves_that_are_not_legal() -> None:
    board = Board("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1")
    pinned = Move.from_uci("e2c3")
    board.push(pinned)
    assert board.was_into_check()
    assert board.outcome() is None
    assert board.pop() == pinned
    nothing = Board(None)
    assert error(lambda: nothing.push(E4))[0] is IllegalMoveError
    nothing.push(Move.null())
    assert nothing.pop() == Move.null()


def test_pop() -> None:
    board = Board()
    anything: Any = board
    assert error(board.pop) == (_core_error("OutOfRangeError"), "pop from an empty move stack")
    assert error(lambda: anything.pop(1)) == (
        TypeError,
        "Board.pop() takes no arguments (1 given)",
    )
    assert error(lambda: anything.pop(x=1)) == (TypeError, "Board.pop() takes no keyword arguments")
    castling = Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for text in ("e1g1", "e1h1"):
        castling.push(Move.from_uci(text))
        assert castling.pop() == Move.from_uci("e1g1")
    castling.turn = False
    castling.push(Move.from_uci("e8c8"))
    castling.turn = False
    assert castling.pop() == Move.from_uci("e8c8")


def _core_error(name: str) -> type:
    import enroque

    kind: type = getattr(enroque, name)
    return kind


def test_copy() -> None:
    board = Board()
    board.push(E4)
    key = "".join(["st", "ack"])  # not the object that the program's constants are
    copies = {
        1: [board.copy(), board.copy(stack=True), board.copy(stack=None), board.copy(stack=1)],
        0: [board.copy(stack=False), board.copy(stack=0), board.copy(**{key: False})],
    }
    for plies, boards in copies.items():
        for copied in boards:
            assert (len(copied.move_stack), copied.fen()) == (plies, board.fen())
            assert type(copied) is Board
            copied.push(Move.from_uci("e7e5"))
    assert len(board.move_stack) == 1
    anything: Any = board
    assert error(lambda: anything.copy(False))[0] is TypeError
    assert error(lambda: anything.copy(stack="x")) == (
        TypeError,
        "stack must be True, False or a number of plies",
    )
    assert error(lambda: anything.copy(stacks=False))[0] is TypeError
    assert error(lambda: anything.copy(stack=-1))[0] is _core_error("ArgumentError")
    illegal = Board("8/8/8/8/8/8/8/K7 w KQ - 0 1")
    assert illegal.copy(stack=False).fen() == illegal.fen()
    assert copy.copy(illegal).status() == illegal.status()


def test_fen_and_outcome() -> None:
    board: Any = Board()
    board.push(E4)
    assert board.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert board.fen(en_passant="fen").split()[3] == "e3"
    assert board.fen(shredder=True).split()[2] == "HAha"
    assert error(lambda: board.fen(True))[0] is TypeError
    assert error(lambda: board.fen(x=True))[0] is TypeError
    assert error(lambda: board.fen(en_passant="x"))[0] is _core_error("ArgumentError")
    mate: Any = Board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    assert mate.outcome() == mate.outcome(claim_draw=True) == mate.outcome(rules="engine")
    assert mate.outcome().winner is True
    assert board.outcome() is None
    assert board.outcome(claim_draw=True) is None
    assert error(lambda: board.outcome(True))[0] is TypeError
    assert error(lambda: board.outcome(rules="x"))[0] is not TypeError


def test_uci_of_moves() -> None:
    moves = [
        E4,
        Move.null(),
        Move.from_uci("e7e8q"),
        Move.from_uci("P@e4"),
        Move(0, 9, promotion=6),
    ]
    assert [move.uci() for move in moves] == ["e2e4", "0000", "e7e8q", "P@e4", "a1b2k"]
    assert E4.uci() is E4.uci()
    assert Move.uci(E4) == "e2e4"
    anything: Any = E4
    assert error(lambda: anything.uci(1)) == (TypeError, "Move.uci() takes no arguments (1 given)")
    assert error(lambda: Move.uci("e2e4"))[0] is TypeError  # type: ignore[arg-type]


def test_lists_of_moves() -> None:
    for fen in (FEN, "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"):
        board = Board(fen)
        moves = board.legal_moves
        assert moves.uci() == [move.uci() for move in moves] == list(map(str, list(moves)))
        assert moves.san() == [board.san(move) for move in moves]
        assert all(sys.getrefcount(text) >= 2 for text in moves.uci() + moves.san())


def test_references_are_counted() -> None:
    board = Board(FEN)
    move = board.parse_san("Nxc6")

    def work() -> None:
        for _ in range(1000):
            board.push(move)
            board.pop()
            board.copy(stack=False)
            board.copy()
            board.fen()
            board.outcome()
            [one.uci() for one in board.legal_moves]
            board.legal_moves.san()
            Board()
            Board(FEN)
            SquareSet(5)
            BaseBoard()

    def work_in_a_thread() -> None:
        """Without a GIL, each thread counts its new references to classes itself until it ends."""
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()

    work_in_a_thread()
    counted: list[object] = [None, move, move.uci(), Board, Move, BaseBoard, SquareSet, FEN, board]
    before = [sys.getrefcount(one) for one in counted]
    work_in_a_thread()
    after = [sys.getrefcount(one) for one in counted]
    assert all(abs(new - old) < 500 for new, old in zip(after, before, strict=True))


def test_freed_boards_are_reused() -> None:
    """A new board has nothing of the one whose memory it has."""
    for _ in range(50):
        boards = [Board(FEN) for _ in range(40)]
        for board in boards:
            board.push_san("Nxc6")
        del boards, board
        boards = [Board() for _ in range(40)]
        assert {board.fen() for board in boards} == {STARTING_FEN}
        assert not any(board.move_stack for board in boards)
        assert len({id(board) for board in boards}) == 40


def test_threads() -> None:
    failed: list[object] = []

    def work() -> None:
        try:
            board = Board(FEN)
            for _ in range(300):
                for move in board.legal_moves:
                    board.push(move)
                    assert board.copy(stack=False).fen() == board.fen()
                    assert board.pop() is move
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
