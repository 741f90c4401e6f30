"""The set and lists of a node: its NAGs, its comments and its variations."""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from functools import wraps
from itertools import islice
from typing import Any, Final, Self, SupportsIndex, TypeVar

from .._core import ChildNode, GameNode
from ..errors import ArgumentError

_MAX_ITEMS: Final = 1 << 20

_VARIATIONS: Final = 0  # the numbers of `View` in views.rs
_NAGS: Final = 1

ItemT = TypeVar("ItemT")


def _listed(items: Iterable[ItemT]) -> list[ItemT]:
    """Returns the items of an iterable: an edit that is repeated needs them again."""
    listed = list(islice(items, _MAX_ITEMS + 1))
    if len(listed) > _MAX_ITEMS:
        raise ArgumentError(f"an iterable must have at most {_MAX_ITEMS} items here")
    return listed


def _bounded(method: Any) -> Any:
    """Returns a method of `set` for a plain set, with an error for endless iterables."""

    @wraps(method)
    def bounded(self: set[int], *others: Iterable[Any]) -> Any:
        return method(self.copy(), *map(_listed, others))

    return bounded


class NagSet(set[int]):
    """The NAGs of a node: a set of integers.

    Editing the set edits the node; methods and operators that make a new set return a plain `set`.

    Example:
        >>> import io
        >>> from enroque import pgn
        >>> game = pgn.read_game(io.StringIO("1. e4! $14 *"))
        >>> nags = game.next().nags
        >>> sorted(nags)
        [1, 14]
        >>> nags.discard(pgn.NAG_GOOD_MOVE)
        >>> nags |= {pgn.NAG_NOVELTY}
        >>> print(game.mainline())
        1. e4 $14 $146
    """

    __slots__ = ("_node",)

    _node: GameNode

    def copy(self) -> set[int]:
        """Returns a plain set of the NAGs."""
        return set(self)

    def __reduce__(self) -> tuple[type[set[int]], tuple[list[int]]]:
        return set, (list(self),)

    def __repr__(self) -> str:
        return repr(self.copy())

    def add(self, nag: int) -> None:
        """Adds a NAG.

        Args:
            nag: an integer from 0 to 4294967295.

        Raises:
            ArgumentError: the integer is out of range.
        """
        self._node._edit(_NAGS, set.add, nag)

    def discard(self, nag: object) -> None:
        """Removes a NAG if it is in the set.

        Args:
            nag: an integer.
        """
        self._node._edit(_NAGS, set.discard, nag)

    def remove(self, nag: int) -> None:
        """Removes a NAG.

        Args:
            nag: an integer.

        Raises:
            KeyError: the NAG is not in the set.
        """
        self._node._edit(_NAGS, set.remove, nag)

    def pop(self) -> int:
        """Removes and returns an arbitrary NAG.

        Raises:
            KeyError: the set is empty.
        """
        nag: int = self._node._edit(_NAGS, set.pop)
        return nag

    def clear(self) -> None:
        """Removes all NAGs."""
        self._node._edit(_NAGS, set.clear)

    def update(self, *others: Iterable[int]) -> None:
        """Adds the NAGs of other iterables.

        Args:
            *others: iterables of NAGs.
        """
        self._node._edit(_NAGS, set.update, *map(_listed, others))

    def intersection_update(self, *others: Iterable[Any]) -> None:
        """Keeps only the NAGs that are also in all other iterables.

        Args:
            *others: iterables of NAGs.
        """
        self._node._edit(_NAGS, set.intersection_update, *map(_listed, others))

    def difference_update(self, *others: Iterable[Any]) -> None:
        """Removes the NAGs of other iterables.

        Args:
            *others: iterables of NAGs.
        """
        self._node._edit(_NAGS, set.difference_update, *map(_listed, others))

    def symmetric_difference_update(self, other: Iterable[int]) -> None:
        """Keeps the NAGs that are in exactly one of this set and another iterable.

        Args:
            other: an iterable of NAGs.
        """
        self._node._edit(_NAGS, set.symmetric_difference_update, _listed(other))

    difference = _bounded(set.difference)
    intersection = _bounded(set.intersection)
    isdisjoint = _bounded(set.isdisjoint)
    issubset = _bounded(set.issubset)
    issuperset = _bounded(set.issuperset)
    symmetric_difference = _bounded(set.symmetric_difference)
    union = _bounded(set.union)

    def __or__(self, other: AbstractSet[Any]) -> set[Any]:
        return self.copy() | other

    def _in_place(self, update: Callable[[Iterable[Any]], None], other: AbstractSet[Any]) -> Self:
        if not isinstance(other, AbstractSet):
            raise TypeError(f"the operand must be a set, not {type(other).__name__}")
        update(other)
        return self

    # typeshed's set has other types where an operator changes the set
    def __ior__(self, other: AbstractSet[Any]) -> Self:  # type: ignore[override]
        return self._in_place(self.update, other)

    def __iand__(self, other: AbstractSet[Any]) -> Self:  # type: ignore[misc]
        return self._in_place(self.intersection_update, other)

    def __isub__(self, other: AbstractSet[Any]) -> Self:  # type: ignore[misc]
        return self._in_place(self.difference_update, other)

    def __ixor__(self, other: AbstractSet[Any]) -> Self:  # type: ignore[override, misc]
        return self._in_place(self.symmetric_difference_update, other)


