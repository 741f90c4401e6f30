"""The fields of archives, compressed files, NumPy arrays, Parquet and Arrow."""

import re
from random import Random

import numpy as np
from damage import Field, blind, varint

DESCRIPTIONS = [
    "'<u2'", "'>u2'", "'|u1'", "'<u8'", "'<f8'", "'<i4'", "'|b1'", "'<f2'", "'<c16'", "'|O'",
    "'|S0'", "'|S3'", "'<U0'", "'<U9'", "'|V0'", "'|V8'", "'<M8'", "'<M8[s]'", "'<m8[Y]'",
    "'<M8[9999999999s]'", "''", "'u'", "'zz'", "'<u99999999'", "'|S2147483648'",
    "'|V99999999999999'", "'a'", "0", "None", "[]", "()", "{}", "[('a','<u2')]",
    "[('a','<u2'),('a','<u2')]", "[('a','<u2',(2,))]", "[('a','O')]", "[('','<u2')]",
    "[('a',[('b',[('c','<u2')])])]", "('<u2',(1000000,))", "[('a','<u2',(4294967296,))]",
    "'<u2,<u2'", "b'<u2'", "1.5",
]  # fmt: skip

SHAPES = [
    "()", "(0,)", "(1,)", "(2,)", "(-1,)", "(0,0)", "(3,0)", "(2,2)", "(1,1,1)", "(99,)",
    "(2147483648,)", "(4294967296,)", "(9223372036854775807,)", "(18446744073709551616,)",
    "(4294967296,4294967296)", "(0,9223372036854775807)", "(9223372036854775807,0)",
    "(-9223372036854775808,)", "(1.0,)", "(True,)", "('a',)", "(None,)", "5", "[1]",
    "(((1,),),)", "(1,)*9", "(999**999,)",
    f"({'1,' * 70})",
    "(1L,)", "(0x10,)", "(1_0,)", "(१,)",
]  # fmt: skip

_DESCRIPTION = re.compile(rb"'descr': (.*?), 'fortran")
_SHAPE = re.compile(rb"'shape': (\(.*?\))")


def npy(data: bytes, rng: Random) -> bytes:
    """Returns an array with a damaged header, or with numbers of the array changed."""
    size = int.from_bytes(data[8:10], "little")
    header, body = data[10 : 10 + size], data[10 + size :]
    match int(rng.random() * 9):
        case 0:
            header = _DESCRIPTION.sub(
                b"'descr': %s, 'fortran" % rng.choice(DESCRIPTIONS).encode(), header
            )
        case 1:
            header = _SHAPE.sub(b"'shape': %s" % rng.choice(SHAPES).encode(), header)
        case 2:
            header = header.replace(
                b"False", rng.choice((b"True", b"None", b"'x'", b"0", b"9" * 5000))
            )
        case 3:
            text = rng.choice(
                (b"{}", b"", b"[" * 3000, b"{'descr': '<u2'}", b"\0", b"-" * 2000 + b"1",
                 b"{'shape': (1,), 'fortran_order': False, 'descr': '<u2', 'x': 1}", b"1" * 9000,
                 b"{**{}}", b"__import__('os')", b"{'a': 1 for a in b}", b"\xff\xfe", b"'''",
                 b"('" * 999, b"(" * 100)
            )  # fmt: skip
            header = text + b"\n"
        case 4:
            out = bytearray(data)
            out[rng.choice((6, 7, 8, 9))] = rng.choice((0, 1, 2, 3, 4, 127, 255))
            return bytes(out)
        case 5:
            return data[:10] + header + body + rng.randbytes(rng.choice((1, 2, 8)))
        case 6:
            return data[: 10 + size] + blind(body, rng)
        case _:
            return data[: 10 + size] + _numbers(header, body, rng)
    padded = header if rng.random() < 0.5 else header.rstrip().ljust(size - 1) + b"\n"
    return data[:8] + (len(padded) & 0xFFFF).to_bytes(2, "little") + padded + body


