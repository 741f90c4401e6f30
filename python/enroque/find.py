"""Queries for positions of games, and the moves played in a position.

A query is a condition of a position. `Games.search` finds the positions that meet it,
`Games.positions(where=...)` takes them as samples, `Positions.filter` selects rows, and `Loader`
and `convert_positions` take queries as `filter`. Queries are combined with `&` (and), `|` (or) and
`~` (not); they are immutable, compare, hash and pickle. Where a query is expected, a `Board` or a
FEN stands for its position.

Example:
    >>> from enroque.data import example_games
    >>> from enroque.find import Check, Material, Played, Ply
    >>> games = example_games()
    >>> game, ply = games.search(Played("O-O-O") & Ply(max=20))
    >>> len(game)
    20
"""

from collections.abc import Iterable
from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, TypeAlias

from . import _core
from ._core import Board, SquareSet
from ._display.explorer import Explorer, ExplorerRow
from ._display.missing_names import hinting
from ._model.bitboards import BB_ALL, BB_FILES, BB_RANKS, IntoSquareSet
from ._model.pieces import PIECE_SYMBOLS, Color, PieceType
from ._model.squares import FILE_NAMES, RANK_NAMES, SQUARE_NAMES
from .errors import ArgumentError

# conditions of positions
__all__ = ["Check", "Checkmate", "Count", "Difference", "Eval", "Material", "Pattern", "Position"]
__all__ += ["Quiet", "Stalemate", "TablebaseWdl", "Turn"]
# conditions of games
__all__ += ["Clock", "MoveTime", "OpponentClock", "OpponentRating", "Played", "Ply", "Rating"]
__all__ += ["TimeClass"]
# conditions of tables
__all__ += ["Depth", "Nodes", "Openings", "Themes"]
# their combinations, and results
__all__ += ["Explorer", "ExplorerRow", "Query", "Sequence", "Streak"]
__dir__ = __all__.copy

if not TYPE_CHECKING:
    __getattr__ = hinting(__name__, __all__)


Squares: TypeAlias = str | IntoSquareSet | Iterable[int | str]
"""The name of a square, file (`"d"`) or rank (`"7"`), several names or numbers, or a bitboard."""


class Query:
    """A condition of a position of a game or of a row of a table: the base of the others.

    Example:
        >>> from enroque.find import Check, Ply
        >>> ~Check() & (Ply(max=10) | Ply(min=50))
        (~Check() & (Ply(max=10) | Ply(min=50)))
    """

    __slots__ = ()

    def __post_init__(self) -> None:
        _core.check_query(self)

    def __and__(self, other: "Query | Board | str") -> "Query":
        return _All((*_parts(self, _All), *_parts(other, _All)))

    def __rand__(self, other: "Board | str") -> "Query":
        return _All((*_parts(other, _All), *_parts(self, _All)))

    def __or__(self, other: "Query | Board | str") -> "Query":
        return _Any((*_parts(self, _Any), *_parts(other, _Any)))

    def __ror__(self, other: "Board | str") -> "Query":
        return _Any((*_parts(other, _Any), *_parts(self, _Any)))

    def __bool__(self) -> bool:
        """Raises `TypeError`: `and`, `or` and `not` would drop a query."""
        raise TypeError("a query has no truth value: combine queries with &, | and ~")

    def __invert__(self) -> "Query":
        return self.query if isinstance(self, _Not) else _Not(self)

    def __repr__(self) -> str:
        arguments: list[str] = []
        for number, one in enumerate(fields(self)):  # type: ignore[arg-type]
            value = getattr(self, one.name)
            is_positional = not one.kw_only and (number == 0 or one.default is MISSING)
            if is_positional and number == len(arguments) and value is not None:
                arguments.append(repr(value))
            elif value != one.default:
                shown = f"SquareSet({value:#x})" if isinstance(value, _Bitboard) else repr(value)
                arguments.append(f"{one.name}={shown}")
        return f"{type(self).__name__}({', '.join(arguments)})"


