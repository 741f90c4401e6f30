"""SVG images of boards and pieces, with python-chess's parameters.

Notebooks display a `Board` as an image; `board(...)` draws arrows, marks and other colors too. The
pieces were drawn for this project and have its license.
"""

import copy
import math
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from ._arguments import at_least_one, check_type, type_name
from ._core import BaseBoard, Board, GameView, Move, Piece, SquareSet
from ._display.drawing_arguments import (
    as_square,
    board_of,
    checked_css_color,
    checked_orientation,
    checked_size,
    squares_of_move,
)
from ._display.drawings import drawing, drawing_name
from ._display.missing_names import hinting
from ._model.pieces import WHITE, Color, PieceType
from ._model.squares import FILE_NAMES, RANK_NAMES, SQUARES, Square, parse_square, square_name
from .errors import ArgumentError

__all__ = [
    "DEFAULT_COLORS",
    "MARGIN",
    "SQUARE_SIZE",
    "Arrow",
    "IntoArrow",
    "IntoSquares",
    "SvgWrapper",
    "board",
    "piece",
    "sheet",
]
__dir__ = __all__.copy

if not TYPE_CHECKING:
    __getattr__ = hinting(__name__, __all__)

SQUARE_SIZE: Final = 45
"""The width of a square in units of the image, before scaling."""

MARGIN: Final = 15
"""The width of the margin with coordinates, in units of the image."""

_SHEET_BOARD: Final = 240
"""The width of a board of a sheet."""

_SHEET_GAP: Final = 20
"""The gap between the boards of a sheet."""

_SHEET_TITLE: Final = 24
"""The height of a title."""

DEFAULT_COLORS: Final[Mapping[str, str]] = {
    "square light": "#ecdcc0",
    "square dark": "#a5795a",
    "square light lastmove": "#d9d57a",
    "square dark lastmove": "#ab9f3c",
    "margin": "#33302e",
    "inner border": "#1d1b1a",
    "outer border": "#1d1b1a",
    "coord": "#e9e2d6",
    "arrow green": "#1f7a2e99",
    "arrow red": "#9b1c1c99",
    "arrow yellow": "#d9900fb3",
    "arrow blue": "#14479399",
}
"""The default colors of `board`; its argument `colors` has the same keys."""

IntoSquares: TypeAlias = Iterable[Square | str] | int
"""An iterable of squares, also by name, or a bitboard."""

IntoArrow: TypeAlias = "Arrow | tuple[Square | str, Square | str] | str"
"""An arrow: also the squares of its tail and its head, or as in PGN comments."""


