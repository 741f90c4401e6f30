"""Invalid input raises the right exception with a clear message, and changes nothing."""

import itertools
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.variant
import numpy as np
import pytest

import enroque
from enroque import Board, Move, pgn, svg

START = enroque.STARTING_FEN


def assert_raises(
    board: Board, call: Callable[[Board], Any], error: type[Exception], text: str
) -> None:
    """Checks that a call raises an error with a text and leaves the board unchanged."""
    before = (board.fen(en_passant="fen"), board.chess960, list(board.move_stack))
    with pytest.raises(error, match=text) as caught:
        call(board)
    assert type(caught.value) is error
    assert (board.fen(en_passant="fen"), board.chess960, board.move_stack) == before


FENS = [
    ("", "empty FEN", None),
    (" ", "empty FEN", None),
    ("x", "invalid character 'x'", 0),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "rank 1 of a FEN", 42),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "8 ranks, not 7", 0),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "'w' or 'b'", 44),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KX - 0 1", "invalid character 'X'", 47),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - e9 0 1", "en-passant", 48),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - -1 1", "halfmove clock", 50),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 9999999999", "move number", 52),
    (f"{START} x", "sixth field", 57),
    (START + " x" * 64, "sixth field", 57),
    ("4k3/44/8/8/8/8/8/4K3 w - - 0 1", "one number", 5),
    ("\x00", "invalid character", 0),
    ("♔" * 100_000, "invalid character", 0),
    ("k" * 1_000_000, "rank 8", 8),
]


@pytest.mark.parametrize(("fen", "text", "column"), FENS, ids=range(len(FENS)))
def test_fens(fen: str, text: str, column: int | None) -> None:
    for make in (Board, Board().set_fen, lambda fen: Board(fen, chess960=None)):
        with pytest.raises(enroque.errors.FenError, match=text) as caught:
            make(fen)
        assert caught.value.column == column
        if text != "move number":  # python-chess accepts any
            with pytest.raises(ValueError, match=r"fen|clock"):
                chess.Board(fen)
        assert len(str(caught.value)) < 300
        restored = pickle.loads(pickle.dumps(caught.value))
        assert (str(restored), restored.column) == (str(caught.value), column)
    board = Board()
    board.push_san("e4")
    assert_raises(board, lambda board: board.set_fen(fen), enroque.errors.FenError, text)


ILLEGAL_POSITIONS = [
    ("8/8/8/8/8/8/8/8 w - - 0 1", "the board is empty"),
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
    ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "several kings"),
    ("3kK3/8/8/8/8/8/8/8 w - - 0 1", "in check"),
    ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn is on"),
    ("P3k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king; .*a pawn is"),
]


@pytest.mark.parametrize(("fen", "text"), ILLEGAL_POSITIONS, ids=range(len(ILLEGAL_POSITIONS)))
def test_illegal_positions_state_the_reason(fen: str, text: str) -> None:
    edited = Board()
    edited.set_fen(fen)
    for board in (Board(fen), Board(fen, chess960=None), Board(fen, chess960=True), edited):
        assert board.fen() == fen
        assert not board.is_valid()
        with pytest.raises(enroque.errors.IllegalPositionError, match=text) as caught:
            board.hash()
        assert caught.value.status == board.status()
        restored = pickle.loads(pickle.dumps(caught.value))
        assert (str(restored), restored.status) == (str(caught.value), caught.value.status)
        assert_raises(
            board,
            lambda board: board.push(Move.from_uci("e2e4")),
            enroque.IllegalMoveError,
            "illegal move e2e4",
        )


CHESS960_ONLY = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"


