"""Polyglot opening books: keys of positions, and reading books, with python-chess's names.

A book is a file of entries sorted by key, 16 bytes each: key, move, weight, learning data
(hgm.nubati.net/book_format.html).
"""

import os
import random as random_module
import struct
import threading
import weakref
from collections.abc import Collection, Container, Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, Self, TypeAlias

from ._arguments import check_suffix_of_format, check_type
from ._core import Board, Move, entries_with, polyglot_key
from .errors import BookError, ClosedError, OutOfRangeError

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Entry", "MemoryMappedReader", "Random", "open_reader", "zobrist_hash"]
__dir__ = __all__.copy


class HasRandint(Protocol):
    """A source of random ints: `random.Random`, the module `random`, or similar."""

    def randint(self, a: int, b: int, /) -> int:
        """Returns a random int from a to b, both included."""
        ...


Random: TypeAlias = "HasRandint | np.random.Generator | int | None"
"""The source of a random choice: a generator, a seed, or `None` for an unseeded one."""

_ENTRY: Final = struct.Struct(">QHHI")
_Fields: TypeAlias = tuple[int, int, int, int]


def zobrist_hash(board: Board) -> int:
    """Returns the key of a position in Polyglot books.

    Args:
        board: the position.

    Example:
        >>> hex(zobrist_hash(Board()))
        '0x463b96181691fc9c'
    """
    return polyglot_key(board)


class Entry(NamedTuple):
    """An entry of a Polyglot book.

    Attributes:
        key: the key of the position.
        raw_move: the move in the book's 16 bits.
        weight: the quality or frequency of the move, relative to the position's other moves.
        learn: learning data, defined by the program that wrote the book.
        move: the move. Found for a board, it is legal and castling is as on the board; found for a
            key, castling is king takes rook.
    """

    key: int
    raw_move: int
    weight: int
    learn: int
    move: Move


def _entry(fields: _Fields, first: int, entries: Sequence[_Fields] = ()) -> Entry:
    """Returns the entry with these fields.

    Args:
        fields: the fields.
        first: its index, for errors, or that of the first of several entries.
        entries: the several entries.
    """
    key, raw_move, weight, learn = fields
    move = _KNOWN_MOVES.get(raw_move)
    if move is None:
        promotion = raw_move >> 12 & 7
        if promotion > 4:
            index = first + (entries.index(fields) if entries else 0)
            problem = f"has an invalid promotion: move {raw_move:#06x}"
            raise BookError(f"entry {index} of the book {problem}")
        move = Move(raw_move >> 6 & 63, raw_move & 63, promotion + 1 if promotion else None)
        _KNOWN_MOVES[raw_move] = move
    return tuple.__new__(Entry, (key, raw_move, weight, learn, move))  # without a call of Python


_WEIGHT: Final = itemgetter(2)

_KNOWN_MOVES: Final[dict[int, Move]] = {}
"""The moves of the books that were read, by their 16 bits."""

_BLOCK: Final = 256
"""The number of entries that are read at a time, 4 KiB."""

_KEPT_BLOCKS: Final = 2048
"""The number of blocks that a reader keeps, 8 MiB."""

_SEEKING = threading.Lock()


def _pread_by_seeking(descriptor: int, size: int, offset: int) -> bytes:
    """`os.pread` on systems without it."""
    with _SEEKING:
        os.lseek(descriptor, offset, os.SEEK_SET)
        return os.read(descriptor, size)


_pread: Final = getattr(os, "pread", _pread_by_seeking)