def _parts(query: "Query | Board | str", joined: "type[_Joined]") -> "tuple[Query, ...]":
    """Returns the parts of a query with the same operator, or the query alone."""
    return query.parts if isinstance(query, joined) else (_query(query),)


def _query(query: "Query | Board | str") -> "Query":
    return query if isinstance(query, Query) else Position(query)


@dataclass(frozen=True, repr=False)
class _Joined(Query):
    parts: tuple[Query, ...]

    def __post_init__(self) -> None:
        """Does nothing, since the parts have been checked."""


@dataclass(frozen=True, repr=False)
class _All(_Joined):
    def __repr__(self) -> str:
        return f"({' & '.join(map(repr, self.parts))})"


@dataclass(frozen=True, repr=False)
class _Any(_Joined):
    def __repr__(self) -> str:
        return f"({' | '.join(map(repr, self.parts))})"


@dataclass(frozen=True, repr=False)
class _Not(Query):
    query: Query

    def __post_init__(self) -> None:
        """Does nothing, since the query has been checked."""

    def __repr__(self) -> str:
        return f"~{self.query!r}"


@dataclass(frozen=True, repr=False)
class Position(Query):
    """The position of a board or FEN, ignoring clocks.

    Fields that a FEN omits are not compared: the pieces alone are those of a position with either
    side to move. Chess960 is detected by the castling rights.

    Args:
        board: the board or FEN, which is kept as a FEN without clocks.
        match: `"exact"` compares pieces, side to move, castling rights, and the en-passant square
            where the capture is legal (FIDE 9.2, the key of `Board.hash`); `"board"`, as Scid does,
            only the pieces and the side to move.

    Raises:
        ArgumentError: `match` is another text.
        FenError: the FEN is invalid.
        IllegalPositionError: the board's position is illegal.
        TypeError: `board` is neither a board nor a FEN.

    Example:
        >>> import enroque
        >>> from enroque.find import Position
        >>> Position(enroque.Board(), match="board")
        Position('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -', match='board')
    """

    board: str | Board
    match: Literal["exact", "board"] = "exact"

    def __post_init__(self) -> None:
        object.__setattr__(self, "board", _core.position_text(self.board))
        super().__post_init__()


@dataclass(frozen=True, repr=False)
class Pattern(Query):
    """Pieces on squares.

    A pattern is written as the first field of a FEN, in which a digit is a number of empty squares,
    or as a list of pieces and squares, `Pd4 pe6`. A piece is a letter of FEN, `A` or `a` any piece
    of White or Black, `!` any piece, `_` an empty square, `?` anything, `[Nb]` one of several and
    `[^Pp]` anything else. In a FEN, `*` is any number of squares with anything:
    `*/*/*/*/*/*/PPP*/*K*` has a white king anywhere on the first rank.

    Args:
        text: the pattern.
        either_color: whether the pattern with the colors swapped and the board upside down matches
            too.

    Raises:
        ArgumentError: the text is not a pattern; the message names the first wrong character.

    Example:
        >>> from enroque.data import example_games
        >>> from enroque.find import Pattern
        >>> isolated_queen_pawn = Pattern("Pd4 [^P]c2 [^P]c3 [^P]c4 [^P]e2 [^P]e3 [^P]e4 pe6")
        >>> len(example_games().search(isolated_queen_pawn)[0])
        12
    """

    text: str
    either_color: bool = False


@dataclass(frozen=True, repr=False)
class Material(Query):
    """All pieces of the position, by their types.

    Args:
        text: the pieces, White's in upper case and Black's in lower case: `"KRPkr"`. After a
            letter, a number is that of the pieces (`P3`), `+` means that or more (`P+`, `P3+`), `-`
            that or fewer and `*` any number. Pieces that the text does not name are absent; kings
            need not be named.
        either_color: whether the same with the colors swapped matches too.

    Raises:
        ArgumentError: the text is not material; the message names the first wrong character.

    Example:
        >>> from enroque.data import example_games
        >>> from enroque.find import Material
        >>> rook_endings = Material("KRP*krp*")
        >>> len(example_games().search(rook_endings)[0])
        7
    """

    text: str
    either_color: bool = False


