"""The changes that `enroque.as_chess` makes to enroque's classes while it is in effect.

The order of moves and pieces; fields of dataclasses; promotions that can be assigned; and, once
`chess.pgn` is imported, the scores of evaluations, the logger, and the reader of games of variants.
"""

import contextlib
import io
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from .. import _core

_ABSENT: Final = object()


class _Fields:
    """`__dataclass_fields__` of a class with these annotations, computed at first use."""

    def __init__(self, annotations: Mapping[str, Any], optional: tuple[str, ...]) -> None:
        self._annotations, self._optional = annotations, optional

    def __get__(self, instance: object, owner: type) -> dict[str, Any]:
        import dataclasses

        fields: list[tuple[str, Any, Any]] = []
        for name, kind in self._annotations.items():
            default = None if name in self._optional else dataclasses.MISSING
            fields.append((name, kind, dataclasses.field(default=default)))
        template: Any = dataclasses.make_dataclass(owner.__name__, fields)
        return dict(template.__dataclass_fields__)


def _replace(self: Any, /, **changes: Any) -> Any:
    """`__replace__` of the same classes, for `copy.replace`."""
    import dataclasses

    return dataclasses.replace(self, **changes)


@contextlib.contextmanager
def _set(owner: Any, **values: object) -> Iterator[None]:
    """Sets attributes, and restores the old ones at the end."""
    before = {name: vars(owner).get(name, _ABSENT) for name in values}
    for name, value in values.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is _ABSENT:
                delattr(owner, name)
            else:
                setattr(owner, name, value)


def change_core(changes: contextlib.ExitStack, original: str | None) -> None:
    """Changes the classes of `_core`.

    Args:
        changes: undoes the changes when it is closed.
        original: the file `__init__.py` of python-chess; `None` without it.
    """
    unique_king = False
    if original is not None:
        with open(original, "rb") as file:
            unique_king = b"def piece_count" in file.read()
    _core.imitate_python_chess(True, unique_king)
    changes.callback(_core.imitate_python_chess, False, False)
    move = {"from_square": int, "to_square": int, "promotion": int | None, "drop": int | None}
    piece = {"piece_type": int, "color": bool}
    for owner, fields, optional in (
        (_core.Move, move, ("promotion", "drop")),
        (_core.Piece, piece, ()),
    ):
        added = {"__dataclass_fields__": _Fields(fields, optional), "__replace__": _replace}
        changes.enter_context(_set(owner, **added))
    # its value can be assigned
    assignable = vars(_core.Move)["_promotion"]
    changes.enter_context(_set(_core.Move, promotion=assignable))


def change_pgn(changes: contextlib.ExitStack, original: Callable[[str], ModuleType] | None) -> None:
    """Changes the module `enroque.pgn`.

    Args:
        changes: undoes the changes when it is closed.
        original: imports a module of python-chess with its own boards; `None` without it.
    """
    import logging

    from .. import pgn
    from ..pgn import _reading, _visitors

    logger = logging.getLogger("chess.pgn")
    for module in (pgn, _visitors):
        changes.enter_context(_set(module, LOGGER=logger))
    if original is None:
        return

    def read_variant(text: str, visitor: Any) -> Any:
        theirs: Any = original("chess.pgn")
        theirs.SKIP = pgn.SKIP
        own = {pgn.GameBuilder: theirs.GameBuilder, pgn.BoardBuilder: theirs.BoardBuilder}
        return theirs.read_game(io.StringIO(text), Visitor=own.get(visitor, visitor))

    changes.enter_context(_set(_reading, read_variant=read_variant))
    own_eval = _core.GameNode.eval

    def eval(self: Any) -> Any:
        """Returns the evaluation of the position as a `chess.engine.PovScore`, or `None`."""
        score = own_eval(self)
        if score is None:
            return None
        engine: Any = import_module("chess.engine")
        cents = score.relative.score()
        relative = engine.Mate(score.relative.mate()) if cents is None else engine.Cp(cents)
        return engine.PovScore(relative, score.turn)

    changes.enter_context(_set(_core.GameNode, eval=eval))
