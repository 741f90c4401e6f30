"""The table of training formats, and their detection from file names."""

import gzip
import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from .. import _core
from .._arguments import COMPRESSIONS, check_suffix_of_format, whole_number
from .._model.games import FilePath
from ..errors import ArgumentError


@dataclass(frozen=True)
class Format:
    """A training format.

    Attributes:
        name: its name, as in `format=`.
        suffixes: its file name suffixes, before `.zst`, `.gz` or `.bz2`.
        contents: `"games"` if `read` can read it, else `"positions"`.
        records: the dtype of the arrays that `stream_records` returns, if it does.
        chess960: whether it can store Chess960 and double Chess960.
        description: a short description.
        bag: for a format of ChessBench, whether its records have a move, and whether they have a
            win probability.
    """

    name: str
    suffixes: tuple[str, ...]
    contents: Literal["games", "positions"]
    records: np.dtype[np.void] | None
    chess960: bool
    description: str
    bag: tuple[bool, bool] | None = None


def _format(
    name: str,
    suffixes: list[str],
    has_games: bool,
    fields: str,
    bag: tuple[bool, bool] | None,
    chess960: bool,
    description: str,
) -> Format:
    """Returns the format of a row of the registry in Rust."""
    # as in np.dtype: name, type and shape
    columns: list[Any] = [
        (name, kind, tuple(map(int, shape)))
        for name, kind, *shape in map(str.split, fields.split(";") if fields else [])
    ]
    records = np.dtype(columns) if columns else None
    contents: Literal["games", "positions"] = "games" if has_games else "positions"
    return Format(name, tuple(suffixes), contents, records, chess960, description, bag)


FORMATS: Final[dict[str, Format]] = {row[0]: _format(*row) for row in _core.training_formats()}
"""All training formats by name."""

BULLETFORMAT: Final = np.dtype(FORMATS["bulletformat"].records)
"""The dtype of a bulletformat record, 32 bytes, from the side to move's point of view.

`occupied` is a bitboard; `pieces` has four bits for each occupied square from a1 to h8, low bits
first (0 to 5 are pawn to king, plus 8 for the opponent's); `score` is in centipawns; `result` is 0
(lost), 1 (drawn) or 2 (won); `own_king` and `other_king` are squares."""

LC0_V6: Final = np.dtype(FORMATS["lc0"].records)
"""The dtype of lc0's training record, version 6, 8356 bytes, with lc0's field names."""

LC0_V7: Final = np.dtype(FORMATS["lc0_v7"].records)
"""The dtype of lc0's training record, version 7, 8396 bytes: `LC0_V6` with four more fields.

`q_st` and `d_st` are the short-term values, `opp_played_idx` and `next_played_idx` the policy
indices of the next two moves, 65535 after the end of the game; see `lc0_v7`."""

OnUnsupported: TypeAlias = Literal["raise", "skip"]
"""What to do with a game that the format cannot store: raise an exception or skip it."""

CHESSBENCH: Final = tuple(format.name for format in FORMATS.values() if format.bag)
BAGS: Final = (".bag", ".bagz")
CHUNKS: Final = {6: "lc0", 7: "lc0_v7"}
"""The formats of lc0 by the version of their records."""


def detect(path: FilePath) -> Format:
    """Returns the training format of a file, by its name.

    The first bytes of a `.gz` file whose name shows no other format are compared with lc0's.

    Args:
        path: the file, which need not exist.

    Raises:
        ArgumentError: the format is not recognized.

    Example:
        >>> detect("selfplay.viriformat.zst").name
        'viriformat'
        >>> detect("training.1234.gz").name
        'lc0'
    """
    name = Path(path).name.lower()
    suffixes = Path(name).suffixes
    is_compressed = bool(suffixes) and suffixes[-1] in COMPRESSIONS
    last = suffixes[-2:-1] if is_compressed else suffixes[-1:]
    for format in FORMATS.values():
        if last and last[0] in format.suffixes:
            if last[0] == ".tar":
                inner = suffixes[-3:-2] if is_compressed else suffixes[-2:-1]
                return _format_of_members(path, inner)
            return format
    if last and last[0] in BAGS:
        for format_name in CHESSBENCH:
            if format_name in name:
                return FORMATS[format_name]
    # lc0's chunks have no specific suffix: lc0 writes training.123.gz, enroque game_123.gz
    if suffixes[-1:] == [".gz"]:
        version = _version_of_chunk(path)
        if version or name.startswith(("training", "game_")):
            return FORMATS[CHUNKS.get(version, "lc0")]
    known = ", ".join({suffix: 0 for format in FORMATS.values() for suffix in format.suffixes})
    names = ", ".join(f"{name}.bag" for name in CHESSBENCH)
    raise ArgumentError(
        f"{os.fspath(path)}: the format cannot be detected from the name: pass format= "
        f"(known suffixes: {known}; names: {names})"
    )


