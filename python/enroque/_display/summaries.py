"""The summaries of tables of games and of positions."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .._core import Games, Positions
from .._model.evals import MAX_CENTIPAWNS
from .._model.positions import SORT_COLUMNS
from ..find import Check, Checkmate, Stalemate, Turn

_RESULTS: Final = {"white_won": 1, "drawn": 0, "black_won": -1, "unknown": -128}
"""The results by name."""


def describe_games(games: Games) -> dict[str, Any]:
    """Returns the counts and quantiles of games; see `Games.describe`.

    Args:
        games: the games.
    """
    dates = games.date[~np.isnat(games.date)]
    described: dict[str, Any] = {
        "games": len(games),
        "broken": int(games.broken.sum()),
        "chess960": int(games.chess960.sum()),
        "with_evals": int(np.count_nonzero(games.eval_count)),
        "plies": _quantiles(games.plies),
    }
    for name in ("white_elo", "black_elo"):
        ratings = getattr(games, name)
        described[name] = _quantiles(ratings[ratings != 0])
    described["result"] = _counts(games.result)
    described["dates"] = [str(dates.min()), str(dates.max())] if len(dates) else []
    names, counts = np.unique(games.openings().family, return_counts=True)
    most = [index for index in np.argsort(-counts, kind="stable") if names[index]][:5]
    described["openings"] = {names[index]: int(counts[index]) for index in most}
    return described


def describe_positions(positions: Positions) -> dict[str, Any]:
    """Returns the counts and quantiles of a table; see `Positions.describe`.

    Args:
        positions: the table.
    """
    there = positions[~positions.broken] if positions.broken.any() else positions
    of_white = len(there.filter(Turn(True)))
    pieces = np.unpackbits(there.packed[:, :8], axis=1).sum(axis=1, dtype=np.int64)
    described: dict[str, Any] = {
        "rows": len(positions),
        "broken": len(positions) - len(there),
        "errors": positions.skipped,
        "warnings": positions.warning_count,
        "different_positions": len(there.drop_duplicates()),
        "white_to_move": of_white,
        "black_to_move": len(there) - of_white,
        "in_check": len(there.filter(Check())),
        "over": len(there.filter(Checkmate() | Stalemate())),
        "pieces": _quantiles(pieces),
    }
    for name, none in SORT_COLUMNS.items():
        values = getattr(there, name)
        if values is None or name == "result":
            continue
        known = values[~np.isnan(values) if none is None else values != none]
        if name == "evals":
            is_mate = np.abs(known.astype(np.int64)) > MAX_CENTIPAWNS
            described["mates"] = int(np.count_nonzero(is_mate))
            known = known[~is_mate]
        described[name] = _quantiles(known)
    if there.result is not None:
        described["result"] = _counts(there.result)
    if there.moves is not None:
        described["moves"] = int(np.count_nonzero(there.moves))
    return described


def _counts(result: NDArray[Any]) -> dict[str, int]:
    """Returns the number of rows with each result."""
    return {name: int(np.count_nonzero(result == value)) for name, value in _RESULTS.items()}


def _quantiles(values: NDArray[Any]) -> dict[str, int | float]:
    """Returns the number of values, and their quantiles, if there are any."""
    quantiles: dict[str, int | float] = {"count": len(values)}
    if len(values):
        names = {"min": 0.0, "25%": 0.25, "median": 0.5, "75%": 0.75, "max": 1.0}
        # of the values themselves, so that nothing is rounded
        at = np.quantile(values, list(names.values()), method="nearest").tolist()
        quantiles |= dict(zip(names, at, strict=True))
    return quantiles