def _numbers(header: bytes, body: bytes, rng: Random) -> bytes:
    """Returns the bytes of an array with numbers of its type changed."""
    found = re.search(rb"'[<|>=]([a-zA-Z])(\d+)'", header)
    width = int(found[2]) if found and found[1] in b"iufb" else 1
    kind = found[1].decode() if found else "u"
    out = bytearray(body)
    for _ in range(rng.choice((1, 1, 2, 5))):
        if len(out) < width:
            break
        at = int(rng.random() * (len(out) // width)) * width
        if kind == "f" and width in (2, 4, 8):
            value = rng.choice((np.nan, np.inf, -np.inf, -0.0, 1e38, 1e-45, 2.0, -1.0))
            with np.errstate(over="ignore"):
                out[at : at + width] = np.array([value]).astype(f"f{width}").tobytes()
            continue
        old = int.from_bytes(out[at : at + width], "little")
        top = 1 << 8 * width - 1
        new = rng.choice((0, 1, old + 1, old - 1, old * 2, -1, top, top - 1, 960, 2880, len(body),
                          rng.getrandbits(8 * width)))  # fmt: skip
        out[at : at + width] = (new & (1 << 8 * width) - 1).to_bytes(width, "little")
    return bytes(out)


def zip_fields(data: bytes) -> list[Field]:
    """Returns the fields of all headers of a zip archive."""
    found = []
    for magic, places in (
        (b"PK\3\4", ((4, 2), (6, 2), (8, 2), (14, 4), (18, 4), (22, 4), (26, 2), (28, 2))),
        (b"PK\1\2", ((4, 2), (6, 2), (8, 2), (10, 2), (16, 4), (20, 4), (24, 4), (28, 2), (30, 2),
                     (32, 2), (34, 2), (36, 2), (38, 4), (42, 4), (46, 1))),
        (b"PK\5\6", ((4, 2), (6, 2), (8, 2), (10, 2), (12, 4), (16, 4), (20, 2)) * 3),
    ):  # fmt: skip
        at = data.find(magic)
        while at >= 0:
            found += [Field(at + offset, width) for offset, width in places]
            at = data.find(magic, at + 1)
    return found


def zip64(data: bytes, rng: Random) -> bytes:
    """Returns a zip archive with the records of large archives (ZIP64), whose numbers are odd."""
    end = data.rfind(b"PK\5\6")
    count, size, at = (
        int.from_bytes(data[end + offset : end + offset + width], "little")
        for offset, width in ((10, 2), (12, 4), (16, 4))
    )
    odd = (0, 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1)
    numbers = [44, count, count, size, at, end]
    place = int(rng.random() * 6)
    if rng.random() < 0.7:
        numbers[place] = rng.choice((*odd, numbers[place] + 1, numbers[place] - 1)) % 2**64
    length, here, total, size, at, record = (number.to_bytes(8, "little") for number in numbers)
    large = b"PK\6\6" + length + b"\x2d\0\x2d\0" + bytes(8) + here + total + size + at
    locator = b"PK\6\7" + bytes(4) + record + b"\1\0\0\0"
    last = bytearray(data[end:])
    for offset, width in ((8, 2), (10, 2), (12, 4), (16, 4)):
        if rng.random() < 0.7:
            last[offset : offset + width] = b"\xff" * width
    return data[:end] + large + locator + bytes(last)


def gzip_fields(data: bytes) -> list[Field]:
    """Returns the header, the trailer and the first bytes of the stream of a gzip file."""
    stream = [Field(at, 1) for at in range(10, min(len(data) - 8, 60))]
    return [
        *(Field(at, 1) for at in range(10)),
        Field(len(data) - 8, 4),
        Field(len(data) - 4, 4),
        *stream,
    ]


def gzip_options(data: bytes, rng: Random) -> bytes:
    """Returns a gzip file with optional fields in the header, or several members."""
    extra = rng.choice((b"\0\0", b"\4\0abcd", b"\xff\xff" + bytes(65535), b"\xff\xff", b""))
    name = rng.choice((b"name\0", b"\0", b"x" * 70_000 + b"\0", b"never ends"))
    match int(rng.random() * 6):
        case 0:
            return data[:3] + b"\x04" + data[4:10] + extra + data[10:]
        case 1:
            return data[:3] + b"\x08" + data[4:10] + name + data[10:]
        case 2:
            return data[:3] + b"\x1f" + data[4:10] + extra + name + name + b"\0\0" + data[10:]
        case 3:
            return data * rng.choice((2, 3, 20))
        case 4:
            return data + rng.choice((b"\0", b"\0" * 1000, b"\x1f\x8b", data[:10], b"trailing"))
    return b"\x1f\x8b\x08\0\0\0\0\0\0\xff\3\0" + bytes(8) + data


def bzip2_fields(data: bytes) -> list[Field]:
    """Returns the headers of a bzip2 file: level, magic, checksum, and the bits after them."""
    return [
        Field(3, 1),
        *(Field(at, 1) for at in range(4, min(len(data), 90))),
        Field(10, 4, "big"),
    ]


def zstd_fields(data: bytes) -> list[Field]:
    """Returns the fields of the frames: descriptors, windows, sizes, headers of blocks."""
    found, at = [], 0
    while data[at : at + 4] == b"\x28\xb5\x2f\xfd":
        descriptor = data[at + 4]
        is_single, flag = descriptor >> 5 & 1, descriptor >> 6
        size = (is_single, 2, 4, 8)[flag]
        found += [Field(at, 4), Field(at + 4, 1), Field(at + 5, 1)] * 3
        begin = at + 5 + (1 - is_single) + (0, 1, 2, 4)[descriptor & 3]
        if size:
            found += [Field(begin, size)] * 3
        at, is_last = begin + size, 0
        while not is_last and at + 3 <= len(data):
            header = int.from_bytes(data[at : at + 3], "little")
            found += [Field(at, 3)] * 3 + [
                Field(n, 1) for n in range(at + 3, min(at + 40, len(data)))
            ]
            is_last = header & 1
            at += 3 + (1 if header >> 1 & 3 == 1 else header >> 3)
        at += 4 * (descriptor >> 2 & 1)
    return found


def zstd_frames_added(data: bytes, rng: Random) -> bytes:
    """Returns a zstd file with other frames before, between or after its own."""
    size = rng.choice((0, 1, 4, 1000, 2**31, 2**32 - 1))
    skippable = rng.choice((b"\x50", b"\x5f")) + b"\x2a\x4d\x18" + size.to_bytes(4, "little")
    skippable += b"x" * min(size, 1000)
    empty = b"\x28\xb5\x2f\xfd\x20\0\1\0\0"
    # 128 KB of one byte, as often as the blocks say
    block = (rng.choice((1, 2**17, 2**21 - 1)) << 3 | 2).to_bytes(3, "little") + b"e"
    count = rng.choice((1, 10, 100))
    window = rng.choice((b"\x00", b"\x58", b"\xa8", b"\xb0", b"\xff"))
    runs = b"\x28\xb5\x2f\xfd\0" + window + block * count + b"\1\0\0"
    added = rng.choice(
        (skippable, skippable * 50, empty, empty * 300, runs, b"\x28\xb5\x2f\xfd", b"\0")
    )
    return rng.choice((added + data, data + added, added, added + data + added))


def tar_fields(data: bytes) -> list[Field]:
    """Returns the fields of the headers of a tar archive."""
    found = []
    for at in range(0, len(data) - 511, 512):
        if data[at + 257 : at + 262] == b"ustar":
            found += [Field(at + 124, 12, "octal")] * 6 + [
                Field(at + 148, 8, "octal"),
                Field(at, 1),
            ]
            found += [Field(at + 156, 1)] * 2 + [Field(at + 257, 1), Field(at + 136, 12, "octal")]
    return found


def parquet_fields(data: bytes) -> list[Field]:
    """Returns the length of the footer, and the bytes of the footer and of the headers of pages."""
    length = int.from_bytes(data[-8:-4], "little")
    footer = range(len(data) - 8 - length, len(data) - 8)
    body = range(4, len(data) - 8 - length)
    return [Field(len(data) - 8, 4)] * 40 + [Field(at, 1) for at in (*footer, *body)]


def parquet_numbers(data: bytes, rng: Random) -> bytes:
    """Returns a Parquet file with a long number in the footer, whose length is right again."""
    length = int.from_bytes(data[-8:-4], "little")
    begin = len(data) - 8 - length
    footer = bytearray(data[begin:-8])
    for _ in range(rng.choice((1, 1, 3))):
        at = int(rng.random() * len(footer))
        number = rng.choice((0, 1, 127, 2**14, 2**31, 2**32 - 1, 2**40, 2**63, 2**64 - 1))
        footer[at : at + rng.choice((1, 1, 2, 3))] = varint(number)
    return data[:begin] + bytes(footer) + len(footer).to_bytes(4, "little") + data[-4:]


def arrow_fields(data: bytes) -> list[Field]:
    """Returns the aligned numbers of the metadata and of the first bytes of the buffers."""
    found = [Field(at, 4) for at in range(0, len(data) - 3, 4)]
    return found + [Field(at, 8) for at in range(0, len(data) - 7, 8)]
