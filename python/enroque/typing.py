"""Types for annotations of code that calls enroque.

Attributes:
    Annotations: comment commands to keep beside evaluations and clocks: `"move_times"`, `"arrows"`.
    Batch: a batch of the `Loader`: arrays by column name.
    Bitboard: a set of squares as an `int`; bit n is square n.
    BitboardFunction: a function from bitboard to bitboard, such as `flip_vertical`.
    Color: `bool`; `WHITE` is `True`.
    EnPassantSpec: the condition for the en-passant square in a FEN: `"legal"`, `"fen"` or `"xfen"`.
    FeatureName: the name of a sparse feature set, such as `"HalfKP"`.
    FilePath: the path of a file, as `str` or `os.PathLike`.
    IntoArrow: an arrow in an SVG image or a plot.
    IntoHeaders: PGN headers as a mapping or as pairs.
    IntoSquareSet: an argument of `SquareSet`: a bitboard or an iterable of squares.
    IntoSquares: squares to mark in an SVG image.
    LoaderSource: a source of the `Loader`.
    OnUnsupported: the handling of a game that a file format cannot store: `"raise"` or `"skip"`.
    PgnFile: one PGN source: path, folder, pattern, open file, bytes or `Split`.
    PgnSource: one PGN source or several.
    PgnTarget: a path or an open file to write PGN to.
    PieceType: `int` from 1 (pawn) to 6 (king).
    PlaneName: the name of a dense encoding, such as `"lc0"`.
    PolicyName: the name of a policy, such as `"lc0"`.
    Progress: whether there is a progress bar, or a function that is called with the number of units
        done and the total (`None` if unknown).
    Random: the source of randomness of polyglot books.
    RecordName: the name of a packed record, such as `"bullet"`.
    Records: arrays of records in a training format.
    Seed: an `int`, a `numpy.random.Generator`, or `None` for a random seed.
    Shape: the shape of an array.
    SortKey: a sort key of games: a column, a tag, an array, or a list of these.
    Square: `int` from 0 (a1) to 63 (h8).
    TokenName: the name of a token encoding, such as `"squares"`.

Example:
    >>> from enroque import Games
    >>> from enroque.typing import PgnSource
    >>> def load(source: PgnSource) -> Games:
    ...     return Games.from_pgn(source)
"""

from ._compatibility.notation_syntax import EnPassantSpec
from ._model.bitboards import Bitboard, BitboardFunction, IntoSquareSet
from ._model.encodings import Batch, LoaderSource, Shape
from ._model.games import Annotations, FilePath, PgnFile, PgnSource, PgnTarget, SortKey
from ._model.names import FeatureName, PlaneName, PolicyName, RecordName, TokenName
from ._model.pieces import Color, PieceType
from ._model.squares import Square
from ._model.types import Seed
from ._progress import Progress
from .formats._formats import OnUnsupported
from .formats._records import Records
from .pgn._headers import IntoHeaders
from .polyglot import Random
from .svg import IntoArrow, IntoSquares

__all__ = [
    "Annotations",
    "Batch",
    "Bitboard",
    "BitboardFunction",
    "Color",
    "EnPassantSpec",
    "FeatureName",
    "FilePath",
    "IntoArrow",
    "IntoHeaders",
    "IntoSquareSet",
    "IntoSquares",
    "LoaderSource",
    "OnUnsupported",
    "PgnFile",
    "PgnSource",
    "PgnTarget",
    "PieceType",
    "PlaneName",
    "PolicyName",
    "Progress",
    "Random",
    "RecordName",
    "Records",
    "Seed",
    "Shape",
    "SortKey",
    "Square",
    "TokenName",
]
