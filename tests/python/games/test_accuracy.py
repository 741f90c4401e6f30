"""Accuracy, centipawn loss and win percentages lost, against a plain computation."""

import math
import statistics
from itertools import pairwise

import numpy as np
import pytest

import enroque
from enroque import Games

GAMES = Games.read("tests/data/pgn/lichess_evals_2000.pgn.zst")


def win_percent(centipawns: float) -> float:
    """Lichess's Win%, as https://lichess.org/page/accuracy has it."""
    limited = max(-1000, min(1000, centipawns))
    return 50 + 50 * (2 / (1 + math.exp(-0.00368208 * limited)) - 1)


def move_accuracy(before: float, after: float) -> float:
    """Lichess's Accuracy% of a move, with the 1 that its server adds."""
    if after >= before:
        return 100
    curve = 103.1668100711649 * math.exp(-0.04354415386753951 * (before - after))
    return min(100, max(0, curve - 3.166924740191411 + 1))


def expected(evals: list[int]) -> tuple[list[float], list[float]]:
    """The accuracies and centipawn losses of a game that White begins, without gaps."""
    series = [15, *(max(-1000, min(1000, value)) for value in evals)]
    percents = [win_percent(value) for value in series]
    size = max(2, min(8, len(evals) // 10))
    windows = [percents[:size]] * (size - 2)
    windows += [percents[n : n + size] for n in range(len(percents) - size + 1)]
    weights = [max(0.5, min(12, statistics.pstdev(window))) for window in windows]
    assert len(weights) == len(evals)
    accuracy, loss = [], []
    for color in (0, 1):
        sign = 1 - 2 * color
        moves = [
            (move_accuracy(sign * before, sign * after), weight)
            for (before, after), weight in list(zip(pairwise(percents), weights, strict=True))[
                color::2
            ]
        ]
        losses = [max(0, sign * (a - b)) for a, b in list(pairwise(series))[color::2]]
        if not moves:
            accuracy.append(math.nan)
            loss.append(math.nan)
            continue
        weighted = sum(a * w for a, w in moves) / sum(w for _, w in moves)
        harmonic = len(moves) / sum(1 / max(1, a) for a, _ in moves)
        accuracy.append((weighted + harmonic) / 2)
        loss.append(sum(losses) / len(losses))
    return accuracy, loss


def test_formulas() -> None:
    accuracy, loss, lost = GAMES.accuracy(), GAMES.acpl(), GAMES.win_percent_lost()
    assert accuracy.shape == loss.shape == (len(GAMES), 2)
    checked = 0
    for index, game in enumerate(GAMES):
        evals = game.evals.tolist() if game.evals is not None else []
        if evals and evals[-1] == -(2**31):
            evals.pop()  # checkmate
        if -(2**31) in evals or not evals or game.fen(0) != enroque.STARTING_FEN:
            continue
        of_game = expected(evals)
        np.testing.assert_allclose(accuracy[index], of_game[0], rtol=1e-9)
        np.testing.assert_allclose(loss[index], of_game[1], rtol=1e-9)
        percents = np.array([win_percent(value) for value in [15, *evals]])
        signs = np.where(np.arange(len(evals)) % 2, -1, 1)
        first = GAMES.offsets[index]
        expected_loss = np.maximum(0, -signs * np.diff(percents))
        np.testing.assert_allclose(lost[first : first + len(evals)], expected_loss, atol=1e-4)
        checked += 1
    assert checked > 1900


def test_gaps_and_starts() -> None:
    text = (
        b"1. e4 {[%eval 0.3]} e5 2. Nf3 {[%eval 0.3]} Nc6 {[%eval 0.9]} * 1. e4 e5 * * "
        b'[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"] 1... Kd7 {[%eval 3.0]} 2. e4 {[%eval 1.0]} *'
    )
    games = Games.from_pgn(text)
    nan = math.nan
    loss_of_black, loss_of_white = (
        win_percent(a) - win_percent(b) for a, b in ((90, 30), (300, 100))
    )
    lost = [0, nan, nan, loss_of_black, nan, nan, nan, loss_of_white]
    np.testing.assert_allclose(games.win_percent_lost(), lost, atol=1e-4)
    assert games.acpl().tolist()[0] == [0, 60]
    assert np.isnan(games.acpl()[1]).all()
    assert np.isnan(games.accuracy()[1]).all()
    np.testing.assert_equal(games.acpl()[2], [200, nan])
    assert games.accuracy()[0, 0] == 100
    assert np.isnan(games.accuracy()[2, 1])
    empty = games[:0]
    assert empty.accuracy().shape == (0, 2)
    assert len(empty.win_percent_lost()) == 0


def test_threads_give_the_same() -> None:
    for name in ("accuracy", "acpl", "win_percent_lost"):
        one, two = (getattr(GAMES, name)(threads=threads) for threads in (1, 2))
        assert one.tobytes() == two.tobytes()


def test_played_by() -> None:
    is_own = GAMES.played_by("drnykterstein")
    whites = np.array(GAMES.tag_values("White")) == "DrNykterstein"
    game, ply = GAMES.positions()
    np.testing.assert_array_equal(is_own, whites[game] == (ply % 2 == 0))
    assert GAMES.played_by("*nykter*").sum() == is_own.sum()
    assert not GAMES.played_by("x").any()


@pytest.mark.parametrize("row", range(0, 2000, 400))
def test_phase(row: int) -> None:
    import chess

    phases = GAMES[row].board(0), (one := GAMES[row : row + 1]).phase(*one.positions())
    board, found = chess.Board(phases[0].fen()), []
    for move in GAMES[row].uci():
        pieces = [
            p for p in board.piece_map().values() if p.piece_type not in (chess.PAWN, chess.KING)
        ]
        ranks = (chess.BB_RANK_1, chess.BB_RANK_8)
        full = all(
            (board.occupied_co[color] & rank).bit_count() >= 4
            for color, rank in zip((chess.WHITE, chess.BLACK), ranks, strict=True)
        )
        found.append(2 if len(pieces) <= 6 else 1 if len(pieces) <= 10 or not full else 0)
        board.push_uci(move)
    assert phases[1].tolist() == found
