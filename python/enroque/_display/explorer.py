"""The moves played in a position: the result of `Games.explorer`."""

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

from .._arguments import checked_count
from .._core import Board, Move
from .._files.arrow_lists import pyarrow
from .._model.evals import eval_text
from .._model.games import FilePath
from .._model.moves import move_of_bits
from .._optional_packages import imported
from ..errors import ArgumentError
from .text_table import text_table

if TYPE_CHECKING:
    from .._core import Games


@dataclass(frozen=True)
class ExplorerRow:
    """A move of an `Explorer`, or the total.

    Attributes:
        move: the move; `None` for the total.
        san: the move in SAN; empty for the total.
        eco: the ECO code of the position after the move; of the explorer's position for the total.
            `None` if the position has no name: see `enroque.openings`.
        opening: the name of that position, or `None`.
        games: the number of games.
        white: the number of games that White won.
        draws: the number of draws.
        black: the number of games that Black won.
        score: the points per game of the side to move, 0 to 1; `None` if no game has a result.
        average_elo: the mean rating of the players to move; `None` if none is known.
        performance: the performance of the players to move: the rating at which their points
            against the rated opponents are expected, at most 800 from the mean of those. `None` if
            no opponent of a game with a result is rated.
        first_year: the first year; `None` if none is known.
        last_year: the last year; `None` if none is known.
        average_eval: the mean evaluation after the move in centipawns from White's view; mates and
            larger ones count as 1,000. `None` if there is none.

    Example:
        >>> import enroque
        >>> games = enroque.Games.from_pgn(b'[Date "1990.??.??"] 1. e4 1-0')
        >>> row = games.explorer()[0]
        >>> row.san, row.score, row.first_year
        ('e4', 1.0, 1990)
    """

    move: Move | None
    san: str
    eco: str | None
    opening: str | None
    games: int
    white: int
    draws: int
    black: int
    score: float | None
    average_elo: float | None
    performance: float | None
    first_year: int | None
    last_year: int | None
    average_eval: float | None


_TYPES: Final[dict[Any, str]] = {
    int: "int64",
    int | None: "int32",
    float | None: "float64",
    str | None: "string",
}
_COLUMNS: Final = {column.name: _TYPES[column.type] for column in fields(ExplorerRow)[2:]}
"""The columns of an explorer after `move` and `san`, and their types in Arrow."""