def _format_of_members(path: FilePath, inner: list[str]) -> Format:
    """Returns the format of the chunks in an archive, by the suffix before `.tar`.

    Raises:
        ArgumentError: it is that of a format that is not lc0's.
    """
    others = [one for one in FORMATS.values() if inner and inner[0] in one.suffixes]
    found = (others or [FORMATS["lc0"]])[0]
    if found.name not in CHUNKS.values():
        raise ArgumentError(
            f"{os.fspath(path)}: a .tar archive has chunks of lc0, not {found.name}: use .v6.tar"
        )
    return found


def _version_of_chunk(path: FilePath) -> int:
    """Returns the version with which the file begins, 0 if it is not one of lc0's records."""
    if not Path(path).is_file():  # reading from a pipe would remove the bytes
        return 0
    try:
        with gzip.open(path) as file:
            version, input_format = np.frombuffer(file.read(8), "<u4")
    except (OSError, EOFError, ValueError, zlib.error):
        return 0
    is_chunk = 3 <= version <= 7 and input_format in (1, 2, 3, 4, 5, 132, 133)
    return int(version) if is_chunk else 0


def format_of_name(path: FilePath) -> Format:
    """Returns the detected format apart from the version of lc0's records that the file has.

    Games are read from both versions, and a file that is replaced has the version of its name.

    Raises:
        ArgumentError: the format is not recognized.
    """
    format = detect(path)
    is_version = format.name == "lc0_v7" and ".v7" not in Path(path).suffixes
    return FORMATS["lc0"] if is_version else format


def chosen_format(path: FilePath, name: str | None) -> Format:
    """Returns the format with this name, or the detected one if the name is `None`."""
    if name is None:
        return detect(path)
    if not isinstance(name, str):
        raise TypeError(f"format must be a str, not {type(name).__qualname__}")
    try:
        return FORMATS[name]
    except KeyError:
        known = ", ".join(repr(known) for known in FORMATS)
        raise ArgumentError(f"unknown format {name!r}; known: {known}") from None


def writable_format(path: FilePath, name: str | None) -> Format:
    """Returns the format for a new file.

    Raises:
        ArgumentError: the format is unknown, is not that of the suffix, or cannot be compressed
            like this.
    """
    chosen = format_of_name(path) if name is None else chosen_format(path, name)
    try:
        of_suffix = detect(path).name
    except ArgumentError:
        of_suffix = chosen.name
    # the suffixes .bag, and .tar and .gz of lc0, are those of several formats
    names = {of_suffix, chosen.name}
    is_shared = names <= {*CHESSBENCH} or (
        names <= {*CHUNKS.values()} and not {".v6", ".v7"} & {*Path(path).suffixes}
    )
    if of_suffix != chosen.name and not is_shared:
        allowed = " or ".join(chosen.suffixes or BAGS[:1])
        raise ArgumentError(
            f"{os.fspath(path)}: the suffix is that of {of_suffix}, but format={chosen.name!r}: "
            f"use {allowed}"
        )
    if chosen.name in CHESSBENCH:
        if Path(path).suffix.lower() in (*COMPRESSIONS, ".bagz"):
            raise ArgumentError(
                f"{os.fspath(path)}: bags must be uncompressed, with the suffix .bag"
            )
        check_suffix_of_format(path, chosen.name, BAGS[:1])
        return chosen
    check_suffix_of_format(path, chosen.name, chosen.suffixes, tuple(COMPRESSIONS))
    return chosen


def check_missing_score(score: int | None) -> None:
    """Raises an error if the argument `missing_score` is not `None` or a score of 16 bits."""
    requirement = "missing_score must be -32768 to 32767"
    if score is not None and not -32768 <= whole_number(score, requirement) <= 32767:
        raise ArgumentError(requirement)