def test_chess960_rights_are_not_dropped_silently() -> None:
    """They have no effect in standard chess; `status` reports them, and `strict` raises."""
    edited = Board()
    edited.set_fen(CHESS960_ONLY)
    from_epd = Board.from_epd(CHESS960_ONLY.rsplit(maxsplit=2)[0])[0]
    for board in (Board(CHESS960_ONLY), edited, from_epd):
        assert board.status() == enroque.STATUS_BAD_CASTLING_RIGHTS
        assert board.fen() == CHESS960_ONLY.replace("KQkq", "-")
        assert board.castling_rights == sum(1 << square for square in (1, 6, 57, 62))
        board.chess960 = True
        assert board.is_valid()
        assert board.fen() == CHESS960_ONLY
    for read in (
        lambda: Board(CHESS960_ONLY, strict=True),
        lambda: Board().set_fen(CHESS960_ONLY, strict=True),
    ):
        with pytest.raises(enroque.errors.FenError, match="castling right"):
            read()
    assert Board(CHESS960_ONLY, chess960=True, strict=True).fen() == CHESS960_ONLY
    assert Board(CHESS960_ONLY, chess960=None, strict=True).chess960 is True
    assert Board(CHESS960_ONLY, chess960=None).chess960 is True
    assert Board(chess960=None).chess960 is False


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "QQQQkQQQ/8/8/8/8/8/8/4K3 b - - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    ],
)
def test_strict_reading_rejects_what_is_tolerated(fen: str) -> None:
    assert Board(fen).board_fen() == fen.split()[0]
    board = Board()
    for chess960 in (False, True, None):
        with pytest.raises(enroque.errors.FenError):
            Board(fen, chess960=chess960, strict=True)
    assert_raises(
        board,
        lambda board: board.set_fen(fen, strict=True),
        enroque.errors.FenError,
        "FEN|right|legal|king|empty|pieces|canonical",
    )


MATE = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"
CHECK = "4k3/8/8/8/8/8/8/4RK2 b - - 0 1"
E2E4 = Move.from_uci("e2e4")

