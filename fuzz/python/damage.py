"""Damage of bytes: blind, or of fields whose values matter to a reader."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

Damage = Callable[[bytes, Random], bytes]

TEXTS = [b"(", b"{", b'"', b"[", b"\n", b"\0", b"1-0", b"e8=Q", b"[%clk 9:9]", b"$9", b";"]
LENGTHS = [1, 2, 4, 8, 64, 1000]
NUMBERS = [0, 1, 2, 127, 128, 255, 2**15, 2**16 - 1, 2**24, 2**31 - 1, 2**31, 2**32 - 1]
LARGE = [2**32, 2**40, 2**53, 2**62, 2**63 - 1, 2**63, 2**64 - 8, 2**64 - 1]


@dataclass(frozen=True)
class Field:
    """A number in a file.

    Attributes:
        at: its offset.
        width: its size in bytes.
        order: the order of its bytes: `little`, `big`, or `octal` for digits.
    """

    at: int
    width: int
    order: str = "little"


Layout = Callable[[bytes], list[Field]]
"""A function that returns the fields of a file without damage."""


def blind(data: bytes, rng: Random) -> bytes:
    """Returns a copy with bits, bytes and ranges changed, removed, repeated or exchanged."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 4, 16))):
        if not out:
            break
        at = int(rng.random() * len(out))
        length = min(rng.choice(LENGTHS), len(out) - at)
        match int(rng.random() * 9):
            case 0:
                out[at] ^= 1 << rng.getrandbits(3)
            case 1:
                out[at] = rng.choice((0, 1, 127, 128, 254, 255, rng.getrandbits(8)))
            case 2:
                del out[at : at + length]
            case 3:
                del out[at:]
            case 4:
                out[at:at] = out[at : at + length] * rng.choice((1, 2, 50))
            case 5:
                out[at : at + length] = rng.randbytes(length)
            case 6:
                width = rng.choice((1, 2, 4, 8))
                set_number(out, Field(at, width, rng.choice(("little", "big"))), rng)
            case 7:
                other = int(rng.random() * len(out))
                out[at : at + length] = out[other : other + length]
            case 8:
                out[at:at] = rng.choice(TEXTS) * rng.choice((1, 1, 100))
    return bytes(out)


def set_number(out: bytearray, field: Field, rng: Random) -> None:
    """Sets a field to a number that a reader may not expect."""
    at, width = field.at, field.width
    if field.order == "octal":
        out[at : at + width] = octal(width, rng)
        return
    old = int.from_bytes(out[at : at + width], field.order)  # type: ignore[arg-type]
    size = len(out)
    match int(rng.random() * 8):
        case 0 | 1:
            number = rng.choice(NUMBERS)
        case 2:
            number = rng.choice(LARGE)
        case 3:
            number = old + rng.choice((-8, -2, -1, 1, 2, 7, 8, 64))
        case 4:
            number = rng.choice((size, size - 1, size + 1, size - at, old * 2, old // 2))
        case 5:
            number = old ^ 1 << int(rng.random() * width * 8)
        case 6:
            number = -old
        case _:
            number = rng.getrandbits(width * 8)
    number &= (1 << 8 * width) - 1
    out[at : at + width] = number.to_bytes(width, field.order)  # type: ignore[arg-type]


def octal(width: int, rng: Random) -> bytes:
    """Returns a number as in the header of a tar archive, or what is none."""
    match int(rng.random() * 5):
        case 0:
            digits = b"%o" % rng.choice(NUMBERS + LARGE)
        case 1:
            return b"\x80" + rng.choice(LARGE).to_bytes(8, "big").rjust(width, b"\0")[1 - width :]
        case 2:
            digits = rng.choice((b"", b"-1", b"9", b"0x10", b"\xff", b"7" * width, b" 1 0"))
        case 3:
            digits = b"%o" % int(rng.random() * 2000)
        case _:
            digits = b"7" * (width - 1)
    return digits[:width].rjust(width - 1, b"0")[:width].ljust(width, b"\0")


def in_fields(layout: Layout) -> Damage:
    """Returns damage of the fields of a format; sometimes of other bytes too."""
    known: dict[bytes, list[Field]] = {}

    def damage(data: bytes, rng: Random) -> bytes:
        if (fields := known.get(data)) is None:
            fields = known[data] = layout(data)
        out = bytearray(data)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            set_number(out, rng.choice(fields), rng)
        return blind(bytes(out), rng) if rng.random() < 0.15 else bytes(out)

    return damage


def one_of(*ways: tuple[float, Damage]) -> Damage:
    """Returns damage of one kind of several, by their weights."""
    weights, damages = [way[0] for way in ways], [way[1] for way in ways]
    return lambda data, rng: rng.choices(damages, weights)[0](data, rng)


def varint(number: int) -> bytes:
    """Returns a number as LEB128."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)
