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

# game trees
__all__ = ["TAG_ROSTER", "ChildNode", "CommentList", "Game", "GameNode", "Headers", "Mainline"]
__all__ += ["NagSet", "VariationList"]
# reading, and visitors
__all__ += ["LOGGER", "SKIP", "BaseVisitor", "BoardBuilder", "GameBuilder", "HeadersBuilder"]
__all__ += ["SkipType", "SkipVisitor", "read_game", "read_headers", "skip_game"]
# writing
__all__ += ["FileExporter", "StringExporter", "StringExporterMixin"]
# time controls
__all__ += ["TimeControl", "TimeControlPart", "TimeControlType", "parse_time_control"]
__all__ += _nags.__all__