@dataclass(frozen=True, repr=False)
class Difference(Query):
    """The difference in material: the extra pieces of each side.

    Args:
        text: the pieces that White (upper case) or Black (lower case) has more; of the other types,
            both have the same number. Numbers, `+`, `-` and `*` are those of `Material`. `"Rbp"` is
            the exchange for a pawn; the empty difference is `"P0"`.
        either_color: whether the same with the colors swapped matches too.

    Raises:
        ArgumentError: the text is not material; the message names the first wrong character.

    Example:
        >>> from enroque.data import example_games
        >>> from enroque.find import Difference
        >>> len(example_games().search(Difference("Rb", either_color=True))[0])
        12
    """

    text: str
    either_color: bool = False


class _Bitboard(int):
    """A set of squares, bit n for square n."""


_NAMED: Final = {
    **{name: 1 << square for square, name in enumerate(SQUARE_NAMES)},
    **dict(zip(FILE_NAMES, BB_FILES, strict=True)),
    **dict(zip(RANK_NAMES, BB_RANKS, strict=True)),
}
"""The bitboards of squares, files and ranks."""


def _bitboard(name: str, squares: Squares) -> _Bitboard:
    """Returns the bitboard of squares."""
    if isinstance(squares, _Bitboard):
        return squares
    if isinstance(squares, str):
        if squares not in _NAMED:
            kinds = "the name of a square, file or rank, such as 'd4', 'd' or '7'"
            raise ArgumentError(f"{name} must be {kinds}, not {squares!r:.80}")
        return _Bitboard(_NAMED[squares])
    if isinstance(squares, Iterable):
        found = 0
        for one in squares:
            found |= _bitboard(name, one) if isinstance(one, str) else int(SquareSet([one]))
        return _Bitboard(found)
    bitboard = int(SquareSet(squares))
    if bitboard < 64:
        raise ArgumentError(
            f"{name} is {bitboard}, which is a square and a bitboard: pass "
            f"{SQUARE_NAMES[bitboard]!r} for the square, SquareSet({bitboard}) for the bitboard"
        )
    return _Bitboard(bitboard)


@dataclass(frozen=True, repr=False)
class Count(Query):
    """The number of squares of a set that contain one of some pieces.

    Args:
        pieces: the pieces, each as in a `Pattern`: `"Qq"`, `"A"`, `"_"`.
        squares: the squares: `"d4"`, the file `"d"`, the rank `"7"`, several of them or their
            numbers, a `SquareSet`, or a bitboard such as `BB_FILE_D`; all by default.
        min: the least number; `None` for 0.
        max: the largest number; `None` for any.

    Raises:
        ArgumentError: a character of `pieces` is none, a number is out of range, or `squares` is an
            int that is a square and a bitboard.

    Example:
        >>> from enroque.find import Count
        >>> Count("p", "d", max=0)  # no black pawn on the d-file
        Count('p', squares=SquareSet(0x808080808080808), max=0)
    """

    pieces: str
    squares: Squares = BB_ALL
    min: int | None = None
    max: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "squares", _bitboard("squares", self.squares))
        super().__post_init__()


@dataclass(frozen=True, repr=False)
class Played(Query):
    """The move played in the position; the last position of a game has none.

    For a row of a table, it is the row's move.

    A move must meet all criteria that are given.

    Args:
        move: a move in SAN or UCI, that needs no position: `"Nf3"` is each knight's move to f3 that
            does not capture, also one whose SAN is `Ngf3`; `"O-O-O"`, `"exd5"`, `"e7e8q"`. Without
            `+` or `#`, it may give check or not.
        piece: the type of the piece that moves, such as `KNIGHT` or `"N"`.
        captures: whether the move captures, or the type of the captured piece.
        promotion: whether the move is a promotion, or its type.
        castling: whether the move is castling.
        check: whether the move gives check.
        from_squares: the squares from which the piece may move, as in `Count`.
        to_squares: the squares to which it may move.

    Raises:
        ArgumentError: `move` is no move; the message names the first wrong character. Or squares
            are an int that is a square and a bitboard.
        TypeError: an argument has the wrong type.

    Example:
        >>> from enroque import ROOK
        >>> from enroque.data import example_games
        >>> from enroque.find import Played
        >>> exchange = Played(piece=ROOK, captures="N")
        >>> exchange
        Played(piece='R', captures='N')
        >>> len(example_games().search(exchange)[0])
        36
    """

    move: str | None = None
    piece: PieceType | str | None = None
    captures: PieceType | str | bool | None = None
    promotion: PieceType | str | bool | None = None
    castling: bool | None = None
    check: bool | None = None
    from_squares: Squares | None = None
    to_squares: Squares | None = None

    def __post_init__(self) -> None:
        for name in ("piece", "captures", "promotion"):
            object.__setattr__(self, name, _letter(name, getattr(self, name)))
        for name in ("from_squares", "to_squares"):
            squares = getattr(self, name)
            if squares is not None:
                object.__setattr__(self, name, _bitboard(name, squares))
        super().__post_init__()


