"""Example games (standard chess, Chess960 and double Chess960), and a table of evaluations."""

import csv
from collections.abc import Iterator
from importlib import resources
from io import BytesIO
from typing import Final

from enroque import Games, Positions, chess960
from enroque._model.filters import Filter
from enroque.pgn import TAG_ROSTER

__all__ = ["EVALUATIONS", "example_games", "example_positions"]
__dir__ = __all__.copy

EVALUATIONS: Final = str(resources.files("enroque.data").joinpath("evaluations.csv.zst"))
"""The path of a table in the form of Kaggle's evaluations, compressed with zstd.

24,000 positions of 1,500 games of Lichess of 2022 (CC0), with the evaluations by Stockfish that
Lichess publishes with the games, in random order.
"""

_TABLES = ("standard.tsv", "chess960.tsv", "double_chess960.tsv")
_STANDARD_START = "518"


def example_games(*, filter: Filter | None = None) -> Games:
    """Returns the 118 example games of the package.

    World championship and other famous games from 1834 to 2025, the Chess960 rapid world
    championship of Mainz 2009, and Chess960 and double Chess960 engine games of TCEC finals, in
    that order. They have tags and moves, without clocks and evaluations.

    Args:
        filter: criteria that the returned games meet; `None` for all games.

    Example:
        >>> from enroque.data import example_games
        >>> example_games()
        <Games: 118 games, 8682 plies, 0 broken>
    """
    return Games.from_pgn(BytesIO(example_pgn()), filter=filter)


def example_pgn() -> bytes:
    """Returns the PGN of `example_games`.

    Example:
        >>> from enroque.data import example_pgn
        >>> example_pgn().splitlines()[0]
        b'[Event "Match"]'
    """
    return "\n".join(_as_pgn(row) for table in _TABLES for row in _rows(table)).encode()


def example_positions() -> Positions:
    """Returns 24,000 positions with evaluations, those of the file `EVALUATIONS`.

    Example:
        >>> from enroque.data import example_positions
        >>> example_positions()
        <Positions: 24000 rows, evals>
    """
    return Positions.read(EVALUATIONS)


def _rows(table: str) -> Iterator[dict[str, str]]:
    """Yields the rows of a table: a header line, then one game per line, separated by tabs."""
    text = resources.files(__name__).joinpath(table).read_text(encoding="utf-8")
    return csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)


def _as_pgn(row: dict[str, str]) -> str:
    """Returns one row as PGN."""
    tags = {name: row[name.lower()] or "?" for name in TAG_ROSTER}
    if "." not in tags["Date"]:
        tags["Date"] += ".??.??"
    for color in ("White", "Black"):
        if elo := row[f"{color.lower()}_elo"]:
            tags[f"{color}Elo"] = elo
    if row["start"] != _STANDARD_START:
        white, _, black = row["start"].partition("/")
        tags["Variant"] = "Chess960"
        tags["SetUp"] = "1"
        tags["FEN"] = chess960.double(int(white), int(black or white)).fen()
    head = "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items())
    return f"{head}\n{row['moves']} {row['result']}\n"
