"""The argument `progress` of long calls: a progress bar, or a function that is called."""

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from ._core import Games

Report: TypeAlias = Callable[[int, int | None], Any]
"""A function of the number of units done and the total number, `None` if unknown."""

Progress: TypeAlias = bool | Report
"""`True` for a progress bar, `False` for none, or a function that is called."""

_GAMES_PER_REPORT: Final = 4096


@contextmanager
def reporting(progress: Progress, activity: str, unit: str) -> Iterator[Report]:
    """Yields the function that a call reports its progress to; closes the bar at the end.

    Args:
        progress: the argument of the call.
        activity: the label of the bar.
        unit: the unit, `"B"` for bytes.

    Raises:
        ImportError: tqdm is not installed, and `progress` is `True`.
        TypeError: `progress` is neither a bool nor callable.
    """
    if progress is False:
        yield _ignore
    elif progress is True:
        with bar(_tqdm(), activity, unit) as report:
            yield report
    elif callable(progress):
        yield progress
    else:
        kind = type(progress).__qualname__
        raise TypeError(f"progress must be True, False or a function, not {kind}")


@contextmanager
def bar(
    tqdm: Any, activity: str, unit: str, *, total: int | None = None, leave: bool | None = True
) -> Iterator[Report]:
    """Shows a progress bar, and yields the function that moves it.

    Args:
        tqdm: the class of the bar.
        activity: its label.
        unit: the unit, `"B"` for bytes.
        total: the total number of units; `None` if the first report has it.
        leave: whether the bar stays on the screen when it is closed.
    """
    if sys.platform == "emscripten":
        tqdm.monitor_interval = 0  # a thread, whose absence tqdm warns of
    unit = unit if unit == "B" else f" {unit}"
    with tqdm(desc=activity, total=total, unit=unit, unit_scale=True, leave=leave) as shown:

        def report(done: int, total: int | None) -> None:
            if shown.disable:
                return
            if total != shown.total:
                times = shown.start_t, shown.last_print_t
                shown.reset(total)  # also resizes the widget of a notebook
                shown.start_t, shown.last_print_t = times
            shown.update(done - shown.n)

        yield report


def total_of(sizes: Iterable[int | None]) -> int | None:
    """Returns the sum of sizes; `None` if one of them is unknown.

    Args:
        sizes: the sizes, `None` for one that is unknown.
    """
    total = 0
    for size in sizes:
        if size is None:
            return None
        total += size
    return total


def adding(report: Report, total: int | None) -> Callable[[int], None]:
    """Returns a function of the number of units just done, which reports their sum.

    Args:
        report: the function that gets the sum, at most the total.
        total: the total number of units; `None` if unknown.
    """
    done = 0

    def advance(count: int) -> None:
        nonlocal done
        done += count
        report(done if total is None else min(done, total), total)

    return advance


def write_all(
    write: Callable[[Games], object], games: Games | Iterable[Games], progress: Progress
) -> None:
    """Writes games with the method of a writer, and reports the number of games written.

    Args:
        write: the method, whose result does not depend on the batches.
        games: `Games`, or batches of them.
        progress: the argument of the call.
    """
    total = len(games) if isinstance(games, Games) else None
    with reporting(progress, "writing", "games") as report:
        advance = adding(report, total)
        for batch in [games] if isinstance(games, Games) else games:
            size = max(len(batch), 1) if progress is False else _GAMES_PER_REPORT
            for first in range(0, max(len(batch), 1), size):
                some = batch if len(batch) <= size else batch[first : first + size]
                write(some)
                advance(len(some))


def _tqdm() -> Any:
    """Returns the progress bar for a notebook or a terminal."""
    try:
        return importlib.import_module("tqdm.auto").tqdm
    except ImportError as error:
        raise ImportError(
            "progress=True needs tqdm: pip install 'enroque[cli]', or 'enroque[notebook]' for "
            "bars in notebooks",
            name="tqdm",
        ) from error


def _ignore(done: int, total: int | None) -> None:
    """Reports nothing."""
