"""Game trees: reading, editing and writing PGN, with the names of `chess.pgn` of python-chess.

`read_game(handle)` reads one game from a text file, and `str(game)` writes it. To read only the
main lines of many games, use `enroque.Games.from_pgn`, which is much faster.
"""

from .._core import ChildNode, Game, GameNode, TimeControl, parse_time_control
from . import _nags
from ._export import FileExporter, StringExporter, StringExporterMixin
from ._headers import TAG_ROSTER, Headers, HeadersBuilder
from ._mainline import Mainline
from ._nags import *
from ._reading import read_game, read_headers, skip_game
from ._time_control import TimeControlPart, TimeControlType
from ._views import CommentList, NagSet, VariationList
from ._visitors import LOGGER, SKIP, BaseVisitor, BoardBuilder, GameBuilder, SkipType, SkipVisitor

__all__ = [
    "LOGGER",
    "SKIP",
    "TAG_ROSTER",
    "BaseVisitor",
    "BoardBuilder",
    "ChildNode",
    "CommentList",
    "FileExporter",
    "Game",
    "GameBuilder",
    "GameNode",
    "Headers",
    "HeadersBuilder",
    "Mainline",
    "NagSet",
    "SkipType",
    "SkipVisitor",
    "StringExporter",
    "StringExporterMixin",
    "TimeControl",
    "TimeControlPart",
    "TimeControlType",
    "VariationList",
    "parse_time_control",
    "read_game",
    "read_headers",
    "skip_game",
]
__all__ += _nags.__all__
