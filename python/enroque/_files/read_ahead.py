"""Reading ahead in a thread."""

from collections.abc import Iterator
from typing import TypeVar

from .._core import thread_count

__all__ = ["read_ahead"]

T = TypeVar("T")


def read_ahead(items: Iterator[T]) -> Iterator[T]:
    """Makes the next item of an iterator in a thread, while the caller uses the one before.

    For calls that consume all items: the iterator must not be continued after a fork.

    Args:
        items: an iterator whose items are not `None`.

    Returns:
        The same items. Without another thread, each is made when it is requested.
    """
    if thread_count() == 1:
        return items
    # here, since most programs that import enroque do not need it
    from concurrent.futures import ThreadPoolExecutor

    def ahead() -> Iterator[T]:
        with ThreadPoolExecutor(1) as executor:
            try:
                following = executor.submit(next, items, None)
            except RuntimeError:  # no thread can be started
                yield from items
                return
            while (item := following.result()) is not None:
                following = executor.submit(next, items, None)
                yield item

    return ahead()
