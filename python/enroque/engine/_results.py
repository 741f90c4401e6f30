"""Storing evaluations of engines in the columns of games."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .._core import Board, Games
from .._model.evals import MATE, MAX_CENTIPAWNS, NO_EVAL
from ._labels import NO_WDL, LabelFile
from ._selection import Positions, board_at

__all__ = ["Labels", "is_missing"]

MAX_NODES: Final = 2**31 - 1


def is_missing(
    games: Games, game: NDArray[np.int64], ply: NDArray[np.int64], search: bool
) -> NDArray[np.bool_]:
    """Returns a mask of the positions without an evaluation in the columns of games.

    Args:
        games: the games.
        game: the game of each position.
        ply: the ply of each position.
        search: whether the columns of searches are meant, too.
    """
    after, before = _slots(games, game, ply)
    missing = np.zeros(len(game), np.bool_)
    has_eval = after >= 0
    evals = games.evals
    missing[has_eval] = True if evals is None else evals[after[has_eval]] == NO_EVAL
    if search:
        has_search = before >= 0
        for column, least in ((games.search_values, -1), (games.search_nodes, 0)):
            if column is None:
                missing[has_search] = True
            else:
                missing[has_search] |= ~(column[before[has_search]] >= least)  # NaN is missing
    return missing


def _slots(
    games: Games, game: NDArray[np.int64], ply: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns the entries of positions in `evals` and in the columns of searches; -1 for none."""
    first = games.offsets[game]
    return np.where(ply > 0, first + ply - 1, -1), np.where(
        ply < games.plies[game], first + ply, -1
    )


class Labels:
    """The evaluations of different positions, as they become known.

    Args:
        games: the games.
        positions: the positions.
    """

    def __init__(self, games: Games, positions: Positions) -> None:
        count = len(positions.keys)
        self._games = games
        self._positions = positions
        self._is_known = np.zeros(count, np.bool_)
        self._scores = np.full(count, NO_EVAL, np.int32)
        self._wdl = np.full((count, 3), NO_WDL, np.uint16)
        self._nodes = np.full(count, -1, np.int64)
        self._set_ends()

    def _set_ends(self) -> None:
        """Evaluates checkmates and stalemates, which can only be the last positions of games."""
        positions = self._positions
        is_last = positions.ply == self._games.plies[positions.game]
        numbers, first = np.unique(positions.number[is_last], return_index=True)
        games = positions.game[is_last][first]
        for number, game in zip(numbers.tolist(), games.tolist(), strict=True):
            board = self._games[game].board()
            if board.is_checkmate():
                self._scores[number] = -MATE if board.turn else MATE
            elif board.is_stalemate():
                self._scores[number] = 0
            else:
                continue
            self._is_known[number] = True

    def read(self, file: LabelFile) -> None:
        """Takes the labels of a file that are of these positions.

        Args:
            file: the file.
        """
        keys, records = self._positions.keys, file.records
        if not len(keys):
            return
        at = np.minimum(np.searchsorted(keys, records["key"]), len(keys) - 1)
        is_ours = keys[at] == records["key"]
        at, records = at[is_ours], records[is_ours]
        self._scores[at] = records["score"]
        self._wdl[at] = records["wdl"]
        self._nodes[at] = records["nodes"]
        self._is_known[at] = True

    def todo(self) -> NDArray[np.int64]:
        """Returns the positions without a label, in the order of the games."""
        missing = np.flatnonzero(~self._is_known)
        return missing[np.argsort(self._positions.first[missing], kind="stable")]

    def boards(self, todo: NDArray[np.int64]) -> Iterator[tuple[int, Board]]:
        """Yields the positions that an engine must evaluate.

        Args:
            todo: the indices of the positions.
        """
        for number in todo.tolist():
            at = self._positions.first[number]
            game, ply = int(self._positions.game[at]), int(self._positions.ply[at])
            yield number, board_at(self._games, game, ply)

    def add(self, number: int, info: dict[str, Any], file: LabelFile | None) -> None:
        """Takes the report of an engine.

        Args:
            number: the index of the position.
            info: the report of the engine.
            file: the file to write the label to, or `None`.
        """
        score = info["score"].white()
        mate = score.mate()
        if mate is None:
            value = max(-MAX_CENTIPAWNS, min(score.score(), MAX_CENTIPAWNS))
        else:
            value = score.score(mate_score=MATE)
        self._scores[number] = value
        self._nodes[number] = min(info.get("nodes", -1), MAX_NODES)
        if "wdl" in info:
            wdl = info["wdl"].white()
            total = wdl.total()
            if total > 0 and min(wdl) >= 0:
                wins, losses = round(1000 * wdl.wins / total), round(1000 * wdl.losses / total)
                self._wdl[number] = (wins, 1000 - wins - losses, losses)
        self._is_known[number] = True
        if file is not None:
            wins, draws, losses = self._wdl[number].tolist()
            key = bytes(self._positions.keys[number])
            file.append(key, value, (wins, draws, losses), int(self._nodes[number]))

    def filled(self, search: bool) -> Games:
        """Returns the games with the evaluations.

        Args:
            search: whether to fill the columns of searches, too.
        """
        games, positions = self._games, self._positions
        after, before = _slots(games, positions.game, positions.ply)
        number = positions.number
        columns: dict[str, NDArray[Any]] = {}
        evals = _copy(games.evals, (len(games.moves),), np.int32, NO_EVAL)
        rows = (after >= 0) & (self._scores[number] != NO_EVAL)
        evals[after[rows]] = self._scores[number[rows]]
        columns["evals"] = evals
        if search:
            columns |= self._search_columns(before)
        return games.with_columns(**columns)

    def _search_columns(self, before: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        """Returns the columns of searches, from the view of the side to move."""
        games, number = self._games, self._positions.number
        count = len(games.moves)
        values = _copy(games.search_values, (count,), np.float32, np.nan)
        probabilities = _copy(games.search_wdl, (count, 3), np.float32, np.nan)
        nodes = _copy(games.search_nodes, (count,), np.int32, -1)
        rows = (before >= 0) & (self._nodes[number] >= 0)
        nodes[before[rows]] = self._nodes[number[rows]]
        rows = (before >= 0) & (self._wdl[number, 0] != NO_WDL)
        wdl = self._wdl[number[rows]].astype(np.float32) / 1000
        black = self._is_black()[rows]
        wdl[black] = wdl[black, ::-1]
        probabilities[before[rows]] = wdl
        values[before[rows]] = wdl[:, 0] - wdl[:, 2]
        return {"search_values": values, "search_wdl": probabilities, "search_nodes": nodes}

    def _is_black(self) -> NDArray[np.bool_]:
        """Returns for each selected position whether Black is to move."""
        positions = self._positions
        starts = self._games.start
        return np.array(
            [
                not self._games[game].board(ply).turn
                if starts[game] >= 960 + 960 * 960
                else ply % 2
                for game, ply in zip(positions.game.tolist(), positions.ply.tolist(), strict=True)
            ],
            np.bool_,
        )


def _copy(column: Any, shape: tuple[int, ...], dtype: Any, missing: float) -> NDArray[Any]:
    """Returns a copy of a column, or a column without values."""
    return np.full(shape, missing, dtype) if column is None else np.array(column, dtype)
