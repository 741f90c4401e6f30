"""The evaluation of the engine of the tests."""

import zlib


def score(fen: str) -> int:
    """Returns -999 to 999 from the view of the side to move, by a hash of the position."""
    return zlib.crc32(fen.encode()) % 1999 - 999
