"""Tests of defects that were found in other libraries."""

import random

import pytest

import enroque
from enroque import Board, Move


def test_high_halfmove_clocks() -> None:
    """rust-chess aborts the interpreter on any FEN with a halfmove clock of 8 or more."""
    board = Board("8/8/4k3/8/3QK3/8/8/8 b - - 40 60")
    board.push(board.legal_moves[0])
    assert board.halfmove_clock == 41
    assert not board.is_repetition()
    assert Board("8/8/4k3/8/3QK3/8/8/8 b - - 150 60").is_seventyfive_moves()
    assert Board("8/8/4k3/8/3QK3/8/8/8 b - - 999999 0").fen().endswith("999999 1")


def test_threefold_is_not_fivefold_repetition() -> None:
    """rust-chess reports a threefold repetition as fivefold and then refuses to play on."""
    board = Board()
    for san in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        board.push_san(san)
    assert board.is_repetition(3)
    assert not board.is_fivefold_repetition()
    assert board.outcome() is None
    board.push_san("e4")


def test_promotions_and_castling_with_check_are_read() -> None:
    """rust-chess rejects `c8=Q` and `O-O-O+`."""
    assert Board("8/2P5/8/8/8/k7/8/K7 w - - 0 1").parse_san("c8=Q") == Move.from_uci("c7c8q")
    assert Board("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1").parse_san("O-O-O+") == Move.from_uci("e1c1")


def test_legal_moves_can_be_iterated_twice() -> None:
    """rust-chess's generator is exhausted by the first loop."""
    moves = Board().legal_moves
    assert len(list(moves)) == len(list(moves)) == 20


def test_moves_hash_and_compare() -> None:
    """rust-chess's moves do not hash, shakmaty-pb's do not compare."""
    assert {Move.from_uci("e2e4")} == {Move(12, 28)}


@pytest.mark.parametrize(
    ("fen", "insufficient"),
    [
        ("8/8/4k3/8/3BK3/8/1B6/8 w - - 0 1", True),  # bishops of one color: rust-chess, nchess
        ("8/8/4kb2/8/3BK3/8/8/8 w - - 0 1", True),
        ("4k3/8/8/8/3NKN2/8/8/8 w - - 0 1", False),  # a helpmate exists: nchess
        ("4kn2/8/8/8/3NK3/8/8/8 w - - 0 1", False),
    ],
)
def test_insufficient_material(fen: str, insufficient: bool) -> None:
    assert Board(fen).is_insufficient_material() is insufficient


def test_inner_rooks_keep_their_rights() -> None:
    """cozy-chess-py writes `HB` as `KQ`, which reads back as other rights."""
    board = Board("3k4/8/8/8/8/8/8/RR2K1RR w HB - 0 1", chess960=True)
    assert board.fen() == "3k4/8/8/8/8/8/8/RR2K1RR w KB - 0 1"
    assert Board(board.fen(), chess960=True) == board
    assert Board(board.fen(), chess960=True).shredder_fen() == board.shredder_fen()


def test_every_chess960_start_reads_back() -> None:
    """Of cozy-chess-py's 960 start FENs 852 do not read back."""
    for number in range(960):
        board = enroque.chess960.position(number)
        for fen in (board.fen(), board.shredder_fen()):
            assert Board(fen, chess960=None) == board
            assert Board(fen, chess960=True).chess960_pos() == number


def test_fens_with_odd_clocks_are_read() -> None:
    """cozy-chess-py rejects halfmove clocks above 100 and move number 0."""
    assert Board("4k3/8/8/8/8/8/8/4K2R w K - 120 0").halfmove_clock == 120


def test_san_is_minimal() -> None:
    """bulletchess writes `c8Q`, and `Nf8d7` where `N8d7` is enough."""
    assert Board("8/2P5/8/8/8/k7/8/K7 w - - 0 1").san(Move.from_uci("c7c8q")) == "c8=Q"
    board = Board("k4n2/8/5n2/8/8/8/8/K7 b - - 0 1")
    assert board.san(Move.from_uci("f8d7")) == "N8d7"


def test_long_games() -> None:
    """chessmg corrupts the heap once a game passes about 256 plies."""
    rng = random.Random(7)
    board = Board()
    for _ in range(3_000):
        moves = board.legal_moves
        if not moves:
            break
        quiet = [move for move in moves if not board.is_zeroing(move)]
        board.push(rng.choice(quiet or list(moves)))
    plies = len(board.move_stack)
    assert plies > 500
    copy = board.copy()
    for _ in range(plies):
        board.pop()
    assert board == Board()
    assert len(copy.move_stack) == plies


def test_repetition_of_the_start_counts_at_once() -> None:
    """nchess detects it two plies late; pgx does not record the start."""
    board = Board()
    for san in ["Nf3", "Nf6", "Ng1", "Ng8"]:
        assert not board.is_repetition(2)
        board.push_san(san)
    assert board.is_repetition(2)


def test_illegal_moves_are_not_played() -> None:
    """fastchess and pyfastchess play `e2e5` silently; bulletchess's `apply` plays any move."""
    board = Board()
    with pytest.raises(enroque.IllegalMoveError):
        board.push_uci("e2e5")
    with pytest.raises(enroque.IllegalMoveError):
        board.push(Move.from_uci("e2e5"))
    assert board == Board()


def test_garbage_is_not_a_start_position() -> None:
    """pyfastchess reads "garbage" as the start; shakmaty-pb panics."""
    with pytest.raises(enroque.errors.FenError):
        Board("garbage")


def test_castling_rights_are_not_dropped_silently() -> None:
    """python-chess has no strict mode: `status()` reports Chess960 rights in standard chess."""
    fen = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"
    assert Board(fen).status() == enroque.STATUS_BAD_CASTLING_RIGHTS
    with pytest.raises(enroque.errors.FenError, match="castling right"):
        Board(fen, strict=True)
    assert Board(fen, chess960=None).fen() == fen


def test_castling_is_found_in_both_forms() -> None:
    """In python-chess, `e1g1 in board.legal_moves` is false in Chess960 mode."""
    board = Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=True)
    assert Move.from_uci("e1g1") in board.legal_moves
    assert Move.from_uci("e1h1") in board.legal_moves


def test_a_king_move_is_not_castling() -> None:
    board = Board("4k3/8/8/8/8/8/8/5K1R w H - 0 1", chess960=True)
    assert board.san(Move.from_uci("f1g1")) == "Kg1"
    assert board.san(Move.from_uci("f1h1")) == "O-O"
