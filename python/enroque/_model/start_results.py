"""Results of games by their start position of Chess960."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .._arguments import check_games
from .._core import Board, Games, Move, chess960_fen
from ..errors import ArgumentError
from ..find import Played
from .starts import COUNT, StartColumns

__all__ = ["FirstMove", "StartResults", "results_by_start"]

_NORMAL: Final = 1.959964
"""The quantile of the normal distribution for intervals of 95 %."""

_FIRST_MOVES: Final = 16 * 64
"""The number of pairs of squares of a first move."""

_CASTLING: Final = ("white_kingside", "white_queenside", "black_kingside", "black_queenside")


@dataclass(frozen=True)
class FirstMove:
    """A first move of a start position.

    Attributes:
        san: the move.
        games: the number of games with it.
        score: White's mean score, from 0 to 1, in those with a result; NaN without.
    """

    san: str
    games: int
    score: float


@dataclass(frozen=True, eq=False, repr=False)
class StartResults(StartColumns):
    """Results of games by start position; see `chess960.by_start`.

    All columns are arrays, `(960,)`; means are NaN for a start without such games.

    Attributes:
        number: the number of the start (Scharnagl), 0 to 959, int64.
        games: the number of games, int64.
        wins: the number of games that White won, int64.
        draws: the number of draws, int64.
        losses: the number of games that White lost, int64.
        score: White's mean score: wins and half of the draws, of the games with a result.
        low: the lower end of the interval of 95 % for the score (Wilson, 1927, for as many trials
            as games, which draws make wider than necessary).
        high: its upper end.
        rating: the mean rating of the players of games in which both are known.
        expected: the mean of White's expected score by these ratings (Elo: 400 points, logistic).
        rated_score: White's mean score in the games with both ratings, to compare with `expected`.
        white_kingside: the share of games in which White castles `O-O`.
        white_queenside: the share of games in which White castles `O-O-O`.
        black_kingside: the share of games in which Black castles `O-O`.
        black_queenside: the share of games in which Black castles `O-O-O`.
        castling_move: the mean number of the move with which a player castles.
        skipped: the numbers of games that are not counted, by reason; no column.
    """

    number: NDArray[np.int64]
    games: NDArray[np.int64]
    wins: NDArray[np.int64]
    draws: NDArray[np.int64]
    losses: NDArray[np.int64]
    score: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    rating: NDArray[np.float64]
    expected: NDArray[np.float64]
    rated_score: NDArray[np.float64]
    white_kingside: NDArray[np.float64]
    white_queenside: NDArray[np.float64]
    black_kingside: NDArray[np.float64]
    black_queenside: NDArray[np.float64]
    castling_move: NDArray[np.float64]
    skipped: Mapping[str, int] = field(metadata={"is_column": False})
    _first_moves: NDArray[np.float64] = field(metadata={"is_column": False})

    def first_moves(self, number: int) -> list[FirstMove]:
        """Returns the first moves of a start, the most frequent first.

        Args:
            number: the number of the start, 0 to 959.

        Raises:
            Chess960Error: the number is out of range.
        """
        board = Board(chess960_fen(number, number), chess960=True)
        played, decided, points = self._first_moves[:, number]
        codes = np.flatnonzero(played)
        order = codes[np.argsort(-played[codes], kind="stable")]
        return [
            FirstMove(
                board.san(Move(code // 64, code % 64)),
                int(played[code]),
                float(points[code] / decided[code]) if decided[code] else float("nan"),
            )
            for code in order.tolist()
        ]


class _Sums:
    """The sums of all games so far, by start position."""

    def __init__(self) -> None:
        self.results = np.zeros((3, COUNT), np.int64)
        names = ("games", "rated", "rating", "expected", "rated_points", "castled", "castling")
        self.of = {name: np.zeros(COUNT) for name in (*names, *_CASTLING)}
        shape = (3, COUNT, _FIRST_MOVES)
        self.first = np.zeros(shape)
        self.skipped = {"standard chess": 0, "other start position": 0}

    def add(self, games: Games, standard: bool) -> None:
        start = games.start.astype(np.int64)
        is_start = start < COUNT
        is_counted = is_start if standard else is_start & games.chess960
        self.skipped["other start position"] += int((~is_start).sum())
        self.skipped["standard chess"] += int((is_start & ~is_counted).sum())
        result = games.result
        for n, value in enumerate((1, 0, -1)):
            self.results[n] += _counts(start[is_counted & (result == value)])
        self.of["games"] += _counts(start[is_counted])
        points = np.where(result == -128, np.nan, (result + 1) / 2)
        white, black = games.white_elo.astype(float), games.black_elo.astype(float)
        is_rated = is_counted & (white > 0) & (black > 0) & ~np.isnan(points)
        rated, white, black = start[is_rated], white[is_rated], black[is_rated]
        self.of["rated"] += _counts(rated)
        self.of["rating"] += _counts(rated, (white + black) / 2)
        self.of["expected"] += _counts(rated, 1 / (1 + 10 ** ((black - white) / 400)))
        self.of["rated_points"] += _counts(rated, points[is_rated])
        self._add_first_moves(games, start, is_counted & (games.plies > 0), points)
        for n, move in enumerate(("O-O", "O-O-O")):
            game, ply = games.search(Played(move), first=False)
            is_kept = is_counted[game]
            game, ply = game[is_kept], ply[is_kept]
            self.of["castled"] += _counts(start[game])
            self.of["castling"] += _counts(start[game], ply // 2 + 1)
            for color in (0, 1):
                self.of[_CASTLING[2 * color + n]] += _counts(start[game[ply % 2 == color]])

    def _add_first_moves(
        self,
        games: Games,
        start: NDArray[np.int64],
        is_counted: NDArray[np.bool_],
        points: NDArray[np.float64],
    ) -> None:
        move = games.moves[games.offsets[:-1][is_counted]].astype(np.int64)
        start, points = start[is_counted], points[is_counted]
        code = start * _FIRST_MOVES + (move & 63) * 64 + (move >> 6 & 63)
        is_decided = ~np.isnan(points)
        decided = code[is_decided]
        for n, (codes, weights) in enumerate(
            ((code, None), (decided, None), (decided, points[is_decided]))
        ):
            kinds, where = np.unique(codes, return_inverse=True)
            self.first[n].reshape(-1)[kinds] += np.bincount(where, weights, len(kinds))

    def results_of_all(self) -> StartResults:
        wins, draws, losses = self.results
        with np.errstate(invalid="ignore", divide="ignore"):
            decided = wins + draws + losses
            score = (wins + draws / 2) / decided
            square = _NORMAL**2 / decided
            middle = (score + square / 2) / (1 + square)
            half = np.sqrt(score * (1 - score) * square + square**2 / 4) / (1 + square)
            of = self.of
            columns: dict[str, Any] = {
                "number": np.arange(COUNT),
                "games": of["games"].astype(np.int64),
                "wins": wins,
                "draws": draws,
                "losses": losses,
                "score": score,
                "low": middle - half,
                "high": middle + half,
                "rating": of["rating"] / of["rated"],
                "expected": of["expected"] / of["rated"],
                "rated_score": of["rated_points"] / of["rated"],
                **{name: of[name] / of["games"] for name in _CASTLING},
                "castling_move": of["castling"] / of["castled"],
            }
        return StartResults(**columns, skipped=self.skipped, _first_moves=self.first)


def _counts(start: NDArray[np.int64], weights: NDArray[Any] | None = None) -> NDArray[Any]:
    return np.bincount(start, weights, COUNT)


def results_by_start(games: Games | Iterable[Games], standard: bool) -> StartResults:
    """Returns the results of games by start position; see `chess960.by_start`."""
    sums = _Sums()
    if isinstance(games, (str, os.PathLike)):  # an iterable of characters
        check_games(games)
    for batch in [games] if isinstance(games, Games) else games:
        check_games(batch)
        sums.add(batch, standard)
    if not sums.of["games"].any():
        skipped = ", ".join(f"{count} of {kind}" for kind, count in sums.skipped.items() if count)
        raise ArgumentError(
            f"no game begins with a start position of Chess960: {skipped or 'none'}"
        )
    return sums.results_of_all()
