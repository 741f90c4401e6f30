"""Chess engines: evaluations of boards, of many positions, and of whole collections of games.

Engines speak UCI, through python-chess's implementation of the protocol (the extra `engine`); the
evaluations `Cp`, `Mate` and `PovScore` need no extra. `label` fills the evaluations of `Games`,
`Engine` is one process, and `EnginePool` is several.

Example:
    >>> score = PovScore(Cp(-35), False)
    >>> score.white()
    Cp(+35)
    >>> Mate(-2) < Cp(500) < Mate(9) < Mate(1) < MateGiven
    True
"""

from ..errors import EngineError as EngineError  # the reference has it in `enroque.errors`
from ._engine import Engine, InfoDict, PlayResult
from ._label import label
from ._limit import Limit
from ._pool import EnginePool
from ._scores import Cp, Mate, MateGiven, PovScore, PovWdl, Score, Wdl

__all__ = [
    "Cp",
    "Engine",
    "EnginePool",
    "InfoDict",
    "Limit",
    "Mate",
    "MateGiven",
    "PlayResult",
    "PovScore",
    "PovWdl",
    "Score",
    "Wdl",
    "label",
]
