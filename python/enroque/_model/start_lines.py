"""Random lines from start positions of Chess960, for opening books."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arguments import checked_count
from .._core import Board, Positions, chess960_fen
from ..errors import ArgumentError
from .start_choice import chosen, generator
from .types import Seed

if TYPE_CHECKING:
    from ..engine._processes import Command

__all__ = ["random_lines"]

_MAX_DRAWS: Final = 100
"""The number of lines to draw for each one that is returned."""


def random_lines(
    n: SupportsIndex,
    plies: SupportsIndex,
    *,
    is_double: bool,
    exclude: Iterable[SupportsIndex],
    only: ArrayLike | None,
    weights: ArrayLike | None,
    engine: "Command | None",
    nodes: int,
    max_eval: int,
    seed: Seed,
) -> list[Board]:
    """Returns boards after random moves from random starts; see `chess960.lines`."""
    count, plies = checked_count("n", n), checked_count("plies", plies)
    state = generator(seed)
    exclude = list(exclude)
    lines: list[Board] = []
    seen: set[str] = set()
    left = count * _MAX_DRAWS
    while len(lines) < count and left > 0:
        drawn = min(2 * (count - len(lines)), left)
        left -= drawn
        starts = chosen(
            drawn, is_double=is_double, one_of_pairs=False, exclude=exclude, only=only,
            weights=weights, distinct=False, seed=state,
        ).reshape(drawn, -1)  # fmt: skip
        new = []
        for white, black in starts[:, [0, -1]].tolist():
            board = _line(Board(chess960_fen(white, black), chess960=True), plies, state)
            key = min(board.epd(), board.transformed("mirror_files").epd())
            if key not in seen and board.legal_moves:
                seen.add(key)
                new.append(board)
        if engine is not None and new:
            positions = Positions.from_fens([board.fen() for board in new])
            evals = positions.label(engine, nodes=nodes).evals
            new = [new[row] for row in np.flatnonzero(np.abs(evals) <= max_eval)]
        lines += new
    if len(lines) < count:
        balance = f" with an evaluation of at most {max_eval}" if engine is not None else ""
        raise ArgumentError(
            f"only {len(lines)} different lines of {plies} plies{balance} were found in "
            f"{count * _MAX_DRAWS} draws, not {count}"
        )
    return lines[:count]


def _line(board: Board, plies: int, state: np.random.RandomState) -> Board:
    """Plays random moves, until there are none."""
    choices: NDArray[np.float64] = state.random_sample(plies)
    for choice in choices.tolist():
        moves = board.legal_moves
        if not moves:
            break
        board.push(moves[int(choice * len(moves))])
    return board
