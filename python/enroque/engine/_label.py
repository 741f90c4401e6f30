"""Evaluations of games and positions by engines."""

import warnings
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core import Games, Positions, positions_from_columns
from .._model.evals import NO_EVAL
from .._model.games import FilePath
from .._progress import Progress, reporting
from ..errors import ArgumentError
from ._engine import lines_of_play
from ._labels import NO_WDL, RECORD, LabelFile, complete
from ._limit import Limit, go
from ._pool import EnginePool
from ._processes import Command, Options
from ._selection import selected

MAX_NODES: Final = 2**31 - 1


def label_games(
    games: Games, command: Command, *, min_ply: int, max_ply: int | None, every_n: int,
    positions: tuple[ArrayLike, ArrayLike] | None, missing_only: bool, search: bool, **common: Any,
) -> Games:  # fmt: skip
    """Evaluates games; see `Games.label`."""
    game, ply = selected(games, positions, min_ply, max_ply, every_n)
    if missing_only:
        missing = _is_missing(games, game, ply, search)
        game, ply = game[missing], ply[missing]
    table = Positions.from_games(games, game, ply)
    if table.error_count:
        reason = f"{table.error_count} positions are not evaluated: {table.errors[0]}"
        warnings.warn(reason, RuntimeWarning, stacklevel=2)
    rows = table.source_row - 1
    game, ply = game[rows], ply[rows]
    found, _ = _labels(table, command, multipv=None, wdl=search, **common)
    after, before = _slots(games, game, ply)
    evals = _copy(games.evals, (len(games.moves),), np.int32, NO_EVAL)
    rows = (after >= 0) & (found["eval"] != NO_EVAL)
    evals[after[rows]] = found["eval"][rows]
    columns = {"evals": evals}
    if search:
        columns |= _search_columns(games, before, found)
    return games.with_columns(**columns)


@dataclass(frozen=True)
class PositionLabels:
    """Evaluations of positions, all from White's view. Rows without a position have none.

    Attributes:
        positions: the positions with the columns `evals`, `moves`, `depth` and `nodes`, and with
            `wdl` also `expected_score`.
        evals: the evaluation of each position as `Positions.evals`, int32, `(rows,)`.
        wdl: the probabilities of win, draw and loss, float32, `(rows, 3)`; NaN unknown.
        moves: the best move as `Positions.moves`, uint16, `(rows,)`; 0 if there is none.
        depth: the depth in plies, uint8, `(rows,)`; 0 unknown, 255 also for more.
        nodes: the nodes of each search, int64, `(rows,)`; -1 unknown.
        line_offsets: where the lines of play of each row begin and end in the arrays below, int64,
            `(rows + 1,)`. The best line comes first.
        line_evals: the evaluation of each line, int32, `(lines,)`.
        line_wdl: its probabilities, float32, `(lines, 3)`; NaN unknown.
        line_moves: its first move, uint16, `(lines,)`.
    """

    positions: Positions
    evals: NDArray[np.int32]
    wdl: NDArray[np.float32]
    moves: NDArray[np.uint16]
    depth: NDArray[np.uint8]
    nodes: NDArray[np.int64]
    line_offsets: NDArray[np.int64]
    line_evals: NDArray[np.int32]
    line_wdl: NDArray[np.float32]
    line_moves: NDArray[np.uint16]


def label_positions(
    positions: Positions, command: Command, *, multipv: int | None, wdl: bool, **common: Any
) -> PositionLabels:
    """Evaluates positions; see `Positions.label`."""
    best, lines = _labels(positions, command, multipv=multipv, wdl=wdl, **common)
    counts = best["lines"].astype(np.int64)
    offsets = np.concatenate([[0], np.cumsum(counts)])
    columns = positions._columns()
    for name in ("eval", "move", "depth", "nodes"):
        columns[{"eval": "evals", "move": "moves"}.get(name, name)] = best[name].copy()
    probabilities = _probabilities(best)
    if wdl:
        columns["expected_score"] = probabilities[:, 0] + probabilities[:, 1] / 2
    return PositionLabels(
        positions_from_columns(columns),
        columns["evals"], probabilities, columns["moves"], columns["depth"], columns["nodes"],
        offsets, lines["eval"].copy(), _probabilities(lines), lines["move"].copy(),
    )  # fmt: skip


