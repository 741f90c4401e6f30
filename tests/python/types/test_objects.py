"""Pickling, copying, subclassing and equality of boards, moves and pieces."""

import copy
import gc
import pickle
import sys
import sysconfig
import threading
import weakref
from abc import ABC, abstractmethod
from typing import Any

import chess
import pytest

import enroque
from enroque import (
    BLACK,
    KNIGHT,
    QUEEN,
    WHITE,
    BaseBoard,
    Board,
    Move,
    Piece,
    SquareSet,
    pgn,
)

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)


def played(*sans: str) -> Board:
    board = Board()
    for san in sans:
        board.push_san(san)
    return board


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_pickle(protocol: int) -> None:
    def round_trip(value: object) -> object:
        return pickle.loads(pickle.dumps(value, protocol))

    board = played("e4", "e5", "Nf3", "Nc6", "--", "Nf6", "Bb5", "a6", "O-O")
    copied = round_trip(board)
    assert isinstance(copied, Board)
    assert copied == board
    assert copied.move_stack == board.move_stack
    assert copied.root() == board.root()
    assert copied.fen(en_passant="fen") == board.fen(en_passant="fen")
    double = enroque.chess960.double(3, 900)
    assert round_trip(double) == double
    assert round_trip(double).chess960
    for value in (Move.from_uci("e7e8q"), Move.null(), Piece(KNIGHT, BLACK)):
        assert round_trip(value) == value
        assert hash(round_trip(value)) == hash(value)


class Marked(Board):
    """A board with an attribute."""

    mark = "class"


def test_subclasses() -> None:
    board = Marked()
    board.mark = "instance"
    board.push_san("d4")
    for copied in (
        copy.copy(board),
        copy.deepcopy(board),
        board.copy(),
        board.copy(stack=False),
        pickle.loads(pickle.dumps(board)),
        board.root(),
    ):
        assert type(copied) is Marked
        assert copied.mark == "instance"
    assert board.copy().move_stack == board.move_stack
    assert type(Marked.from_chess960_pos(0)) is Marked
    assert repr(board).startswith("Marked('")


class Named(Board):
    """A board whose constructor has other arguments."""

    def __init__(self, name: str, fen: str = enroque.STARTING_FEN, *, loud: bool = False) -> None:
        super().__init__(fen, chess960=loud)
        self.name = name


