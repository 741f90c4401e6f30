"""Progress bars and messages on stderr."""

import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from enroque._progress import Report, bar

_ERRORS_SHOWN = 5


def note(line: str) -> None:
    """Prints a line to stderr."""
    print(f"enroque: {line}", file=sys.stderr)


def note_errors(of_sources: Sequence[object], of_games: Sequence[object], count: int) -> None:
    """Prints all errors of damaged files, the first other errors, and the number of omitted ones.

    Args:
        of_sources: the errors of damaged files.
        of_games: the first of the other errors.
        count: the number of all errors.
    """
    shown = [*of_sources, *of_games[:_ERRORS_SHOWN]]
    for error in shown:
        note(str(error))
    if count > len(shown):
        note(f"... and {count - len(shown)} more errors")


def byte_count(count: int) -> str:
    """Returns a number of bytes as text with a unit."""
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"


@contextmanager
def progress(activity: str, total: int | None, unit: str) -> Iterator[Report]:
    """Shows a progress bar, and yields the function that moves it.

    Without tqdm (the extra `cli`), or if stderr is not a terminal, prints one line instead.

    Args:
        activity: the label of the bar.
        total: the number of units; `None` if unknown.
        unit: the unit, `"B"` for bytes.
    """
    tqdm = _tqdm() if sys.stderr.isatty() else None
    if tqdm is None:
        if total is not None:
            activity += f" ({byte_count(total) if unit == 'B' else f'{total} {unit}'})"
        note(activity)
        yield lambda done, total: None
        return
    with bar(tqdm, activity, unit, total=total, leave=False) as report:
        yield report


def input_progress(
    activity: str, paths: Sequence[str], total: int | None = None
) -> AbstractContextManager[Report]:
    """Shows the progress of reading inputs; see `progress`.

    Args:
        activity: the start of the label.
        paths: the inputs on the command line.
        total: the bytes of the files; `None` if they are unknown yet, or one is a stream.
    """
    what = paths[0] if len(paths) == 1 else f"{len(paths)} inputs"
    return progress(f"{activity} {'stdin' if what == '-' else what}", total, "B")


def _tqdm() -> Callable[..., Any] | None:
    try:
        return importlib.import_module("tqdm").tqdm  # type: ignore[no-any-return]
    except ImportError:
        return None