def _letter(name: str, value: Any) -> Any:
    """Returns the letter of a piece type, so that `True` and `PAWN`, which are equal, differ."""
    if value is None or (isinstance(value, bool) and name != "piece"):
        return value
    if isinstance(value, str) and value.lower() in PIECE_SYMBOLS[1:]:
        return value.upper()
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 6:
        return str(PIECE_SYMBOLS[value]).upper()
    choices = "a piece type (1 to 6, or a letter of PNBRQK)"
    if name != "piece":
        choices += ", True or False"
    raise ArgumentError(f"{name} must be {choices}, not {value!r}")


@dataclass(frozen=True, repr=False)
class Turn(Query):
    """The side to move.

    Args:
        color: `WHITE` or `BLACK`.

    Example:
        >>> from enroque import WHITE
        >>> from enroque.find import Played, Turn
        >>> Played("O-O-O") & Turn(WHITE)
        (Played('O-O-O') & Turn(True))
    """

    color: Color


@dataclass(frozen=True, kw_only=True, repr=False)
class _Number(Query):
    """A number in a range. A position without the number does not match."""

    min: int | None = None
    max: int | None = None
    _noun: ClassVar[str] = ""
    """The number in the help of options of the command line; empty without options."""


class Ply(_Number):
    """The number of plies since the start of the game.

    Args:
        min: the least number; `None` for 0.
        max: the largest number; `None` for any.

    Raises:
        ArgumentError: a number is out of range.

    Example:
        >>> from enroque.find import Ply
        >>> Ply(min=20)
        Ply(min=20)
    """


@dataclass(frozen=True, repr=False)
class Check(Query):
    """The side to move is in check.

    Example:
        >>> from enroque.data import example_games
        >>> from enroque.find import Check
        >>> len(example_games().search(Check())[0])
        105
    """


@dataclass(frozen=True, repr=False)
class Checkmate(Query):
    """The side to move is checkmated.

    Example:
        >>> from enroque.data import example_games
        >>> from enroque.find import Checkmate
        >>> len(example_games().search(Checkmate())[0])
        5
    """


@dataclass(frozen=True, repr=False)
class Stalemate(Query):
    """The side to move is stalemated.

    Example:
        >>> from enroque.data import example_games
        >>> from enroque.find import Stalemate
        >>> len(example_games().search(Stalemate())[0])
        0
    """


@dataclass(frozen=True, repr=False)
class Quiet(Query):
    """There is no check, and the move is neither a capture nor a promotion. No search is made.

    A position without a move does not match.

    Example:
        >>> from enroque import Positions
        >>> from enroque.data import example_games
        >>> from enroque.find import Quiet
        >>> games = example_games()
        >>> positions = Positions.from_games(games, *games.positions())
        >>> len(positions), len(positions.filter(Quiet()))
        (8682, 6404)
    """


@dataclass(frozen=True, kw_only=True, repr=False)
class Eval(_Number):
    """The evaluation of the position from White's view: `evals` of `Games` and `Positions`.

    A position without an evaluation does not match.

    Args:
        min: the least evaluation in centipawns; mate in n is 1,000,000 - n. `None` for any.
        max: the largest evaluation; `None` for any.
        mate: whether the evaluation is a mate; `None` for either.

    Raises:
        ArgumentError: a number is out of range.
        TypeError: an argument has the wrong type.

    Example:
        >>> from enroque.find import Eval
        >>> Eval(min=-50, max=50)
        Eval(min=-50, max=50)
    """

    mate: bool | None = None


