"""Results of games by their start position of Chess960."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .._arguments import check_games
from .._core import Board, Games, StartTallies, chess960_fen
from .._display.explorer import Explorer
from ..errors import ArgumentError, advised
from .starts import COUNT, StartColumns

__all__ = ["StartResults", "results_by_start"]

_NORMAL: Final = 1.959964
"""The quantile of the normal distribution for intervals of 95 %."""

_COUNTS: Final = ("games", "wins", "draws", "losses", "rated", "evaluated")
_CASTLING: Final = ("white_kingside", "white_queenside", "black_kingside", "black_queenside")
_SUMS: Final = (
    *_COUNTS[:-1], "rating", "expected", "rated_score", "evaluated", "evaluation", *_CASTLING,
    "castling_move",
)  # fmt: skip
"""The sums of `StartTallies.results`, in its order."""


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
        rated: the number of games with a result and both ratings, int64.
        rating: the mean rating of the players of these games.
        expected: the mean of White's expected score by these ratings (Elo: 400 points, logistic).
        rated_score: White's mean score in these games, to compare with `expected`.
        evaluated: the number of games with an evaluation after the first move, int64.
        evaluation: the mean of these evaluations in centipawns from White's view; mates and
            larger ones count as 1,000.
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
    rated: NDArray[np.int64]
    rating: NDArray[np.float64]
    expected: NDArray[np.float64]
    rated_score: NDArray[np.float64]
    evaluated: NDArray[np.int64]
    evaluation: NDArray[np.float64]
    white_kingside: NDArray[np.float64]
    white_queenside: NDArray[np.float64]
    black_kingside: NDArray[np.float64]
    black_queenside: NDArray[np.float64]
    castling_move: NDArray[np.float64]
    skipped: Mapping[str, int] = field(metadata={"is_column": False})
    _rows: list[list[Any]] = field(metadata={"is_column": False})

    def explorer(self, number: int) -> Explorer:
        """Returns the first moves of a start and their results, the most frequent first.

        The games are not kept: `Games.explorer` continues with further moves.

        Args:
            number: the number of the start, 0 to 959.

        Raises:
            Chess960Error: the number is out of range.

        Example:
            >>> from enroque import chess960
            >>> from enroque.data import example_games
            >>> results = chess960.by_start(example_games())
            >>> [(row.san, row.games, row.score) for row in results.explorer(93)][:2]
            [('g3', 1, 0.0), ('d4', 1, 0.0)]
        """
        board = Board(chess960_fen(number, number), chess960=True)
        return Explorer(None, board, self._rows[number], {})


def results_by_start(games: Games | Iterable[Games], standard: bool) -> StartResults:
    """Returns the results of games by start position; see `chess960.by_start`."""
    tallies = StartTallies()
    if isinstance(games, (str, os.PathLike)):  # an iterable of characters
        check_games(games)
    for batch in [games] if isinstance(games, Games) else games:
        check_games(batch)
        tallies.add(batch, standard)
    counts, results = tallies.results()
    skipped = dict(zip(("other start position", "standard chess"), counts, strict=True))
    rows, sums = zip(*results, strict=True)
    of = dict(zip(_SUMS, np.array(sums).T, strict=True))
    if not of["games"].any():
        kinds = ", ".join(f"{count} of {kind}" for kind, count in skipped.items() if count)
        error = ArgumentError(
            f"no game begins with a start position of Chess960: {kinds or 'there are no games'}"
        )
        if skipped["standard chess"]:
            hint = "pass standard=True"
            error = advised(ArgumentError(f"{error}: {hint} to count them"), hint, standard=())
        raise error
    with np.errstate(invalid="ignore", divide="ignore"):
        decided = of["wins"] + of["draws"] + of["losses"]
        score = (of["wins"] + of["draws"] / 2) / decided
        square = _NORMAL**2 / decided
        middle = (score + square / 2) / (1 + square)
        half = np.sqrt(score * (1 - score) * square + square**2 / 4) / (1 + square)
        castlings = sum(of[name] for name in _CASTLING)
        return StartResults(
            number=np.arange(COUNT),
            **{name: of[name].astype(np.int64) for name in _COUNTS},
            score=score,
            low=middle - half,
            high=middle + half,
            **{name: of[name] / of["rated"] for name in ("rating", "expected", "rated_score")},
            evaluation=of["evaluation"] / of["evaluated"],
            **{name: of[name] / of["games"] for name in _CASTLING},
            castling_move=of["castling_move"] / castlings,
            skipped=skipped,
            _rows=list(rows),
        )
