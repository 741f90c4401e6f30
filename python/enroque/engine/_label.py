"""Evaluations of games by engines."""

from contextlib import ExitStack

from numpy.typing import ArrayLike

from .._arguments import check_games
from .._core import Games
from .._model.games import FilePath
from .._progress import Progress, reporting
from ..errors import ArgumentError
from ._labels import LabelFile
from ._limit import Limit
from ._pool import EnginePool
from ._process import Command, Options
from ._results import Labels, is_missing
from ._selection import selected, unique_positions

__all__ = ["label"]


def label(
    games: Games,
    command: Command,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    time: float | None = None,
    workers: int | None = None,
    options: Options | None = None,
    min_ply: int = 0,
    max_ply: int | None = None,
    every_n: int = 1,
    positions: tuple[ArrayLike, ArrayLike] | None = None,
    missing_only: bool = False,
    search: bool = False,
    new_game: bool = True,
    checkpoint: FilePath | None = None,
    timeout: float = 60.0,
    retries: int = 2,
    progress: Progress = False,
) -> Games:
    """Evaluates positions of games with a pool of engines, and returns the games with evaluations.

    The evaluations are those of `%eval` comments: `Games.evals`, from White's view. Every different
    position is evaluated once, without the moves before it, and with its halfmove clock. Checkmate
    and stalemate need no engine. With `nodes` or `depth` and engines of one thread, the result does
    not depend on the number of workers.

    Args:
        games: the games.
        command: the program, or the program and its arguments.
        nodes: the number of nodes of each search; `None` for no limit.
        depth: the depth of each search in plies; `None` for no limit.
        time: the seconds of each search; `None` for no limit.
        workers: the number of engine processes; `None` for the number of cores.
        options: UCI options of every engine, such as `{"Hash": 64}`.
        min_ply: the first ply to evaluate in each game; 0 is the start position.
        max_ply: the last ply; `None` for the position after the last move.
        every_n: evaluates every n-th ply from `min_ply` on.
        positions: `(game, ply)`, two arrays of integers, `(positions,)`, instead of `min_ply`,
            `max_ply` and `every_n`.
        missing_only: whether to skip positions that have an evaluation.
        search: whether to fill `search_values`, `search_wdl` and `search_nodes`, too, which needs
            the option `UCI_ShowWDL`.
        new_game: whether engines clear the state of earlier searches (`ucinewgame`). `False` saves
            time for short searches, and the result depends on the order.
        checkpoint: a file of evaluations; those in an existing file are reused. `None` for none.
        timeout: seconds that a position may take beyond `time`.
        retries: the number of further attempts for a position, with a new process, after an error.
        progress: `True` for a progress bar, or a function that is called with the number of
            different positions done, and of all.

    Returns:
        The games with evaluations; those of other positions are unchanged.

    Raises:
        ArgumentError: no limit, or an invalid one; or the checkpoint is of other settings.
        ArrayError: `positions` are not two arrays of integers.
        EngineError: the program does not speak UCI, lacks an option, or failed in all attempts.
        FileFormatError: the checkpoint is damaged.
        ImportError: python-chess, the extra `engine`, is not installed.
        OutOfRangeError: a game or ply does not exist.

    Example:
        >>> from enroque.data import example_games
        >>> games = label(example_games(), "stockfish", nodes=10_000)  # doctest: +SKIP
        >>> games.evals[:3]  # doctest: +SKIP
        array([39, 27, 35], dtype=int32)
    """
    check_games(games)
    limit = Limit(time=time, depth=depth, nodes=nodes)
    if not limit.given():
        raise ArgumentError("pass a limit of each search: nodes, depth or time")
    game, ply = selected(games, positions, min_ply, max_ply, every_n)
    if missing_only:
        missing = is_missing(games, game, ply, search)
        game, ply = game[missing], ply[missing]
    given = dict(options or {})
    if search:
        given["UCI_ShowWDL"] = True
    with ExitStack() as stack:
        pool = stack.enter_context(
            EnginePool(command, workers=workers, options=given, timeout=timeout, retries=retries)
        )
        found = unique_positions(games, game, ply)
        labels = Labels(games, found)
        file = None
        if checkpoint is not None:
            settings = {
                "engine": pool.id.get("name"),
                "limit": limit.given(),
                "options": given,
                "new_game": new_game,
            }
            file = stack.enter_context(LabelFile(checkpoint, settings))
            labels.read(file)
        todo = labels.todo()
        report = stack.enter_context(reporting(progress, "evaluating", "positions"))
        done, total = len(found.keys) - len(todo), len(found.keys)
        report(done, total)
        for number, infos in pool._unordered(labels.boards(todo), limit, new_game, True):
            labels.add(number, infos[0], file)
            done += 1
            report(done, total)
    return labels.filled(search)
