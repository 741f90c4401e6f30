"""The report of a conversion, which is also its manifest."""

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Conversion"]


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
