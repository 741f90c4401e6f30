"""The algorithms and the loop of `TreeSearch`."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arguments import at_least_one
from .._display.text_table import text_table
from ..errors import ArgumentError, ArrayError
from .moves import move_of_bits
from .options import Gumbel, Puct

if TYPE_CHECKING:
    from .._core import Leaves, Policy, TreeSearch


Algorithm: TypeAlias = Puct | Gumbel
"""The algorithm that selects moves."""

Evaluate: TypeAlias = "Callable[[Leaves], Any]"
"""A function of leaves that returns `(logits, value)`, a dict of the arguments of
`TreeSearch.backup`, or an object whose `result()` returns one of these."""


_ROWS: Final = 10
"""The number of moves that a tree shows."""


class Tree(NamedTuple):
    """The nodes of a search tree, a parent before its children; the first is the root.

    Attributes:
        parent: int32, the index of the parent; -1 for the root.
        move: uint16, the move to the node as in `Games.moves`; 0 for the root.
        visits: int32, the number of visits.
        value: float32, the mean value for the side to move of the parent, or the value proven; of
            the root, for its own. NaN without visits.
        prior: float32, the prior of the move; 1 for the root.
        end: bool, whether the game is over there, or the result proven.
    """

    parent: NDArray[np.int32]
    move: NDArray[np.uint16]
    visits: NDArray[np.int32]
    value: NDArray[np.float32]
    prior: NDArray[np.float32]
    end: NDArray[np.bool_]

    def __repr__(self) -> str:
        """The moves of the root, the most visited first, with castling to the rook's square."""
        children = np.flatnonzero(self.parent == 0)
        children = children[np.argsort(-self.visits[children], kind="stable")][:_ROWS]
        head = ("Move", "Visits", "Prior", "Value")
        rows = [
            (move_of_bits(int(bits)).uci(), int(visits), f"{prior:.1%}", f"{value:+.3f}")
            for bits, visits, prior, value in zip(
                *(column[children] for column in (self.move, self.visits, self.prior, self.value)),
                strict=True,
            )
        ]
        return text_table(f"Tree: {len(self.parent)} nodes, value {self.value[0]:+.3f}", head, rows)


def run(
    search: "TreeSearch",
    evaluate: Evaluate,
    groups: int,
    leaves: int,
    games: ArrayLike | None,
    threads: int | None,
) -> None:
    """Searches until all trees are done; see `TreeSearch.run`."""
    at_least_one("groups", groups)
    numbers = np.array(search._recall(games), np.int64)
    if not callable(evaluate):
        raise ArgumentError("evaluate must be a function of leaves")
    waiting: deque[tuple[Any, Leaves, Any]] = deque()

    def select(group: NDArray[np.int64]) -> None:
        selected = search.select(leaves, games=group, threads=threads)
        if selected:
            waiting.append((group, selected, evaluate(selected)))

    for group in np.array_split(numbers, min(groups, max(len(numbers), 1))):
        select(group)
    while waiting:
        group, selected, found = waiting.popleft()
        search.backup(selected, **{"threads": threads, **_arguments(found)})
        select(group)


def _arguments(found: Any) -> dict[str, Any]:
    """Returns the arguments of `TreeSearch.backup`."""
    if hasattr(found, "result"):
        found = found.result()
    if isinstance(found, Mapping):
        return dict(found)
    if not isinstance(found, tuple) or len(found) != 2:
        raise ArgumentError(
            "evaluate must return (logits, value), a dict of the arguments of backup, or an object "
            f"with a method result, not {type(found).__name__}"
        )
    return backup_arguments(*found)


def backup_arguments(logits: Any, value: Any) -> dict[str, Any]:
    """Returns the arguments of `TreeSearch.backup`.

    Args:
        logits: the logits.
        value: values, `(leaves,)` or `(leaves, 1)`, or probabilities of win, draw and loss,
            `(leaves, 3)`.

    Raises:
        ArrayError: `value` has another shape.
    """
    value = np.asarray(value)
    if value.ndim == 2 and value.shape[1] == 1:
        value = value[:, 0]
    if value.ndim == 2 and value.shape[1] != 3:
        raise ArrayError(
            "evaluate must return (logits, value), with a value of shape (leaves,), (leaves, 1) or "
            f"(leaves, 3), not {value.shape}: are they swapped?"
        )
    return {"logits": logits, "wdl" if value.ndim == 2 else "value": value}


def padded_size(count: int, most: int) -> int:
    """Returns the size of a batch for some leaves: the least that is `most` halved some times.

    Args:
        count: the number of leaves.
        most: the largest number.

    Raises:
        ArgumentError: there are more leaves.
    """
    if count > most:
        raise ArgumentError(
            f"{count} leaves are more than max_leaves={most}: pass a larger number, or more "
            "groups of games in TreeSearch.run"
        )
    while most >= 2 * max(count, 1):
        most = (most + 1) // 2
    return most


def check_logits(shape: tuple[int, ...], size: int, policy: "Policy") -> None:
    """Checks the shape of a network's logits.

    Args:
        shape: the shape.
        size: the size of the batch.
        policy: the policy of the logits.

    Raises:
        ArgumentError: they are not those of the policy.
    """
    if tuple(shape) != (size, policy.size):
        raise ArgumentError(
            f"the network must return logits of shape ({size}, {policy.size}), as the policy "
            f"{policy.name!r} has them, not {tuple(shape)}"
        )
