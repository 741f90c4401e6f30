"""Checks of arguments: whole numbers, counts, names and suffixes."""

import operator
import os
from collections.abc import Iterable
from typing import Final, SupportsIndex

from ._core import Games, Loader, Positions
from .errors import ArgumentError


def type_name(value: object) -> str:
    """Returns the name of a value's type, for messages.

    Types of python-chess have the name of their module, since many have the same names as ours.
    """
    kind = type(value)
    is_theirs = kind.__module__.partition(".")[0] == "chess"
    return f"{kind.__module__}.{kind.__qualname__}" if is_theirs else kind.__qualname__


NOT_AN_INDEX: Final = (ArithmeticError, LookupError, TypeError, ValueError)
"""What comparing a value with a number, or using it as an index, may raise."""


def whole_number(value: SupportsIndex, requirement: str) -> int:
    """Returns the number as an `int`, or raises a `TypeError` that states the requirement."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{requirement}, not {type_name(value)}") from None


def checked_count(name: str, number: SupportsIndex, least: int = 0) -> int:
    """Returns the number as an `int`.

    Args:
        name: the argument, for messages.
        number: its value.
        least: the smallest value that is allowed.

    Raises:
        ArgumentError: the number is too small, or does not fit into 64 bits.
        TypeError: it is not an integer.
    """
    value = whole_number(number, f"{name} must be an int")
    if value < least:
        raise ArgumentError(f"{name} must be {least} or more, not {max(value, -(2**63))}")
    if value >= 2**63:
        raise ArgumentError(f"{name} is too large: 2**63 or more")
    return value


def at_least_one(name: str, number: SupportsIndex) -> None:
    """Raises `TypeError` or `ArgumentError` if a number is not 1 or more."""
    checked_count(name, number, 1)


def check_type(name: str, value: object, *kinds: type, hint: str = "") -> None:
    """Raises a `TypeError` if a value is of none of the types of enroque.

    Args:
        name: the argument, for messages.
        value: its value.
        kinds: the types.
        hint: the correct usage, for the end of the message.
    """
    if not isinstance(value, kinds):
        known = " or ".join(f"enroque.{kind.__qualname__}" for kind in kinds)
        raise TypeError(f"{name} must be an {known}, not {type_name(value)}{hint}")


def check_games(games: object) -> None:
    """Raises a `TypeError` if a value is not `Games`."""
    hint = ""
    if isinstance(games, str | os.PathLike):
        hint = f": pass Games.read({os.fspath(games)!r})"
    check_type("games", games, Games, hint=hint)


def check_loader(loader: object) -> None:
    """Raises a `TypeError` if a value is not a `Loader`."""
    is_source = isinstance(loader, Games | Positions | str | os.PathLike)
    check_type("loader", loader, Loader, hint=": use Loader(..., columns)" if is_source else "")


def one_of(name: str, value: object, *choices: str) -> None:
    """Raises an error if the value of an option is none of its choices.

    Raises:
        ArgumentError: it is another string.
        TypeError: it is not a string.
    """
    known = " or ".join(f'"{choice}"' for choice in choices)
    if not isinstance(value, str):
        raise TypeError(f"{name} must be {known}, not {type_name(value)}")
    if value not in choices:
        raise ArgumentError(f"{name} must be {known}, not {value[:80]!r}")


COMPRESSIONS: Final = {".zst": "zst", ".zstd": "zst", ".gz": "gz", ".bz2": "bz2"}
"""The compressions of files by their suffixes."""

_KNOWN_SUFFIXES: Final = frozenset((
    ".pgn", ".npz", ".parquet", ".arrow", ".feather", ".csv", ".tsv", ".json", ".jsonl", ".epd",
    ".fen", ".plain", ".vf", ".viri", ".viriformat", ".binpack", ".v6", ".v7", ".bullet", ".bf",
    ".bag", ".bagz", ".tar", ".tgz", ".zip", ".zst", ".zstd", ".gz", ".bz2", ".xz", ".lzma", ".lz4",
    ".br", ".7z", ".rar",
))  # fmt: skip
"""Suffixes that mean one format or compression."""


def check_suffix_of_format(
    path: str | os.PathLike[str],
    format: str,
    suffixes: Iterable[str],
    compressions: tuple[str, ...] = (),
) -> None:
    """Raises an error if the name of a file ends in a suffix of another format.

    Args:
        path: the file, whose suffix may be one that means no format.
        format: the format, for the message.
        suffixes: the suffixes of the format.
        compressions: the suffixes that may follow.

    Raises:
        ArgumentError: with the suffixes of the format.
    """
    plain, suffix = os.path.splitext(os.fsdecode(path).lower())
    if suffix in compressions:
        suffix = os.path.splitext(plain)[1]
    if suffix in _KNOWN_SUFFIXES.difference(suffixes):
        allowed = " or ".join(suffixes) or "another suffix, such as .txt"
        raise ArgumentError(
            f"{os.fsdecode(path)}: the suffix {suffix} is that of another format than {format}: "
            f"use {allowed}"
        )
