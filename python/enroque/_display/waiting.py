"""Waiting in a cell of a notebook for what the user does."""

import asyncio
import sys
from typing import Any, TypeVar

_T = TypeVar("_T")

POLL_SECONDS = 0.02


async def wait_in_cell(future: "asyncio.Future[_T]") -> _T:
    """Returns the result of a future that a message of a widget sets.

    Args:
        future: the future.
    """
    # ipykernel 6 handles no message while a cell awaits; newer ones have no such queue, and do
    ipython = sys.modules.get("IPython")
    kernel = getattr(ipython and ipython.get_ipython(), "kernel", None)
    queue, task = getattr(kernel, "msg_queue", None), asyncio.current_task()
    if queue is not None and getattr(task and task.get_coro(), "__name__", "") == "run_cell_async":
        await _handle_widgets(kernel, queue, future)
    return await future


async def _handle_widgets(kernel: Any, queue: Any, future: "asyncio.Future[Any]") -> None:
    """Handles the messages of widgets until the future is done; cells that are run wait."""
    held = []
    ident, parent = kernel._parent_ident["shell"], kernel.get_parent("shell")
    try:
        while not future.done():
            while not queue.empty():
                _, dispatch, arguments = message = queue.get_nowait()
                if _is_of_widget(kernel, *arguments):
                    await dispatch(*arguments)
                    kernel.set_parent(ident, parent, "shell")  # outputs belong to the cell
                else:
                    held.append(message)
            await asyncio.wait([future], timeout=POLL_SECONDS)
    finally:
        for message in held:
            queue.put_nowait(message)


def _is_of_widget(kernel: Any, *arguments: Any) -> bool:
    if not arguments:
        return False
    _, frames = kernel.session.feed_identities(arguments[0], copy=False)
    header = kernel.session.unpack(frames[1].bytes)  # after the signature
    return str(header["msg_type"]).startswith("comm_")
