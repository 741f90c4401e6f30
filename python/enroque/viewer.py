"""An interactive viewer of games for notebooks and web pages.

Notebooks show it for a game of `Games`, a `pgn.Game` and a `GameViewer`: a board with arrows, the
moves with variations and comments, clocks, a bar and a graph of the evaluations. The left and right
arrow keys, Home and End step through the moves, up and down change the variation, and `f` flips the
board. With the extra `notebook` a `GameViewer` is a widget, whose state Python reads and sets;
otherwise it is a page with the same viewer. Without scripts, it is a picture of one position and
the moves.
"""

import base64
import json
from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias
from uuid import uuid4

from . import svg
from ._arguments import type_name, whole_number
from ._core import Board, Game, GameView
from ._display.drawing_arguments import checked_orientation, checked_size
from ._display.front_end import arrow_data, bundle, has_kernel, in_marimo, mounted, widget
from ._display.game_data import ShownGame
from ._model.pieces import WHITE, Color
from ._model.squares import Square
from .errors import EnroqueError, OutOfRangeError

if TYPE_CHECKING:
    import anywidget

__all__ = ["AnyGame", "GameViewer"]
__dir__ = __all__.copy

AnyGame: TypeAlias = GameView | Game | Board
"""A game of `Games`, a `pgn.Game` with its variations, or a board with its move stack."""


class GameViewer:
    """A viewer of one game.

    Args:
        game: a game of `Games`, a `pgn.Game` with its variations, or a `Board` with its move stack.
        ply: the number of plies that are played at first; `None` for all. Negative numbers count
            from the end: -1 is the last position.
        orientation: the color at the bottom.
        size: the width of the board in pixels.
        arrows: arrows to draw in addition to those of the game, by ply.

    Raises:
        OutOfRangeError: the game has fewer plies.
        ArgumentError: `size` is not above 0 (a `ValueError`).
        IllegalMoveError: a move of a `pgn.Game` is illegal.

    Example:
        >>> from enroque.data import example_games
        >>> viewer = GameViewer(example_games()[4], ply=10)
        >>> viewer
        <GameViewer: Paulsen, Louis - Morphy, Paul, ply 10 of 56>
        >>> viewer.board.fullmove_number
        6
    """

    def __init__(
        self,
        game: AnyGame,
        *,
        ply: int | None = None,
        orientation: Color = WHITE,
        size: int = 380,
        arrows: dict[int, Iterable[svg.Arrow | tuple[Square, Square]]] | None = None,
    ) -> None:
        self._game = ShownGame(game)
        self._game.data["size"] = int(checked_size(size))
        if not isinstance(arrows, Mapping | None):
            raise TypeError(f"arrows must be a dict of arrows by ply, not {type_name(arrows)}")
        for at, drawn in (arrows or {}).items():
            node = self._game.nodes[self._checked(at)]
            node["arrows"] = [*node.get("arrows", ()), *map(arrow_data, svg._arrows(drawn))]
        self._node = self._checked(-1 if ply is None else ply)
        self._orientation = checked_orientation(orientation)
        self._widget: Any = None

    def _checked(self, ply: int) -> int:
        ply, plies = whole_number(ply, "ply must be an int"), self._game.plies
        if not -plies - 1 <= ply <= plies:
            raise OutOfRangeError(f"ply {ply} is out of range: the game has {plies} plies")
        return ply + plies + 1 if ply < 0 else ply

    @property
    def node(self) -> int:
        """The number of the shown position.

        It is the ply in the main line; the positions of variations have the numbers after these.
        """
        if self._widget is not None:  # the front end may send any number
            self._node = min(max(int(self._widget.node), 0), len(self._game.nodes) - 1)
        return self._node

    @property
    def ply(self) -> int:
        """The number of plies that are played in the shown position.

        It can be set, which shows a position of the main line.
        """
        return len(self._game.path(self.node))

    @ply.setter
    def ply(self, ply: int) -> None:
        self._node = self._checked(ply)
        if self._widget is not None:
            self._widget.node = self._node

    @property
    def orientation(self) -> Color:
        """The color at the bottom; can be set."""
        return self._orientation if self._widget is None else not self._widget.flipped

    @orientation.setter
    def orientation(self, orientation: Color) -> None:
        self._orientation = checked_orientation(orientation)
        if self._widget is not None:
            self._widget.flipped = not self._orientation

    @property
    def board(self) -> Board:
        """The shown position, with its move stack, as a new board."""
        return self._game.board(self.node)

    def _state(self) -> dict[str, Any]:
        return {"game": self._game.data, "node": self.node, "flipped": not self.orientation}

    @property
    def widget(self) -> "anywidget.AnyWidget":
        """The viewer as an anywidget, for layouts of ipywidgets; requires the extra `notebook`.

        Its traits `node` and `flipped` can be observed.
        """
        if self._widget is None:
            self._widget = widget("viewer", **self._state())
        return self._widget

    def svg(self) -> str:
        """Returns an SVG image of the shown position, with the last move and the arrows."""
        arrows = self._game.nodes[self.node].get("arrows", ())
        return svg._state_of(
            self.board,
            orientation=self.orientation,
            arrows=[svg.Arrow(tail, head, color=color) for color, tail, head in arrows],
            size=self._game.data["size"],
        )

    def to_html(self) -> str:
        """Returns the viewer as a part of a web page, which needs no kernel and no other files."""
        name = f"enroque-{uuid4().hex}"
        # "<" could end the script element
        text = json.dumps(self._state(), separators=(",", ":")).replace("<", "\\u003c")
        script = mounted("viewer", json.dumps(name))
        return (
            f'<div id="{name}">{self._picture()}'
            f'<script type="application/json">{text}</script></div>'
            f'<script type="module">\n{script}</script>'
        )

    def _picture(self) -> str:
        """Returns the position and the moves without scripts."""
        image = base64.b64encode(self.svg().encode()).decode()
        game, size = self._game.data, self._game.data["size"]
        number, is_white = game["first_number"], game["first_turn"] == "white"
        words = []
        for index, move in enumerate(game["nodes"][1 : self._game.plies + 1]):
            if is_white or index == 0:
                words.append(f"{number}." if is_white else f"{number}...")
            words.append(move["san"] + "".join(move.get("nags", ())))
            number, is_white = number + (not is_white), not is_white
        words += [] if game["result"] == "*" else [game["result"]]
        players = " - ".join(game["players"])
        return (
            f"<p><b>{escape(players)}</b></p>"
            f'<img alt="position after ply {self.ply}" width="{size}" '
            f'src="data:image/svg+xml;base64,{image}">'
            f"<p>{escape(' '.join(words))}</p>"
        )

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        """Returns the widget, if there are a kernel and anywidget, and the page without it."""
        return bundle(self, self.to_html())

    def __repr__(self) -> str:
        players = " - ".join(self._game.data["players"])
        return f"<GameViewer: {players}, ply {self.ply} of {self._game.plies}>"


def _bundle(game: AnyGame, **_formats: object) -> Any:
    """Returns the notebook display of a game; empty where its text is displayed instead.

    That is outside of notebooks, and for a tree to which an illegal move was added. It is not a
    widget, whose state no variable would reach: a page also works in saved and converted notebooks.
    """
    if not has_kernel():
        return {}
    try:
        viewer = GameViewer(game)
        if in_marimo():
            return viewer._repr_mimebundle_()
        return {"text/plain": repr(viewer), "text/html": viewer.to_html()}
    except EnroqueError:
        return {}