class Passing(Board):
    """A board that passes its arguments on."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        self.options = options


class Corner(enroque.BaseBoard):
    """A base board that does not call `super().__init__`."""

    def __init__(self, size: int) -> None:
        self.size = size


def test_subclasses_with_constructors() -> None:
    fen = "8/8/8/8/8/8/8/K1k5 b - - 3 9"
    assert Named("a").fen() == Board().fen()
    board = Named("b", fen, loud=True)
    assert (board.fen(), board.name, board.chess960) == (fen, "b", True)
    board.push_san("Kc2")
    for copied in (
        board.copy(),
        copy.copy(board),
        copy.deepcopy(board),
        pickle.loads(pickle.dumps(board)),
    ):
        assert (type(copied), copied, copied.name, copied.chess960) == (Named, board, "b", True)
        assert copied.move_stack == board.move_stack
        assert copied.root().fen() == fen
    assert Passing(fen).fen() == fen
    assert Passing(fen=None).fen() == Board(None).fen()
    assert Passing.from_chess960_pos(7).options == {"chess960": True}
    assert Passing.empty(chess960=True) == Board(None)
    with pytest.raises(enroque.errors.FenError):
        Passing("8/8")
    with pytest.raises(TypeError, match="unexpected keyword"):
        Passing(variant="atomic")
    corner = Corner(3)
    assert (corner.size, corner.board_fen()) == (3, enroque.STARTING_BOARD_FEN)
    assert corner.copy().size == 3


def test_push_of_a_subclass_is_called() -> None:
    log: list[str] = []

    def recording(module: Any) -> Any:
        class Recording(module.Board):  # type: ignore[misc]
            def push(self, move: Any) -> None:
                log.append(f"{module.__name__} {move}")
                super().push(move)

        board = Recording()
        board.push_san("e4")
        board.push_uci("e7e5")
        board.push_xboard("Nf3")
        board.san_and_push(module.Move.from_uci("b8c6"))
        board.push_san("--")
        for invalid in ("Ke5", "nonsense", "e2e5"):
            with pytest.raises(ValueError, match=invalid):
                board.push_san(invalid)
        with pytest.raises(ValueError, match="e2e5"):
            board.push_uci("e2e5")
        return [move.uci() for move in board.move_stack]

    assert recording(enroque) == recording(chess)
    half = len(log) // 2
    assert half == 5
    assert [line.split()[1] for line in log[:half]] == [line.split()[1] for line in log[half:]]


def test_push_that_raises_changes_nothing() -> None:
    class Closed(Board):
        def push(self, move: Move) -> None:
            raise RuntimeError(f"cannot play {move}")

    board = Closed()
    for play in (lambda: board.push_san("e4"), lambda: board.push_uci("e2e4")):
        with pytest.raises(RuntimeError, match="cannot play e2e4"):
            play()
    assert board.move_stack == []


def test_a_board_can_be_set_up_again() -> None:
    board = played("e4", "e5")
    board.__init__("8/8/8/8/8/8/8/K1k5 w - - 0 1")  # type: ignore[misc]
    assert (board.fen(), board.move_stack) == ("8/8/8/8/8/8/8/K1k5 w - - 0 1", [])
    with pytest.raises(enroque.errors.FenError):
        board.__init__("x")  # type: ignore[misc]
    assert board.fen() == "8/8/8/8/8/8/8/K1k5 w - - 0 1"


def test_copies_are_independent() -> None:
    board = played("e4")
    for copied in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        copied.push_san("e5")
        assert len(copied.move_stack) == 2
        assert len(board.move_stack) == 1
    assert copy.copy(move := Move.from_uci("e2e4")) is move
    assert copy.deepcopy([move])[0] is move
    assert copy.deepcopy(piece := Piece(QUEEN, WHITE)) is piece


def test_equality_is_of_positions_and_clocks() -> None:
    board = played("Nf3", "Nf6", "Ng1", "Ng8")
    assert board != Board()  # the clocks differ
    assert board.hash() == Board().hash()
    assert Board() == Board(chess960=True)
    assert Board() != "board"
    with pytest.raises(TypeError, match="unhashable"):
        hash(Board())


def test_repr_reads_back() -> None:
    names = vars(enroque)
    for value in (
        played("e4", "c5"),
        enroque.chess960.position(0),
        Move.from_uci("a7a8n"),
        Move.null(),
        Piece(KNIGHT, WHITE),
    ):
        assert eval(repr(value), dict(names)) == value


def test_moves() -> None:
    move = Move(enroque.E7, enroque.E8, enroque.QUEEN)
    assert move == Move.from_uci("e7e8q")
    assert str(move) == move.uci() == move.xboard() == "e7e8q"
    assert (move.from_square, move.to_square, move.promotion, move.drop) == (52, 60, 5, None)
    assert move
    assert not Move.null()
    assert (Move.null().uci(), Move.null().xboard()) == ("0000", "@@@@")
    assert Move.null() == Move.from_uci("0000") == Move(0, 0)
    assert {move: 1}[Move.from_uci("e7e8q")] == 1
    assert sorted([Move(9, 1), Move(1, 9), Move(1, 8)]) == [Move(1, 8), Move(1, 9), Move(9, 1)]
    assert Move.from_uci("e2e4") is Move.from_uci("e2e4")
    assert next(iter(Board().legal_moves)) is next(iter(Board().legal_moves))
    match move:
        case Move(from_square, to_square, promotion):
            assert (from_square, to_square, promotion) == (52, 60, 5)
    with pytest.raises(AttributeError):
        move.promotion = 2  # type: ignore[misc]


def test_pieces() -> None:
    for letter in "PNBRQKpnbrqk":
        piece = Piece.from_symbol(letter)
        assert piece.symbol() == str(piece) == letter
        assert piece.color == letter.isupper()
        assert enroque.piece_symbol(piece.piece_type) == letter.lower()
        assert piece == Piece(piece.piece_type, piece.color)
        assert piece.unicode_symbol() == enroque.UNICODE_PIECE_SYMBOLS[letter]
        assert (
            piece.unicode_symbol(invert_color=True)
            == enroque.UNICODE_PIECE_SYMBOLS[letter.swapcase()]
        )


def test_legal_moves() -> None:
    board = Board()
    moves = board.legal_moves
    assert len(moves) == moves.count() == 20
    assert moves[0] == next(iter(moves))
    assert moves[-1] == list(moves)[-1]
    assert moves[2:5] == list(moves)[2:5]
    assert moves[::-1] == list(moves)[::-1]
    assert "Nf3" in repr(moves)
    assert moves
    # a loop goes over the moves that were legal when it began
    for move in moves:
        board.push(move)
        assert len(moves) == 20  # of the position now
        board.pop()
    # it can be iterated twice
    assert list(moves) == list(moves)
    board.set_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    assert not moves
    assert list(moves) == []


def test_castling_moves_are_accepted_in_both_forms() -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    king_move, rook_capture = Move.from_uci("e1g1"), Move.from_uci("e1h1")
    for chess960, shown in ((False, king_move), (True, rook_capture)):
        board = Board(fen, chess960=chess960)
        for move in (king_move, rook_capture):
            assert move in board.legal_moves
            assert board.is_legal(move)
            assert board.san(move) == "O-O"
            assert board.uci(move) == shown.uci()
            assert board.is_kingside_castling(move)
            assert board.parse_uci(move.uci()) == shown
            board.push(move)
            assert board.peek() == shown
            assert board.pop() == shown
        assert shown in list(board.legal_moves)


def test_a_null_move_passes_the_turn() -> None:
    board = played("e4")
    assert board.push_uci("0000") == Move.null()
    assert board.turn is WHITE
    assert board.san(Move.null()) == "--"
    assert not board.is_legal(Move.null())
    assert board.pop() == Move.null()
    assert board.turn is BLACK


def test_boards_are_freed() -> None:
    class Watched(Board):
        pass

    board = Watched()
    reference = weakref.ref(board)
    moves = board.legal_moves
    del board
    assert reference() is not None
    del moves
    gc.collect()
    assert reference() is None


def test_boards_are_not_tracked_by_the_garbage_collector() -> None:
    """With PyO3's default, a list of boards would take more than twice as long."""
    board = played("e4")
    for plain in (board, Board(board.fen()), board.copy(), board.root(), BaseBoard()):
        # only objects with the header (Py_TPFLAGS_HAVE_GC) can be untracked
        assert type(plain).__flags__ & 1 << 14
        assert not gc.is_tracked(plain)

    class Own(Board):
        pass

    own = Own()
    assert gc.is_tracked(own)
    assert gc.is_tracked(own.copy())


