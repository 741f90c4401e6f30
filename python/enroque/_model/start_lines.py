"""Random lines from start positions of Chess960, for opening books."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .._core import Board, Positions, chess960_fen
from ..errors import ArgumentError

_MAX_DRAWS: Final = 100
"""The number of lines to draw for each one that is returned."""


def random_lines(
    count: int,
    plies: int,
    starts: Callable[[int], NDArray[np.int64]],
    state: np.random.RandomState,
    evals_of: Callable[[Positions], NDArray[Any]] | None,
    max_eval: int,
) -> list[Board]:
    """Returns boards after random moves; see `chess960.lines`.

    `starts` returns random starts, and `evals_of` evaluations; `None` keeps all positions.
    """
    lines: list[Board] = []
    seen: set[str] = set()
    left = count * _MAX_DRAWS
    while len(lines) < count and left > 0:
        drawn = min(2 * (count - len(lines)), left)
        left -= drawn
        new = []
        for white, black in starts(drawn).reshape(drawn, -1)[:, [0, -1]].tolist():
            board = Board(chess960_fen(white, black), chess960=True)
            for choice in state.random_sample(plies).tolist():
                if moves := board.legal_moves:
                    board.push(moves[int(choice * len(moves))])
            key = min(board.epd(), board.transformed("mirror_files").epd())
            if key not in seen and board.legal_moves:
                seen.add(key)
                new.append(board)
        if evals_of is not None and new:
            evals = evals_of(Positions.from_fens([board.fen() for board in new]))
            new = [new[row] for row in np.flatnonzero(np.abs(evals) <= max_eval)]
        lines += new
    if len(lines) < count:
        balance = "" if evals_of is None else f" with an evaluation of at most {max_eval}"
        raise ArgumentError(
            f"only {len(lines)} different lines of {plies} plies{balance} were found in "
            f"{count * _MAX_DRAWS} draws, not {count}"
        )
    return lines[:count]
