"""An interactive viewer of games for notebooks and web pages.

Notebooks show it for a game of `Games`, a `pgn.Game` and a `GameViewer`: a board with arrows, the
moves, clocks and a graph of the evaluations. Arrow keys, Home and End step through the moves, and
`f` flips the board. With the extra `notebook` the viewer is a widget, whose state Python reads and
sets; without it, a page with the same viewer. Without scripts, it is a picture of one position and
the moves.
"""

import base64
import json
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from uuid import uuid4

from . import svg
from ._arguments import type_name, whole_number
from ._core import Board, Game, GameView, Piece
from ._display.drawing_arguments import checked_orientation, checked_size
from ._model.evals import MATE, NO_EVAL
from ._model.pieces import COLOR_NAMES, PIECE_SYMBOLS, WHITE, Color
from ._model.squares import SQUARES, Square
from ._optional_packages import missing_package
from .errors import EnroqueError, OutOfRangeError

if TYPE_CHECKING:
    import anywidget

    from .pgn import GameNode

__all__ = ["AnyGame", "GameViewer"]
__dir__ = __all__.copy

AnyGame: TypeAlias = GameView | Game | Board
"""A game of `Games`, the main line of a `pgn.Game`, or a board with its move stack."""

_NAGS: Final = ("", "!", "?", "!!", "??", "!?", "?!")
"""The symbols of the numeric annotation glyphs 0 to 6."""


class GameViewer:
    """A viewer of one game.

    Args:
        game: a game of `Games`, a `pgn.Game` (its main line), or a `Board` with its move stack.
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
        self._data, self._final = _described(game)
        self._data["size"] = int(checked_size(size))
        if not isinstance(arrows, Mapping | None):
            raise TypeError(f"arrows must be a dict of arrows by ply, not {type_name(arrows)}")
        for at, drawn in (arrows or {}).items():
            self._add_arrows(self._checked(at), drawn)
        self._ply = self._checked(-1 if ply is None else ply)
        self._orientation = checked_orientation(orientation)
        self._widget: Any = None

    def _checked(self, ply: int) -> int:
        ply, plies = whole_number(ply, "ply must be an int"), len(self._data["moves"])
        if not -plies - 1 <= ply <= plies:
            raise OutOfRangeError(f"ply {ply} is out of range: the game has {plies} plies")
        return ply + plies + 1 if ply < 0 else ply

    def _add_arrows(self, ply: int, arrows: Iterable[svg.Arrow | tuple[Square, Square]]) -> None:
        owner = self._data["moves"][ply - 1] if ply else self._data
        owner["arrows"] = [*owner.get("arrows", ()), *map(_arrow, svg._arrows(arrows))]

    @property
    def ply(self) -> int:
        """The number of plies that are played in the shown position; can be set."""
        return self._ply if self._widget is None else int(self._widget.ply)

    @ply.setter
    def ply(self, ply: int) -> None:
        self._ply = self._checked(ply)
        if self._widget is not None:
            self._widget.ply = self._ply

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
        board = self._final.copy()
        while len(board.move_stack) > self.ply:
            board.pop()
        return board

    @property
    def widget(self) -> "anywidget.AnyWidget":
        """The viewer as an anywidget, for layouts of ipywidgets; requires the extra `notebook`.

        Its traits `ply` and `flipped` can be observed.
        """
        if self._widget is None:
            self._widget = _widget_class()(
                game=self._data, ply=self._ply, flipped=not self._orientation
            )
        return self._widget

    def svg(self) -> str:
        """Returns an SVG image of the shown position, with the last move and the arrows."""
        board, ply = self.board, self.ply
        shown = self._data["moves"][ply - 1] if ply else self._data
        move = board.move_stack[-1] if ply else None
        return svg.board(
            board,
            orientation=self.orientation,
            lastmove=move,
            check=board.king(board.turn) if board.is_check() else None,
            arrows=[
                svg.Arrow(tail, head, color=color) for color, tail, head in shown.get("arrows", ())
            ],
            size=self._data["size"],
        )

    def to_html(self) -> str:
        """Returns the viewer as a part of a web page, which needs no kernel and no other files."""
        name = f"enroque-{uuid4().hex}"
        values = {"game": self._data, "ply": self.ply, "flipped": not self.orientation}
        # "<" could end the script element
        text = json.dumps(values, separators=(",", ":")).replace("<", "\\u003c")
        script = _script().replace("export default { render };", f"mount({json.dumps(name)});")
        return (
            f'<div id="{name}">{self._picture()}'
            f'<script type="application/json">{text}</script></div>'
            f'<script type="module">\n{script}</script>'
        )

    def _picture(self) -> str:
        """Returns the position and the moves without scripts."""
        image = base64.b64encode(self.svg().encode()).decode()
        game, size = self._data, self._data["size"]
        number, is_white = game["first_number"], game["first_turn"] == "white"
        words = []
        for index, move in enumerate(game["moves"]):
            if is_white or index == 0:
                words.append(f"{number}." if is_white else f"{number}...")
            words.append(move["san"] + move.get("nags", ""))
            number, is_white = number + (not is_white), not is_white
        words += [] if game["result"] == "*" else [game["result"]]
        players = " - ".join(game["players"])
        return (
            f"<p><b>{escape(players)}</b></p>"
            f'<img alt="position after ply {self.ply}" width="{size}" '
            f'src="data:image/svg+xml;base64,{image}">'
            f"<p>{escape(' '.join(words))}</p>"
        )

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """Returns the widget, if there are a kernel and anywidget, and the page without it."""
        bundle: dict[str, Any] = {"text/plain": repr(self), "text/html": self.to_html()}
        if not _has_kernel():
            return bundle
        try:
            shown = self.widget._repr_mimebundle_()
        except ImportError:
            return bundle
        shown = shown[0] if isinstance(shown, tuple) else shown
        return {**(shown or {}), **bundle}

    def __repr__(self) -> str:
        players = " - ".join(self._data["players"])
        return f"<GameViewer: {players}, ply {self.ply} of {len(self._data['moves'])}>"


def _bundle(game: AnyGame, **_formats: object) -> dict[str, Any]:
    """Returns the notebook display of a game; empty where its text is displayed instead.

    That is outside of notebooks, and for a tree to which an illegal move was added.
    """
    if not _has_kernel():
        return {}
    try:
        return GameViewer(game)._repr_mimebundle_()
    except EnroqueError:
        return {}


def _has_kernel() -> bool:
    """Returns whether the code runs in a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None


