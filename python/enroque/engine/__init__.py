"""Chess engines: evaluations of boards, of many positions, and of whole collections of games.

Engines are processes that speak UCI. `Engine` is one, `EnginePool` is several; `Games.label` and
`Positions.label` evaluate many positions.

Example:
    >>> score = PovScore(Cp(-35), False)
    >>> score.white()
    Cp(+35)
    >>> Mate(-2) < Cp(500) < Mate(9) < Mate(1) < MateGiven
    True
"""

from typing import TYPE_CHECKING

from ..errors import EngineError as EngineError  # the reference has it in `enroque.errors`
from ._scores import Cp, Mate, MateGiven, PovScore, PovWdl, Score, Wdl

if TYPE_CHECKING:
    from ._engine import Engine, InfoDict, PlayResult
    from ._label import PositionLabels
    from ._limit import Limit
    from ._pool import EnginePool
    from ._processes import Option
else:
    # imported at first use: scores of PGN do not need NumPy
    _LAZY_NAMES = {
        "Engine": "_engine", "EnginePool": "_pool", "InfoDict": "_engine", "Limit": "_limit",
        "Option": "_processes", "PlayResult": "_engine", "PositionLabels": "_label",
    }  # fmt: skip

    def __getattr__(name: str) -> object:
        """Imports a name at first use."""
        if name not in _LAZY_NAMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(f".{_LAZY_NAMES[name]}", __name__), name)
        return value

    def __dir__() -> list[str]:
        """Lists the public names only."""
        return list(__all__)


# engines
__all__ = ["Engine", "EnginePool", "InfoDict", "Limit", "Option", "PlayResult", "PositionLabels"]
# evaluations
__all__ += ["Cp", "Mate", "MateGiven", "PovScore", "PovWdl", "Score", "Wdl"]
