"""A fast chess library: standard chess, Chess960 and double Chess960; PGN, games, tensors.

Starting points:

    Board(), Board(fen)               a position with its moves, as in python-chess
    Games.read("games.pgn.zst")       millions of games as columns; enroque.data has examples
    Positions.read("evals.csv")       positions with labels: FENs, evaluations, puzzles
    planes(fens, "lc0")               arrays for networks; Encoding.names() lists the encodings
    Loader(games, columns)            shuffled training batches of games, positions or files
    Arena(1024, start="chess960")     many games at once, for self-play
    TreeSearch(arena)                 search trees with the values and policies of a network
    chess960.position(518)            start positions by number, or at random
    enroque.pgn, enroque.engine       PGN with comments and variations; UCI engines
    `enroque --help` in a shell       convert, encode, find and label files of games

Names shared with python-chess have the same meaning, so `import enroque as chess` works for most
programs.
"""

import sys as _sys
from collections.abc import Sequence as _Sequence
from typing import TYPE_CHECKING, Final

from . import _core, errors
from ._core import (
    Arena,
    BaseBoard,
    Board,
    Clock,
    Column,
    Encoding,
    GameIterator,
    Games,
    GameView,
    Leaves,
    LegalMoveGenerator,
    Loader,
    Move,
    MoveStack,
    Piece,
    Policy,
    Positions,
    PseudoLegalMoveGenerator,
    SquareSet,
    TimeControl,
    TreeSearch,
    __version__,
    between,
    flip_anti_diagonal,
    flip_diagonal,
    flip_horizontal,
    flip_vertical,
    lsb,
    msb,
    perft,
    ray,
    scan_forward,
    scan_reversed,
    shift_2_down,
    shift_2_left,
    shift_2_right,
    shift_2_up,
    shift_down,
    shift_down_left,
    shift_down_right,
    shift_left,
    shift_right,
    shift_up,
    shift_up_left,
    shift_up_right,
    step_rows,
    stockfish_wdl,
    value_buckets,
    win_probability,
)
from ._model import array_methods as _array_methods
from ._model import bitboards as _bitboards
from ._model import pieces as _pieces
from ._model import squares as _squares
from ._model.bitboards import *
from ._model.pieces import *
from ._model.squares import *
from .errors import AmbiguousMoveError, EnroqueError, IllegalMoveError, InvalidMoveError

_core.register_hooks()
_array_methods.attach()

# for `random.sample` and similar functions
for _class in (LegalMoveGenerator, MoveStack):
    _Sequence.register(_class)  # pyright: ignore[reportAttributeAccessIssue]

if TYPE_CHECKING:
    from . import arrow as arrow
    from . import chess960 as chess960
    from . import data as data
    from . import engine as engine
    from . import find as find
    from . import formats as formats
    from . import grain as grain
    from . import notation as notation
    from . import npz as npz
    from . import openings as openings
    from . import parquet as parquet
    from . import pgn as pgn
    from . import polyglot as polyglot
    from . import rules as rules
    from . import svg as svg
    from . import tablebase as tablebase
    from . import typing as typing
    from . import viewer as viewer
    from ._compatibility.notation_syntax import FEN_CASTLING_REGEX, SAN_REGEX, EnPassantSpec
    from ._display.board_widget import BoardWidget
    from ._files.conversion import convert
    from ._files.conversion.positions import convert_positions
    from ._files.pgn import plan_splits, read_split
    from ._files.stream import Stream
    from ._files.writer import Writer
    from ._model.arena import PlayoutResults, Step
    from ._model.bitboards import (
        BB_DIAG_ATTACKS,
        BB_DIAG_MASKS,
        BB_FILE_ATTACKS,
        BB_FILE_MASKS,
        BB_RANK_ATTACKS,
        BB_RANK_MASKS,
        BB_RAYS,
    )
    from ._model.filters import Filter
    from ._model.games import Split, limit_per_elo_bin
    from ._model.options import AdjudicationRules, Gumbel, Puct
    from ._model.outcome import Outcome, Termination
    from ._model.positions import planes
    from ._model.status import (
        STATUS_BAD_CASTLING_RIGHTS,
        STATUS_EMPTY,
        STATUS_IMPOSSIBLE_CHECK,
        STATUS_INVALID_EP_SQUARE,
        STATUS_NO_BLACK_KING,
        STATUS_NO_WHITE_KING,
        STATUS_OPPOSITE_CHECK,
        STATUS_PAWNS_ON_BACKRANK,
        STATUS_RACE_CHECK,
        STATUS_RACE_MATERIAL,
        STATUS_RACE_OVER,
        STATUS_TOO_MANY_BLACK_PAWNS,
        STATUS_TOO_MANY_BLACK_PIECES,
        STATUS_TOO_MANY_CHECKERS,
        STATUS_TOO_MANY_KINGS,
        STATUS_TOO_MANY_WHITE_PAWNS,
        STATUS_TOO_MANY_WHITE_PIECES,
        STATUS_VALID,
        Status,
    )
