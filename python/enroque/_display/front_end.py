"""The parts of the interactive displays that the viewer and the board to play on share."""

import sys
from functools import cache
from importlib import resources
from typing import Any, Final

from .. import svg
from .._core import BaseBoard, Piece
from .._model.pieces import PIECE_SYMBOLS
from .._model.squares import SQUARES
from .._optional_packages import imported

_EXPORT: Final = "export default { render };"


def has_kernel() -> bool:
    """Returns whether the code runs in a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None or in_marimo()


def in_marimo() -> bool:
    """Returns whether the code runs in a notebook of marimo, which runs no scripts of pages."""
    marimo = sys.modules.get("marimo")
    return marimo is not None and bool(marimo.running_in_notebook())


@cache
def script(name: str) -> str:
    """Returns the JavaScript of a display as one module.

    Args:
        name: the name of its file, without the suffix.
    """
    folder = resources.files("enroque").joinpath("_static")
    return "\n".join(folder.joinpath(f"{file}.js").read_text("utf-8") for file in ("board", name))


def mounted(name: str, element: str) -> str:
    """Returns the script of a display that starts in a page without a kernel.

    Args:
        name: the name of its file, without the suffix.
        element: the id of the element, as JSON.
    """
    return script(name).replace(_EXPORT, f"mount({element});")


@cache
def appearance() -> dict[str, Any]:
    """Returns the colors of boards and the drawings of the pieces by their symbols."""
    drawings = {}
    for symbol in PIECE_SYMBOLS[1:]:
        for name in (str(symbol), str(symbol).upper()):
            text = svg.piece(Piece.from_symbol(name))
            drawings[name] = text[text.index(">") + 1 : text.rindex("</svg>")]
    return {"colors": dict(svg.DEFAULT_COLORS), "pieces": drawings}


def placement(board: BaseBoard) -> str:
    """Returns a symbol for each square, a dot for an empty one.

    Args:
        board: the board.
    """
    pieces = board.piece_map()
    return "".join(pieces[square].symbol() if square in pieces else "." for square in SQUARES)


def arrow_data(arrow: svg.Arrow) -> list[Any]:
    """Returns the color and the squares of an arrow.

    Args:
        arrow: the arrow.
    """
    return [arrow.color, arrow.tail, arrow.head]


@cache
def _widget_class(name: str, kinds: tuple[tuple[str, type], ...]) -> Any:
    """Returns the class of a widget, which needs an optional package."""
    anywidget, traitlets = (
        imported(module, "the widget", "anywidget", "enroque[notebook]")
        for module in ("anywidget", "traitlets")
    )
    of_type = {int: traitlets.Int, bool: traitlets.Bool, dict: traitlets.Dict}
    traits = {trait: of_type[kind]().tag(sync=True) for trait, kind in kinds}
    return type(f"Enroque_{name}", (anywidget.AnyWidget,), {"_esm": script(name), **traits})


def widget(name: str, **traits: Any) -> Any:
    """Returns a new widget.

    Args:
        name: the name of the file of its script, without the suffix.
        traits: the initial values of its traits, which are synchronized: integers, bools and dicts.

    Raises:
        ImportError: anywidget is not installed.
    """
    kinds = tuple((trait, type(value)) for trait, value in traits.items())
    return _widget_class(name, kinds)(**traits)


def bundle(shown: Any, html: str, hints: list[str] | None = None) -> Any:
    """Returns what notebooks display: a widget, or a page where anywidget is missing.

    Args:
        shown: an object with the property `widget`.
        html: the page.
        hints: texts about the missing package, of which each is displayed once.
    """
    texts = {"text/plain": repr(shown), "text/html": html}
    try:
        data, metadata = shown.widget._repr_mimebundle_() if has_kernel() else ({}, {})
    except ImportError:
        return texts | {"text/html": html + (hints.pop() if hints else "")}
    return {**data, **texts}, metadata
