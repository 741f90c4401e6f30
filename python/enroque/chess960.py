"""Start positions of Chess960 and double Chess960.

Chess960 numbers its 960 start positions from 0 to 959 (Scharnagl's numbering); 518 is that of
standard chess. In double Chess960 (DFRC) each side has its own number.

    >>> from enroque import chess960
    >>> chess960.back_rank(518)
    'RNBQKBNR'
    >>> chess960.position(0).fen()
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'

Random positions take a `seed`: an int, which gives the same position on every platform and in every
release with the same major version (ChaCha8), or a `numpy.random.Generator`, whose state advances
with each call. Without a seed, each call returns a different position.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, SupportsIndex, overload

from . import _core
from ._arguments import checked_count
from ._core import Board, Positions
from ._display.missing_names import hinting
from ._model.types import Seed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from ._core import Games
    from ._model.start_results import StartResults
    from ._model.starts import StartTable
    from .engine._processes import Command

# start positions by number
__all__ = ["POSITIONS", "STANDARD", "back_rank", "double", "mirror", "number", "numbers"]
__all__ += ["position", "table"]
# at random
__all__ += ["double_random", "lines", "random", "random_number"]
# results of games
__all__ += ["by_start"]
__dir__ = __all__.copy

if not TYPE_CHECKING:
    __getattr__ = hinting(__name__, __all__)

POSITIONS: Final = 960
"""The number of Chess960 start positions."""

STANDARD: Final = 518
"""The number of the standard start position."""


def back_rank(number: int) -> str:
    """Returns the pieces of a start position from a to h: `"RNBQKBNR"` for 518.

    Args:
        number: the number of the start position, 0 to 959.

    Raises:
        Chess960Error: the number is out of range (a `ValueError`).
    """
    return _core.chess960_back_rank(number)


def number(back_rank: str) -> int:
    """Returns the number of a start position.

    Args:
        back_rank: eight piece letters from a to h, in either case.

    Raises:
        Chess960Error: the text is not a back rank of Chess960 (a `ValueError`).
    """
    return _core.chess960_number(back_rank)


def numbers(board: Board) -> tuple[int, int] | None:
    """Returns White's and Black's number of a start position.

    Args:
        board: the board. A start position has all castling rights and White to move; clocks are
            ignored.

    Returns:
        Two numbers, equal in Chess960 (see also `Board.chess960_pos`), or `None` if the position is
        not a start position.
    """
    return _core.chess960_numbers(board)


def position(number: int) -> Board:
    """Returns a start position as a Chess960 board.

    Args:
        number: the number of the start position, 0 to 959.

    Raises:
        Chess960Error: the number is out of range (a `ValueError`).
    """
    return double(number, number)


def double(white: int, black: int) -> Board:
    """Returns a start position of double Chess960.

    Args:
        white: the number of White's back rank, 0 to 959.
        black: the number of Black's back rank, 0 to 959.

    Raises:
        Chess960Error: a number is out of range (a `ValueError`).
    """
    return Board(_core.chess960_fen(white, black), chess960=True)


def mirror(number: int) -> int:
    """Returns the number of the start position with the files from h to a.

    Args:
        number: the number of the start position, 0 to 959.

    Raises:
        Chess960Error: the number is out of range (a `ValueError`).

    Example:
        >>> mirror(518)
        534
    """
    return _core.chess960_number(back_rank(number)[::-1])


def table() -> "StartTable":
    """Returns the table of all start positions: their pieces, castling, pawns and first moves.

    Example:
        >>> starts = table()
        >>> starts.back_rank[0].item(), starts.kingside_moves[518].item()
        ('BBQNNRKR', 3)
        >>> int(starts.castles_first.sum())
        162
    """
    from ._model.starts import start_table

    return start_table()


def by_start(games: "Games | Iterable[Games]", *, standard: bool = False) -> "StartResults":
    """Returns results, ratings, evaluations, castling and first moves by start position.

    Args:
        games: `Games`, or several, such as `Games.stream(path)`, which takes constant memory.
        standard: whether games of standard chess count as those of number 518; Lichess's games of
            Chess960 from that position have the tag `Variant` and count anyway.

    Returns:
        A table with a row for each number. `skipped` has the numbers of other games.

    Raises:
        ArgumentError: no game begins with a start position of Chess960.

    Example:
        >>> from enroque.data import example_games
        >>> results = by_start(example_games(), standard=True)
        >>> results.games[518].item(), round(results.score[518].item(), 3)
        (80, 0.762)
        >>> results.explorer(518)[0].san
        'e4'
    """
    from ._model.start_results import results_by_start

    return results_by_start(games, standard)


def random_number(*, seed: Seed = None) -> int:
    """Returns a random number from 0 to 959, uniformly distributed.

    Args:
        seed: an int, a `numpy.random.Generator`, or `None` for a different number each time.
    """
    return _core.chess960_random(seed)[0]


@overload
def random(
    n: None = None,
    *,
    exclude: Iterable[SupportsIndex] = (),
    only: "ArrayLike | None" = None,
    weights: "ArrayLike | None" = None,
    seed: Seed = None,
) -> Board: ...
@overload
def random(
    n: SupportsIndex,
    *,
    exclude: Iterable[SupportsIndex] = (),
    only: "ArrayLike | None" = None,
    weights: "ArrayLike | None" = None,
    distinct: bool = True,
    mirrored: bool = False,
    seed: Seed = None,
) -> list[Board]: ...
def random(
    n: SupportsIndex | None = None,
    *,
    exclude: Iterable[SupportsIndex] = (),
    only: "ArrayLike | None" = None,
    weights: "ArrayLike | None" = None,
    distinct: bool = True,
    mirrored: bool = False,
    seed: Seed = None,
) -> Board | list[Board]:
    """Returns random Chess960 start positions, uniformly distributed without `weights`.

    Args:
        n: the number of positions; `None` for one, without a list.
        exclude: numbers that are not chosen.
        only: the numbers to choose from, or a mask, `(960,)` bool, such as a column of `table()`;
            `None` for all.
        weights: the weight of each number, `(960,)`; `None` for equal ones.
        distinct: whether all positions differ.
        mirrored: whether each position is followed by its mirror image, which makes 2 n of them.
        seed: an int, a `numpy.random.Generator`, or `None` for different positions each time.

    Raises:
        ArgumentError: no positions meet the conditions, or too few (a `ValueError`).
        Chess960Error: a number is out of range (a `ValueError`).

    Example:
        >>> starts = table()
        >>> boards = random(3, only=starts.castles_first, exclude=[518], seed=7)
        >>> [board.chess960_pos() for board in boards]
        [360, 354, 147]
        >>> [board.chess960_pos() for board in random(1, mirrored=True, seed=7)]
        [282, 581]
    """
    if n is None and only is None and weights is None and not exclude and not mirrored:
        return position(random_number(seed=seed))
    from ._model.start_choice import chosen

    numbers = chosen(
        1 if n is None else n, is_double=False, one_of_pairs=mirrored, exclude=exclude, only=only,
        weights=weights, distinct=distinct, seed=seed,
    ).tolist()  # fmt: skip
    if mirrored:
        numbers = [number for one in numbers for number in (one, mirror(one))]
    boards = [position(number) for number in numbers]
    return boards[0] if n is None else boards


@overload
def double_random(n: None = None, *, seed: Seed = None) -> Board: ...
@overload
def double_random(
    n: SupportsIndex,
    *,
    exclude: Iterable[SupportsIndex] = (),
    only: "ArrayLike | None" = None,
    weights: "ArrayLike | None" = None,
    distinct: bool = True,
    seed: Seed = None,
) -> list[Board]: ...
def double_random(
    n: SupportsIndex | None = None,
    *,
    exclude: Iterable[SupportsIndex] = (),
    only: "ArrayLike | None" = None,
    weights: "ArrayLike | None" = None,
    distinct: bool = True,
    seed: Seed = None,
) -> Board | list[Board]:
    """Returns random start positions of double Chess960, uniformly distributed among 921,600.

    Args:
        n: the number of positions; `None` for one, without a list and conditions.
        exclude: numbers that neither player gets.
        only: the numbers that both players get, as in `random`.
        weights: the weight of each number for a player; a position has the product.
        distinct: whether all positions differ.
        seed: an int, a `numpy.random.Generator`, or `None` for different positions each time.

    Raises:
        ArgumentError: no positions meet the conditions, or too few (a `ValueError`).
        Chess960Error: a number is out of range (a `ValueError`).
    """
    if n is None:
        white, black = _core.chess960_random(seed)
        return double(white, black)
    from ._model.start_choice import chosen

    pairs = chosen(
        n, is_double=True, one_of_pairs=False, exclude=exclude, only=only, weights=weights,
        distinct=distinct, seed=seed,
    )  # fmt: skip
    return [double(white, black) for white, black in pairs.tolist()]


def lines(
    n: SupportsIndex,
    plies: SupportsIndex,
    *,
    double: bool = False,
    exclude: Iterable[SupportsIndex] = (),
    only: "ArrayLike | None" = None,
    weights: "ArrayLike | None" = None,
    engine: "Command | None" = None,
    nodes: int = 10_000,
    max_eval: int = 50,
    seed: Seed = None,
) -> list[Board]:
    """Returns boards after random legal moves from random start positions: an opening book.

    All positions differ, also from the mirror images of the others, and have a legal move.

    Args:
        n: the number of lines.
        plies: the number of moves of each line.
        double: whether the starts are of double Chess960.
        exclude: numbers of starts that are not chosen.
        only: the numbers of starts to choose from, or a mask, as in `random`.
        weights: the weight of each start, as in `random`.
        engine: a UCI engine; only positions that it evaluates as balanced are kept. `None` for all.
        nodes: the number of nodes of each search.
        max_eval: the largest evaluation, in centipawns for either side.
        seed: an int, a `numpy.random.Generator`, or `None` for different lines each time.

    Returns:
        Boards, with the moves in their stack. `board.epd()` is a line of a book, and
        `pgn.Game.from_board(board)` a game.

    Raises:
        ArgumentError: too few different lines are found in 100 n draws (a `ValueError`).
        EngineError: the engine fails.

    Example:
        >>> for board in lines(2, 4, seed=7):
        ...     print(board.root().chess960_pos(), board.epd())
        918 rkbrqb1n/p1pppppp/5n2/1p6/5P2/6N1/PPPPP1PP/RKBRQBN1 w KQkq -
        307 bnqrkr1b/p1pppppp/5n2/1p6/8/3P3P/PPP1PPP1/BNQRKRNB w KQkq -
    """
    from ._model.start_choice import chosen, generator
    from ._model.start_lines import random_lines

    state, exclude = generator(seed), list(exclude)

    def starts(count: int) -> "NDArray[np.int64]":
        return chosen(
            count, is_double=double, one_of_pairs=False, exclude=exclude, only=only,
            weights=weights, distinct=False, seed=state,
        )  # fmt: skip

    def evals(positions: Positions) -> "NDArray[np.int32]":
        return positions.label(engine, nodes=nodes).evals  # type: ignore[arg-type]

    count, plies = checked_count("n", n), checked_count("plies", plies)
    evals_of = None if engine is None else evals
    return random_lines(count, plies, starts, state, evals_of, max_eval)
