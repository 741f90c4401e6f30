"""SVG images of boards and pieces, with python-chess's parameters.

Notebooks display a `Board` as an image; `board(...)` draws arrows, marks and other colors too. The
pieces were drawn for this project and have its license.
"""

import copy
import math
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final, TypeAlias

from ._arguments import at_least_one, type_name
from ._core import BaseBoard, Board, GameView, Move, Piece, SquareSet
from ._display.drawing_arguments import (
    check_board,
    checked_css_color,
    checked_orientation,
    checked_size,
    squares_of_move,
)
from ._display.drawings import drawing, drawing_name
from ._model.pieces import WHITE, Color
from ._model.squares import (
    FILE_NAMES,
    RANK_NAMES,
    SQUARES,
    Square,
    checked_square,
    parse_square,
    square_name,
)
from .errors import ArgumentError

__all__ = [
    "DEFAULT_COLORS",
    "MARGIN",
    "SQUARE_SIZE",
    "Arrow",
    "IntoSquares",
    "SvgWrapper",
    "board",
    "piece",
    "sheet",
]

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

IntoSquares: TypeAlias = Iterable[Square] | int
"""An iterable of squares, or a bitboard."""


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

    def __init__(self, tail: Square, head: Square, *, color: str = "green") -> None:
        self.tail = checked_square(tail)
        self.head = checked_square(head)
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
    if not isinstance(piece, Piece):
        hint = ": use Piece.from_symbol" if isinstance(piece, str) else ""
        raise TypeError(f"a piece must be an enroque.Piece, not {type_name(piece)}{hint}")
    picture = _picture(SQUARE_SIZE, size)
    picture.append(drawing(piece.piece_type, piece.color))
    return _text(picture)


