"""Views of a node: the set of its NAGs, and the lists of its comments and of its variations."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, MutableSequence, MutableSet
from collections.abc import Set as AbstractSet
from itertools import islice
from operator import index as as_index
from typing import (
    Any,
    Concatenate,
    Final,
    Generic,
    ParamSpec,
    Self,
    SupportsIndex,
    TypeVar,
    overload,
)

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


class _View(ABC, Generic[PlainT]):
    """A view of the items of a node, edited through the methods of a plain set or list."""

    __slots__ = ("_node",)

    def __init__(self, node: GameNode) -> None:
        self._node = node

    @abstractmethod
    def copy(self) -> PlainT:
        """Returns the items as a plain set or list."""

    @abstractmethod
    def _replace(self, before: PlainT, after: PlainT) -> bool:
        """Stores the items; returns False if the node no longer has the items `before`."""

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

    def __eq__(self, other: object) -> bool:
        return self.copy() == other

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.copy())

    def __reduce__(self) -> tuple[type[PlainT], tuple[list[Any]]]:
        items = self.copy()
        return type(items), (list(items),)


class NagSet(_View[set[int]], MutableSet[int]):
    """The NAGs of a node: a set of integers.

    Editing the set edits the node. It has all methods and operators of `set`; those that make a new
    set return a plain `set`.

    Args:
        node: the node.

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

    __slots__ = ()

    def copy(self) -> set[int]:
        """Returns a plain set of the NAGs."""
        return set(self._node._nags())

    def _replace(self, before: set[int], after: set[int]) -> bool:
        return self._node._replace_nags(before, after)

    def __len__(self) -> int:
        return len(self._node._nags())

    def __contains__(self, nag: object) -> bool:
        return nag in self._node._nags()

    def __iter__(self) -> Iterator[int]:
        return iter(self._node._nags())

    def add(self, nag: int) -> None:
        """Adds a NAG.

        Args:
            nag: an integer from 0 to 4294967295.

        Raises:
            ArgumentError: the integer is out of range.
        """
        self._edit(set.add, nag)

    def discard(self, nag: int) -> None:
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
        return self.copy().union(*map(_listed, others))

    def intersection(self, *others: Iterable[Any]) -> set[int]:
        """Returns a plain set of the NAGs that are in this set and all other iterables.

        Args:
            *others: iterables of NAGs.
        """
        return self.copy().intersection(*map(_listed, others))

    def difference(self, *others: Iterable[Any]) -> set[int]:
        """Returns a plain set of the NAGs of this set that are in none of the other iterables.

        Args:
            *others: iterables of NAGs.
        """
        return self.copy().difference(*map(_listed, others))

    def symmetric_difference(self, other: Iterable[int]) -> set[int]:
        """Returns a plain set of the NAGs that are in exactly one of this set and another.

        Args:
            other: an iterable of NAGs.
        """
        return self.copy().symmetric_difference(_listed(other))

    def issubset(self, other: Iterable[Any]) -> bool:
        """Whether all NAGs of this set are in another iterable.

        Args:
            other: an iterable of NAGs.
        """
        return self.copy().issubset(_listed(other))

    def issuperset(self, other: Iterable[Any]) -> bool:
        """Whether this set has all NAGs of another iterable.

        Args:
            other: an iterable of NAGs.
        """
        return self.copy().issuperset(_listed(other))

    def isdisjoint(self, other: Iterable[Any]) -> bool:
        """Whether this set has no NAG of another iterable.

        Args:
            other: an iterable of NAGs.
        """
        return self.copy().isdisjoint(_listed(other))

    # A plain set leaves an operator with a `NagSet` on its right to the method of that.
    def __le__(self, other: AbstractSet[Any]) -> bool:
        return self.copy() <= other

    def __lt__(self, other: AbstractSet[Any]) -> bool:
        return self.copy() < other

    def __ge__(self, other: AbstractSet[Any]) -> bool:
        return self.copy() >= other

    def __gt__(self, other: AbstractSet[Any]) -> bool:
        return self.copy() > other

    def __or__(self, other: AbstractSet[Any]) -> set[Any]:
        return self.copy() | other

    def __and__(self, other: AbstractSet[Any]) -> set[int]:
        return self.copy() & other

    def __sub__(self, other: AbstractSet[Any]) -> set[int]:
        return self.copy() - other

    def __xor__(self, other: AbstractSet[Any]) -> set[Any]:
        return self.copy() ^ other

    def __rsub__(self, other: AbstractSet[ItemT]) -> set[ItemT]:
        return set(other) - self.copy()

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def _in_place(self, update: Callable[[Iterable[Any]], None], other: AbstractSet[Any]) -> Self:
        if not isinstance(other, AbstractSet):
            raise TypeError(f"the operand must be a set, not {type(other).__name__}")
        update(other)
        return self

    def __ior__(self, other: AbstractSet[Any]) -> Self:
        return self._in_place(self.update, other)

    def __iand__(self, other: AbstractSet[Any]) -> Self:
        return self._in_place(self.intersection_update, other)

    def __isub__(self, other: AbstractSet[Any]) -> Self:
        return self._in_place(self.difference_update, other)

    def __ixor__(self, other: AbstractSet[Any]) -> Self:
        return self._in_place(self.symmetric_difference_update, other)


