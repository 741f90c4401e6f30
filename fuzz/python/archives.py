"""Writing archives and compressed files, and making their checksums right after damage."""

import bz2
import gzip
import io
import struct
import tarfile
import zlib
from collections.abc import Callable

Parts = dict[str, bytes]
Pack = Callable[[Parts], bytes]
Repair = Callable[[bytes], bytes]

_LOCAL = struct.Struct("<4s5H3I2H")
_ENTRY = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")


def zip_stored(parts: Parts) -> bytes:
    """Returns a zip archive without compression; `zipfile` takes ten times as long."""
    return _zip(parts, deflated=False)


def zip_deflated(parts: Parts) -> bytes:
    """Returns a zip archive with compression."""
    return _zip(parts, deflated=True)


def _zip(parts: Parts, deflated: bool) -> bytes:
    out, directory = bytearray(), bytearray()
    for name, data in parts.items():
        stored = zlib.compress(data, 1)[2:-4] if deflated else data
        common = (
            0,
            8 if deflated else 0,
            0,
            33,
            zlib.crc32(data),
            len(stored),
            len(data),
            len(name),
            0,
        )
        directory += _ENTRY.pack(b"PK\1\2", 20, 20, *common, 0, 0, 0, 0, len(out)) + name.encode()
        out += _LOCAL.pack(b"PK\3\4", 20, *common) + name.encode() + stored
    count = len(parts)
    end = _END.pack(b"PK\5\6", 0, 0, count, count, len(directory), len(out), 0)
    return bytes(out + directory + end)


def repair_zip(data: bytes) -> bytes:
    """Returns an archive whose checksums are right, as far as its structure can be read."""
    out = bytearray(data)
    end = data.rfind(b"PK\5\6")
    if end < 0 or end + _END.size > len(data):
        return data
    at = int.from_bytes(data[end + 16 : end + 20], "little")
    while data[at : at + 4] == b"PK\1\2" and at + _ENTRY.size <= len(data):
        method = int.from_bytes(data[at + 10 : at + 12], "little")
        size, name, extra, comment, local = (
            int.from_bytes(data[at + offset : at + offset + width], "little")
            for offset, width in ((20, 4), (28, 2), (30, 2), (32, 2), (42, 4))
        )
        if data[local : local + 4] == b"PK\3\4" and local + _LOCAL.size <= len(data):
            begin = local + _LOCAL.size + sum(
                int.from_bytes(data[local + offset : local + offset + 2], "little")
                for offset in (26, 28)
            )  # fmt: skip
            crc, length = _inflated(data[begin : begin + size], method == 8)
            for place in (at + 16, local + 14):
                out[place : place + 4] = crc.to_bytes(4, "little")
            for place in (at + 24, local + 22):
                out[place : place + 4] = length.to_bytes(4, "little")
        at += _ENTRY.size + name + extra + comment
    return bytes(out)


def _inflated(data: bytes, deflated: bool) -> tuple[int, int]:
    """Returns the checksum and the length of decompressed data, up to the first error."""
    if deflated:
        decoder, whole = zlib.decompressobj(-15), b""
        try:
            whole = decoder.decompress(data, 1 << 20)
        except zlib.error:
            whole = b""
        data = whole
    return zlib.crc32(data), len(data)


def gzipped(parts: Parts) -> bytes:
    """Returns a gzip file with the parts as members."""
    return b"".join(gzip.compress(data, 1, mtime=0) for data in parts.values())


def repair_gzip(data: bytes) -> bytes:
    """Returns a gzip file of one member without options whose trailer is right."""
    if len(data) < 18:
        return data
    crc, length = _inflated(data[10:-8], deflated=True)
    return data[:-8] + crc.to_bytes(4, "little") + (length & 0xFFFFFFFF).to_bytes(4, "little")


def bzipped(parts: Parts) -> bytes:
    """Returns a bzip2 file with the parts as streams."""
    return b"".join(bz2.compress(data, 1) for data in parts.values())


def zstd_frames(parts: Parts) -> bytes:
    """Returns a zstd file with the parts as frames of blocks that are not compressed (RFC 8878)."""
    out = bytearray()
    for data in parts.values():
        out += b"\x28\xb5\x2f\xfd\xa0" + len(data).to_bytes(4, "little")
        for at in range(0, max(len(data), 1), 400):
            block = data[at : at + 400]
            is_last = at + 400 >= len(data)
            out += (len(block) << 3 | is_last).to_bytes(3, "little") + block
    return bytes(out)


def tar_of_gzip(parts: Parts) -> bytes:
    """Returns a tar archive of gzip files, as lc0's."""
    return tar({name: gzip.compress(data, 1, mtime=0) for name, data in parts.items()})


def tar(parts: Parts) -> bytes:
    """Returns a tar archive."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", bufsize=512) as file:
        for name, data in parts.items():
            header = tarfile.TarInfo(name)
            header.size = len(data)
            file.addfile(header, io.BytesIO(data))
    return packed.getvalue()


def repair_tar(data: bytes) -> bytes:
    """Returns an archive whose headers have right checksums."""
    out = bytearray(data)
    for at in range(0, len(data) - 511, 512):
        if data[at + 257 : at + 262] == b"ustar":
            out[at + 148 : at + 156] = b" " * 8
            out[at + 148 : at + 156] = b"%06o\0 " % sum(out[at : at + 512])
    return bytes(out)
