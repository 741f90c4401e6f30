"""Game trees: reading, editing and writing PGN, with the names of `chess.pgn` of python-chess.

`read_game(handle)` reads one game from a text file, and `str(game)` writes it. To read only the
main lines of many games, use `enroque.Games.from_pgn`, which is much faster.
"""

from collections.abc import MutableSequence, MutableSet

from .._core import ChildNode, Game, GameNode, NagSet, VariationList
from ._export import FileExporter, StringExporter, StringExporterMixin
from ._headers import TAG_ROSTER, Headers
from ._mainline import Mainline
from ._nags import (
    NAG_ACTIVE_POSITION,
    NAG_BLACK_DECISIVE_ADVANTAGE,
    NAG_BLACK_DECISIVE_COUNTERPLAY,
    NAG_BLACK_MODERATE_ADVANTAGE,
    NAG_BLACK_MODERATE_COUNTERPLAY,
    NAG_BLACK_MODERATE_TIME_PRESSURE,
    NAG_BLACK_SEVERE_TIME_PRESSURE,
    NAG_BLACK_SLIGHT_ADVANTAGE,
    NAG_BLACK_ZUGZWANG,
    NAG_BLUNDER,
    NAG_BRILLIANT_MOVE,
    NAG_DRAWISH_POSITION,
    NAG_DUBIOUS_MOVE,
    NAG_FORCED_MOVE,
    NAG_GOOD_MOVE,
    NAG_MISTAKE,
    NAG_NOVELTY,
    NAG_NULL,
    NAG_QUIET_POSITION,
    NAG_SINGULAR_MOVE,
    NAG_SPECULATIVE_MOVE,
    NAG_UNCLEAR_POSITION,
    NAG_WHITE_DECISIVE_ADVANTAGE,
    NAG_WHITE_DECISIVE_COUNTERPLAY,
    NAG_WHITE_MODERATE_ADVANTAGE,
    NAG_WHITE_MODERATE_COUNTERPLAY,
    NAG_WHITE_MODERATE_TIME_PRESSURE,
    NAG_WHITE_SEVERE_TIME_PRESSURE,
    NAG_WHITE_SLIGHT_ADVANTAGE,
    NAG_WHITE_ZUGZWANG,
    NAG_WORST_MOVE,
)
from ._reading import read_game, read_headers, skip_game
from ._time_control import TimeControl, TimeControlPart, TimeControlType, parse_time_control
from ._visitors import (
    LOGGER,
    SKIP,
    BaseVisitor,
    BoardBuilder,
    GameBuilder,
    HeadersBuilder,
    SkipType,
    SkipVisitor,
)

MutableSequence.register(VariationList)  # pyright: ignore[reportAttributeAccessIssue]
MutableSet.register(NagSet)  # pyright: ignore[reportAttributeAccessIssue]

__all__ = [
    "LOGGER",
    "NAG_ACTIVE_POSITION",
    "NAG_BLACK_DECISIVE_ADVANTAGE",
    "NAG_BLACK_DECISIVE_COUNTERPLAY",
    "NAG_BLACK_MODERATE_ADVANTAGE",
    "NAG_BLACK_MODERATE_COUNTERPLAY",
    "NAG_BLACK_MODERATE_TIME_PRESSURE",
    "NAG_BLACK_SEVERE_TIME_PRESSURE",
    "NAG_BLACK_SLIGHT_ADVANTAGE",
    "NAG_BLACK_ZUGZWANG",
    "NAG_BLUNDER",
    "NAG_BRILLIANT_MOVE",
    "NAG_DRAWISH_POSITION",
    "NAG_DUBIOUS_MOVE",
    "NAG_FORCED_MOVE",
    "NAG_GOOD_MOVE",
    "NAG_MISTAKE",
    "NAG_NOVELTY",
    "NAG_NULL",
    "NAG_QUIET_POSITION",
    "NAG_SINGULAR_MOVE",
    "NAG_SPECULATIVE_MOVE",
    "NAG_UNCLEAR_POSITION",
    "NAG_WHITE_DECISIVE_ADVANTAGE",
    "NAG_WHITE_DECISIVE_COUNTERPLAY",
    "NAG_WHITE_MODERATE_ADVANTAGE",
    "NAG_WHITE_MODERATE_COUNTERPLAY",
    "NAG_WHITE_MODERATE_TIME_PRESSURE",
    "NAG_WHITE_SEVERE_TIME_PRESSURE",
    "NAG_WHITE_SLIGHT_ADVANTAGE",
    "NAG_WHITE_ZUGZWANG",
    "NAG_WORST_MOVE",
    "SKIP",
    "TAG_ROSTER",
    "BaseVisitor",
    "BoardBuilder",
    "ChildNode",
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