CALLS: list[tuple[str, Callable[[Board], Any], type[Exception], str]] = [
    (START, lambda b: b.push(Move.from_uci("e2e5")), enroque.IllegalMoveError, "illegal move e2e5"),
    (START, lambda b: b.push(Move.from_uci("e7e5")), enroque.IllegalMoveError, "illegal move e7e5"),
    (START, lambda b: b.push(Move.from_uci("e2e4q")), enroque.IllegalMoveError, "e2e4q"),
    (START, lambda b: b.push(Move.from_uci("e2e4k")), enroque.IllegalMoveError, "e2e4k"),
    (START, lambda b: b.push(Move.from_uci("e1g1")), enroque.IllegalMoveError, "e1g1"),
    (CHECK, lambda b: b.push_uci("e8e7"), enroque.IllegalMoveError, "e8e7"),
    (START, lambda b: b.push(Move.from_uci("N@e4")), enroque.IllegalMoveError, "illegal move N@e4"),
    (START, lambda b: b.push_san("e4\n"), enroque.InvalidMoveError, "line break"),
    (START, lambda b: b.push("e2e4"), TypeError, "a move must be an enroque.Move, not str"),
    (START, lambda b: b.push(None), TypeError, "a move must be an enroque.Move, not NoneType"),
    (START, lambda b: b.push(), TypeError, "missing 1 required"),
    (START, lambda b: b.pop(), enroque.errors.OutOfRangeError, "from an empty move stack"),
    (START, lambda b: b.peek(), enroque.errors.OutOfRangeError, "from an empty move stack"),
    (START, lambda b: b.push_uci("e2e5"), enroque.IllegalMoveError, "e2e5"),
    (START, lambda b: b.push_uci("e2"), enroque.InvalidMoveError, "4 or 5 characters"),
    (START, lambda b: b.push_uci(""), enroque.InvalidMoveError, "4 or 5 characters"),
    (START, lambda b: b.push_uci("i9e4"), enroque.InvalidMoveError, "two squares"),
    (START, lambda b: b.push_uci("E2E4"), enroque.InvalidMoveError, "two squares"),
    (START, lambda b: b.push_uci("e2e2"), enroque.InvalidMoveError, "the same square"),
    (START, lambda b: b.push_uci("e7e8x"), enroque.InvalidMoveError, "promotion"),
    (START, lambda b: b.push_uci("é2e4"), enroque.InvalidMoveError, "invalid UCI move"),
    (START, lambda b: b.push_uci("e" * 10**7), enroque.InvalidMoveError, "invalid UCI move"),
    (START, lambda b: b.push_uci(b"e2e4"), TypeError, "str"),
    (START, lambda b: b.push_uci(5), TypeError, "str"),
    (START, lambda b: b.parse_uci("e2e5"), enroque.IllegalMoveError, "illegal UCI move"),
    (START, lambda b: b.parse_uci("\ud800"), UnicodeEncodeError, "surrogates"),
    (START, lambda b: b.push_san("e5"), enroque.IllegalMoveError, "e5"),
    (START, lambda b: b.push_san("Nd2"), enroque.IllegalMoveError, "Nd2"),
    (START, lambda b: b.push_san("O-O"), enroque.IllegalMoveError, "O-O"),
    (START, lambda b: b.push_san("Zf3"), enroque.InvalidMoveError, "Zf3"),
    (START, lambda b: b.push_san(""), enroque.InvalidMoveError, "invalid"),
    (START, lambda b: b.push_san("N" * 10**7), enroque.InvalidMoveError, "invalid"),
    (START, lambda b: b.push_san(None), TypeError, "str"),
    (START, lambda b: b.parse_san("e9"), enroque.InvalidMoveError, "e9"),
    (
        "k7/8/8/8/8/8/8/K1N3N1 w - - 0 1",
        lambda b: b.push_san("Ne2"),
        enroque.AmbiguousMoveError,
        "Ne2",
    ),
    (START, lambda b: b.san(Move.from_uci("e2e5")), enroque.IllegalMoveError, "e2e5"),
    (START, lambda b: b.san_and_push(Move.from_uci("e2e5")), enroque.IllegalMoveError, "e2e5"),
    (MATE, lambda b: b.push_san("Kh8"), enroque.IllegalMoveError, "Kh8"),
    (START, lambda b: b.find_move(12, 44), enroque.IllegalMoveError, "e2e6"),
    (START, lambda b: b.find_move(12, 64), enroque.errors.OutOfRangeError, "not 64"),
    (
        START,
        lambda b: b.find_move(12, 28, 7),
        enroque.errors.OutOfRangeError,
        "1 \\(pawn\\) to 6 \\(king\\), not 7",
    ),
    (
        START,
        lambda b: b.piece_at(64),
        enroque.errors.OutOfRangeError,
        "0 \\(a1\\) to 63 \\(h8\\), not 64",
    ),
    (START, lambda b: b.piece_at(-1), enroque.errors.OutOfRangeError, "not -1"),
    (
        START,
        lambda b: b.piece_at(10**5000),
        enroque.errors.OutOfRangeError,
        "a square must be a number",
    ),
    (START, lambda b: b.piece_at("e4"), TypeError, "str"),
    (START, lambda b: b.piece_at(1.5), TypeError, "float"),
    (START, lambda b: b.piece_at(None), TypeError, "NoneType"),
    (
        START,
        lambda b: b.king("white"),
        TypeError,
        "WHITE \\(True\\) or BLACK \\(False\\), not 'white'",
    ),
    (START, lambda b: b.king(2), TypeError, "not 2"),
    (START, lambda b: b.king(-1), TypeError, "not -1"),
    (START, lambda b: b.king(1.0), TypeError, "not 1.0"),
    (START, lambda b: b.pieces_mask(0, True), enroque.errors.OutOfRangeError, "not 0"),
    (START, lambda b: b.pieces_mask(7, True), enroque.errors.OutOfRangeError, "not 7"),
    (START, lambda b: b.attackers_mask(True, 99), enroque.errors.OutOfRangeError, "not 99"),
    (START, lambda b: b.piece_map(mask="a1"), TypeError, "str"),
    (START, lambda b: b.generate_legal_moves(None), TypeError, "NoneType"),
    (START, lambda b: b.copy(stack="yes"), TypeError, "stack must be True, False or a number"),
    (START, lambda b: b.copy(stack=-1), enroque.errors.ArgumentError, "not -1"),
    (
        START,
        lambda b: b.fen(en_passant="never"),
        enroque.errors.ArgumentError,
        'known: "legal", "xfen", "fen"',
    ),
    (START, lambda b: b.unicode(empty_square=""), enroque.errors.ArgumentError, "one character"),
    (START, lambda b: b.set_fen(None), TypeError, "str"),
    (START, lambda b: b.set_chess960_pos(960), enroque.errors.Chess960Error, "not 960"),
    (START, lambda b: b.set_chess960_pos(-1), enroque.errors.Chess960Error, "not -1"),
    (START, lambda b: b.set_chess960_pos(10**30), enroque.errors.Chess960Error, "0 to 959"),
    (
        START,
        lambda b: b.planes(enroque.Encoding("lc0", format=10**30)),
        enroque.errors.ArgumentError,
        "invalid format 9",
    ),
    (START, lambda b: b.policy_move("lc0", 10**30), enroque.errors.EncodingError, "no legal move"),
    (
        START,
        lambda b: b.legal_moves[10**30],
        enroque.errors.OutOfRangeError,
        "exceeds the number of moves",
    ),
    (
        START,
        lambda b: b.legal_moves[20],
        enroque.errors.OutOfRangeError,
        "there are 20 legal moves",
    ),
    (
        START,
        lambda b: b.legal_moves[-21],
        enroque.errors.OutOfRangeError,
        "index -21 is out of range",
    ),
    (START, lambda b: b.legal_moves["e4"], TypeError, "an int or a slice, not str"),
    (
        START,
        lambda b: "e2e4" in b.legal_moves,
        TypeError,
        "a move must be an enroque.Move, not str",
    ),
    (START, lambda b: b.planes("alphago"), enroque.errors.ArgumentError, 'known: "alphazero"'),
    (
        START,
        lambda b: b.planes(enroque.Encoding("lc0", format=6)),
        enroque.errors.ArgumentError,
        "known: 1, 2, 3",
    ),
    (
        START,
        lambda b: b.planes(enroque.Encoding("lc0", fill="all")),
        enroque.errors.ArgumentError,
        'known: "fen_only", "no", "always"',
    ),
    (
        START,
        lambda b: b.planes(enroque.Encoding("lc0", view="white")),
        enroque.errors.ArgumentError,
        "has no option view",
    ),
    (
        START,
        lambda b: b.planes(enroque.Encoding("pieces", format=1)),
        enroque.errors.ArgumentError,
        "no option format",
    ),
    (
        START,
        lambda b: b.planes(enroque.Encoding("pieces", view="x")),
        enroque.errors.ArgumentError,
        '"side_to_move", "white"',
    ),
    (START, lambda b: b.planes("lc0", dtype="int8"), enroque.errors.ArgumentError, "not int8"),
    (START, lambda b: b.planes("lc0", dtype="nonsense"), enroque.errors.ArgumentError, "nonsense"),
    (
        START,
        lambda b: b.planes(enroque.Encoding("lc0", format=4), dtype="uint8"),
        enroque.errors.EncodingError,
        "fractions",
    ),
    (START, lambda b: b.legal_mask("az"), enroque.errors.ArgumentError, 'known: "alphazero"'),
    (START, lambda b: b.policy_index("lc0", Move.null()), enroque.IllegalMoveError, "0000"),
    (
        START,
        lambda b: b.policy_index("lc0", Move.from_uci("e2e5")),
        enroque.IllegalMoveError,
        "e2e5",
    ),
    (
        START,
        lambda b: b.policy_move("lc0", 0),
        enroque.errors.EncodingError,
        "no legal move has index 0",
    ),
    (START, lambda b: b.policy_move("lc0", 1858), enroque.errors.EncodingError, "index 1858"),
    (START, lambda b: b.policy_move("lc0", -1), enroque.errors.EncodingError, "index -1"),
    (START, lambda b: setattr(b, "turn", "w"), TypeError, "a color must be WHITE"),
    (START, lambda b: setattr(b, "chess960", "yes"), TypeError, "bool"),
    (START, lambda b: enroque.perft(b, -1), enroque.errors.ArgumentError, "depth"),
    (START, lambda b: enroque.perft("x", 1), TypeError, "Board"),
]