def board(
    board: BaseBoard | None = None,
    *,
    orientation: Color = WHITE,
    lastmove: Move | None = None,
    check: Square | None = None,
    arrows: Iterable[Arrow | tuple[Square, Square]] = (),
    fill: Mapping[Square, str] | None = None,
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
    `circle`.

    Args:
        board: the board; `None` for an empty board.
        orientation: the color at the bottom.
        lastmove: a move whose squares are highlighted.
        check: the square of a king in check, to be marked.
        arrows: `Arrow`s or pairs of squares; a pair of equal squares is drawn as a circle.
        fill: CSS colors by square.
        squares: squares to mark with a cross.
        size: width and height in pixels; `None` for an image that scales.
        coordinates: draw a margin with the names of files and ranks.
        colors: replacements for `DEFAULT_COLORS`, as `#rrggbb` or, with opacity, `#rrggbbaa`.
        flipped: show the board from the other side.
        borders: draw lines around the board and the margin.
        style: a CSS style sheet for the image.

    Raises:
        TypeError: an argument has the wrong type, such as a FEN or the name of a square.
        ArgumentError: `size` is not above 0, or a color is unknown (a `ValueError`).
        OutOfRangeError: a square is not from 0 to 63 (an `IndexError`).
    """
    check_board(board)
    paint = _Paint(colors or {})
    below = checked_orientation(orientation) != bool(flipped)
    moved = squares_of_move(lastmove)
    marks = _fill(fill)
    inner = 1 if borders and coordinates else 0
    outer = 1 if borders else 0
    margin = MARGIN if coordinates else 0
    offset = outer + margin + inner
    full = 2 * offset + 8 * SQUARE_SIZE

    def corner(square: Square) -> tuple[int, int]:
        column, row = (square & 7, 7 - (square >> 3)) if below else (7 - (square & 7), square >> 3)
        return offset + column * SQUARE_SIZE, offset + row * SQUARE_SIZE

    picture = _picture(full, size)
    if style:
        if not isinstance(style, str):  # any iterable would be joined
            raise TypeError(f"style must be a str, not {type(style).__qualname__}")
        ET.SubElement(picture, "style").text = style
    pieces = {} if board is None else board.piece_map()
    if board is not None:
        ET.SubElement(ET.SubElement(picture, "desc"), "pre").text = str(board)
    definitions = ET.SubElement(picture, "defs")
    for piece_type, color in sorted({(piece.piece_type, piece.color) for piece in pieces.values()}):
        definitions.append(drawing(piece_type, color))
    if check is not None:
        _gradient(definitions)

    for name, width, inset in (
        ("outer border", outer, 0),
        ("margin", margin, outer),
        ("inner border", inner, outer + margin),
    ):
        if width:
            side = full - 2 * inset - width
            start = inset + width / 2
            frame = {"x": start, "y": start, "width": side, "height": side, "fill": "none"}
            _add(picture, "rect", frame | paint("stroke", name) | {"stroke-width": width})
    if coordinates:
        _coordinates(picture, paint, below, outer, offset, full)

    for square in SQUARES:
        shade = "light" if (square + (square >> 3)) & 1 else "dark"
        mark = " lastmove" if square in moved else ""
        x, y = corner(square)
        area: dict[str, object] = {"x": x, "y": y}
        area |= {"width": SQUARE_SIZE, "height": SQUARE_SIZE, "stroke": "none"}
        look = paint("fill", f"square {shade}{mark}")
        names = f"square {shade}{mark} {square_name(square)}"
        _add(picture, "rect", area | look | {"class": names})
        if square in marks:
            _add(picture, "rect", area | _color("fill", marks[square]))
    if check is not None:
        x, y = corner(checked_square(check))
        area = {"x": x, "y": y, "width": SQUARE_SIZE, "height": SQUARE_SIZE}
        _add(picture, "rect", area | {"class": "check", "fill": "url(#check_gradient)"})
    for square, piece in pieces.items():
        x, y = corner(square)
        name = f"#{drawing_name(piece.piece_type, piece.color)}"
        _add(
            picture, "use", {"href": name, "xlink:href": name, "transform": f"translate({x}, {y})"}
        )
    for square in () if squares is None else SquareSet(squares):  # which imports NumPy
        _cross(picture, *corner(square))
    for converted in _arrows(arrows):
        _draw_arrow(picture, paint, converted, corner(converted.tail), corner(converted.head))
    return _text(picture)


def sheet(
    boards: Iterable[BaseBoard],
    *,
    columns: int = 5,
    titles: Iterable[str] | None = None,
    size: int | None = None,
    coordinates: bool = False,
) -> str:
    """Returns an SVG image of several boards, such as a page to print.

    Args:
        boards: the boards, from left to right and from top to bottom.
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


class _Paint:
    """Converts color names to SVG attributes."""

    def __init__(self, colors: Mapping[str, str]) -> None:
        for name, color in colors.items():
            if name not in DEFAULT_COLORS and not str(name).startswith("arrow "):
                known = ", ".join(map(repr, DEFAULT_COLORS))
                raise ArgumentError(f"colors has no {name!r:.80}; known: {known}")
            checked_css_color(color)
        self.colors = {**DEFAULT_COLORS, **colors}

    def __call__(self, attribute: str, name: str) -> dict[str, object]:
        return _color(attribute, self.colors[name])


def _color(attribute: str, color: str) -> dict[str, object]:
    """Returns a color as SVG attributes, with opacity as a separate attribute."""
    if len(color) in (5, 9) and color.startswith("#"):
        digits = (len(color) - 1) // 4
        opacity = int(color[-digits:], 16) / (255 if digits == 2 else 15)
        return {attribute: color[:-digits], "opacity": round(opacity, 3)}
    return {attribute: color}


def _picture(units: int, size: int | None) -> ET.Element:
    attributes: dict[str, object] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "xmlns:xlink": "http://www.w3.org/1999/xlink",
        "viewBox": f"0 0 {units} {units}",
    }
    if size is not None:
        attributes |= {"width": checked_size(size), "height": size}
    return ET.Element("svg", _written(attributes))


