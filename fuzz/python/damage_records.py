"""The fields of training formats and opening books."""

from random import Random

from damage import Field, varint

from enroque import formats

BOARD = (
    *((n, 1) for n in range(24, 32)),
    (0, 8),
    (26, 2),
    (28, 2),
    *((n, 1) for n in range(8, 24)),
)
"""The offset and width of the fields of a packed board."""


def _board(at: int, order: str) -> list[Field]:
    return [Field(at + offset, width, order) for offset, width in BOARD]


def viriformat(data: bytes) -> list[Field]:
    """Returns the fields of games: boards, moves and scores."""
    found, at = [], 0
    while at + 32 <= len(data):
        found += _board(at, "little")
        at += 32
        while at + 4 <= len(data):
            found += [Field(at, 2), Field(at + 2, 2)]
            at += 4
            if not any(data[at - 4 : at]):
                break
    return found


def binpack(data: bytes) -> list[Field]:
    """Returns the fields of chunks and of the first stems; bytes of the bit stream after them."""
    found, at = [], 0
    while at + 8 <= len(data):
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        found += [Field(at + 4, 4)] * 4 + [Field(at, 1)]
        stem, end = at + 8, at + 8 + size
        found += _board(stem, "big") + [Field(stem + 32, 2, "big")] * 4
        found += [Field(byte, 1) for byte in range(stem + 34, end)]
        at = end
    return found


def lc0(data: bytes) -> list[Field]:
    """Returns the fields of records of version 6: those of the game more often than the arrays."""
    found = []
    for at in range(0, len(data), formats.LC0_V6.itemsize):
        for name, (dtype, offset) in formats.LC0_V6.fields.items():
            if name == "probabilities":
                found += [Field(at + offset + 4 * n, 4) for n in (0, 1, 300, 1857)]
            elif name == "planes":
                found += [Field(at + offset + 8 * n, 8) for n in (*range(26), 102, 103)]
            else:
                found += [Field(at + offset, dtype.itemsize)] * 2
    return found


def bulletformat(data: bytes) -> list[Field]:
    """Returns the fields of positions."""
    return [field for at in range(0, len(data), 32) for field in _board(at, "little")]


def bag(data: bytes) -> list[Field]:
    """Returns the table of offsets, and the lengths, texts and probabilities of the records."""
    table = int.from_bytes(data[-8:], "little")
    found = [Field(at, 8) for at in range(table, len(data), 8)] * 4
    begin = 0
    for at in range(table, len(data), 8):
        end = int.from_bytes(data[at : at + 8], "little")
        found += [Field(begin, 1)] * 8 + [Field(end - 8, 8, "big")]
        found += [Field(byte, 1) for byte in range(begin + 1, end)]
        begin = end
    return found


def bag_lengths(data: bytes, rng: Random) -> bytes:
    """Returns a bag in which the length of a record's text is a long number."""
    table = int.from_bytes(data[-8:], "little")
    ends = [int.from_bytes(data[at : at + 8], "little") for at in range(table, len(data), 8)]
    number = rng.choice((0, 127, 128, 2**14, 2**31, 2**32 - 1, 2**63, 2**64 - 1, 2**70))
    length = varint(number) if rng.random() < 0.7 else b"\x80" * rng.choice((1, 9, 10, 300)) + b"\1"
    record, begin = int(rng.random() * len(ends)), 0
    if record:
        begin = ends[record - 1]
    shifted = ends[:record] + [end + len(length) - 1 for end in ends[record:]]
    return (
        data[:begin] + length + data[begin + 1 : table]
        + b"".join(end.to_bytes(8, "little") for end in shifted)
    )  # fmt: skip


def polyglot(data: bytes) -> list[Field]:
    """Returns keys, moves, weights and learning data."""
    return [
        Field(at + offset, width, "big")
        for at in range(0, len(data), 16)
        for offset, width in ((0, 8), (8, 2), (8, 2), (10, 2), (12, 4))
    ]
