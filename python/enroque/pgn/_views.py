"""The set and lists of a node: its NAGs, its comments and its variations."""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Any, Concatenate, Final, Generic, ParamSpec, Self, SupportsIndex, TypeVar

from .._core import ChildNode, GameNode
from ..errors import ArgumentError

_MAX_ITEMS: Final = 1 << 20

_TRIES: Final = 1_000
"""The maximum of repetitions: an edit whose `__eq__` edits the node itself would never end."""

P = ParamSpec("P")
ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")
PlainT = TypeVar("PlainT", bound=set[Any] | list[Any])


def _listed(items: Iterable[ItemT]) -> list[ItemT]:
    """Returns the items of an iterable: an edit that is repeated needs them again."""
    listed = list(islice(items, _MAX_ITEMS + 1))
    if len(listed) > _MAX_ITEMS:
        raise ArgumentError(f"an iterable must have at most {_MAX_ITEMS} items here")
    return listed


class _View(Generic[PlainT]):
    """A set or list of a node: the node is edited through the methods of a plain set or list.

    The node updates its sets and lists after each edit, whichever way it was made.
    """

    __slots__ = ()

    _node: GameNode

    def copy(self) -> PlainT:
        """Returns the items as a plain set or list."""
        raise NotImplementedError

    def _replace(self, before: PlainT, after: PlainT) -> bool:
        """Stores the items; returns False if the node no longer has the items `before`."""
        raise NotImplementedError

    def _edit(
        self, method: Callable[Concatenate[PlainT, P], ResultT], *args: P.args, **options: P.kwargs
    ) -> ResultT:
        """Calls a method of the plain set or list and stores the items that it leaves.

        Repeats the call if another thread has edited the node in the meantime: Python may switch
        threads whenever it runs code of one of its objects.
        """
        for _ in range(_TRIES):
            before = self.copy()
            after: Any = before.copy()
            result = method(after, *args, **options)
            if self._replace(before, after):
                return result
        raise RuntimeError(
            f"{method.__name__}: the node was changed during each of {_TRIES} attempts"
        )

    def __reduce__(self) -> tuple[type[PlainT], tuple[list[Any]]]:
        items = self.copy()
        return type(items), (list(items),)


class NagSet(_View[set[int]], set[int]):
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

    def copy(self) -> set[int]:
        """Returns a plain set of the NAGs."""
        return set(self)

    def _replace(self, before: set[int], after: set[int]) -> bool:
        return self._node._replace_nags(before, after)

    def __repr__(self) -> str:
        return repr(self.copy())

    def add(self, nag: int) -> None:
        """Adds a NAG.

        Args:
            nag: an integer from 0 to 4294967295.

        Raises:
            ArgumentError: the integer is out of range.
        """
        self._edit(set.add, nag)

    def discard(self, nag: object) -> None:
        """Removes a NAG if it is in the set.

        Args:
            nag: an integer.
        """
        self._edit(set.discard, nag)

    def remove(self, nag: int) -> None:
        """Removes a NAG.

        Args:
            nag: an integer.

        Raises:
            KeyError: the NAG is not in the set.
        """
        self._edit(set.remove, nag)

    def pop(self) -> int:
        """Removes and returns an arbitrary NAG.

        Raises:
            KeyError: the set is empty.
        """
        return self._edit(set.pop)

    def clear(self) -> None:
        """Removes all NAGs."""
        self._edit(set.clear)

    def update(self, *others: Iterable[int]) -> None:
        """Adds the NAGs of other iterables.

        Args:
            *others: iterables of NAGs.
        """
        self._edit(set.update, *map(_listed, others))

    def intersection_update(self, *others: Iterable[Any]) -> None:
        """Keeps only the NAGs that are also in all other iterables.

        Args:
            *others: iterables of NAGs.
        """
        self._edit(set.intersection_update, *map(_listed, others))

    def difference_update(self, *others: Iterable[Any]) -> None:
        """Removes the NAGs of other iterables.

        Args:
            *others: iterables of NAGs.
        """
        self._edit(set.difference_update, *map(_listed, others))

    def symmetric_difference_update(self, other: Iterable[int]) -> None:
        """Keeps the NAGs that are in exactly one of this set and another iterable.

        Args:
            other: an iterable of NAGs.
        """
        self._edit(set.symmetric_difference_update, _listed(other))

    def union(self, *others: Iterable[ItemT]) -> set[int | ItemT]:
        """Returns a plain set of the NAGs that are in this set or another iterable.

        Args:
            *others: iterables of NAGs.
        """
        return self.copy().union(*others)

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


class _ListView(_View[list[ItemT]], list[ItemT]):
    """A list of a node."""

    __slots__ = ("_node",)

    copy = list.copy

    def __setitem__(self, index: Any, value: Any) -> None:
        self._edit(list.__setitem__, index, _listed(value) if isinstance(index, slice) else value)

    def __delitem__(self, index: SupportsIndex | slice) -> None:
        self._edit(list.__delitem__, index)

    def __iadd__(self, values: Iterable[ItemT]) -> Self:  # type: ignore[override, misc]
        self.extend(values)
        return self

    def __imul__(self, count: SupportsIndex) -> Self:
        self._edit(list.__imul__, count)
        return self

    def insert(self, index: SupportsIndex, value: ItemT) -> None:
        """Inserts an item before an index.

        Args:
            index: the index, as for a list.
            value: a comment, or a `ChildNode`; one of another parent is copied with its subtree.
        """
        self._edit(list.insert, index, value)

    def append(self, value: ItemT) -> None:
        """Appends an item.

        Args:
            value: a comment, or a `ChildNode`; one of another parent is copied with its subtree.
        """
        self._edit(list.append, value)

    def extend(self, values: Iterable[ItemT]) -> None:
        """Appends items.

        Args:
            values: an iterable of comments, or of `ChildNode`s; those of another parent are copied
                with their subtree.
        """
        self._edit(list.extend, _listed(values))

    def remove(self, value: ItemT) -> None:
        """Removes an item.

        Args:
            value: the comment or node.

        Raises:
            ValueError: it is not in the list.
        """
        self._edit(list.remove, value)

    def pop(self, index: SupportsIndex = -1) -> ItemT:
        """Removes and returns an item; a node keeps its parent.

        Args:
            index: the index of the item; the last one by default.

        Raises:
            IndexError: there is no such item.
        """
        return self._edit(list.pop, index)

    def clear(self) -> None:
        """Removes all items."""
        self._edit(list.clear)

    def reverse(self) -> None:
        """Reverses the order of the items."""
        self._edit(list.reverse)

    def sort(self, *, key: Any = None, reverse: bool = False) -> None:
        """Sorts the items.

        Args:
            key: a function that returns the sort key of an item; nodes have no order without one.
            reverse: sort in descending order.

        Raises:
            ValueError: the list was changed during the sort.
        """
        before = self.copy()
        # not `_edit`, which would repeat a key that adds variations
        if not self._replace(before, sorted(before, key=key, reverse=reverse)):
            raise ValueError("list modified during sort")


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

    __slots__ = ("_starting",)

    _starting: bool
    """Whether they are the comments before the move."""

    def _replace(self, before: list[str], after: list[str]) -> bool:
        return self._node._replace_comments(self._starting, before, after)


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

    def _replace(self, before: list[ChildNode], after: list[ChildNode]) -> bool:
        return self._node._replace_children(before, after)