def _written(attributes: Mapping[str, object]) -> dict[str, str]:
    def write(value: object) -> str:
        return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)

    return {name: write(value) for name, value in attributes.items()}


def _add(parent: ET.Element, name: str, attributes: Mapping[str, object]) -> ET.Element:
    return ET.SubElement(parent, name, _written(attributes))


def _text(picture: ET.Element) -> SvgWrapper:
    return SvgWrapper(ET.tostring(picture, encoding="unicode"))


def _gradient(definitions: ET.Element) -> None:
    gradient = _add(definitions, "radialGradient", {"id": "check_gradient", "r": 0.5})
    for offset, opacity in (("0%", 1), ("50%", 0.95), ("100%", 0)):
        stop = {"offset": offset, "stop-color": "#e3342f", "stop-opacity": opacity}
        _add(gradient, "stop", stop)


def _coordinates(
    picture: ET.Element, paint: _Paint, below: bool, outer: int, offset: int, full: int
) -> None:
    """Draws the names of files and ranks in the margin."""
    look = paint("fill", "coord") | {
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
            _add(picture, "text", look | {"x": middle, "y": edge + 3.4}).text = FILE_NAMES[column]
            _add(picture, "text", look | {"x": edge, "y": middle + 3.4}).text = RANK_NAMES[row]


def _fill(fill: Mapping[Square, str] | None) -> dict[Square, str]:
    """Returns the colors of squares, which are checked."""
    if fill is None:
        return {}
    if not isinstance(fill, Mapping):
        raise TypeError(f"fill must be a dict of colors by square, not {type_name(fill)}")
    return {checked_square(square): checked_css_color(color) for square, color in fill.items()}


def _cross(picture: ET.Element, x: int, y: int) -> None:
    near, far = 0.28 * SQUARE_SIZE, 0.72 * SQUARE_SIZE
    for start, end in (((near, near), (far, far)), ((near, far), (far, near))):
        ends = {"x1": x + start[0], "y1": y + start[1], "x2": x + end[0], "y2": y + end[1]}
        look = {"stroke": "#111", "stroke-width": 3, "stroke-linecap": "round", "class": "cross"}
        _add(picture, "line", ends | look)


def _arrows(arrows: Iterable[Arrow | tuple[Square, Square]]) -> list[Arrow]:
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
        elif isinstance(arrow, Sequence) and not isinstance(arrow, str) and len(arrow) == 2:
            converted.append(Arrow(*arrow))
        else:
            hint = ": use Arrow.from_pgn('Ge2e4')" if isinstance(arrow, str) else ""
            raise TypeError(f"{requirement}, not of {arrow!r:.80}{hint}")
    return converted


def _draw_arrow(
    picture: ET.Element,
    paint: _Paint,
    arrow: Arrow,
    tail: tuple[int, int],
    head: tuple[int, int],
) -> None:
    name, half = f"arrow {arrow.color}", SQUARE_SIZE / 2
    color = paint.colors.get(name, arrow.color)
    x, y = head[0] + half, head[1] + half
    if arrow.tail == arrow.head:
        circle: dict[str, object] = {
            "cx": x,
            "cy": y,
            "r": 0.45 * SQUARE_SIZE,
            "stroke-width": 0.1 * SQUARE_SIZE,
        }
        circle |= {"fill": "none", "class": "circle"}
        _add(picture, "circle", circle | _color("stroke", color))
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
    _add(picture, "line", shaft | _color("stroke", color))
    corners = (
        (neck_x - dy * wing, neck_y + dx * wing),
        (x - dx * tip, y - dy * tip),
        (neck_x + dy * wing, neck_y - dx * wing),
    )
    points = " ".join(f"{corner[0]:.2f},{corner[1]:.2f}" for corner in corners)
    outline = {"points": points, "class": "arrow"}
    _add(picture, "polygon", outline | _color("fill", color))