@cache
def _script() -> str:
    return resources.files("enroque").joinpath("_static/viewer.js").read_text("utf-8")


@cache
def _widget_class() -> Any:
    """Returns the class of the widget, which needs an optional package."""
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise missing_package(error, "the widget", "anywidget", "enroque[notebook]") from error

    class GameWidget(anywidget.AnyWidget):
        _esm = _script()
        game = traitlets.Dict().tag(sync=True)
        ply = traitlets.Int().tag(sync=True)
        flipped = traitlets.Bool().tag(sync=True)

    return GameWidget


@cache
def _drawings() -> dict[str, str]:
    """Returns the drawings of the pieces by their symbols, without the `svg` element."""
    drawings = {}
    for symbol in PIECE_SYMBOLS[1:]:
        for name in (str(symbol), str(symbol).upper()):
            text = svg.piece(Piece.from_symbol(name))
            drawings[name] = text[text.index(">") + 1 : text.rindex("</svg>")]
    return drawings


def _described(game: AnyGame) -> tuple[dict[str, Any], Board]:
    """Returns a game as JSON for the viewer, and its last position."""
    if isinstance(game, GameView):
        moves, board = _moves_of_view(game), game.board(0)
        headers, first = dict(game.headers), {}
        result = game.result
        played = game.moves
    elif isinstance(game, Game):
        nodes = list(game.mainline())
        moves, board = [_annotations(node) for node in nodes], game.board()
        headers, first = dict(game.headers), _annotations(game)
        result = headers.get("Result", "*")
        played = [node.move for node in nodes]
    elif isinstance(game, Board):
        played = game.move_stack
        moves, board = [{} for _ in played], game.root()
        headers, first, result = {}, {}, game.result()
    else:
        hint = ": use Board(fen), or pgn.read_game" if isinstance(game, str) else ""
        raise TypeError(
            f"game must be a game of Games, a pgn.Game or a Board, not {type_name(game)}{hint}"
        )
    data = {
        "players": [_player(headers, name) for name in ("White", "Black")],
        "result": result,
        "first_number": board.fullmove_number,
        "first_turn": COLOR_NAMES[board.turn],
        "positions": [_placement(board)],
        "moves": moves,
        "colors": dict(svg.DEFAULT_COLORS),
        "pieces": _drawings(),
        **first,
    }
    for move, shown in zip(played, moves, strict=True):
        shown.update(san=board.san(move), to=move.to_square)
        shown["from"] = move.from_square
        board.push(move)
        if board.is_check():
            shown["check"] = board.king(board.turn)
        data["positions"].append(_placement(board))
    return data, board


def _player(headers: dict[str, str], name: str) -> str:
    elo = headers.get(f"{name}Elo", "")
    return headers.get(name, name)[:100] + (f" ({elo[:5]})" if elo.isdigit() else "")


def _placement(board: Board) -> str:
    """Returns a symbol for each square, a dot for an empty one."""
    pieces = board.piece_map()
    return "".join(pieces[square].symbol() if square in pieces else "." for square in SQUARES)


def _arrow(arrow: svg.Arrow) -> tuple[str, Square, Square]:
    return arrow.color, arrow.tail, arrow.head


def _moves_of_view(game: GameView) -> list[dict[str, Any]]:
    """Returns the annotations of the moves of a game of `Games`."""
    count = len(game)
    evals = [None] * count if game.evals is None else game.evals.tolist()
    clocks = [None] * count if game.clocks is None else game.clocks.tolist()
    moves: list[dict[str, Any]] = []
    for index, (score, clock) in enumerate(zip(evals, clocks, strict=True)):
        shown: dict[str, Any] = {}
        if score is not None and score != NO_EVAL:
            shown["eval"] = score
        if clock is not None and clock >= 0:
            shown["clock"] = clock
        if arrows := game.arrows(index + 1):
            shown["arrows"] = [_arrow(arrow) for arrow in arrows]
        moves.append(shown)
    return moves


def _annotations(node: "GameNode") -> dict[str, Any]:
    """Returns the annotations of a node of a game tree."""
    shown: dict[str, Any] = {}
    if (score := node.eval()) is not None:
        white = score.white()
        mate = white.mate()
        if mate is None:
            shown["eval"] = white.score()
        else:
            shown["eval"] = MATE - mate if mate > 0 else -MATE - mate
    if (clock := node.clock()) is not None:
        shown["clock"] = round(clock * 1000)
    if arrows := node.arrows():
        shown["arrows"] = [_arrow(arrow) for arrow in arrows]
    if comment := re.sub(r"\[%[^\]]*\]", "", node.comment).strip():
        shown["comment"] = comment
    if symbols := "".join(_NAGS[nag] for nag in sorted(node.nags) if nag < len(_NAGS)):
        shown["nags"] = symbols
    return shown
