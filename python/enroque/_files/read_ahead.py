"""Reading ahead in a thread."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TypeVar

from .._core import thread_count

T = TypeVar("T")


def read_ahead(items: Iterator[T], stop: Callable[[], object] | None = None) -> Iterator[T]:
    """Makes the next item of an iterator in a thread, while the caller uses the one before.

    For calls that consume all items: the iterator must not be continued after a fork.

    Args:
        items: an iterator whose items are not `None`.
        stop: a function that ends a call of the iterator, such as one that waits for a server;
            then Ctrl-C ends the wait, and there is always a thread.

    Returns:
        The same items. Without another thread, each is made when it is requested.
    """
    if stop is None and thread_count() == 1:
        return items
    # here, since most programs that import enroque do not need it
    from concurrent.futures import ThreadPoolExecutor

    def ahead() -> Iterator[T]:
        with ExitStack() as stack:
            executor = stack.enter_context(ThreadPoolExecutor(1))
            if stop is not None:
                stack.callback(stop)
            try:
                following = executor.submit(next, items, None)
            except RuntimeError:  # no thread can be started
                yield from items
                return
            while (item := following.result()) is not None:
                following = executor.submit(next, items, None)
                yield item

    return ahead()
