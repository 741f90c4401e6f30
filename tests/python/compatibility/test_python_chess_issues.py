"""Issues of python-chess that enroque answers, one test each; the table is in the docs.

Links were looked up in November 2026; each test runs the case of the issue with enroque.
"""

import io
import random
import time
from collections.abc import Callable
from typing import Any

import chess
import chess.pgn
import pytest

import enroque
import enroque.pgn
from enroque import Board, Move


def seconds(call: Callable[[], Any], times: int) -> float:
    """Returns the shortest of several times of a call."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


def long_game(package: Any, plies: int) -> Any:
    rng = random.Random(338)
    board = package.Board()
    for _ in range(plies):
        moves = sorted(board.legal_moves, key=lambda move: move.uci())
        quiet = [move for move in moves if not board.is_zeroing(move)]
        board.push(rng.choice(quiet or moves))
    return board


def test_338_claims_of_repetition_are_fast() -> None:
    """https://github.com/niklasf/python-chess/issues/338"""
    theirs, ours = long_game(chess, 120), long_game(enroque, 120)
    assert ours.fen() == theirs.fen()
    assert ours.can_claim_threefold_repetition() == theirs.can_claim_threefold_repetition()
    slow = seconds(theirs.can_claim_threefold_repetition, 5)
    fast = seconds(ours.can_claim_threefold_repetition, 5)
    print(f"can_claim_threefold_repetition: {1e6 * slow:.0f} and {1e6 * fast:.1f} microseconds")
    assert fast < slow / 10


def test_931_strict_reading_of_san() -> None:
    """https://github.com/niklasf/python-chess/issues/931"""
    board = Board("r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - 0 1")
    read = board.read_move("Rf4")
    assert (read.move, set(read.deviations)) == (Move.from_uci("f1f4"), {"missing_capture"})
    assert board.read_move("Rxf4", strict=True).move == read.move
    with pytest.raises(enroque.InvalidMoveError, match="not standard SAN"):
        board.read_move("Rf4", strict=True)


def test_80_reading_of_large_pgn_files() -> None:
    """https://github.com/niklasf/python-chess/issues/80"""
    games = [str(chess.pgn.Game.from_board(long_game(chess, 60))) for _ in range(5)]
    text = "\n\n".join(games * 20)

    def theirs() -> list[str]:
        handle, ends = io.StringIO(text), []
        while game := chess.pgn.read_game(handle):
            ends.append(game.end().board().fen())
        return ends

    def ours() -> list[str]:
        return [game.board().fen() for game in enroque.Games.from_pgn(text.encode())]

    assert ours() == theirs()
    slow, fast = seconds(theirs, 1), seconds(ours, 3)
    print(f"100 games: {1e3 * slow:.0f} and {1e3 * fast:.1f} milliseconds")
    assert fast < slow / 10


def test_961_errors_state_the_game_and_the_place() -> None:
    """https://github.com/niklasf/python-chess/issues/961"""
    sites = [f"https://lichess.org/{name}" for name in "ab"]
    text = f'[Site "{sites[0]}"]\n\n1. e4 e5 *\n\n[Site "{sites[1]}"]\n\n1. e4\nKe5 *\n'
    games = enroque.Games.from_pgn(text.encode())
    (error,) = games.errors
    assert (error.game, error.ply, error.line, error.column, error.token) == (2, 1, 8, 1, "Ke5")
    assert games[error.game - 1].headers["Site"] == sites[1]
    handle = io.StringIO(text)
    enroque.pgn.read_game(handle)
    game = enroque.pgn.read_game(handle)
    assert game is not None
    assert "line 4, column 1, ply 1" in str(game.errors[0])


def test_106_castling_is_legal_in_both_notations() -> None:
    """https://github.com/niklasf/python-chess/issues/106"""
    fen = "rn1qk1nr/ppp2ppp/3bp3/3p1b2/3P4/3BPN2/PPP2PPP/RNBQK2R w KQkq - 2 5"
    for chess960 in (False, True):
        board = Board(fen, chess960=chess960)
        for text in ("e1g1", "e1h1"):
            move = Move.from_uci(text)
            assert board.is_legal(move)
            assert move in board.legal_moves
            assert board.san(move) == "O-O"


def test_143_castling_rights_of_kings_on_different_files() -> None:
    """https://github.com/niklasf/python-chess/issues/143"""
    fen = "1r1k1r2/5p2/8/8/8/8/3N4/R5KR b KQkq - 0 1"
    board = Board(fen, chess960=True)
    assert board.is_valid()
    assert board.fen() == fen
    assert {board.san(move) for move in board.legal_moves} >= {"O-O", "O-O-O"}


def test_362_whether_a_player_can_win_on_time() -> None:
    """https://github.com/niklasf/python-chess/issues/362"""
    knight = Board("7k/7p/8/8/8/8/8/5NK1 w - - 0 1")
    assert knight.can_win(enroque.WHITE)  # a helpmate with the opponent's pawn
    assert not Board("7k/8/8/8/8/8/8/5NK1 w - - 0 1").can_win(enroque.WHITE)
    walled = Board("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1")
    assert not walled.can_win(enroque.WHITE)
    assert not walled.has_insufficient_material(enroque.WHITE)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1. e4 e5 2. Ke3 Nc6 3. Nf3 *", ["e2e4", "e7e5"]),
        ("1. e4 Nf3 ) e5 *", ["e2e4"]),
        ("1. e4 (1. d4 Nf3 2. c4) e5 *", ["e2e4", "e7e5"]),
    ],
)
def test_365_and_1204_no_moves_are_invented_after_an_illegal_one(
    text: str, line: list[str]
) -> None:
    """https://github.com/niklasf/python-chess/issues/365

    https://github.com/niklasf/python-chess/pull/1204
    """
    game = enroque.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert [move.uci() for move in game.mainline_moves()] == line
    assert len(game.errors) == 1


def test_884_a_key_of_the_position_after_a_move() -> None:
    """https://github.com/niklasf/python-chess/issues/884"""
    board = Board()
    keys = {}
    for move in board.legal_moves:
        board.push(move)
        keys[move] = board.hash()
        board.pop()
    assert len(set(keys.values())) == 20
    slow_board = chess.Board()
    fast = seconds(board.hash, 20)
    print(f"hash: {1e9 * seconds(slow_board._transposition_key, 20):.0f} and {1e9 * fast:.0f} ns")
    after = board.copy()
    for text in ("Nf3", "Nf6", "Ng1", "Ng8"):
        after.push_san(text)
    assert after.hash() == board.hash()


def test_1192_impossible_checks() -> None:
    """https://github.com/niklasf/python-chess/issues/1192"""
    board = Board("8/8/N7/2k5/N7/8/8/3K4 b - - 0 1")
    assert board.status() == enroque.STATUS_IMPOSSIBLE_CHECK
    assert not board.is_valid()
    with pytest.raises(enroque.errors.FenError, match="check"):
        Board(board.fen(), strict=True)