class _ListView(_View[list[ItemT]], MutableSequence[ItemT]):
    """A view that is a list."""

    __slots__ = ()

    def __len__(self) -> int:
        return len(self.copy())

    @overload
    def __getitem__(self, index: SupportsIndex) -> ItemT: ...
    @overload
    def __getitem__(self, index: slice) -> list[ItemT]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> ItemT | list[ItemT]:
        return self.copy()[index]

    @overload
    def __setitem__(self, index: SupportsIndex, value: ItemT) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[ItemT]) -> None: ...
    def __setitem__(self, index: Any, value: Any) -> None:
        self._edit(list.__setitem__, index, _listed(value) if isinstance(index, slice) else value)

    def __delitem__(self, index: SupportsIndex | slice) -> None:
        self._edit(list.__delitem__, index)

    def __iter__(self) -> Iterator[ItemT]:
        return iter(self.copy())

    def __reversed__(self) -> Iterator[ItemT]:
        return reversed(self.copy())

    def __add__(self, other: Iterable[ItemT]) -> list[ItemT]:
        return [*self.copy(), *other]

    def __radd__(self, other: Iterable[ItemT]) -> list[ItemT]:
        return [*other, *self.copy()]

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


class CommentList(_ListView[str]):
    """The comments at one place of a node: a list of strings.

    Editing the list edits the node. Empty comments are omitted.

    Args:
        node: the node.
        starting: whether they are the comments before the move.

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

    def __init__(self, node: GameNode, starting: bool = False) -> None:
        super().__init__(node)
        self._starting = starting

    def copy(self) -> list[str]:
        """Returns a plain list of the comments."""
        return self._node._comments(self._starting)

    def _replace(self, before: list[str], after: list[str]) -> bool:
        return self._node._replace_comments(self._starting, before, after)


class VariationList(_ListView[ChildNode]):
    """The variations of a node: a list of `ChildNode`s, the main variation first.

    Editing the list edits the game. A node of another parent or another game is copied with
    its subtree. It has the methods of `list`.

    Args:
        node: the node.

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

    def copy(self) -> list[ChildNode]:
        """Returns a plain list of the nodes."""
        return self._node._children()

    def _replace(self, before: list[ChildNode], after: list[ChildNode]) -> bool:
        return self._node._replace_children(before, after)

    def __len__(self) -> int:
        return self._node._child_count()

    def __iter__(self) -> Iterator[ChildNode]:
        return iter(self._node._children())  # faster than by `copy`

    @overload
    def __getitem__(self, index: SupportsIndex) -> ChildNode: ...
    @overload
    def __getitem__(self, index: slice) -> list[ChildNode]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> ChildNode | list[ChildNode]:
        if type(index) is int:  # the most frequent index
            return self._node.variation(index)
        if isinstance(index, slice):
            return self.copy()[index]
        return self._node.variation(as_index(index))

    def sort(self, *, key: Callable[[ChildNode], Any], reverse: bool = False) -> None:
        """Sorts the nodes.

        Args:
            key: a function that returns the sort key of a node.
            reverse: sort in descending order.

        Raises:
            ValueError: the list was changed during the sort.
        """
        before = self.copy()
        # not `_edit`, which would repeat a key that adds variations
        if not self._replace(before, sorted(before, key=key, reverse=reverse)):
            raise ValueError("variations modified during sort")
