"""Names of openings, by position: `Board.opening`, `Games.openings`, and the table of all names.

The names and ECO codes are those of lichess-org/chess-openings (CC0), as Lichess shows them. Names
belong to positions, so transpositions are recognized. The name of a game is that of its last
position with a name: moves after it do not change the name. Two positions are the same if they have
the same pieces, side to move, castling rights and legal en passant. So games of Chess960
practically never have a name, and a game that was set up has the names of the positions that it
reaches.

    >>> import enroque
    >>> from enroque.data import example_games
    >>> openings = example_games().openings()
    >>> openings.name[1], openings.eco[1].item(), openings.ply[1].item()
    ('Sicilian Defense: Löwenthal Variation', 'B32', 8)
    >>> enroque.openings.VERSION
    'lichess-org/chess-openings 51b8862 2026-07-22'

`openings.name` and the other columns are NumPy arrays with a value for each game;
`polars.DataFrame(openings)`, `pyarrow.table(openings)` and others read them as dictionaries of
texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from ._core import named_positions, openings_version

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["VERSION", "GameOpenings", "NamedPosition", "Opening", "table"]
__dir__ = __all__.copy

VERSION: Final = openings_version()
"""The source of the names, with its commit and date."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening of a board.

    Attributes:
        eco: the code of the Encyclopaedia of Chess Openings, such as `"C60"`.
        name: the name, such as `"Ruy Lopez: Closed"`.
        ply: the number of moves of the board's history before the named position.
    """

    eco: str
    name: str
    ply: int

    @property
    def family(self) -> str:
        """The part of the name before the colon.

        Example:
            >>> Opening("B90", "Sicilian Defense: Najdorf Variation", 10).family
            'Sicilian Defense'
        """
        return self.name.partition(": ")[0]


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """A row of `table`.

    Attributes:
        eco: the code of the Encyclopaedia of Chess Openings.
        name: the name.
        san: moves from the standard start position to the position, usual ones, in SAN.
        epd: the position: a FEN without counters, with an en-passant square only if a capture there
            is legal.
    """

    eco: str
    name: str
    san: str
    epd: str


@dataclass(frozen=True, eq=False, repr=False)
class GameOpenings:
    """The openings of games, as `Games.openings` returns them.

    Attributes:
        index: the row of `table` of each game's opening, int64, `(games,)`; -1 for games without.
        ply: the number of plies before the named position, int64, `(games,)`; -1 for games without.
    """

    index: NDArray[np.int64]
    ply: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.index)

    def __repr__(self) -> str:
        from collections import Counter

        families = Counter(filter(None, self.family.tolist())).most_common(3)
        shown = ", ".join(f"{name} {count}" for name, count in families)
        named = sum(self.index >= 0)
        return f"<GameOpenings: {len(self)} games, {named} named{': ' if shown else ''}{shown}>"

    @property
    def eco(self) -> NDArray[np.str_]:
        """The code of each game, `<U3`, `(games,)`; empty for games without."""
        return self._of_games("eco").astype("U3")

    @property
    def name(self) -> NDArray[Any]:
        """The name of each game, `str` (dtype object), `(games,)`; empty for games without."""
        return self._of_games("name")

    @property
    def family(self) -> NDArray[Any]:
        """The part of each name before the colon, as `name`.

        Example:
            >>> from enroque import Games
            >>> openings = Games.from_pgn(b"1. e4 c5 * 1. e4 c5 2. Nc3 *").openings()
            >>> openings.family.tolist()
            ['Sicilian Defense', 'Sicilian Defense']
        """
        return self._of_games("family")

    def _of_games(self, column: str) -> NDArray[Any]:
        # -1 is the last text, which is empty
        texts, codes = _dictionary(column)
        return texts[codes][self.index]

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Returns a table with the columns `eco`, `name`, `family` and `ply`, as Arrow data.

        The texts are dictionaries; all columns are null for games without. Requires pyarrow.

        Args:
            requested_schema: a schema to convert to, as the Arrow protocol defines.
        """
        from ._files.arrow_lists import pyarrow

        pa = pyarrow()
        is_missing = self.index < 0

        def encoded(column: str) -> Any:
            texts, codes = _dictionary(column)
            return pa.DictionaryArray.from_arrays(
                pa.array(codes[self.index], mask=is_missing), pa.array(texts[:-1].tolist())
            )

        columns = {name: encoded(name) for name in ("eco", "name", "family")}
        columns["ply"] = pa.array(self.ply, mask=is_missing)
        return pa.table(columns).__arrow_c_stream__(requested_schema)


def table() -> list[NamedPosition]:
    """Returns all named positions, sorted by code and name.

    `pandas.DataFrame(table())` and `polars.DataFrame(table())` are tables. Several positions may
    have the same name.

    Example:
        >>> rows = [row for row in table() if row.name == "Ruy Lopez: Berlin Defense"]
        >>> rows[0].eco, rows[0].san
        ('C65', 'e4 e5 Nf3 Nc6 Bb5 Nf6')
    """
    return [NamedPosition(*row) for row in named_positions()]


@cache
def _dictionary(column: str) -> tuple[NDArray[Any], NDArray[np.int16]]:
    """Returns the different texts of a column of the table, and the number of each row's text.

    The last text is empty; so is that of the last row, for games without an opening.
    """
    import numpy as np

    rows: Sequence[Any] = [Opening(eco, name, 0) for eco, name, *_ in named_positions()]
    of_rows = [getattr(row, column) for row in rows]
    numbers = {text: number for number, text in enumerate(dict.fromkeys([*of_rows, ""]))}
    codes = [numbers[text] for text in [*of_rows, ""]]
    texts = np.empty(len(numbers), object)
    texts[:] = list(numbers)
    return texts, np.array(codes, np.int16)