def _labels(
    positions: Positions, command: Command, *, multipv: int | None, wdl: bool, nodes: int | None,
    depth: int | None, time: float | None, workers: int | None, options: Options | None,
    new_game: bool, checkpoint: FilePath | None, timeout: float, retries: int, progress: Progress,
) -> tuple[NDArray[Any], NDArray[Any]]:  # fmt: skip
    """Evaluates every different position once.

    Returns:
        The label of the best line of each row, without lines if it has none; and those of all lines
        of all rows, one row after another.
    """
    limit = Limit(time=time, depth=depth, nodes=nodes)
    if not limit.given():
        raise ArgumentError("pass a limit of each search: nodes, depth or time")
    packed = np.array(positions.packed)
    packed[:, 26:28] = (1, 0)  # the move number is 1, so that equal positions are the same
    packed[positions.broken] = 0
    keys, first, number = np.unique(
        packed.view("S32").reshape(-1), return_index=True, return_inverse=True
    )
    given = dict(options or {}) | ({"UCI_ShowWDL": True} if wdl else {})
    with ExitStack() as stack:
        pool = stack.enter_context(
            EnginePool(command, workers=workers, options=given, timeout=timeout, retries=retries)
        )
        file, known = None, np.empty(0, RECORD)
        if checkpoint is not None:
            settings = {
                "engine": pool.id.get("name"),
                "limit": limit.given(),
                "options": given,
                "new_game": new_game,
                "multipv": multipv,
            }
            file = stack.enter_context(LabelFile(checkpoint, settings))
            known = complete(file.records)
            known = known[np.isin(known["key"], keys)]
        is_todo = ~np.isin(keys, known["key"]) & (keys != b"")
        todo = np.sort(first[is_todo])
        report = stack.enter_context(reporting(progress, "evaluating", "positions"))
        total = int(np.count_nonzero(keys != b""))
        done = total - len(todo)
        report(done, total)
        batch = pool._core.batch(
            go(limit),
            workers=pool.workers,
            multipv=lines_of_play(multipv),
            new_game=new_game,
            seconds=(limit.time or 0) + timeout,
            needs_score=True,
            packed=packed[todo],
        )
        stack.callback(batch.cancel)
        chunks = [known]
        while done < total:
            numbers, data = batch.labels()
            chunks.append(np.frombuffer(data, RECORD))
            if file is not None:
                file.append(chunks[-1])
            done += len(np.unique(numbers))
            report(done, total)
    labels = complete(np.concatenate(chunks))
    # a row without a position has a label without lines
    labels = np.concatenate([labels, np.zeros(1, RECORD)])
    labels["eval"][-1], labels["wdl"][-1], labels["nodes"][-1] = NO_EVAL, NO_WDL, -1
    at = np.searchsorted(labels["key"][:-1], keys)
    at[keys == b""] = len(labels) - 1
    at = at[number.reshape(-1)]
    counts = labels["lines"][at].astype(np.int64)
    ends = np.cumsum(counts)
    return labels[at], labels[np.repeat(at - (ends - counts), counts) + np.arange(counts.sum())]


def _probabilities(labels: NDArray[Any]) -> NDArray[np.float32]:
    """Returns the probabilities of win, draw and loss of White."""
    wdl = labels["wdl"].astype(np.float32) / np.float32(1000)
    wdl[labels["wdl"][:, 0] == NO_WDL] = np.nan
    return wdl


def _is_missing(
    games: Games, game: NDArray[np.int64], ply: NDArray[np.int64], search: bool
) -> NDArray[np.bool_]:
    """Returns a mask of the positions without an evaluation, or with `search` without a search."""
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
    before = np.where(ply < games.plies[game], first + ply, -1)
    return np.where(ply > 0, first + ply - 1, -1), before


def _search_columns(
    games: Games, before: NDArray[np.int64], found: NDArray[Any]
) -> dict[str, NDArray[Any]]:
    """Returns the columns of searches, from the view of the side to move."""
    count = len(games.moves)
    values = _copy(games.search_values, (count,), np.float32, np.nan)
    probabilities = _copy(games.search_wdl, (count, 3), np.float32, np.nan)
    nodes = _copy(games.search_nodes, (count,), np.int32, -1)
    rows = (before >= 0) & (found["nodes"] >= 0)
    nodes[before[rows]] = np.minimum(found["nodes"][rows], MAX_NODES)
    rows = (before >= 0) & (found["wdl"][:, 0] != NO_WDL)
    wdl, black = _probabilities(found[rows]), found["black"][rows] == 1
    wdl[black] = wdl[black, ::-1]
    probabilities[before[rows]] = wdl
    values[before[rows]] = wdl[:, 0] - wdl[:, 2]
    return {"search_values": values, "search_wdl": probabilities, "search_nodes": nodes}


def _copy(column: Any, shape: tuple[int, ...], dtype: Any, missing: float) -> NDArray[Any]:
    """Returns a copy of a column, or a column without values."""
    return np.full(shape, missing, dtype) if column is None else np.array(column, dtype)