class MemoryMappedReader:
    """An open Polyglot book, as a sequence of entries and a context manager.

    A search reads few bytes, so opening a large book is instant. The name is python-chess's; the
    file is not mapped into memory, since reading a mapped file that has shrunk ends the process.

    Args:
        filename: the book.

    Raises:
        ArgumentError: the suffix is that of another format; books mostly end in `.bin`.
        BookError: the size of the file is not a whole number of entries.
        OSError: the file cannot be opened.
    """

    def __init__(self, filename: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> None:
        self._name = os.fsdecode(filename)
        check_suffix_of_format(self._name, "a Polyglot book", [".bin"])
        with open(filename, "rb", buffering=0) as file:
            size = os.fstat(file.fileno()).st_size
            if size % _ENTRY.size:
                raise BookError(
                    f"{self._name!r} is not a Polyglot book or is truncated: its size, {size} "
                    f"bytes, is not a multiple of {_ENTRY.size}"
                )
            self._descriptor = os.dup(file.fileno())
        self._close = weakref.finalize(self, os.close, self._descriptor)
        self._size = size // _ENTRY.size
        self._blocks: dict[int, tuple[int, bytes]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the book."""
        self._close()
        self._blocks.clear()

    def __len__(self) -> int:
        return self._size

    def read(self) -> bytes:
        """Returns the contents of the book.

        Raises:
            BookError: the file has been truncated since it was opened.
            ClosedError: the book is closed.
        """
        return self._read(0, self._size)

    def _read(self, first: int, count: int) -> bytes:
        """Returns the bytes of some entries."""
        if not self._close.alive:
            raise ClosedError(f"the book {self._name!r} is closed")
        size, offset = count * _ENTRY.size, first * _ENTRY.size
        data = _pread(self._descriptor, size, offset)
        while len(data) < size and (
            more := _pread(self._descriptor, size - len(data), offset + len(data))
        ):
            data += more
        if len(data) < size:
            entry = first + len(data) // _ENTRY.size
            raise BookError(
                f"entry {entry} of {self._name!r} is missing: the file has been truncated"
            )
        return data

    def _block(self, number: int) -> tuple[int, bytes]:
        """Returns the last key of a block and its entries, also for later calls."""
        block = self._blocks.get(number)
        if block is None:
            first = number * _BLOCK
            entries = self._read(first, min(_BLOCK, self._size - first))
            block = int.from_bytes(entries[-_ENTRY.size : -8]), entries
            if len(self._blocks) >= _KEPT_BLOCKS:
                self._blocks.clear()
            self._blocks[number] = block
        return block

    def __getitem__(self, index: int) -> Entry:
        position = index + self._size if index < 0 else index
        if not 0 <= position < self._size:
            raise OutOfRangeError(
                f"index {index} is out of range: the book has {self._size} entries"
            )
        try:
            entries, first = self._block(position // _BLOCK)[1], position % _BLOCK
        except BookError:  # of a truncated file, the first entries of a block may exist
            entries, first = self._read(position, 1), 0
        return _entry(_ENTRY.unpack_from(entries, first * _ENTRY.size), position)

    def _block_entries(self, first: int) -> list[Entry]:
        """Returns the entries of the block that begins with an entry; does not keep the block."""
        data = self._read(first, min(_BLOCK, self._size - first))
        return [_entry(fields, i) for i, fields in enumerate(_ENTRY.iter_unpack(data), first)]

    def __iter__(self) -> Iterator[Entry]:
        for first in range(0, self._size, _BLOCK):
            yield from self._block_entries(first)

    def __reversed__(self) -> Iterator[Entry]:
        for first in reversed(range(0, self._size, _BLOCK)):
            yield from reversed(self._block_entries(first))

    def __contains__(self, entry: Entry) -> bool:
        first, found = self._found(entry.key)
        return any(
            fields == entry[:4] and _entry(fields, index) == entry
            for index, fields in enumerate(_ENTRY.iter_unpack(found), first)
        )

    def bisect_key_left(self, key: int) -> int:
        """Returns the index of the first entry whose key is not less than a key.

        Args:
            key: the key.
        """
        return self._found(key)[0]

    def _found(self, key: int) -> tuple[int, bytes]:
        """Returns the result of `bisect_key_left`, and the bytes of all entries with the key."""
        if not 0 <= key < 1 << 64 or not self._size:
            return self._size if key > 0 else 0, b""
        # first among the blocks, by their last keys. Keys are hashes, so that the first guess is
        # near; the steps from there are doubled, up to half of what is left
        blocks, low, high = self._blocks, 0, (end := (self._size - 1) // _BLOCK)
        middle, step = key * high >> 64, 1
        while low < high:
            if (blocks.get(middle) or self._block(middle))[0] < key:
                low = middle + 1
                middle = min(middle + step, low + high >> 1)
            else:
                high = middle
                middle = max(middle - step, low + high >> 1)
            step *= 2
        last, entries = self._block(low)
        first, found = entries_with(entries, key)
        first += low * _BLOCK
        parts = [found]
        while last == key and low < end:  # the next block may have more
            last, entries = self._block(low := low + 1)
            parts.append(entries_with(entries, key)[1])
        return first, b"".join(parts)

    def find_all(
        self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()
    ) -> Iterator[Entry]:
        """Generates the entries of a position, in the book's order.

        For a board, illegal moves are skipped: two positions may share a key.

        Args:
            board: the position, or its key.
            minimum_weight: skips entries of less weight; 0 includes entries marked as deleted.
            exclude_moves: moves to skip.
        """
        return self._entries(board, minimum_weight, exclude_moves)

    def _entries(
        self,
        board: Board | int,
        minimum_weight: int,
        exclude_moves: Container[Move],
        *,
        by_weight: bool = False,
    ) -> Iterator[Entry]:
        """Generates the entries of a position, in the book's order or with the best first."""
        if exclude_moves and isinstance(exclude_moves, Collection):
            for move in exclude_moves:
                check_type("a move", move, Move)
        first, data = self._found(board if isinstance(board, int) else polyglot_key(board))
        entries: list[_Fields] = list(_ENTRY.iter_unpack(data))
        for fields in sorted(entries, key=_WEIGHT, reverse=True) if by_weight else entries:
            if fields[2] < minimum_weight:
                continue
            entry = _entry(fields, first, entries)
            if isinstance(board, Board):
                if not board.is_legal(entry.move):
                    continue
                if board.is_castling(entry.move):  # as on the board
                    entry = entry._replace(move=board.parse_uci(entry.move.uci()))
            if entry.move not in exclude_moves:
                yield entry

    def find(
        self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()
    ) -> Entry:
        """Returns the entry of a position with the greatest weight, the first of several.

        Args:
            board: the position, or its key.
            minimum_weight: skips entries of less weight.
            exclude_moves: moves to skip.

        Raises:
            OutOfRangeError: there is no entry (an `IndexError`).
        """
        entry = self.get(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        return entry or self._all(board, minimum_weight, exclude_moves)[0]  # which raises

    def get(
        self,
        board: Board | int,
        default: Entry | None = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Entry | None:
        """Returns the entry of a position with the greatest weight, or a default.

        Args:
            board: the position, or its key.
            default: the result if there is no entry.
            minimum_weight: skips entries of less weight.
            exclude_moves: moves to skip.
        """
        return next(self._entries(board, minimum_weight, exclude_moves, by_weight=True), default)

    def choice(
        self,
        board: Board | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
        random: Random = None,
    ) -> Entry:
        """Returns a random entry of a position, uniformly distributed.

        Args:
            board: the position, or its key.
            minimum_weight: skips entries of less weight.
            exclude_moves: moves to skip.
            random: a generator or a seed; the same seed makes the same choice.

        Raises:
            OutOfRangeError: there is no entry (an `IndexError`).
        """
        entries = self._all(board, minimum_weight, exclude_moves)
        return entries[_random_below(random, len(entries))]

    def weighted_choice(
        self, board: Board | int, *, exclude_moves: Container[Move] = (), random: Random = None
    ) -> Entry:
        """Returns a random entry of a position, with probabilities proportional to the weights.

        Args:
            board: the position, or its key.
            exclude_moves: moves to skip.
            random: a generator or a seed; the same seed makes the same choice.

        Raises:
            OutOfRangeError: there is no entry (an `IndexError`).
        """
        entries = self._all(board, 1, exclude_moves)
        chosen = _random_below(random, sum(entry.weight for entry in entries))
        for entry in entries:
            chosen -= entry.weight
            if chosen < 0:
                return entry
        raise AssertionError("the weights add up to their sum")

    def _all(
        self, board: Board | int, minimum_weight: int, exclude_moves: Container[Move]
    ) -> list[Entry]:
        """Returns the entries of a position, or raises the error that there is none."""
        entries = list(
            self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        )
        if not entries:
            what = board.fen() if isinstance(board, Board) else f"{board:#018x}"
            raise OutOfRangeError(f"the book {self._name!r} has no move for {what}")
        return entries


def _random_below(random: Random, count: int) -> int:
    """Returns a random number from 0 to count - 1."""
    if random is None or isinstance(random, int):
        random = random_module.Random(random)
    integers = getattr(random, "integers", None)  # of a NumPy generator, which need not be imported
    if integers is not None:
        return int(integers(count))
    randint = getattr(random, "randint", None)
    if randint is None:
        kind = type(random).__name__
        raise TypeError(f"random must be a generator with randint, NumPy's, or an int, not {kind}")
    return int(randint(0, count - 1))


def open_reader(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> MemoryMappedReader:
    """Opens a Polyglot book.

    Args:
        path: the file.

    Raises:
        ArgumentError: the suffix is that of another format; books mostly end in `.bin`.
        BookError: the size of the file is not a whole number of entries.
        OSError: the file cannot be opened.
    """
    return MemoryMappedReader(path)