@pytest.mark.parametrize(("fen", "call", "error", "text"), CALLS, ids=range(len(CALLS)))
def test_calls(fen: str, call: Callable[[Board], Any], error: type[Exception], text: str) -> None:
    assert_raises(Board(fen), call, error, text)


def test_errors_are_what_users_catch() -> None:
    for error in (
        enroque.errors.FenError,
        enroque.InvalidMoveError,
        enroque.IllegalMoveError,
        enroque.AmbiguousMoveError,
        enroque.errors.Chess960Error,
        enroque.errors.EncodingError,
        enroque.errors.ArrayError,
        enroque.errors.PgnError,
        enroque.errors.FileFormatError,
    ):
        assert issubclass(error, (enroque.EnroqueError, ValueError))
        assert issubclass(error, ValueError)
    assert issubclass(enroque.errors.OutOfRangeError, IndexError)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((64, 0), enroque.errors.OutOfRangeError),
        ((0, -1), enroque.errors.OutOfRangeError),
        ((0, 1, 9), enroque.errors.OutOfRangeError),
        ((0, 1, None, 7), enroque.errors.OutOfRangeError),
        (("e2", "e4"), TypeError),
        ((), TypeError),
    ],
)
def test_moves(arguments: tuple[Any, ...], error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        Move(*arguments)
    assert type(caught.value) is error


@pytest.mark.parametrize("symbol", ["", "x", "kk", "♔", "1" * 10**6])
def test_pieces(symbol: str) -> None:
    with pytest.raises(ValueError, match="a piece symbol must be"):
        enroque.Piece.from_symbol(symbol)


def test_chess960_numbers() -> None:
    chess960 = enroque.chess960
    for call in (chess960.back_rank, chess960.position, lambda n: chess960.double(0, n)):
        for number in (-1, 960, 2**40):
            with pytest.raises(enroque.errors.Chess960Error, match=f"not {number}"):
                call(number)
    for text in ("", "RNBQKBN", "RNBQKBNRR", "RRBQKBNR", "KKKKKKKK", "RNBQKBNX", "BRNBQKNR" * 9):
        with pytest.raises(enroque.errors.Chess960Error, match="not a back rank"):
            chess960.number(text)
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="2\\*\\*64"):
            chess960.random(seed=seed)
    for seed in ("1", 1.0, [1]):
        with pytest.raises(TypeError, match="a seed must be an int or a numpy"):
            chess960.random(seed=seed)  # type: ignore[arg-type]