else:
    # Imported at first use, so that `import enroque` takes no longer than `import chess`: without
    # NumPy, dataclasses and enums. Each needs no package but NumPy.
    _LAZY_MODULES = (
        "arrow", "chess960", "data", "engine", "errors", "find", "formats", "grain", "notation",
        "npz", "openings", "parquet", "pgn", "polyglot", "rules", "svg", "tablebase", "typing",
        "viewer",
    )  # fmt: skip
    _LAZY_NAMES = {
        "_model.arena": ("PlayoutResults", "Step"),
        "_model.bitboards": (
            "BB_DIAG_ATTACKS", "BB_DIAG_MASKS", "BB_FILE_ATTACKS", "BB_FILE_MASKS",
            "BB_RANK_ATTACKS", "BB_RANK_MASKS", "BB_RAYS",
        ),
        "_display.board_widget": ("BoardWidget",),
        "_files.conversion": ("convert",),
        "_files.conversion.positions": ("convert_positions",),
        "_model.filters": ("Filter",),
        "_model.games": ("Split", "limit_per_elo_bin"),
        "_compatibility.notation_syntax": ("EnPassantSpec", "FEN_CASTLING_REGEX", "SAN_REGEX"),
        "_model.options": ("AdjudicationRules", "Gumbel", "Puct"),
        "_model.outcome": ("Outcome", "Termination"),
        "_model.positions": ("planes",),
        "_files.pgn": ("plan_splits", "read_split"),
        "_files.stream": ("Stream",),
        "_files.writer": ("Writer",),
    }  # fmt: skip
    # imported only by name: each imports an optional package
    _ADAPTERS = ("gymnasium", "hf", "jax", "pettingzoo", "plot", "torch")

    def __getattr__(name: str) -> object:
        """Imports a module or a name, or computes a large bitboard table, at first use."""
        from importlib import import_module

        if name in _LAZY_MODULES:
            return import_module(f".{name}", __name__)
        if name == "Status" or name.startswith("STATUS_"):
            module = "_model.status"
        else:
            module = next((module for module, names in _LAZY_NAMES.items() if name in names), None)
        if module is not None and name in __all__:
            value = globals()[name] = getattr(import_module(f".{module}", __name__), name)
            return value
        hint = f": import {__name__}.{name} first" if name in _ADAPTERS else ""
        if name in errors.__all__:
            hint = f": it is {__name__}.errors.{name}"
        if not hint and not name.startswith("_"):
            from ._display.missing_names import hint_of_package

            hint = hint_of_package(name, __dir__())
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")

    def __dir__() -> list[str]:
        """Lists the public names only."""
        return sorted({*__all__, *_LAZY_MODULES})


STARTING_FEN: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

if "IPython" in _sys.modules:
    from ._display.completion import register as _register

    _register()

# boards, and rules of games
__all__ = ["FEN_CASTLING_REGEX", "SAN_REGEX", "STARTING_BOARD_FEN", "STARTING_FEN", "BaseBoard"]
__all__ += ["Board", "Clock", "EnPassantSpec", "LegalMoveGenerator", "Move", "MoveStack", "Outcome"]
__all__ += ["Piece", "PseudoLegalMoveGenerator", "SquareSet", "Termination", "TimeControl"]
__all__ += ["chess960", "notation", "perft", "rules"]
# illegal positions
__all__ += ["STATUS_BAD_CASTLING_RIGHTS", "STATUS_EMPTY", "STATUS_IMPOSSIBLE_CHECK"]
__all__ += ["STATUS_INVALID_EP_SQUARE", "STATUS_NO_BLACK_KING", "STATUS_NO_WHITE_KING"]
__all__ += ["STATUS_OPPOSITE_CHECK", "STATUS_PAWNS_ON_BACKRANK", "STATUS_RACE_CHECK"]
__all__ += ["STATUS_RACE_MATERIAL", "STATUS_RACE_OVER", "STATUS_TOO_MANY_BLACK_PAWNS"]
__all__ += ["STATUS_TOO_MANY_BLACK_PIECES", "STATUS_TOO_MANY_CHECKERS", "STATUS_TOO_MANY_KINGS"]
__all__ += ["STATUS_TOO_MANY_WHITE_PAWNS", "STATUS_TOO_MANY_WHITE_PIECES", "STATUS_VALID", "Status"]
# bitboards
__all__ += ["BB_DIAG_ATTACKS", "BB_DIAG_MASKS", "BB_FILE_ATTACKS", "BB_FILE_MASKS"]
__all__ += ["BB_RANK_ATTACKS", "BB_RANK_MASKS", "BB_RAYS", "between", "flip_anti_diagonal"]
__all__ += ["flip_diagonal", "flip_horizontal", "flip_vertical", "lsb", "msb", "ray"]
__all__ += ["scan_forward", "scan_reversed", "shift_2_down", "shift_2_left", "shift_2_right"]
__all__ += ["shift_2_up", "shift_down", "shift_down_left", "shift_down_right", "shift_left"]
__all__ += ["shift_right", "shift_up", "shift_up_left", "shift_up_right"]
# games and positions
__all__ += ["BoardWidget", "Filter", "GameIterator", "GameView", "Games", "Positions", "Split"]
__all__ += ["Stream", "Writer", "convert", "convert_positions", "formats", "limit_per_elo_bin"]
__all__ += ["plan_splits", "read_split"]
# arrays and self-play
__all__ += ["AdjudicationRules", "Arena", "Column", "Encoding", "Gumbel", "Leaves", "Loader"]
__all__ += ["PlayoutResults", "Policy", "Puct", "Step", "TreeSearch", "planes", "step_rows"]
__all__ += ["stockfish_wdl", "value_buckets", "win_probability"]
# errors, and the version
__all__ += ["AmbiguousMoveError", "EnroqueError", "IllegalMoveError", "InvalidMoveError"]
__all__ += ["__version__"]
__all__ += _bitboards.__all__
__all__ += _pieces.__all__
__all__ += _squares.__all__