@dataclass(frozen=True, repr=False)
class TablebaseWdl(_Number):
    """The result for the side to move by Syzygy tables: `tablebase_wdl` of games and positions.

    2 won, 1 won but drawn by the 50-move rule, 0 drawn, -1 lost but drawn by the 50-move rule, -2
    lost. A position without a table does not match. Conditions are equal if their tables are the
    same object.

    Args:
        tablebase: an `enroque.tablebase.Tablebase`.
        min: the least result; `None` for -2.
        max: the largest result; `None` for 2.

    Raises:
        ArgumentError: a number is out of range.
        ClosedError: the tables are closed.
        TypeError: an argument has the wrong type.

    Example:
        >>> from enroque.find import TablebaseWdl
        >>> from enroque.tablebase import Tablebase
        >>> with Tablebase("/data/syzygy") as tablebase:  # doctest: +SKIP
        ...     game, ply = games.search(TablebaseWdl(tablebase, min=1))
    """

    tablebase: _core.SyzygyTables


class Clock(_Number):
    """The clock of the side to move before the move, of games, as in `Column.clock`.

    It is that after the player's last move (`Games.clocks`), and before the first move that of the
    time control. A position without a clock does not match.

    Args:
        min: the least time in milliseconds; `None` for 0.
        max: the largest time; `None` for any.

    Raises:
        ArgumentError: a number is out of range.

    Example:
        >>> from enroque.find import Clock
        >>> Clock(max=10_000)  # time trouble
        Clock(max=10000)
    """

    _noun = "clock of the side to move in milliseconds"


class OpponentClock(_Number):
    """The clock of the opponent, of games, as in `Column.opponent_clock`.

    A position without a clock does not match.

    Args:
        min: the least time in milliseconds; `None` for 0.
        max: the largest time; `None` for any.

    Raises:
        ArgumentError: a number is out of range.

    Example:
        >>> from enroque.find import Clock, OpponentClock
        >>> Clock(max=10_000) & OpponentClock(max=10_000)
        (Clock(max=10000) & OpponentClock(max=10000))
    """

    _noun = "clock of the opponent in milliseconds"


class MoveTime(_Number):
    """The time used for the move, of games, as in `Games.time_used`.

    A position where it is unknown does not match.

    Args:
        min: the least time in milliseconds; `None` for 0.
        max: the largest time; `None` for any.

    Raises:
        ArgumentError: a number is out of range.

    Example:
        >>> from enroque.find import MoveTime
        >>> MoveTime(min=5_000)
        MoveTime(min=5000)
    """

    _noun = "time used for the move in milliseconds"


class Depth(_Number):
    """The depth of the evaluation in plies, of tables: `Positions.depth`.

    A position without a depth does not match.

    Args:
        min: the least depth; `None` for any.
        max: the largest depth; `None` for any.

    Raises:
        ArgumentError: a number is out of range.

    Example:
        >>> from enroque.find import Depth, Quiet
        >>> Quiet() & Depth(min=20)
        (Quiet() & Depth(min=20))
    """

    _noun = "depth of the evaluation"


class Nodes(_Number):
    """The number of nodes of the search, of tables: `Positions.nodes`.

    A position without that number does not match.

    Args:
        min: the least number of nodes; `None` for any.
        max: the largest number of nodes; `None` for any.

    Raises:
        ArgumentError: a number is out of range.

    Example:
        >>> from enroque.find import Depth, Nodes
        >>> Depth(min=20) | Nodes(min=1_000_000)
        (Depth(min=20) | Nodes(min=1000000))
    """

    _noun = "number of nodes of the search"