def test_references_are_counted() -> None:
    board = played("e4")
    move = board.parse_san("e5")

    def work() -> None:
        for _ in range(1000):
            board.push(move)
            board.pop()
            board.copy(stack=False)
            [one.uci() for one in board.legal_moves]
            board.legal_moves.san()
            Board()
            SquareSet(5)
            BaseBoard()

    def work_in_a_thread() -> None:
        """Without a GIL, each thread counts its new references to classes itself until it ends."""
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()

    work_in_a_thread()
    counted: list[object] = [None, move, move.uci(), Board, Move, BaseBoard, SquareSet, board]
    before = [sys.getrefcount(one) for one in counted]
    work_in_a_thread()
    after = [sys.getrefcount(one) for one in counted]
    assert all(abs(new - old) < 500 for new, old in zip(after, before, strict=True))


def test_objects_before_init() -> None:
    class Own(Board):
        """With attributes and a constructor."""

        def __init__(self, name: str) -> None:
            self.name = name

    class Slotted(SquareSet):
        __slots__ = ("name",)

    class Abstract(Board, ABC):
        @abstractmethod
        def name(self) -> str: ...

    # before `__init__` a board is at the start position; a square set has its squares
    assert Board.__new__(Board) == Board() == Own("x") == Own.__new__(Own)
    assert BaseBoard.__new__(BaseBoard) == BaseBoard()
    assert SquareSet.__new__(Slotted, 5) == 5
    slotted = Slotted(3)
    slotted.name = "two corners"
    assert (slotted.name, slotted, type(slotted)) == ("two corners", 3, Slotted)
    with pytest.raises(TypeError, match="abstract"):
        Abstract()  # type: ignore[abstract]
    for invalid in (int, BaseBoard):
        with pytest.raises(TypeError):
            Board.__new__(invalid)  # type: ignore[arg-type]

    class Only(Board):
        """A singleton: its copy is the board itself."""

        only: "Only | None" = None

        def __new__(cls, *arguments: object) -> "Only":
            cls.only = cls.only or super().__new__(cls)
            return cls.only

    only = Only()
    only.push_san("e4")
    for make in (only.copy, lambda: only.copy(stack=False), only.root, only.mirror):
        assert make() is only

    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return  # free-threaded builds do not count references to classes
    # each object has one reference to its class and releases it
    for make in (Board, BaseBoard, SquareSet, Board().copy, lambda: Board().attackers(WHITE, 20)):
        make()
        kind = type(make())
        before = sys.getrefcount(kind)
        kept = [make() for _ in range(100)]
        assert sys.getrefcount(kind) == before + 100
        del kept
        assert sys.getrefcount(kind) == before