class _ListView(list[ItemT]):
    """A list of a node."""

    __slots__ = ("_node",)

    _node: GameNode
    _view: int

    copy = list.copy

    def __reduce__(self) -> tuple[type[list[ItemT]], tuple[list[ItemT]]]:
        return list, (list(self),)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            value = _listed(value)
        self._node._edit(self._view, list.__setitem__, index, value)

    def __delitem__(self, index: SupportsIndex | slice) -> None:
        self._node._edit(self._view, list.__delitem__, index)

    def __iadd__(self, values: Iterable[ItemT]) -> Self:  # type: ignore[override, misc]
        self.extend(values)
        return self

    def __imul__(self, count: SupportsIndex) -> Self:
        self._node._edit(self._view, list.__imul__, count)
        return self

    def insert(self, index: SupportsIndex, value: ItemT) -> None:
        """Inserts an item before an index.

        Args:
            index: the index, as for a list.
            value: a comment, or a `ChildNode`; one of another parent is copied with its subtree.
        """
        self._node._edit(self._view, list.insert, index, value)

    def append(self, value: ItemT) -> None:
        """Appends an item.

        Args:
            value: a comment, or a `ChildNode`; one of another parent is copied with its subtree.
        """
        self._node._edit(self._view, list.append, value)

    def extend(self, values: Iterable[ItemT]) -> None:
        """Appends items.

        Args:
            values: an iterable of comments, or of `ChildNode`s; those of another parent are copied
                with their subtree.
        """
        self._node._edit(self._view, list.extend, _listed(values))

    def remove(self, value: ItemT) -> None:
        """Removes an item.

        Args:
            value: the comment or node.

        Raises:
            ValueError: it is not in the list.
        """
        self._node._edit(self._view, list.remove, value)

    def pop(self, index: SupportsIndex = -1) -> ItemT:
        """Removes and returns an item; a node keeps its parent.

        Args:
            index: the index of the item; the last one by default.

        Raises:
            IndexError: there is no such item.
        """
        item: ItemT = self._node._edit(self._view, list.pop, index)
        return item

    def clear(self) -> None:
        """Removes all items."""
        self._node._edit(self._view, list.clear)

    def reverse(self) -> None:
        """Reverses the order of the items."""
        self._node._edit(self._view, list.reverse)

    def sort(self, *, key: Any = None, reverse: bool = False) -> None:
        """Sorts the items.

        Args:
            key: a function that returns the sort key of an item; nodes have no order without one.
            reverse: sort in descending order.

        Raises:
            ValueError: the list was changed during the sort.
        """
        before = self.copy()
        # a key that adds variations must not be called again
        after = sorted(before, key=key, reverse=bool(reverse))
        self._node._edit(self._view, _put_sorted, before, after)


def _put_sorted(items: list[ItemT], before: list[ItemT], after: list[ItemT]) -> None:
    if items != before:
        raise ValueError("list modified during sort")
    items[:] = after


class CommentList(_ListView[str]):
    """The comments at one place of a node: a list of strings.

    Editing the list edits the node. Empty comments are omitted.

    Example:
        >>> import io
        >>> from enroque import pgn
        >>> node = pgn.read_game(io.StringIO("1. e4 {best} {by test} *")).next()
        >>> node.comments.append("Fischer")
        >>> node.comments
        ['best', 'by test', 'Fischer']
        >>> node.comment
        'best by test Fischer'
    """

    __slots__ = ("_view",)


class VariationList(_ListView[ChildNode]):
    """The variations of a node: a list of `ChildNode`s, the main variation first.

    Editing the list edits the game. A node of another parent or another game is copied with
    its subtree.

    Example:
        >>> import io
        >>> from enroque import pgn
        >>> game = pgn.read_game(io.StringIO("1. e4 (1. d4) (1. c4) *"))
        >>> game.variations.reverse()
        >>> [node.san() for node in game.variations]
        ['c4', 'd4', 'e4']
        >>> del game.variations[1:]
        >>> print(game.mainline())
        1. c4
    """

    __slots__ = ()

    _view = _VARIATIONS
