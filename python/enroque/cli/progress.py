"""Progress: a bar on a terminal, one quiet line elsewhere. All of it goes to stderr."""

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

__all__ = ["byte_count", "input_progress", "note", "note_faults", "progress"]


def note(line: str) -> None:
    """Say one line beside the output proper."""
    print(f"enroque: {line}", file=sys.stderr)


_FAULTS_SHOWN = 5


def note_faults(of_sources: Sequence[object], of_games: Sequence[object], count: int) -> None:
    """Say what was wrong: all that is of files as a whole, and the first of the rest of `count`."""
    shown = [*of_sources, *of_games[:_FAULTS_SHOWN]]
    for fault in shown:
        note(str(fault))
    if count > len(shown):
        note(f"... and {count - len(shown)} more faults like these")


def byte_count(count: int) -> str:
    """So many bytes, in a unit that suits."""
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"


@contextmanager
def progress(doing: str, total: int | None, unit: str) -> Iterator[Callable[[int], object]]:
    """Show how far a loop has come. Gives a function to call with how many more are done.

    The bar is tqdm's, if that is installed (the extra `cli`) and stderr is a terminal. A total may
    be unknown.
    """
    tqdm = _tqdm() if sys.stderr.isatty() else None
    if tqdm is None:
        if total is not None:
            doing += f" ({byte_count(total) if unit == 'B' else f'{total} {unit}'})"
        note(doing)
        yield lambda _: None
        return
    with tqdm(
        desc=doing,
        total=total,
        unit=unit if unit == "B" else f" {unit}",
        unit_scale=True,
        leave=False,
    ) as bar:
        yield bar.update


def input_progress(
    doing: str, paths: Sequence[str], sizes: Iterable[int | None]
) -> AbstractContextManager[Callable[[int], object]]:
    """Show how far inputs, named as on the command line, have been read, by their sizes in bytes.

    The size of a stream is `None`.
    """
    what = paths[0] if len(paths) == 1 else f"{len(paths)} inputs"
    known = list(sizes)
    total = None if None in known else sum(size or 0 for size in known)
    return progress(f"{doing} {'stdin' if what == '-' else what}", total, "B")


def _tqdm() -> Callable[..., Any] | None:
    try:
        return importlib.import_module("tqdm").tqdm  # type: ignore[no-any-return]
    except ImportError:
        return None