def outs() -> list[tuple[Any, type[Exception], str]]:
    whole = np.zeros((4, 112, 8, 8), np.float32)
    unaligned = np.zeros(112 * 64 * 4 + 1, np.uint8)[1:].view(np.float32).reshape(112, 8, 8)
    read_only = np.zeros((112, 8, 8), np.float32)
    read_only.flags.writeable = False
    return [
        (np.zeros((112, 8, 7), np.float32), enroque.errors.ArrayError, r"have shape \[112, 8, 8\]"),
        (np.zeros((1, 112, 8, 8), np.float32), enroque.errors.ArrayError, "shape"),
        (np.zeros((0,), np.float32), enroque.errors.ArrayError, "shape"),
        (np.zeros((112, 8, 8), np.float64), enroque.errors.ArrayError, "float64"),
        (np.zeros((112, 8, 8), ">f4"), enroque.errors.ArrayError, ">f4"),
        (np.zeros((112, 8, 8), object), enroque.errors.ArrayError, "object"),
        (np.zeros((112, 8, 8), np.float32, order="F"), enroque.errors.ArrayError, "C-contiguous"),
        (np.zeros((112, 8, 16), np.float32)[:, :, ::2], enroque.errors.ArrayError, "C-contiguous"),
        (unaligned, enroque.errors.ArrayError, "aligned"),
        (read_only, enroque.errors.ArrayError, "writeable"),
        (whole.tolist()[0], TypeError, "out must be a numpy.ndarray, not list"),
        ("out", TypeError, "not str"),
    ]


