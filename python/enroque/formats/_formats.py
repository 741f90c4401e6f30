"""The table of training formats, and their detection from file names."""

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
"""The dtype of a bulletformat record, 32 bytes, from the side to move's point of view.

`occupied` is a bitboard; `pieces` has four bits for each occupied square from a1 to h8, low bits
first (0 to 5 are pawn to king, plus 8 for the opponent's); `score` is in centipawns; `result` is 0
(lost), 1 (drawn) or 2 (won); `own_king` and `other_king` are squares."""

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
"""The dtype of lc0's training record, version 6, 8356 bytes, with lc0's field names."""


@dataclass(frozen=True)
class Format:
    """A training format.

    Attributes:
        name: its name, as in `format=`.
        suffixes: its file name suffixes, before `.zst`, `.gz` or `.bz2`.
        contents: `"games"` if `read` can read it, else `"positions"`.
        records: the dtype of the arrays that `read_records` returns, if it does.
        chess960: whether it can store Chess960 and double Chess960.
        description: a short description.
    """

    name: str
    suffixes: tuple[str, ...]
    contents: Literal["games", "positions"]
    records: np.dtype[np.void] | None
    chess960: bool
    description: str


FORMATS: Final[dict[str, Format]] = {
    format.name: format
    for format in (
        Format(
            "viriformat",
            (".vf", ".viri", ".viriformat"),
            "games",
            None,
            True,
            "self-play games with scores, read by bullet",
        ),
        Format(
            "binpack",
            (".binpack",),
            "games",
            None,
            False,
            "chains of positions with scores, read by Stockfish's trainer",
        ),
        Format(
            "lc0",
            (".v6", ".tar"),
            "games",
            LC0_V6,
            True,
            "planes, policy and values of each position, read by lc0's trainer",
        ),
        Format(
            "bulletformat",
            (".bullet", ".bf"),
            "positions",
            BULLETFORMAT,
            True,
            "positions with scores and results, without castling, read by bullet",
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
            "ChessBench's positions with the win probability of the side to move",
        ),
        Format(
            "action_value",
            (),
            "positions",
            None,
            False,
            "ChessBench's positions with moves and the win probability after them",
        ),
    )
}
"""All training formats by name."""

COMPRESSED: Final = (".zst", ".gz", ".bz2")
CHESSBENCH: Final = ("behavioral_cloning", "state_value", "action_value")
BAGS: Final = (".bag", ".bagz")


def detect(path: FilePath) -> Format:
    """Returns the training format of a file, by its name.

    If the name of a `.gz` file shows no format, its first bytes are compared with lc0's.

    Args:
        path: the file, which need not exist.

    Raises:
        EncodingError: a `ValueError`: the format is not recognized.

    Example:
        >>> detect("selfplay.viriformat.zst").name
        'viriformat'
        >>> detect("training.1234.gz").name
        'lc0'
    """
    name = Path(path).name.lower()
    suffixes = Path(name).suffixes
    is_compressed = bool(suffixes) and suffixes[-1] in COMPRESSED
    last = suffixes[-2:-1] if is_compressed else suffixes[-1:]
    for format in FORMATS.values():
        if last and last[0] in format.suffixes:
            return format
    if last and last[0] in BAGS:
        for format_name in CHESSBENCH:
            if format_name in name:
                return FORMATS[format_name]
    # lc0's chunks have no specific suffix: lc0 writes training.123.gz, enroque game_123.gz
    if suffixes[-1:] == [".gz"] and (name.startswith(("training", "game_")) or _is_chunk(path)):
        return FORMATS["lc0"]
    known = ", ".join(suffix for format in FORMATS.values() for suffix in format.suffixes)
    names = ", ".join(f"{name}.bag" for name in CHESSBENCH)
    raise EncodingError(
        f"{os.fspath(path)}: the format cannot be detected from the name: pass format= "
        f"(known suffixes: {known}; names: {names})"
    )


def _is_chunk(path: FilePath) -> bool:
    """Whether a file begins with the version and the input format of lc0's records."""
    if not Path(path).is_file():  # reading from a pipe would remove the bytes
        return False
    try:
        with gzip.open(path) as file:
            version, input_format = np.frombuffer(file.read(8), "<u4")
    except (OSError, EOFError, ValueError, zlib.error):
        return False
    return bool(3 <= version <= 7 and input_format in (1, 2, 3, 4, 5, 132, 133))


def game_format(path: FilePath) -> str | None:
    """Returns the name of the training format if games can be read from the file, else `None`."""
    try:
        format = detect(path)
    except EncodingError:
        return None
    return format.name if format.contents == "games" else None


def chosen_format(path: FilePath, name: str | None) -> Format:
    """Returns the format with this name, or the detected one if the name is `None`."""
    if name is None:
        return detect(path)
    try:
        return FORMATS[name]
    except KeyError:
        known = ", ".join(repr(known) for known in FORMATS)
        raise EncodingError(f"unknown format {name!r}; known: {known}") from None


def writable_format(path: FilePath, name: str | None) -> Format:
    """Returns the format for a new file.

    Raises:
        EncodingError: a `ValueError`: the format is unknown or cannot be compressed like this.
    """
    chosen = chosen_format(path, name)
    last = Path(path).suffix.lower()
    if chosen.name in CHESSBENCH and last in (*COMPRESSED, ".bagz"):
        raise EncodingError(f"{os.fspath(path)}: bags must be uncompressed, with the suffix .bag")
    return chosen
