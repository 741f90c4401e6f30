"""Results of games by their start position of Chess960."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .._arguments import check_games
from .._core import Board, Games, Move, chess960_fen
from .._display.explorer import Explorer
from ..errors import ArgumentError, advised
from .evals import NO_EVAL
from .starts import COUNT, StartColumns

__all__ = ["StartResults", "results_by_start"]

_NORMAL: Final = 1.959964
"""The quantile of the normal distribution for intervals of 95 %."""

_FIRST_MOVES: Final = 35
"""The number of first moves: those of `_first_move`, and none."""

_LARGEST_EVAL: Final = 1000
_LARGEST_DIFFERENCE: Final = 800
"""The limits of evaluations and of performances, as in `Explorer`."""

_RESULTS: Final = {"wins": 1, "draws": 0, "losses": -1}
_CASTLING: Final = ("white_kingside", "white_queenside", "black_kingside", "black_queenside")
_SUMS: Final = (
    "games", *_RESULTS, "white_rated", "white_elo", "black_rated", "black_elo", "black_points",
    "rated", "rating", "expected", "rated_score", "evaluated", "evaluation", *_CASTLING,
    "castlings", "castling_move",
)  # fmt: skip
_NO_YEAR: Final = 1 << 15


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
    _sums: "_Sums" = field(metadata={"is_column": False})

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
        sums, rows = self._sums, []
        for move in board.legal_moves:
            code = int(_first_move(np.array(move.from_square | move.to_square << 6)))
            if sums.of["games"][number, code]:
                bits = move.from_square | move.to_square << 6
                rows.append((bits, _opening(board, move), *sums.tally(number, code)))
        rows.sort(key=lambda row: (-row[2], row[0]))
        total = (0, (None, None), *sums.tally(number, slice(None)))
        return Explorer(None, board, [*rows, total], {})


class _Sums:
    """The sums of all games so far, by start position and first move."""

    def __init__(self) -> None:
        shape = (COUNT, _FIRST_MOVES)
        self.of = {name: np.zeros(shape) for name in _SUMS}
        self.first_year, self.last_year = np.full(shape, _NO_YEAR), np.zeros(shape, np.int64)
        self.skipped = {"other start position": 0, "standard chess": 0}

    def add(self, games: Games, standard: bool) -> None:
        is_start = games.start < COUNT
        is_counted = is_start if standard else is_start & games.chess960
        self.skipped["other start position"] += int((~is_start).sum())
        self.skipped["standard chess"] += int((is_start & ~is_counted).sum())
        if not is_counted.any():
            return
        has_moves = games.plies > 0
        at = games.offsets[:-1][has_moves]
        code = games.start.astype(np.int64) * _FIRST_MOVES + _FIRST_MOVES - 1
        code[has_moves] -= _FIRST_MOVES - 1 - _first_move(games.moves[at])
        evals = np.full(len(games), NO_EVAL)
        if games.evals is not None:
            evals[has_moves] = games.evals[at]
        result, years = games.result, _years(games)

        def add(name: str, kept: NDArray[np.bool_], values: NDArray[Any] | None = None) -> None:
            kept = kept & is_counted
            self._add(name, code[kept], None if values is None else values[kept])

        add("games", is_counted)
        for name, value in _RESULTS.items():
            add(name, result == value)
        points, is_decided = (result + 1) / 2, result >= -1
        white, black = games.white_elo.astype(float), games.black_elo.astype(float)
        add("white_rated", white > 0)
        add("white_elo", white > 0, white)
        is_opposed = is_decided & (black > 0)
        add("black_rated", is_opposed)
        add("black_elo", is_opposed, black)
        add("black_points", is_opposed, points)
        is_rated = is_opposed & (white > 0)
        add("rated", is_rated)
        add("rating", is_rated, (white + black) / 2)
        add("expected", is_rated, 1 / (1 + 10 ** ((black - white) / 400)))
        add("rated_score", is_rated, points)
        add("evaluated", evals != NO_EVAL)
        add("evaluation", evals != NO_EVAL, evals.clip(-_LARGEST_EVAL, _LARGEST_EVAL))
        has_year = is_counted & (years < _NO_YEAR)
        np.minimum.at(self.first_year.reshape(-1), code[has_year], years[has_year])
        np.maximum.at(self.last_year.reshape(-1), code[has_year], years[has_year])
        for color, plies in enumerate(games._castling_plies().reshape(-1, 2).T):
            castles = plies >= 0
            add("castlings", castles)
            add("castling_move", castles, plies // 2 + 1)
            move = games.moves[games.offsets[:-1][castles] + plies[castles]]
            is_kingside = np.zeros(len(games), bool)
            is_kingside[castles] = (move >> 6 & 7) > (move & 7)
            add(_CASTLING[2 * color], castles & is_kingside)
            add(_CASTLING[2 * color + 1], castles & ~is_kingside)

    def _add(self, name: str, code: NDArray[np.int64], values: NDArray[Any] | None = None) -> None:
        sums = self.of[name]
        sums += np.bincount(code, values, sums.size).reshape(sums.shape)

    def tally(self, number: int, code: int | slice) -> tuple[Any, ...]:
        """Returns the values of a row of an `Explorer`, but for the move and its opening."""
        of = {name: float(sums[number, code].sum()) for name, sums in self.of.items()}
        results = [int(of[name]) for name in _RESULTS]
        opponents, performance = _mean(of["black_elo"], of["black_rated"]), None
        if opponents is not None:
            lost = of["black_rated"] - of["black_points"]
            with np.errstate(divide="ignore"):
                difference = 400 * np.log10(np.float64(of["black_points"]) / lost)
            limit = _LARGEST_DIFFERENCE
            performance = opponents + float(np.clip(difference, -limit, limit))
        first = int(self.first_year[number, code].min())
        last = int(self.last_year[number, code].max())
        return (
            int(of["games"]),
            results,
            (
                _mean(of["wins"] + of["draws"] / 2, sum(results)),
                _mean(of["white_elo"], of["white_rated"]),
                performance,
            ),
            (first, last) if last else (None, None),
            _mean(of["evaluation"], of["evaluated"]),
        )

    def results_of_all(self) -> StartResults:
        of = {name: sums.sum(axis=1) for name, sums in self.of.items()}
        counts = {
            name: of[name].astype(np.int64) for name in ("games", *_RESULTS, "rated", "evaluated")
        }
        with np.errstate(invalid="ignore", divide="ignore"):
            decided = sum(of[name] for name in _RESULTS)
            score = (of["wins"] + of["draws"] / 2) / decided
            square = _NORMAL**2 / decided
            middle = (score + square / 2) / (1 + square)
            half = np.sqrt(score * (1 - score) * square + square**2 / 4) / (1 + square)
            columns = {
                "score": score,
                "low": middle - half,
                "high": middle + half,
                **{name: of[name] / of["rated"] for name in ("rating", "expected", "rated_score")},
                "evaluation": of["evaluation"] / of["evaluated"],
                **{name: of[name] / of["games"] for name in _CASTLING},
                "castling_move": of["castling_move"] / of["castlings"],
            }
        return StartResults(
            number=np.arange(COUNT), **counts, **columns, skipped=self.skipped, _sums=self
        )


def _first_move(moves: NDArray[Any]) -> NDArray[np.int64]:
    """Returns the numbers, below 34, of first moves of White in a start position.

    Those of pawns are below 16, of knights below 32; castling kingside is the last.
    """
    start, end = moves & 63, moves >> 6 & 63
    is_right = (end & 7) > (start & 7)
    of_piece = np.where(end > 7, 16 + 2 * start + is_right, 32 + is_right)
    code = np.where(start > 7, 2 * (start - 8) + (end >> 3 == 3), of_piece)
    return code.astype(np.int64)


def _opening(board: Board, move: Move) -> tuple[str | None, str | None]:
    """Returns the code and the name of the opening after a first move."""
    after = board.copy()
    after.push(move)
    opening = after.opening()
    return (None, None) if opening is None else (opening.eco, opening.name)


def _years(games: Games) -> NDArray[np.int64]:
    """Returns the year of each game, also of incomplete dates; `_NO_YEAR` if it is unknown."""
    date = games.date
    years = np.where(np.isnat(date), _NO_YEAR, date.astype("M8[Y]").astype(np.int64) + 1970)
    undated = np.flatnonzero(years == _NO_YEAR)
    for tag in ("UTCDate", "Date") if len(undated) else ():
        texts = games[undated].tag_values(tag)
        digits = [(text or "").strip()[:4] for text in texts]
        known = [n for n, text in enumerate(digits) if text.isascii() and text.isdecimal()]
        years[undated[known]] = [int(digits[n]) or _NO_YEAR for n in known]
    return years


def _mean(total: float, count: float) -> float | None:
    return total / count if count else None


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
        error = ArgumentError(
            f"no game begins with a start position of Chess960: {skipped or 'there are no games'}"
        )
        if sums.skipped["standard chess"]:
            hint = "pass standard=True"
            error = advised(ArgumentError(f"{error}: {hint} to count them"), hint, standard=())
        raise error
    return sums.results_of_all()