@pytest.mark.parametrize("number", range(len(outs())))
def test_out_is_checked_before_it_is_written(number: int) -> None:
    out, error, text = outs()[number]
    before = np.array(out).copy()
    with pytest.raises(error, match=text) as caught:
        Board().planes("lc0", out=out)
    assert type(caught.value) is error
    assert np.array_equal(before, np.array(out))


def test_out_and_dtype_must_agree() -> None:
    out = np.zeros((112, 8, 8), np.uint8)
    with pytest.raises(enroque.errors.ArrayError, match="out must have dtype float32, not uint8"):
        Board().planes("lc0", out=out, dtype="float32")
    assert not out.any()
    assert Board().planes("lc0", out=out) is out
    assert out.any()


def test_messages_state_the_expected_type() -> None:
    """Messages state what an argument must be and what it is."""
    board = Board()
    cases = [
        (lambda: board.set_piece_at("e4", None), "a square must be a number from 0 .*parse_square"),
        (
            lambda: board.set_piece_at(28, "P"),
            "an enroque.Piece, not str .*from_symbol",
        ),
        (lambda: board.set_piece_map({28: 1}), "a piece must be an enroque.Piece, not int"),
        (
            lambda: board.push_san(Move.from_uci("e2e4")),
            "a SAN .* must be a str, not Move",
        ),
        (lambda: board.parse_san(b"e4"), "must be a str, not bytes"),
        (lambda: board.push_uci(None), "a UCI such as 'g1f3' must be a str, not NoneType"),
        (lambda: Move.from_uci(12), "a UCI such as 'g1f3' must be a str, not int"),
        (lambda: Board(board), "a FEN must be a str, not Board"),
        (lambda: board.set_fen(3), "a FEN must be a str, not int"),
        (lambda: enroque.BaseBoard(3), "a FEN must be a str, not int"),
        (lambda: setattr(board, "castling_rights", "KQ"), "a bitboard must be an int .* not str"),
        (lambda: board.piece_map(mask="e4"), "a bitboard must be an int .* not str"),
        (lambda: setattr(board, "halfmove_clock", "3"), "halfmove_clock must be an int, not str"),
        (lambda: board.set_chess960_pos("518"), "scharnagl must be an int, not str"),
        (lambda: board.is_repetition("3"), "count must be an int, not str"),
        (lambda: enroque.square_name("e4"), "a square must be a number from 0 .* not str"),
        (lambda: enroque.square_distance("e4", 0), "a square must be a number from 0 .* not str"),
        (lambda: enroque.piece_symbol("P"), "a piece type must be a number from 1 .* not str"),
        (lambda: enroque.pgn.read_game("1. e4"), "text file.*not str"),
        (lambda: svg.board(board.legal_moves), "a Board, a BaseBoard or a FEN, not LegalMove"),
    ]
    for call, message in cases:
        with pytest.raises(TypeError, match=message):
            call()
    assert board == Board()
    assert board.is_repetition(-1)
    assert board.is_repetition(0)
    assert not board.is_repetition(2**70)


def test_errors_are_enroque_errors() -> None:
    board, names = Board(), {"a b": 1}
    for call in (
        lambda: setattr(board, "halfmove_clock", -1),
        lambda: setattr(board, "fullmove_number", 10**7),
        lambda: board.fen(en_passant="x"),
        lambda: board.copy(stack=-1),
        lambda: board.epd(**names),
        lambda: board.epd(**{"": 1}),
        lambda: board.epd(ce=float("inf")),
        lambda: enroque.parse_square("z"),
        lambda: enroque.Piece.from_symbol("x"),
        lambda: svg.Arrow.from_pgn("Zz"),
        lambda: enroque.perft(board, 1, threads=0),
        lambda: enroque.perft(board, 1, hash_mb=0),
        lambda: Board.random960(-1),
        lambda: Board.from_chess(chess.variant.AtomicBoard()),
    ):
        with pytest.raises(enroque.errors.ArgumentError) as caught:
            call()
        assert isinstance(caught.value, ValueError)
    for call in (
        lambda: enroque.piece_symbol(9),
        lambda: enroque.piece_name(0),
        lambda: enroque.Piece(7, True),
        lambda: board.pieces(9, True),
    ):
        with pytest.raises(enroque.errors.OutOfRangeError) as range_error:
            call()
        assert isinstance(range_error.value, IndexError)


