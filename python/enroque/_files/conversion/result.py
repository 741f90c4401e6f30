"""The reports of conversions, which are also their manifests."""

import platform
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..._core import __version__


def versions(format: str) -> dict[str, str]:
    """Returns the versions of the packages that determine the bytes of a file."""
    versions = {
        "enroque": __version__,
        "numpy": np.__version__,
        "python": platform.python_version(),
    }
    if format == "parquet":
        from ..arrow_lists import pyarrow

        versions["pyarrow"] = pyarrow().__version__
    return versions


@dataclass(frozen=True)
class Conversion:
    """The report of a conversion; all of it but `resumed` is stored in the manifest.

    Attributes:
        sources: for each source, its path, format, size in bytes and modification time; for a
            stream `"stream": True` instead of the last two.
        format: the format of the files written.
        shards: for each file written, `file`, `games`, `positions`, `bytes`, `skipped` (the number
            of games that the format cannot store, by reason) and `source_games` (`games` plus those
            skipped); the last two only if games were skipped.
        games: the number of games `read` (including those filtered out), `kept`, and `broken` of
            those kept.
        filtered_out: the number of games filtered out, by criterion.
        positions: the number of moves written.
        errors: `count`, the number of errors in the sources; `sources`, all errors of damaged
            files; `first`, the first of the other errors.
        filter: the criteria that differ from the default of `Filter`.
        options: the other arguments of `convert`.
        versions: the versions of enroque, NumPy, Python and (for Parquet) pyarrow.
        warnings: `count`, the number of warnings about PGN; `first`, the first of them.
        resumed: the number of shards that an earlier run wrote.
    """

    sources: list[dict[str, Any]]
    format: str
    shards: list[dict[str, Any]]
    games: dict[str, int]
    filtered_out: dict[str, int]
    positions: int
    errors: dict[str, Any]
    filter: dict[str, Any]
    options: dict[str, Any]
    versions: dict[str, str]
    warnings: dict[str, Any] = field(default_factory=dict)
    resumed: int = field(default=0, compare=False)

    def __str__(self) -> str:
        games = self.games
        text = f"{games['read']} games read, {games['kept']} kept ({games['broken']} broken)"
        if self.filtered_out:
            text += f"; filtered out: {counts_text(self.filtered_out)}"
        return text

    def __repr__(self) -> str:
        return f"<Conversion: {self}; {self.positions} positions in {_files(self)}>"


@dataclass(frozen=True)
class PositionConversion:
    """The report of a conversion of positions; all of it but `resumed` is stored in the manifest.

    Attributes:
        sources: for each source, its path, format, size in bytes and modification time; for a
            stream or table `"stream": True` instead of the last two.
        format: the format of the shards, such as `positions.npz`.
        shards: for each file written, `file`, `positions`, `bytes`, `skipped` (the number of rows
            that lack what the format needs, by reason) and `source_rows` (`positions` plus those
            skipped); the last two only if rows were skipped.
        rows: the number of rows with a position `read` (including those filtered out),
            `filtered_out`, and `kept`.
        subsets: the number of rows in each subset of `split`.
        errors: `count`, the number of rows that could not be read and of damaged sources; `kinds`,
            their number by kind; `sources`, the errors of damaged files; `first`, the first others.
        warnings: `count`, the number of rows without a value that was wrong; `first`, the first.
        filter: the query that the rows match, as text; `None` for all.
        options: the other arguments of `convert_positions`.
        versions: the versions of enroque, NumPy, Python and (for Parquet) pyarrow.
        resumed: the number of shards that an earlier run wrote.
    """

    sources: list[dict[str, Any]]
    format: str
    shards: list[dict[str, Any]]
    rows: dict[str, int]
    subsets: dict[str, int]
    errors: dict[str, Any]
    warnings: dict[str, Any]
    filter: str | None
    options: dict[str, Any]
    versions: dict[str, str]
    resumed: int = field(default=0, compare=False)

    def __str__(self) -> str:
        text = f"{self.rows['read']} positions read, {self.rows['kept']} kept"
        if kinds := self.errors["kinds"]:
            text += f"; rows that could not be read: {counts_text(kinds)}"
        return text

    def __repr__(self) -> str:
        subsets = f": {counts_text(self.subsets)}" if self.subsets else ""
        return f"<PositionConversion: {self}; {_files(self)}{subsets}>"


def counts_text(counts: dict[str, int]) -> str:
    """Returns counts by name as text."""
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def _files(conversion: Conversion | PositionConversion) -> str:
    count = len(conversion.shards)
    return f"{count} file{'' if count == 1 else 's'} of {conversion.format}"