class Explorer:
    """The moves played in a position, the most frequent first; made by `Games.explorer`.

    That of a start position by `chess960.by_start`, whose games are not kept, cannot `play`.

    It is a sequence of `ExplorerRow`; `explorer["e4"]` is the row of a move. Polars, pandas, DuckDB
    and others read it as an Arrow table with the attributes of the rows as columns:
    `polars.DataFrame(explorer)`. Notebooks show it as a table, beside the board with an arrow for
    each move, which is more opaque the more games have it.

    Attributes:
        total: all games with the position, also those that end there and those of rare moves.

    Example:
        >>> from enroque.data import example_games
        >>> explorer = example_games().explorer(min_games=5)
        >>> explorer
        Explorer: 80 games, 3 moves
        Move   Games  White  Draw  Black   Elo  Performance      Years  Opening
        e4        40    68%    2%    30%  2740         2834  1834-2025  King's Pawn Game
        d4        30    87%    0%    13%  2714         2998  1886-2025  Queen's Pawn Game
        c4         7    71%    0%    29%  2748         2816  1960-2025  English Opening
        total     80    75%    2%    22%  2730         2880  1834-2025
        >>> explorer["e4"].opening
        "King's Pawn Game"
    """

    total: ExplorerRow

    def __init__(
        self, games: "Games | None", board: Board, found: list[Any], options: dict[str, Any]
    ) -> None:
        self._kept, self._board, self._options = games, board, options
        rows = []
        for bits, opening, games_of_move, results, means, years, eval in found:
            shown = Move.from_uci(board.uci(move_of_bits(bits))) if bits else None
            values = [*opening, games_of_move, *results, *means, *years, eval]
            rows.append(ExplorerRow(shown, board.san(shown) if shown else "", *values))
        self._rows, self.total = rows[:-1], rows[-1]

    @property
    def board(self) -> Board:
        """A board with the position."""
        return self._board.copy()

    @property
    def _games(self) -> "Games":
        if self._kept is None:
            raise ArgumentError("chess960.by_start does not keep the games: use Games.explorer")
        return self._kept

    def play(self, move: "Move | str") -> "Explorer":
        """Returns the explorer of the position after a move, with the same options.

        Args:
            move: a legal move, or one in SAN or UCI.

        Raises:
            InvalidMoveError: the text is no move.
            IllegalMoveError: the move is illegal.

        Example:
            >>> from enroque.data import example_games
            >>> example_games().explorer().play("e4").play("e5").total.games
            17
        """
        board = self.board
        board.push(self._move(move))
        return explorer(self._games, board, **self._options)

    def book(self, plies: int = 20) -> bytes:
        """Returns a Polyglot opening book of the moves after the position.

        It has the moves that at least `min_games` games have in their position, by any order of
        moves, with their numbers of games as weights. Where a move of the position has more than
        65,535, the weights are in proportion. `Arena(start=(explorer, plies))` begins games with
        these moves.

        Args:
            plies: the number of plies after the position.

        Raises:
            ArgumentError: `plies` is negative.

        Example:
            >>> from enroque.data import example_games
            >>> len(example_games().explorer(min_games=5).book(4)) // 16
            16
        """
        return self._games._explorer_book(self._board, plies, **self._options)

    def write_book(self, path: FilePath, plies: int = 20) -> None:
        """Writes a Polyglot opening book, as in `book`.

        The file appears under its name only when it is complete.

        Args:
            path: the file; an existing one is replaced.
            plies: the number of plies after the position.

        Raises:
            ArgumentError: `plies` is negative.
            OSError: the file cannot be written.

        Example:
            >>> import tempfile
            >>> import enroque
            >>> from enroque.data import example_games
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     example_games().explorer().write_book(f"{folder}/book.bin", plies=10)
            ...     with enroque.polyglot.open_reader(f"{folder}/book.bin") as book:
            ...         book.find(enroque.Board()).move.uci(), book.find(enroque.Board()).weight
            ('e2e4', 40)
        """
        from .._files.atomic import replacing

        contents = self.book(plies)
        with replacing(path) as file:
            file.write(contents)

    def _move(self, move: "Move | str") -> Move:
        if not isinstance(move, str):
            return move
        try:
            return self._board.parse_san(move)
        except ValueError:
            try:
                return self._board.parse_uci(move)
            except ValueError:
                pass
            raise

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[ExplorerRow]:
        return iter(self._rows)

    def __getitem__(self, key: "int | Move | str") -> ExplorerRow:
        if isinstance(key, int):
            return self._rows[key]
        move = self._move(key)
        for row in self._rows:
            if row.move == move:
                return row
        raise KeyError(key)

    def _title(self) -> str:
        return f"Explorer: {self.total.games} games, {len(self)} moves"

    def _cells(self) -> tuple[tuple[str, ...], list[tuple[str | int, ...]]]:
        """Returns the table that is shown: its head, and the rows of the moves and the total.

        The results and the evaluation are White's, the ratings those of the player to move.
        """
        head = ("Move", "Games", "White", "Draw", "Black", "Eval", "Elo", "Performance", "Years")
        rows = []
        for row in (*self, self.total):
            decided = row.white + row.draws + row.black
            results = (row.white, row.draws, row.black)
            shares = [f"{count / decided:.0%}" if decided else "" for count in results]
            ratings = ("" if of is None else round(of) for of in (row.average_elo, row.performance))
            years = (str(year) for year in (row.first_year, row.last_year) if year is not None)
            tail = (*ratings, "-".join(dict.fromkeys(years)), row.opening or "")
            value = eval_text(row.average_eval)
            rows.append((row.san or "total", row.games, *shares, value, *tail))
        return (*head, "Opening"), rows

    def __repr__(self) -> str:
        return text_table(self._title(), *self._cells())

    def sort(self, by: str, *, descending: bool = False) -> "Explorer":
        """Returns the explorer with its moves in another order; those without a value come last.

        Args:
            by: an attribute of the rows, such as `"score"` or `"average_elo"`.
            descending: whether the largest value comes first.

        Raises:
            ArgumentError: the rows have no such attribute.

        Example:
            >>> from enroque.data import example_games
            >>> [row.san for row in example_games().explorer(min_games=5).sort("score")]
            ['e4', 'c4', 'd4']
        """
        if by not in ("san", *_COLUMNS):
            raise ArgumentError(f"{by!r} is not one of san, {', '.join(_COLUMNS)}")
        known = [row for row in self if getattr(row, by) is not None]
        known.sort(key=lambda row: getattr(row, by), reverse=descending)
        ordered = copy(self)
        ordered._rows = known + [row for row in self if getattr(row, by) is None]
        return ordered

    def to_pandas(self) -> Any:
        """Returns a `pandas.DataFrame` with a row for each move, whose columns are the attributes.

        Raises:
            ImportError: pandas is not installed.
        """
        pd = imported("pandas", "Explorer.to_pandas")
        rows = [{"san": row.san, **{name: getattr(row, name) for name in _COLUMNS}} for row in self]
        return pd.DataFrame(rows, columns=["san", *_COLUMNS])

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Returns the rows as a stream of Arrow data.

        Args:
            requested_schema: the schema requested by the consumer, as a PyCapsule.

        Raises:
            ImportError: pyarrow, the extra `parquet`, is not installed.
        """
        pa = pyarrow()
        moves = [row.move.uci() if row.move else "" for row in self._rows]
        columns = {
            "move": pa.array(moves, pa.string()),
            "san": pa.array([row.san for row in self._rows], pa.string()),
        }
        for name, kind in _COLUMNS.items():
            columns[name] = pa.array([getattr(row, name) for row in self._rows], kind)
        return pa.table(columns).__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        from .notebook import explorer

        return explorer(self)


def explorer(
    games: "Games", board: "Board | str | None", min_games: int, threads: int | None
) -> Explorer:
    """Returns the explorer of a position; see `Games.explorer`."""
    checked_count("min_games", min_games)
    if board is None:
        board = Board()
    elif isinstance(board, Board):
        board = board.copy(stack=False)
    elif isinstance(board, str):
        missing = ["pieces", "side to move", "castling rights"][len(board.split()) :]
        board = Board(board, chess960=None)
        if missing:
            names = " and ".join(missing)
            raise ArgumentError(f"an explorer needs the {names}, which the FEN omits")
    else:
        kind = type(board).__qualname__
        raise TypeError(f"a position must be a Board or a FEN, not {kind}")
    found = games._explorer(board, min_games, threads)
    return Explorer(games, board, found, {"min_games": min_games, "threads": threads})
