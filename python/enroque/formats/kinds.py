"""Which formats there are, and how a file's name tells."""

import gzip
import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import numpy as np

from .._games import FilePath
from ..errors import EncodingError

__all__ = ["BULLETFORMAT", "FORMATS", "LC0_V6", "Format", "detect"]

BULLETFORMAT: Final = np.dtype(
    [
        ("occupied", "<u8"),
        ("pieces", "u1", (16,)),
        ("score", "<i2"),
        ("result", "u1"),
        ("own_king", "u1"),
        ("other_king", "u1"),
        ("extra", "u1", (3,)),
    ]
)
"""A record of bulletformat, seen by the side to move: the occupied squares as bits, half a byte for
each piece from a1 to h8 (the low half first; 0 to 5 pawn to king, 8 more for the opponent's), the
score in centipawns, the result (0 lost, 1 drawn, 2 won), the kings' squares."""

LC0_V6: Final = np.dtype(
    [
        ("version", "<u4"),
        ("input_format", "<u4"),
        ("probabilities", "<f4", (1858,)),
        ("planes", "<u8", (104,)),
        ("castling_us_ooo", "u1"),
        ("castling_us_oo", "u1"),
        ("castling_them_ooo", "u1"),
        ("castling_them_oo", "u1"),
        ("side_to_move_or_enpassant", "u1"),
        ("rule50_count", "u1"),
        ("invariance_info", "u1"),
        ("dummy", "u1"),
        ("root_q", "<f4"),
        ("best_q", "<f4"),
        ("root_d", "<f4"),
        ("best_d", "<f4"),
        ("root_m", "<f4"),
        ("best_m", "<f4"),
        ("plies_left", "<f4"),
        ("result_q", "<f4"),
        ("result_d", "<f4"),
        ("played_q", "<f4"),
        ("played_d", "<f4"),
        ("played_m", "<f4"),
        ("orig_q", "<f4"),
        ("orig_d", "<f4"),
        ("orig_m", "<f4"),
        ("visits", "<u4"),
        ("played_idx", "<u2"),
        ("best_idx", "<u2"),
        ("policy_kld", "<f4"),
        ("q_st", "<f4"),
    ]
)
"""lc0's training record of version 6, 8356 bytes; the names are lc0's."""


@dataclass(frozen=True)
class Format:
    """A kind of file.

    Attributes:
        name: what `format=` calls it.
        suffixes: the endings of its files, before `.zst` or `.gz`.
        holds: `"games"` if `read` gives games of it, or `"positions"`.
        records: the type of its records, if `read_records` gives arrays of it.
        chess960: whether it can hold Chess960 and double Chess960.
        description: what it is.
    """

    name: str
    suffixes: tuple[str, ...]
    holds: Literal["games", "positions"]
    records: np.dtype[np.void] | None
    chess960: bool
    description: str


FORMATS: Final[dict[str, Format]] = {
    one.name: one
    for one in (
        Format(
            "viriformat",
            (".vf", ".viri", ".viriformat"),
            "games",
            None,
            True,
            "games of self-play with scores, as bullet reads them",
        ),
        Format(
            "binpack",
            (".binpack",),
            "games",
            None,
            False,
            "chains of positions with scores, as Stockfish's trainer reads them",
        ),
        Format(
            "lc0",
            (".v6", ".tar"),
            "games",
            LC0_V6,
            True,
            "planes, policy and values of each position, as lc0's trainer reads them",
        ),
        Format(
            "bulletformat",
            (".bullet", ".bf"),
            "positions",
            BULLETFORMAT,
            True,
            "positions with scores and results, without castling, as bullet reads them",
        ),
        Format(
            "behavioral_cloning",
            (),
            "positions",
            None,
            False,
            "ChessBench's positions with moves",
        ),
        Format(
            "state_value",
            (),
            "positions",
            None,
            False,
            "ChessBench's positions with the side to move's probability to win",
        ),
        Format(
            "action_value",
            (),
            "positions",
            None,
            False,
            "ChessBench's positions with moves and the probability to win after them",
        ),
    )
}
"""Every format by its name."""

COMPRESSED: Final = (".zst", ".gz", ".bz2")
CHESSBENCH: Final = ("behavioral_cloning", "state_value", "action_value")
BAGS: Final = (".bag", ".bagz")


def detect(path: FilePath) -> Format:
    """The format that the name of a file says.

    A `.gz` whose name says none is looked into: it may be a chunk of lc0's.

    >>> detect("selfplay.viriformat.zst").name
    'viriformat'
    >>> detect("training.1234.gz").name
    'lc0'

    Raises:
        EncodingError: a `ValueError`, if it says none.
    """
    name = Path(path).name.lower()
    suffixes = Path(name).suffixes
    is_compressed = bool(suffixes) and suffixes[-1] in COMPRESSED
    last = suffixes[-2:-1] if is_compressed else suffixes[-1:]
    for one in FORMATS.values():
        if last and last[0] in one.suffixes:
            return one
    if last and last[0] in BAGS:
        for kind in CHESSBENCH:
            if kind in name:
                return FORMATS[kind]
    # a chunk of lc0's has no suffix of its own: training.123.gz, or as we name them game_123.gz
    if suffixes[-1:] == [".gz"] and (name.startswith(("training", "game_")) or _is_chunk(path)):
        return FORMATS["lc0"]
    known = ", ".join(suffix for one in FORMATS.values() for suffix in one.suffixes)
    kinds = ", ".join(f"{kind}.bag" for kind in CHESSBENCH)
    raise EncodingError(
        f"{os.fspath(path)}: the name does not say which format it is: give format= "
        f"(known suffixes: {known}; names: {kinds})"
    )


def _is_chunk(path: FilePath) -> bool:
    """Whether a file begins as lc0's records do: with their version and an input format."""
    if not Path(path).is_file():  # a pipe would miss what is read here
        return False
    try:
        with gzip.open(path) as file:
            version, input_format = np.frombuffer(file.read(8), "<u4")
    except (OSError, EOFError, ValueError, zlib.error):
        return False
    return bool(3 <= version <= 7 and input_format in (1, 2, 3, 4, 5, 132, 133))


def game_format(path: FilePath) -> str | None:
    """The name of the format of a file from which games can be read; `None` of any other file."""
    try:
        one = detect(path)
    except EncodingError:
        return None
    return one.name if one.holds == "games" else None


def chosen_format(path: FilePath, name: str | None) -> Format:
    if name is None:
        return detect(path)
    try:
        return FORMATS[name]
    except KeyError:
        known = ", ".join(repr(known) for known in FORMATS)
        raise EncodingError(f"unknown format {name!r}; known: {known}") from None


def writable_format(path: FilePath, name: str | None) -> Format:
    """The format that a file is to be written in.

    Raises:
        EncodingError: a `ValueError`: it is unknown, or its files are not compressed like that.
    """
    chosen = chosen_format(path, name)
    last = Path(path).suffix.lower()
    if chosen.name in CHESSBENCH and last in (*COMPRESSED, ".bagz"):
        raise EncodingError(f"{os.fspath(path)}: bags are written uncompressed, as .bag")
    return chosen
