"""Which kind of file a name stands for."""

import os
import re
from pathlib import Path
from typing import Final

from ..formats import FORMATS
from ..formats import detect as detect_trainer_format

__all__ = ["COMPRESSIONS", "KNOWN", "SUFFIXES", "kind_of", "suffix_of"]

SUFFIXES: Final = {"pgn": ".pgn", "npz": ".npz", "parquet": ".parquet"}
"""The kinds that are not a trainer's, and how their files' names end."""

COMPRESSIONS: Final = (".zst", ".gz", ".bz2")

KNOWN: Final = f"{', '.join([*SUFFIXES, *FORMATS])}, also pgn.zst and the like"
"""The kinds, for messages."""


def kind_of(path: str | os.PathLike[str]) -> str | None:
    """The kind of a file by the ending of its name; `None` if it is none of these.

    `"pgn"`, `"npz"`, `"parquet"` or a name of `enroque.formats.FORMATS`.
    """
    name = Path(path).name.lower()
    plain = re.sub(r"\.(zst|gz|bz2|zip)$", "", name)
    for kind, suffix in SUFFIXES.items():
        if plain.endswith(suffix):
            return kind
    if name.endswith(".zip"):
        return "pgn"
    try:
        return detect_trainer_format(path).name
    except ValueError:
        return None


def suffix_of(kind: str) -> str:
    """The ending of a shard's name, of a kind such as `"parquet"`, `"pgn.zst"` or `"viriformat"`.

    Raises:
        ValueError: if no kind is called so.
    """
    plain, dot, compression = kind.partition(".")
    if plain in SUFFIXES and (not dot or (plain == "pgn" and f".{compression}" in COMPRESSIONS)):
        return f"{SUFFIXES[plain]}{dot}{compression}"
    if plain in FORMATS and (not dot or f".{compression}" in COMPRESSIONS):
        # ChessBench's files have their kind in the name
        suffix = next(iter(FORMATS[plain].suffixes), f"-{plain}.bag")
        return f"{suffix}{dot}{compression}"
    raise ValueError(f"unknown kind of file {kind!r}; known: {KNOWN}")