def test_reference_cycles_are_freed() -> None:
    class OwnBoard(Board):
        pass

    class OwnGame(pgn.Game):
        pass

    board, game = OwnBoard(), OwnGame()
    board.moves, board.pseudo = board.legal_moves, board.pseudo_legal_moves  # type: ignore[attr-defined]
    game.list, game.set = game.variations, game.nags  # type: ignore[attr-defined]
    seen = [weakref.ref(board), weakref.ref(game)]
    del board, game
    gc.collect()
    assert [reference() for reference in seen] == [None, None]


def test_moves_and_pieces_are_interned() -> None:
    move = Move.from_uci("a7a8q")
    assert move is Move(48, 56, QUEEN) is pickle.loads(pickle.dumps(move)) is copy.copy(move)
    assert Move(48, 56, promotion=enroque.KING) == Move(48, 56, promotion=enroque.KING)
    piece = Piece.from_symbol("n")
    assert piece is Piece(KNIGHT, BLACK) is pickle.loads(pickle.dumps(piece))


@pytest.mark.parametrize(
    ("value", "attributes"),
    [
        (
            Move.from_uci("e7e8q"),
            {"from_square": 52, "to_square": 60, "promotion": 5, "drop": None},
        ),
        (Move.from_uci("P@e4"), {"from_square": 28, "to_square": 28, "promotion": None, "drop": 1}),
        (Move.null(), {"from_square": 0, "to_square": 0, "promotion": None, "drop": None}),
        (Piece.from_symbol("q"), {"piece_type": QUEEN, "color": BLACK}),
        (Piece.from_symbol("N"), {"piece_type": KNIGHT, "color": WHITE}),
    ],
    ids=str,
)
def test_attributes_of_moves_and_pieces(value: Any, attributes: dict[str, object]) -> None:
    """The interpreter reads them from the object without a call, and they cannot be changed."""
    for made in (value, copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert {name: getattr(made, name) for name in attributes} == attributes
    for name, expected in attributes.items():
        assert type(getattr(value, name)) is type(expected)
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
        with pytest.raises((AttributeError, TypeError)):
            delattr(value, name)
        descriptor = vars(type(value))[name]
        assert type(descriptor).__name__ == "member_descriptor"
        assert descriptor.__doc__
    assert {name: getattr(value, name) for name in attributes} == attributes
    assert value.__match_args__ == tuple(attributes)