class SvgWrapper(str):
    """SVG text that notebooks display as an image."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)


_PGN_COLORS: Final = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}


class Arrow:
    """An arrow between two squares, or a marked square if they are the same.

    Args:
        tail: the square where it begins.
        head: the square to which it points.
        color: `green`, `red`, `yellow`, `blue`, or any CSS color.

    Raises:
        OutOfRangeError: a square is not from 0 to 63 (an `IndexError`).
        ArgumentError: the color is no color (a `ValueError`).
    """

    def __init__(self, tail: Square | str, head: Square | str, *, color: str = "green") -> None:
        self.tail = as_square(tail)
        self.head = as_square(head)
        self.color = checked_css_color(color)

    def pgn(self) -> str:
        """Returns the arrow as in PGN comments; colors other than G, R, Y and B become green.

        Example:
            >>> Arrow(3, 39, color="red").pgn()
            'Rd1h5'
        """
        letters = {color: letter for letter, color in _PGN_COLORS.items()}
        head = "" if self.head == self.tail else square_name(self.head)
        return letters.get(self.color, "G") + square_name(self.tail) + head

    @classmethod
    def from_pgn(cls, pgn: str) -> "Arrow":
        """Returns the arrow of a PGN annotation.

        Args:
            pgn: a color letter and one or two squares, such as `Ge2e4` or `Re4`; green without
                a letter.

        Raises:
            ArgumentError: the text is not an arrow (a `ValueError`).

        Example:
            >>> Arrow.from_pgn("Ye4")
            Arrow(E4, E4, color='yellow')
        """
        if not isinstance(pgn, str):
            raise TypeError(f"an arrow must be a str such as 'Gd1h5', not {type(pgn).__qualname__}")
        letter, names = (pgn[:1], pgn[1:]) if len(pgn) in (3, 5) else ("G", pgn)
        color = _PGN_COLORS.get(letter.upper())
        if color is None or len(names) not in (2, 4):
            raise ArgumentError(
                "an arrow must be a color and one or two squares, such as 'Gd1h5' or 'Re4', "
                f"not {pgn[:20]!r}"
            )
        tail = parse_square(names[:2])
        head = parse_square(names[2:]) if len(names) == 4 else tail
        return cls(tail, head, color=color)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Arrow):
            return NotImplemented
        return (self.tail, self.head, self.color) == (other.tail, other.head, other.color)

    def __hash__(self) -> int:
        return hash((self.tail, self.head, self.color))

    def __str__(self) -> str:
        return self.pgn()

    def __repr__(self) -> str:
        tail, head = square_name(self.tail).upper(), square_name(self.head).upper()
        return f"Arrow({tail}, {head}, color={self.color!r})"


def piece(piece: Piece, size: int | None = None) -> str:
    """Returns an SVG image of a piece.

    Args:
        piece: the piece.
        size: width and height in pixels; `None` for an image that scales.

    Example:
        >>> from enroque import Piece
        >>> piece(Piece.from_symbol("R")).startswith("<svg")
        True
    """
    hint = ": use Piece.from_symbol" if isinstance(piece, str) else ""
    check_type("a piece", piece, Piece, hint=hint)
    drawn, _ = _drawn(piece.piece_type, piece.color)
    return SvgWrapper(f"{_head(SQUARE_SIZE, size)}{drawn}</svg>")


def board(
    board: BaseBoard | str | None = None,
    *,
    orientation: Color = WHITE,
    lastmove: Move | None = None,
    check: Square | str | None = None,
    arrows: Iterable[IntoArrow] = (),
    fill: Mapping[Square | str, str] | None = None,
    squares: IntoSquares | None = None,
    size: int | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] | None = None,
    flipped: bool = False,
    borders: bool = False,
    style: str | None = None,
) -> str:
    """Returns an SVG image of a board.

    Elements have the CSS classes of python-chess: `square light e4 lastmove`, `check`, `arrow`,
    `circle`. Squares are numbers or names, such as `"e4"`.

    Args:
        board: the board or a FEN; `None` for an empty board.
        orientation: the color at the bottom.
        lastmove: a move whose squares are highlighted.
        check: the square of a king in check, to be marked.
        arrows: `Arrow`s, pairs of squares, or texts as in PGN comments; a pair of equal squares
            is drawn as a circle.
        fill: CSS colors by square.
        squares: squares to mark with a cross.
        size: width and height in pixels; `None` for an image that scales.
        coordinates: draw a margin with the names of files and ranks.
        colors: replacements for `DEFAULT_COLORS`, as `#rrggbb` or, with opacity, `#rrggbbaa`.
        flipped: show the board from the other side.
        borders: draw lines around the board and the margin.
        style: a CSS style sheet for the image.

    Raises:
        TypeError: an argument has the wrong type.
        ArgumentError: `size` is not above 0, a color is unknown, or a name is not a square (a
            `ValueError`).
        FenError: the FEN is invalid (a `ValueError`).
        OutOfRangeError: a square is not from 0 to 63 (an `IndexError`).
    """
    shown = board_of(board)
    painted = _colors(colors)
    below = checked_orientation(orientation) != bool(flipped)
    layout = _layout(below, bool(coordinates), bool(borders), tuple(painted.items()))
    picture = [_head(layout.full, size)]
    if style:
        if not isinstance(style, str):  # any iterable would be joined
            raise TypeError(f"style must be a str, not {type(style).__qualname__}")
        picture.append(f"<style>{escape(style, quote=False)}</style>")
    pieces = {} if shown is None else shown.piece_map()
    if shown is not None:
        picture.append(f"<desc><pre>{escape(str(shown), quote=False)}</pre></desc>")
    kinds = {(piece.piece_type, piece.color) for piece in pieces.values()}
    drawn = "".join([_drawn(*kind)[0] for kind in sorted(kinds)])
    picture += "<defs>", drawn, "" if check is None else _GRADIENT, "</defs>", layout.frame
    squares_drawn = list(layout.squares)
    for square in squares_of_move(lastmove):
        squares_drawn[square] = layout.moved[square]
    for square, color in _fill(fill).items():
        area = _area(layout.corners[square])
        squares_drawn[square] += _tag("rect", area | {"stroke": "none"} | _color("fill", color))
    picture += squares_drawn
    if check is not None:
        look = {"class": "check", "fill": "url(#check_gradient)"}
        picture.append(_tag("rect", _area(layout.corners[as_square(check)]) | look))
    for square, piece in pieces.items():
        x, y = layout.corners[square]
        picture.append(f'{_drawn(piece.piece_type, piece.color)[1]}({x}, {y})" />')
    for square in () if squares is None else _squares(squares):
        _cross(picture, *layout.corners[square])
    for arrow in _arrows(arrows):
        color = painted.get(f"arrow {arrow.color}", arrow.color)
        _draw_arrow(picture, color, layout.corners[arrow.tail], layout.corners[arrow.head])
    return SvgWrapper("".join(picture) + "</svg>")


def sheet(
    boards: Iterable[BaseBoard | str],
    *,
    columns: int = 5,
    titles: Iterable[str] | None = None,
    size: int | None = None,
    coordinates: bool = False,
) -> str:
    """Returns an SVG image of several boards, such as a page to print.

    Args:
        boards: the boards or FENs, from left to right and from top to bottom.
        columns: the number of boards side by side.
        titles: a text above each board; `None` for none.
        size: the width in pixels; `None` for an image that scales.
        coordinates: draw the names of files and ranks.

    Raises:
        ArgumentError: there are no boards, or not as many titles (a `ValueError`).

    Example:
        >>> from enroque import chess960
        >>> starts = chess960.random(6, seed=7)
        >>> titles = [str(board.chess960_pos()) for board in starts]
        >>> sheet(starts, columns=3, titles=titles).count("<text")
        6
    """
    at_least_one("columns", columns)
    drawn = [board(one, size=_SHEET_BOARD, coordinates=coordinates) for one in boards]
    texts = None if titles is None else [str(title) for title in titles]
    if not drawn or (texts is not None and len(texts) != len(drawn)):
        count = 0 if texts is None else len(texts)
        raise ArgumentError(f"a sheet needs boards and as many titles: {len(drawn)} and {count}")
    above = 0 if texts is None else _SHEET_TITLE
    step, row = _SHEET_BOARD + _SHEET_GAP, _SHEET_BOARD + _SHEET_GAP + above
    width = min(columns, len(drawn)) * step + _SHEET_GAP
    height = -(-len(drawn) // columns) * row + _SHEET_GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    if size is not None:
        head += f' width="{checked_size(size)}" height="{size * height / width:.0f}"'
    parts = [head + ' font-family="sans-serif" font-size="18" text-anchor="middle">']
    for n, text in enumerate(drawn):
        x, y = _SHEET_GAP + n % columns * step, _SHEET_GAP + n // columns * row + above
        parts.append(text.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1))
        if texts is not None:
            title = escape(texts[n])
            parts.append(f'<text x="{x + _SHEET_BOARD // 2}" y="{y - 8}">{title}</text>')
    return SvgWrapper("".join(parts) + "</svg>")


def _show(shown: BaseBoard) -> str:
    """Returns the image of a board for notebooks, as a plain `str`, which marimo requires."""
    return str(_state_of(shown))


def _state_of(shown: BaseBoard, *, size: int = 390, **options: Any) -> str:
    """Returns an image of a board with the last move and checks marked."""
    shown = copy.copy(shown)  # another thread may change it
    if not isinstance(shown, Board):
        return board(shown, size=size)
    stack = shown.move_stack
    return board(
        shown,
        size=size,
        lastmove=stack[-1] if stack else None,
        check=shown.king(shown.turn) if shown.is_check() else None,
        **options,
    )


def _show_piece(shown: Piece) -> str:
    """Returns the image of a piece for notebooks."""
    return str(piece(shown, 45))


def _show_squares(shown: SquareSet) -> str:
    """Returns the image of a board for notebooks, with squares marked."""
    return str(board(squares=shown, size=400))


def _show_game(game: GameView) -> str:
    """Returns the image of the last position of a game for notebooks."""
    return _show(game.board())


def _colors(colors: Mapping[str, str] | None) -> Mapping[str, str]:
    """Returns the colors by name, which are checked."""
    if not colors:
        return DEFAULT_COLORS
    for name, color in colors.items():
        if name not in DEFAULT_COLORS and not str(name).startswith("arrow "):
            known = ", ".join(map(repr, DEFAULT_COLORS))
            raise ArgumentError(f"colors has no {name!r:.80}; known: {known}")
        checked_css_color(color)
    return {**DEFAULT_COLORS, **colors}


def _color(attribute: str, color: str) -> dict[str, object]:
    """Returns a color as SVG attributes, with opacity as a separate attribute."""
    if len(color) in (5, 9) and color.startswith("#"):
        digits = (len(color) - 1) // 4
        opacity = int(color[-digits:], 16) / (255 if digits == 2 else 15)
        return {attribute: color[:-digits], "opacity": round(opacity, 3)}
    return {attribute: color}


def _head(units: int, size: int | None) -> str:
    names = {"xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink"}
    scale = {} if size is None else {"width": checked_size(size), "height": size}
    view = {"viewBox": f"0 0 {units} {units}"}
    return _tag("svg", {**names, **view, **scale}).replace(" />", ">")


def _tag(name: str, attributes: Mapping[str, object], text: str = "") -> str:
    """Returns an element of an image."""

    def write(value: object) -> str:
        if isinstance(value, float):
            return f"{value:.2f}".rstrip("0").rstrip(".")
        return escape(str(value))

    written = "".join([f' {key}="{write(value)}"' for key, value in attributes.items()])
    return f"<{name}{written}>{text}</{name}>" if text else f"<{name}{written} />"


def _area(corner: tuple[int, int]) -> dict[str, object]:
    return {"x": corner[0], "y": corner[1], "width": SQUARE_SIZE, "height": SQUARE_SIZE}


@lru_cache
def _drawn(piece_type: PieceType, color: Color) -> tuple[str, str]:
    """Returns the definition of a piece, and its use up to the coordinates."""
    name = f"#{drawing_name(piece_type, color)}"
    use = f'<use href="{name}" xlink:href="{name}" transform="translate'
    return ET.tostring(drawing(piece_type, color), encoding="unicode"), use


class _Layout(NamedTuple):
    """The parts of an image that do not depend on the position."""

    full: int
    corners: list[tuple[int, int]]
    frame: str
    squares: list[str]
    moved: list[str]  # the squares of the last move


@lru_cache(maxsize=64)
def _layout(
    below: bool, coordinates: bool, borders: bool, colors: tuple[tuple[str, str], ...]
) -> _Layout:
    painted = dict(colors)
    inner = 1 if borders and coordinates else 0
    outer = 1 if borders else 0
    margin = MARGIN if coordinates else 0
    offset = outer + margin + inner
    full = 2 * offset + 8 * SQUARE_SIZE
    frame = []
    for name, width, inset in (
        ("outer border", outer, 0),
        ("margin", margin, outer),
        ("inner border", inner, outer + margin),
    ):
        if width:
            side = full - 2 * inset - width
            start = inset + width / 2
            edge = {"x": start, "y": start, "width": side, "height": side, "fill": "none"}
            look = _color("stroke", painted[name]) | {"stroke-width": width}
            frame.append(_tag("rect", edge | look))
    if coordinates:
        frame += _coordinates(painted["coord"], below, outer, offset, full)
    line = [offset + SQUARE_SIZE * n for n in range(8)][:: 1 if below else -1]
    corners = [(line[square & 7], line[7 - (square >> 3)]) for square in SQUARES]

    def drawn(mark: str) -> list[str]:
        texts = []
        for square in SQUARES:
            shade = f"square {'light' if (square + (square >> 3)) & 1 else 'dark'}{mark}"
            look = {"stroke": "none"} | _color("fill", painted[shade])
            names = {"class": f"{shade} {square_name(square)}"}
            texts.append(_tag("rect", _area(corners[square]) | look | names))
        return texts

    return _Layout(full, corners, "".join(frame), drawn(""), drawn(" lastmove"))


_GRADIENT: Final = (
    '<radialGradient id="check_gradient" r="0.5"><stop offset="0%" stop-color="#e3342f" />'
    '<stop offset="50%" stop-color="#e3342f" stop-opacity="0.95" />'
    '<stop offset="100%" stop-color="#e3342f" stop-opacity="0" /></radialGradient>'
)


def _coordinates(color: str, below: bool, outer: int, offset: int, full: int) -> Iterator[str]:
    """Generates the names of files and ranks in the margin."""
    look = _color("fill", color) | {
        "font-family": "sans-serif",
        "font-size": 10,
        "text-anchor": "middle",
        "class": "coord",
    }
    near, far = outer + MARGIN / 2, full - outer - MARGIN / 2
    for n in range(8):
        middle = offset + (n + 0.5) * SQUARE_SIZE
        column, row = (n, 7 - n) if below else (7 - n, n)
        for edge in (near, far):
            # 3.4: from the middle of the text to its baseline
            yield _tag("text", look | {"x": middle, "y": edge + 3.4}, FILE_NAMES[column])
            yield _tag("text", look | {"x": edge, "y": middle + 3.4}, RANK_NAMES[row])


def _fill(fill: Mapping[Square | str, str] | None) -> dict[Square, str]:
    """Returns the colors of squares, which are checked."""
    if fill is None:
        return {}
    if not isinstance(fill, Mapping):
        raise TypeError(f"fill must be a dict of colors by square, not {type_name(fill)}")
    return {as_square(square): checked_css_color(color) for square, color in fill.items()}


def _squares(squares: IntoSquares) -> SquareSet:
    # which imports NumPy
    return SquareSet(map(as_square, squares) if isinstance(squares, Iterable) else squares)


def _cross(picture: list[str], x: int, y: int) -> None:
    near, far = 0.28 * SQUARE_SIZE, 0.72 * SQUARE_SIZE
    for start, end in (((near, near), (far, far)), ((near, far), (far, near))):
        ends = {"x1": x + start[0], "y1": y + start[1], "x2": x + end[0], "y2": y + end[1]}
        look = {"stroke": "#111", "stroke-width": 3, "stroke-linecap": "round", "class": "cross"}
        picture.append(_tag("line", ends | look))


def _arrows(arrows: Iterable[IntoArrow]) -> list[Arrow]:
    """Converts arrows, which may be pairs of squares or those of python-chess."""
    requirement = "arrows must be a list of Arrows or pairs of squares"
    if isinstance(arrows, str) or not isinstance(arrows, Iterable):
        raise TypeError(f"{requirement}, not {type_name(arrows)}")
    converted = []
    given: Iterable[Any] = arrows
    for arrow in given:
        if isinstance(arrow, Arrow):
            converted.append(arrow)
        elif hasattr(arrow, "tail"):
            converted.append(Arrow(arrow.tail, arrow.head, color=arrow.color))
        elif isinstance(arrow, str):
            converted.append(Arrow.from_pgn(arrow))
        elif isinstance(arrow, Sequence) and len(arrow) == 2:
            converted.append(Arrow(*arrow))
        else:
            raise TypeError(f"{requirement}, not of {arrow!r:.80}")
    return converted


def _draw_arrow(
    picture: list[str], color: str, tail: tuple[int, int], head: tuple[int, int]
) -> None:
    half = SQUARE_SIZE / 2
    x, y = head[0] + half, head[1] + half
    if tail == head:
        circle: dict[str, object] = {
            "cx": x,
            "cy": y,
            "r": 0.45 * SQUARE_SIZE,
            "stroke-width": 0.1 * SQUARE_SIZE,
        }
        circle |= {"fill": "none", "class": "circle"}
        picture.append(_tag("circle", circle | _color("stroke", color)))
        return
    dx, dy = x - tail[0] - half, y - tail[1] - half
    length = math.hypot(dx, dy)
    dx, dy = dx / length, dy / length
    tip, neck, wing = 0.1 * SQUARE_SIZE, 0.72 * SQUARE_SIZE, 0.3 * SQUARE_SIZE
    # the shaft ends where the head begins, so that a transparent arrow has no overlap
    neck_x, neck_y = x - dx * neck, y - dy * neck
    shaft = {
        "x1": f"{x - dx * length:.2f}",
        "y1": f"{y - dy * length:.2f}",
        "x2": f"{neck_x:.2f}",
        "y2": f"{neck_y:.2f}",
        "stroke-width": 0.18 * SQUARE_SIZE,
        "class": "arrow",
    }
    picture.append(_tag("line", shaft | _color("stroke", color)))
    corners = (
        (neck_x - dy * wing, neck_y + dx * wing),
        (x - dx * tip, y - dy * tip),
        (neck_x + dy * wing, neck_y - dx * wing),
    )
    points = " ".join(f"{corner[0]:.2f},{corner[1]:.2f}" for corner in corners)
    outline = {"points": points, "class": "arrow"}
    picture.append(_tag("polygon", outline | _color("fill", color)))