def test_wrong_types_state_the_expected_type() -> None:
    game = pgn.Game()
    for call, text in (
        (lambda: Board.from_chess(3), "board must be a board of python-chess, not int"),
        (
            lambda: Board().set_piece_map(None),
            "pieces must be a mapping of squares to Pieces, not NoneType",
        ),
        (lambda: game.accept(None), "visitor must be a visitor, not NoneType"),
        (lambda: game.set_eval(1), "score must be a PovScore, not int"),
        (lambda: game.set_arrows("e4"), "arrows must be Arrows or pairs of squares, not str"),
        (lambda: game.set_arrows(3), "arrows must be Arrows or pairs of squares, not int"),
    ):
        with pytest.raises(TypeError, match=text):
            call()


def test_wrong_lengths() -> None:
    """No memory is allocated by the `__len__` of an argument."""

    class WrongLength(list[int]):
        def __len__(self) -> int:
            return 2**62

    board = Board()
    assert_raises(
        board, lambda b: b.touch_obligation(range(2**40)), enroque.errors.OutOfRangeError, "not 64"
    )
    assert_raises(
        board,
        lambda b: b.touch_obligation(5),
        TypeError,
        "squares must be an iterable of squares, not int",
    )  # type: ignore[arg-type]
    assert board.touch_obligation(WrongLength([6])) == board.touch_obligation(iter([6]))
    start, moves, *rest = board.__getstate__()
    for state in ((start, range(2**40), *rest), (start, moves, False, range(2**40), None, None)):
        with pytest.raises((TypeError, ValueError)):
            board.__setstate__(state)
    board.__setstate__((start, WrongLength(), *rest))
    assert board == Board()
    with pytest.raises(TypeError):
        enroque.Encoding("composed", parts=WrongLength([1]))
    nodes, *others = enroque.pgn.Game().__getstate__()
    for value in (range(2**40), [(0, 0, range(2**40), "", "", [])]):
        with pytest.raises(TypeError):
            enroque.pgn.Game().__setstate__((value, *others))
    game = enroque.pgn.Game()
    game.__setstate__((WrongLength(nodes), *others))
    assert str(game) == str(enroque.pgn.Game())
    columns = enroque.Games.from_pgn(b"1. e4 *")._columns()
    for name in ("other_starts", "tag_names", "source_names"):
        with pytest.raises(TypeError):
            enroque._core.games_from_columns({**columns, name: range(2**40)})
    with pytest.raises(TypeError):
        enroque._core.games_from_columns({**columns, "errors": (0, range(2**40))})

    class WrongLengthPaths(list[str]):
        def __len__(self) -> int:
            return 2**62

    with pytest.raises(FileNotFoundError, match="nowhere"):
        enroque.Loader(WrongLengthPaths(["nowhere.pgn"]), enroque.Column.planes("pieces"))


def test_numbers_of_an_epd() -> None:
    board = Board()
    assert_raises(board, lambda b: b.epd(ce=10**30), enroque.errors.ArgumentError, "operand of ce")
    for mine, theirs in ((Board(), chess.Board()), (Board(None), chess.Board(None))):
        for text in ("4k3/8/8/8/8/8/8/4K3 w - - fmvn 0;", "4k3/8/8/8/8/8/8/4K3 w - - fmvn 7;"):
            mine.set_epd(text)
            theirs.set_epd(text)
            assert mine.fen() == theirs.fen()


def test_spaces_around_pieces() -> None:
    field = START.split()[0]
    board = enroque.BaseBoard(f"\t{field} ")
    assert board.board_fen() == chess.BaseBoard(f"\t{field} ").board_fen() == field
    with pytest.raises(enroque.errors.FenError, match="must not contain spaces"):
        enroque.BaseBoard(START)


