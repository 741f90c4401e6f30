"""File formats and their file name suffixes."""

import importlib
import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from .. import formats
from .._arguments import COMPRESSIONS
from ..errors import ArgumentError, advised
from ..formats import FORMATS
from ..formats._formats import format_of_name
from .remote import without_query

MANIFEST: Final = "manifest.json"
"""The name of the manifest in a folder of shards; a single file's name plus `.manifest.json`."""

JOURNAL: Final = ".conversion.json"
"""The name of the journal of a conversion, which lists the shards written so far and is deleted at
the end."""

SUFFIXES: Final = {"pgn": ".pgn", "npz": ".npz", "parquet": ".parquet"}
"""The suffixes of the formats that are not training formats."""

TABLES: Final = ("csv", "jsonl", "lines", "arrow")
"""The formats of tables of games that are only read; `"arrow"` is that of data frames."""

FOR_POSITIONS: Final = "use convert_positions for tables of positions"
"""The advice of messages about files that are not of games."""

KNOWN: Final = f"{', '.join([*SUFFIXES, *FORMATS])}; compressed: pgn.zst, pgn.gz, pgn.bz2"
"""The list of formats in error messages."""


def plain_name(path: str | os.PathLike[str], compressions: Collection[str] = COMPRESSIONS) -> str:
    """Returns the name of a file in lower case, without the suffix of a compression.

    Args:
        path: the file.
        compressions: the suffixes of compressions.
    """
    name = Path(without_query(os.fspath(path))).name.lower()
    plain, suffix = os.path.splitext(name)
    return plain if suffix in compressions else name


def format_of(path: str | os.PathLike[str]) -> str | None:
    """Returns the format of a file by its name, `None` if it is unknown.

    Args:
        path: the file, which need not exist.

    Returns:
        `"pgn"`, `"npz"`, `"parquet"` or a name in `enroque.formats.FORMATS`.
    """
    path = without_query(os.fspath(path))
    name = Path(path).name.lower()
    plain = plain_name(path, (*COMPRESSIONS, ".zip"))
    for format, suffix in SUFFIXES.items():
        if plain.endswith(suffix):
            return format
    if name.endswith(".zip"):
        return "pgn"
    try:
        return format_of_name(path).name
    except ValueError:
        return None


def known_format(path: str | os.PathLike[str], hint: str, **options: Sequence[str]) -> str:
    """Returns the format of a file by its name.

    Args:
        path: the file, which need not exist.
        hint: what to do otherwise, for the message of the error.
        options: the arguments that the hint names; see `EnroqueError.options`.

    Raises:
        ArgumentError: the suffix is unknown.
    """
    if (format := format_of(path)) is None:
        problem = "cannot detect the format from the name"
        error = ArgumentError(f"{os.fspath(path)}: {problem}: {hint} (known: {KNOWN})")
        raise advised(error, hint, **options)
    return format


def suffix_of(format: str) -> str:
    """Returns the file name suffix of shards.

    Args:
        format: the format, with a compression or without: `"parquet"`, `"pgn.zst"`, `"viriformat"`.

    Raises:
        ArgumentError: the format is unknown.
    """
    if not isinstance(format, str):
        raise TypeError(f"a file format must be a str, not {type(format).__qualname__}")
    plain, dot, compression = format.partition(".")
    if plain in SUFFIXES and (not dot or (plain == "pgn" and f".{compression}" in COMPRESSIONS)):
        return f"{SUFFIXES[plain]}{dot}{compression}"
    if plain in FORMATS and (not dot or f".{compression}" in COMPRESSIONS):
        # the formats of ChessBench are detected from the name before the suffix
        suffix = next(iter(FORMATS[plain].suffixes), f"-{plain}.bag")
        return f"{suffix}{dot}{compression}"
    error = ArgumentError(f"unknown file format {format!r}; known: {KNOWN}; {FOR_POSITIONS}")
    raise advised(error, FOR_POSITIONS, convert_positions=())


def module_of(format: str) -> tuple[Any, dict[str, str]]:
    """Returns the module with `read` and `stream` of a format other than PGN.

    Args:
        format: the format.

    Returns:
        The module, and the arguments that its functions need beside the path.
    """
    if format in TABLES:
        return importlib.import_module("enroque._files.table_files"), {"format": format}
    if format in SUFFIXES:
        return importlib.import_module(f"enroque.{format}"), {}
    return formats, {"format": format}


def table_options(
    format: str, columns: Mapping[str, str] | None, time_unit: str | None
) -> dict[str, Any]:
    """Returns the arguments of the reader of a table of games.

    Args:
        format: the format of the files.
        columns: the columns by what they contain; `None` for known tables.
        time_unit: the unit of the base time of time controls; `None` for that of the known table.

    Raises:
        ArgumentError: the files are not tables.
    """
    given = {"columns": columns, "time_unit": time_unit}
    given = {name: value for name, value in given.items() if value is not None}
    if given and format not in (*TABLES, "parquet"):
        raise ArgumentError(f"{' and '.join(given)} is for tables, and {format} is none")
    return given
