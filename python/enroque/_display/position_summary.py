"""The summary of a table of positions."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .._core import Positions
from .._model.evals import MAX_CENTIPAWNS, NO_EVAL
from ..find import Check, Checkmate, Stalemate, Turn

__all__ = ["describe"]

_NUMBERS: Final = {
    "evals": NO_EVAL,
    "depth": 0,
    "nodes": -1,
    "rating": -1,
    "popularity": -128,
    "plays": -1,
}
"""The columns whose quantiles are stated, and the value of a row without one."""


def describe(positions: Positions) -> dict[str, Any]:
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
    for name, none in _NUMBERS.items():
        values = getattr(there, name)
        if values is None:
            continue
        known = values[values != none]
        if name == "evals":
            is_mate = np.abs(known.astype(np.int64)) > MAX_CENTIPAWNS
            described["mates"] = int(np.count_nonzero(is_mate))
            known = known[~is_mate]
        described[name] = _quantiles(known)
    if there.expected_score is not None:
        described["expected_score"] = _quantiles(
            there.expected_score[~np.isnan(there.expected_score)]
        )
    if there.result is not None:
        results = {"white_won": 1, "drawn": 0, "black_won": -1, "unknown": -128}
        described["result"] = {
            name: int(np.count_nonzero(there.result == value)) for name, value in results.items()
        }
    if there.moves is not None:
        described["moves"] = int(np.count_nonzero(there.moves))
    return described


def _quantiles(values: NDArray[Any]) -> dict[str, int | float]:
    """Returns the number of values, and their quantiles, if there are any."""
    quantiles: dict[str, int | float] = {"count": len(values)}
    if len(values):
        names = {"min": 0.0, "25%": 0.25, "median": 0.5, "75%": 0.75, "max": 1.0}
        # of the values themselves, so that nothing is rounded
        at = np.quantile(values, list(names.values()), method="nearest").tolist()
        quantiles |= dict(zip(names, at, strict=True))
    return quantiles