@pytest.mark.parametrize(
    "call",
    [
        lambda: enroque.Games.from_pgn(range(2**40)),
        lambda: enroque.Games.stream(range(2**40)),
        lambda: enroque.plan_splits(range(2**40)),
    ],
)
def test_a_source_that_is_none_is_found_at_once(call: Callable[[], Any]) -> None:
    with pytest.raises(TypeError, match=r"a PGN source must be a path, .* not int"):
        call()


@pytest.mark.parametrize("count", [2**31, 2**40])  # of the first a list can be allocated
def test_paths_that_are_none_are_found_at_once(count: int, tmp_path: Path) -> None:
    for call in (
        lambda: enroque.Games.read(range(count)),
        lambda: enroque.Games.stream(range(count)),
        lambda: enroque.convert(range(count), tmp_path / "a.npz"),
    ):
        with pytest.raises(TypeError, match=r"not '?int"):
            call()
    assert list(tmp_path.iterdir()) == []


def test_iterables_of_any_length_end() -> None:
    games = enroque.Games.from_pgn(b"1. e4 *")
    with pytest.raises(TypeError, match=r"filter must be an enroque\.Filter, not str"):
        games.filter("x")  # type: ignore[arg-type]
    with pytest.raises(enroque.errors.ArgumentError, match="at most 65536"):
        games._limit_per_elo_bin(1, 100, range(2**40))
    with pytest.raises(TypeError, match=r"the tag A must be a text, None, or .*, not of int"):
        games.with_tags({"A": range(2**40)})  # type: ignore[dict-item]
    with pytest.raises(
        enroque.errors.ArrayError, match="the tag A has more than 1 values for 1 games"
    ):
        games.with_tags({"A": itertools.repeat("x")})  # type: ignore[dict-item]
    nags = pgn.Game().nags
    reading = ("isdisjoint", "issubset", "symmetric_difference", "union")
    for method in (*reading, "difference_update", "symmetric_difference_update", "update"):
        with pytest.raises(enroque.errors.ArgumentError, match="at most 1048576 items"):
            getattr(nags, method)(range(2**40))
    with pytest.raises(enroque.errors.ArgumentError, match="at most 1048576 items"):
        pgn.Game().add_variation(Move.from_uci("e2e4"), nags=range(2**40))
    with pytest.raises(TypeError, match="must be a set, not range"):
        nags |= range(2**40)  # type: ignore[arg-type]


def test_bools_of_any_byte() -> None:
    """A bool of NumPy may be any byte, but one of Rust only 0 or 1."""
    games = enroque.Games.from_pgn(b"1. e4 *\n\n" * 4)
    odd = np.array([0, 2, 255, 1], np.uint8).view(np.bool_)
    assert games[odd] == games[1:]
    columns = {**games._columns(), "broken": odd, "chess960": odd}
    read = enroque._core.games_from_columns(columns)
    assert read.broken.view(np.uint8).tolist() == [0, 1, 1, 1]
    assert read.chess960.view(np.uint8).tolist() == [0, 1, 1, 1]
    assert "3 broken" in repr(read)
    planes = games.planes("tutorial14", range(4), [1] * 4, dtype="bool")
    turned = enroque.Encoding("tutorial14").transform(planes, "flip_colors", turn=[False, True] * 2)
    scaled = (planes.view(np.uint8) * 7).view(np.bool_)
    turns = np.array([0, 9, 0, 9], np.uint8).view(np.bool_)
    found = enroque.Encoding("tutorial14").transform(scaled, "flip_colors", turn=turns)
    assert (found.view(np.uint8) == turned.view(np.uint8)).all()


def test_arrays_that_are_not_aligned() -> None:
    values = np.array([0.0, 0.5, 1.0])
    raw = np.zeros(values.nbytes + 1, np.uint8)[1:]
    raw[:] = values.view(np.uint8)
    unaligned = raw.view(np.float64)
    assert not unaligned.flags.aligned
    expected = enroque.value_buckets(values)
    assert (enroque.value_buckets(unaligned) == expected).all()