class Rating(_Number):
    """The rating of the side to move, of games, or of a puzzle, of tables (`Positions.rating`).

    A position without a rating does not match.

    Args:
        min: the least rating; `None` for any.
        max: the largest rating; `None` for any.

    Raises:
        ArgumentError: a number is out of range.

    Example:
        >>> from enroque.find import Rating
        >>> Rating(min=1500, max=2000)
        Rating(min=1500, max=2000)
    """

    _noun = "rating of the side to move or of a puzzle"


class OpponentRating(_Number):
    """The rating of the opponent, of games.

    A position without a rating does not match.

    Args:
        min: the least rating; `None` for any.
        max: the largest rating; `None` for any.

    Raises:
        ArgumentError: a number is out of range.

    Example:
        >>> from enroque.find import OpponentRating, Rating
        >>> Rating(max=1500) & OpponentRating(min=1800)
        (Rating(max=1500) & OpponentRating(min=1800))
    """

    _noun = "rating of the opponent"


@dataclass(frozen=True, repr=False, init=False)
class _Names(Query):
    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", names)
        self.__post_init__()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.names))})"


class TimeClass(_Names):
    """The class of the time control, of games: one of those given.

    Args:
        names: Lichess's classes: `"ultrabullet"`, `"bullet"`, `"blitz"`, `"rapid"`, `"classical"`
            and `"correspondence"`.

    Raises:
        ArgumentError: a class is unknown.

    Example:
        >>> from enroque.find import Clock, TimeClass
        >>> TimeClass("blitz", "rapid") & Clock(min=30_000)
        (TimeClass('blitz', 'rapid') & Clock(min=30000))
    """


class Openings(_Names):
    """The openings of a puzzle, of tables: `Positions.openings`. One of those given is among them.

    Args:
        names: names of openings as Lichess's puzzles have them, with `_` for spaces; that of a
            family, such as `"Sicilian_Defense"`, matches all its variations.

    Raises:
        TypeError: a name is not a string.

    Example:
        >>> from enroque.find import Openings, Themes
        >>> Openings("Sicilian_Defense") & Themes("fork")
        (Openings('Sicilian_Defense') & Themes('fork'))
    """


class Themes(_Names):
    """The themes of a puzzle, of tables: `Positions.themes`. One of those given is among them.

    Args:
        names: the names of themes, such as `"fork"`.

    Raises:
        TypeError: a name is not a string.

    Example:
        >>> from enroque.find import Rating, Themes
        >>> Themes("fork", "pin") & Rating(max=1500)
        (Themes('fork', 'pin') & Rating(max=1500))
    """


@dataclass(frozen=True, repr=False)
class Sequence(Query):
    """A position that meets a query, some time after one that meets another.

    It is the later position that is found. For more than two queries, the first is a `Sequence`.

    Args:
        first: the query of the earlier position, or a board or FEN.
        then: the query of the later position, or a board or FEN.
        within: the largest number of plies between them, at least 1; `None` for any.

    Raises:
        ArgumentError: `within` is out of range.
        TypeError: `first` or `then` is not a query.

    Example:
        >>> from enroque.data import example_games
        >>> from enroque.find import Played, Sequence
        >>> sacrifice = Played(piece="B", captures="P", check=True)
        >>> attack = Sequence(sacrifice, Played(piece="Q", check=True), within=9)
        >>> len(example_games().search(attack)[0])
        4
    """

    first: Query | Board | str
    then: Query | Board | str
    within: int | None = None

    def __post_init__(self) -> None:
        for name in ("first", "then"):
            object.__setattr__(self, name, _query(getattr(self, name)))
        super().__post_init__()


@dataclass(frozen=True, repr=False)
class Streak(Query):
    """A position that meets a query, like the positions directly before it.

    Args:
        query: the query, or a board or FEN.
        positions: the number of positions, at least 1, this one included.

    Raises:
        ArgumentError: `positions` is out of range.
        TypeError: `query` is not a query.

    Example:
        >>> from enroque.data import example_games
        >>> from enroque.find import Difference, Streak
        >>> exchange_ahead = Streak(Difference("RP*bp*"), 10)
        >>> len(example_games().search(exchange_ahead)[0])
        5
    """

    query: Query | Board | str
    positions: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "query", _query(self.query))
        super().__post_init__()
