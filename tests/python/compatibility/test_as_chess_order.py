"""While `as_chess` is in effect, boards list moves and pieces in python-chess's order."""

import random
from collections.abc import Iterator
from typing import Any

import chess
import pytest

from enroque import Board, Move, _core
from random_play import KINDS, positions, random_setup

GENERATORS = [
    "generate_legal_moves",
    "generate_legal_captures",
    "generate_legal_ep",
    "generate_castling_moves",
    "generate_pseudo_legal_moves",
    "generate_pseudo_legal_captures",
    "generate_pseudo_legal_ep",
]


@pytest.fixture(autouse=True)
def _imitated() -> Iterator[None]:
    _core.imitate_python_chess(True, False)
    yield
    _core.imitate_python_chess(False, False)


def uci(moves: Any) -> list[str]:
    return [move.uci() for move in moves]


def compare(theirs: chess.Board, ours: Board, rng: random.Random) -> int:
    """Compares the order of everything that is listed; returns the number of moves."""
    fen = theirs.fen()
    moves = uci(theirs.legal_moves)
    assert uci(ours.legal_moves) == moves, fen
    assert ours.legal_moves.uci() == moves, fen
    assert ours.legal_moves.san() == [theirs.san(move) for move in theirs.legal_moves], fen
    assert [ours.legal_moves[index].uci() for index in range(len(moves))] == moves, fen
    assert uci(ours.legal_moves[::-1]) == moves[::-1], fen
    assert uci(ours.pseudo_legal_moves) == uci(theirs.pseudo_legal_moves), fen
    for masks in ((), (rng.getrandbits(64), rng.getrandbits(64)), (rng.getrandbits(64),)):
        for name in GENERATORS:
            found = uci(getattr(ours, name)(*masks))
            assert found == uci(getattr(theirs, name)(*masks)), (fen, name, masks)
    assert list(ours.piece_map()) == list(theirs.piece_map()), fen
    assert list(ours.piece_map(mask=chess.BB_RANK_1)) == list(theirs.piece_map(mask=0xFF))
    return len(moves)


@pytest.mark.parametrize("kind", KINDS)
def test_order_of_moves_in_random_games(kind: str) -> None:
    rng = random.Random(7)
    listed = {"check": 0, "ep": 0, "castling": 0, "promotion": 0}
    for theirs, ours in positions(kind, 1_500, seed=1880):
        compare(theirs, ours, rng)
        listed["check"] += theirs.is_check()
        listed["ep"] += theirs.has_legal_en_passant()
        listed["castling"] += any(theirs.generate_castling_moves())
        listed["promotion"] += any(move.promotion for move in theirs.legal_moves)
    assert min(listed.values()) > 0, listed


SPECIAL = [
    "rnbqkbnr/ppp1p1pp/8/2PpPp2/8/8/PP1P1PPP/RNBQKBNR w KQkq d6 0 4",  # two en-passant captures
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",  # en passant captures the checker
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",  # en passant would expose the king
    "1nbqkbn1/P6P/8/8/8/8/p6p/1NBQKBN1 w - - 0 1",  # promotions by pushes and captures
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",  # castling on both sides
    "3k4/8/8/8/7b/8/3q4/R2NK2R w KQ - 0 1",  # double check
]


def test_order_of_moves_in_special_positions() -> None:
    rng = random.Random(9)
    for fen in SPECIAL:
        for chess960 in (False, True):
            assert compare(chess.Board(fen, chess960=chess960), Board(fen, chess960=chess960), rng)


def test_order_of_moves_in_illegal_positions() -> None:
    rng = random.Random(8)
    compared = 0
    for _ in range(2_000):
        theirs = chess.Board(random_setup(rng))
        # python-chess accepts impossible en-passant squares, and pushes of pawns on the first rank
        unusual = chess.STATUS_PAWNS_ON_BACKRANK | chess.STATUS_INVALID_EP_SQUARE
        kings = [chess.popcount(theirs.kings & theirs.occupied_co[color]) for color in (0, 1)]
        if theirs.status() & unusual or max(kings) > 1:
            continue
        compare(theirs, Board(theirs.fen()), rng)
        compared += 1
    assert compared > 400


def test_seeded_choices_are_the_same() -> None:
    for chosen in (lambda moves, rng: rng.choice(list(moves)), lambda moves, rng: moves[0]):
        theirs, ours = chess.Board(), Board()
        rngs = random.Random(3), random.Random(3)
        for _ in range(60):
            if theirs.is_game_over():
                break
            move = chosen(list(theirs.legal_moves), rngs[0])
            assert chosen(list(ours.legal_moves), rngs[1]).uci() == move.uci()
            theirs.push(move)
            ours.push(Move.from_uci(move.uci()))
    # without a list: with python-chess it is a TypeError
    assert random.Random(5).choice(Board().legal_moves).uci() in uci(chess.Board().legal_moves)


def test_the_own_order_comes_back() -> None:
    board = Board("r3k2r/pP5p/8/3pP3/8/8/P6P/R3K2R w KQkq d6 0 1")
    before = uci(board.legal_moves)
    _core.imitate_python_chess(False, False)
    assert uci(board.legal_moves) != before
    assert sorted(uci(board.legal_moves)) == sorted(before)


def test_kings_of_the_unreleased_version() -> None:
    board = Board("k6k/8/8/8/8/8/8/K7 w - - 0 1")
    assert board.king(chess.BLACK) == chess.H8 == chess.Board(board.fen()).king(chess.BLACK)
    _core.imitate_python_chess(True, True)
    assert board.king(chess.BLACK) is None
    assert board.king(chess.WHITE) == chess.A1
