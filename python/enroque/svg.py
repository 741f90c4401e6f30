"""Pictures of boards and pieces, as SVG, with python-chess's parameters.

In a notebook a `Board` shows itself; `board(...)` draws one with arrows, marks and colours of your
own. The pieces are drawn for this project, under its licence.
"""

import math
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from ._core import Board, Move, Piece
from .pieces import (
    BISHOP,
    COLOR_NAMES,
    KING,
    KNIGHT,
    PAWN,
    PIECE_NAMES,
    QUEEN,
    ROOK,
    WHITE,
    Color,
    PieceType,
)
from .squares import FILE_NAMES, RANK_NAMES, SQUARES, Square, parse_square, square_name

__all__ = [
    "DEFAULT_COLORS",
    "MARGIN",
    "SQUARE_SIZE",
    "Arrow",
    "IntoSquares",
    "SvgWrapper",
    "board",
    "piece",
]

SQUARE_SIZE: Final = 45
"""How wide a square is drawn, before the picture is scaled to its size."""

MARGIN: Final = 15
"""How wide the margin with the coordinates is."""

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
"""The colours of a board; `board(colors=...)` takes the same names."""

IntoSquares: TypeAlias = Iterable[Square] | int
"""Squares, or a number whose bits they are."""

# Shapes that the pieces share: the collar and the foot of the tall ones.
_COLLAR: Final = "M15.2 27.6H29.8L30.8 30.6H14.2Z"
_FOOT: Final = "M16.4 30.6H28.6C29 33 30.6 34.2 33.2 35V38.6H11.8V35C14.4 34.2 16 33 16.4 30.6Z"

# Outlines, and lines drawn into them, in a square of 45 units.
_SHAPES: Final[Mapping[PieceType, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    PAWN: (
        (
            "M18.7 18.4A5.9 5.9 0 1 1 26.3 18.4L29 20.8V22H26.2C26.6 26.6 28.6 29.8 31.4 32.4"
            "V38.6H13.6V32.4C16.4 29.8 18.4 26.6 18.8 22H16V20.8Z",
        ),
        ("M18.8 22H26.2", "M13.8 34.4H31.2"),
    ),
    ROOK: (
        (
            "M12 9.4H16.6V12.4H20.2V9.4H24.8V12.4H28.4V9.4H33V16L29.8 18.6L30.6 30.6L33.2 33.4"
            "V38.6H11.8V33.4L14.4 30.6L15.2 18.6L12 16Z",
        ),
        ("M15.2 18.6H29.8", "M14.4 30.6H30.6", "M12 34.6H33"),
    ),
    KNIGHT: (
        (
            "M12.4 38.6V35.4C13.4 31.6 17 29.2 19.6 26.4C20.8 25.1 21.5 23.7 21.6 22.2"
            "C19.8 23.5 17.6 24.2 15.6 24.4L13.4 27.2C12.5 28.3 10.9 28.5 9.7 27.7L8.6 26.9"
            "C7.4 26 7.1 24.4 7.9 23.1L12.2 16.2C12.9 13.1 14.9 10.7 17.6 9.4L18.2 5.8L21.6 8.4"
            "C27.6 9.2 32 13.8 33.4 20C34.4 24.6 33.6 30 33.2 35.4V38.6Z",
        ),
        ("M24.4 12.4C28.8 16 30.2 22 29.4 29.6", "M12.4 35H33.2", "M10.2 24.9L11.2 24.2"),
    ),
    BISHOP: (
        (
            "M22.5 10.6C17.4 14.6 14.8 18.6 15.4 22.4C15.7 24.6 16.8 26.4 18.4 27.6H26.6"
            "C28.2 26.4 29.3 24.6 29.6 22.4C30.2 18.6 27.6 14.6 22.5 10.6Z",
            "M22.5 5.8A2.4 2.4 0 1 1 22.49 5.8Z",
            _COLLAR,
            _FOOT,
        ),
        ("M25.6 14.4L21.4 20.4", "M12 35.4H33"),
    ),
    QUEEN: (
        (
            "M10.8 12.6L15.4 17.2L18.2 10.6L22.5 16.2L26.8 10.6L29.6 17.2L34.2 12.6"
            "L29.4 27.6H15.6Z",
            "M22.5 6.6A2.3 2.3 0 1 1 22.49 6.6Z",
            "M10.8 9.4A1.7 1.7 0 1 1 10.79 9.4Z",
            "M34.2 9.4A1.7 1.7 0 1 1 34.19 9.4Z",
            _COLLAR,
            _FOOT,
        ),
        ("M14.6 24.2C19.8 22.8 25.2 22.8 30.4 24.2", "M12 35.4H33"),
    ),
    KING: (
        (
            "M21.2 3.4H23.8V5.9H26.3V8.4H23.8V12.2H21.2V8.4H18.7V5.9H21.2Z",
            "M22.5 12C27.6 12 32.8 13 33.6 16.4C34 18.4 31 23.6 29.4 27.6H15.6"
            "C14 23.6 11 18.4 11.4 16.4C12.2 13 17.4 12 22.5 12Z",
            _COLLAR,
            _FOOT,
        ),
        ("M14.4 24.4C19.6 23 25.4 23 30.6 24.4", "M12 35.4H33"),
    ),
}
_EYE: Final = ("16.6", "15.6")


class SvgWrapper(str):
    """The text of a picture, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


_PGN_COLORS: Final = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}


class Arrow:
    """An arrow from square to square, or a marked square if they are the same.

    Args:
        tail: where it begins.
        head: where it points.
        color: `green`, `red`, `yellow`, `blue`, or any colour of CSS.
    """

    def __init__(self, tail: Square, head: Square, *, color: str = "green") -> None:
        self.tail = tail
        self.head = head
        self.color = color

    def pgn(self) -> str:
        """As in the comments of PGN, `Gd1h5`: green, unless it is red, yellow or blue.

        >>> Arrow(3, 39, color="red").pgn()
        'Rd1h5'
        """
        letters = {color: letter for letter, color in _PGN_COLORS.items()}
        head = "" if self.head == self.tail else square_name(self.head)
        return letters.get(self.color, "G") + square_name(self.tail) + head

    @classmethod
    def from_pgn(cls, pgn: str) -> "Arrow":
        """Reads such a text; `ValueError` for any other.

        >>> Arrow.from_pgn("Ye4")
        Arrow(28, 28, color='yellow')
        """
        color = _PGN_COLORS.get(pgn[:1].upper())
        if color is None or len(pgn) not in (3, 5):
            raise ValueError(f"no arrow such as 'Gd1h5' or 'Re4': {pgn[:20]!r}")
        tail = parse_square(pgn[1:3])
        head = parse_square(pgn[3:]) if len(pgn) == 5 else tail
        return cls(tail, head, color=color)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Arrow):
            return NotImplemented
        return (self.tail, self.head, self.color) == (other.tail, other.head, other.color)

    def __hash__(self) -> int:
        return hash((self.tail, self.head, self.color))

    def __repr__(self) -> str:
        return f"Arrow({self.tail}, {self.head}, color={self.color!r})"


def piece(piece: Piece, size: int | None = None) -> str:
    """A picture of a piece.

    >>> from enroque import Piece
    >>> piece(Piece.from_symbol("R")).startswith("<svg")
    True
    """
    picture = _picture(SQUARE_SIZE, size)
    picture.append(_drawing(piece.piece_type, piece.color))
    return _text(picture)


def board(
    board: Board | None = None,
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
    """A picture of a board.

    Args:
        board: the pieces on it; `None` for none.
        orientation: the side at the bottom.
        lastmove: a move whose squares are coloured.
        check: a square marked as that of a king in check.
        arrows: `Arrow`s, or pairs of squares; a square with itself is circled.
        fill: colours of single squares.
        squares: squares that are crossed.
        size: how wide and high, in pixels; `None` for as large as there is room.
        coordinates: write the names of files and ranks in a margin.
        colors: colours in place of `DEFAULT_COLORS`, as `#rrggbb` or, with opacity, `#rrggbbaa`.
        flipped: turn the board around.
        borders: draw lines around the board and the margin.
        style: a style sheet for the picture.

    Elements have the classes of python-chess: `square light e4 lastmove`, `check`, `arrow`,
    `circle`, so that a style sheet finds them.
    """
    paint = _Paint(colors or {})
    below = bool(orientation) != bool(flipped)
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
        ET.SubElement(picture, "style").text = style
    men = {} if board is None else board.piece_map()
    if board is not None:
        ET.SubElement(ET.SubElement(picture, "desc"), "pre").text = str(board)
    definitions = ET.SubElement(picture, "defs")
    for piece_type, color in sorted({(man.piece_type, man.color) for man in men.values()}):
        definitions.append(_drawing(piece_type, color))
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

    moved = () if lastmove is None else (lastmove.from_square, lastmove.to_square)
    for square in SQUARES:
        shade = "light" if (square + (square >> 3)) & 1 else "dark"
        mark = " lastmove" if square in moved else ""
        x, y = corner(square)
        place: dict[str, object] = {"x": x, "y": y}
        place |= {"width": SQUARE_SIZE, "height": SQUARE_SIZE, "stroke": "none"}
        look = paint("fill", f"square {shade}{mark}")
        names = f"square {shade}{mark} {square_name(square)}"
        _add(picture, "rect", place | look | {"class": names})
        if fill and square in fill:
            _add(picture, "rect", place | _color("fill", fill[square]))
    if check is not None:
        x, y = corner(check)
        place = {"x": x, "y": y, "width": SQUARE_SIZE, "height": SQUARE_SIZE}
        _add(picture, "rect", place | {"class": "check", "fill": "url(#check_gradient)"})
    for square, man in men.items():
        x, y = corner(square)
        name = f"#{_name(man.piece_type, man.color)}"
        _add(
            picture, "use", {"href": name, "xlink:href": name, "transform": f"translate({x}, {y})"}
        )
    for square in _squares(squares):
        _cross(picture, *corner(square))
    for arrow in arrows:
        known = arrow if isinstance(arrow, Arrow) else _arrow(arrow)
        _draw_arrow(picture, paint, known, corner(known.tail), corner(known.head))
    return _text(picture)


def _show(shown: Board) -> str:
    """What a notebook shows of a board: the last move and a check are marked."""
    stack = shown.move_stack
    return board(
        shown,
        size=390,
        lastmove=stack[-1] if stack and stack[-1] else None,
        check=shown.king(shown.turn) if shown.is_check() else None,
    )


class _Paint:
    """Colours by their names."""

    def __init__(self, colors: Mapping[str, str]) -> None:
        self.colors = {**DEFAULT_COLORS, **colors}

    def __call__(self, attribute: str, name: str) -> dict[str, object]:
        return _color(attribute, self.colors[name])


def _color(attribute: str, color: str) -> dict[str, object]:
    """A colour as attributes: SVG has the opacity by itself."""
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
        attributes |= {"width": size, "height": size}
    return ET.Element("svg", _written(attributes))


def _written(attributes: Mapping[str, object]) -> dict[str, str]:
    def write(value: object) -> str:
        return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)

    return {name: write(value) for name, value in attributes.items()}


def _add(parent: ET.Element, name: str, attributes: Mapping[str, object]) -> ET.Element:
    return ET.SubElement(parent, name, _written(attributes))


def _text(picture: ET.Element) -> SvgWrapper:
    return SvgWrapper(ET.tostring(picture, encoding="unicode"))


def _name(piece_type: PieceType, color: Color) -> str:
    return f"{COLOR_NAMES[color]}-{PIECE_NAMES[piece_type]}"


def _drawing(piece_type: PieceType, color: Color) -> ET.Element:
    """A piece: outlines, and lines in them."""
    body, line = ("#fdfaf3", "#2a2523") if color == WHITE else ("#3a3432", "#171413")
    inside = line if color == WHITE else "#d9d0c4"
    outlines, lines = _SHAPES[piece_type]
    drawing = ET.Element(
        "g",
        {
            "id": _name(piece_type, color),
            "class": f"{COLOR_NAMES[color]} {PIECE_NAMES[piece_type]}",
            "fill": body,
            "stroke": line,
            "stroke-width": "1.4",
            "stroke-linejoin": "round",
            "stroke-linecap": "round",
            "transform": "translate(-2.25, -2.5) scale(1.1)",
        },
    )
    for outline in outlines:
        ET.SubElement(drawing, "path", {"d": outline})
    attributes = {"fill": "none", "stroke": inside, "stroke-width": "1.2"}
    ET.SubElement(drawing, "path", {"d": "".join(lines), **attributes})
    if piece_type == KNIGHT:
        x, y = _EYE
        attributes = {"cx": x, "cy": y, "r": "1.2", "fill": inside, "stroke": "none"}
        ET.SubElement(drawing, "circle", attributes)
    return drawing


def _gradient(definitions: ET.Element) -> None:
    gradient = _add(definitions, "radialGradient", {"id": "check_gradient", "r": 0.5})
    for offset, opacity in (("0%", 1), ("50%", 0.95), ("100%", 0)):
        stop = {"offset": offset, "stop-color": "#e3342f", "stop-opacity": opacity}
        _add(gradient, "stop", stop)


def _coordinates(
    picture: ET.Element, paint: _Paint, below: bool, outer: int, offset: int, full: int
) -> None:
    """The names of files above and below the board, of ranks beside it."""
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
            # text stands on its line, which is lower than its middle
            _add(picture, "text", look | {"x": middle, "y": edge + 3.4}).text = FILE_NAMES[column]
            _add(picture, "text", look | {"x": edge, "y": middle + 3.4}).text = RANK_NAMES[row]


def _squares(squares: IntoSquares | None) -> Iterable[Square]:
    if squares is None:
        return ()
    if isinstance(squares, int):
        return (square for square in SQUARES if squares >> square & 1)
    return squares


def _cross(picture: ET.Element, x: int, y: int) -> None:
    near, far = 0.28 * SQUARE_SIZE, 0.72 * SQUARE_SIZE
    for start, end in (((near, near), (far, far)), ((near, far), (far, near))):
        ends = {"x1": x + start[0], "y1": y + start[1], "x2": x + end[0], "y2": y + end[1]}
        look = {"stroke": "#111", "stroke-width": 3, "stroke-linecap": "round", "class": "cross"}
        _add(picture, "line", ends | look)


def _arrow(squares: tuple[Square, Square]) -> "Arrow":
    """A pair of squares, or another library's arrow."""
    if hasattr(squares, "tail"):
        return Arrow(squares.tail, squares.head, color=squares.color)  # type: ignore[attr-defined]
    tail, head = squares
    return Arrow(tail, head)


def _draw_arrow(
    picture: ET.Element,
    paint: _Paint,
    arrow: "Arrow",
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
    # one outline, so that a transparent arrow is no darker where shaft and tip meet
    points = []
    tip, neck, width, wing = 0.1, 0.72, 0.09, 0.3
    for back, side in (
        (length / SQUARE_SIZE, width),
        (neck, width),
        (neck, wing),
        (tip, 0.0),
        (neck, -wing),
        (neck, -width),
        (length / SQUARE_SIZE, -width),
    ):
        point = (
            x + (-dx * back - dy * side) * SQUARE_SIZE,
            y + (-dy * back + dx * side) * SQUARE_SIZE,
        )
        points.append(f"{point[0]:.2f},{point[1]:.2f}")
    outline = {"points": " ".join(points), "class": "arrow"}
    _add(picture, "polygon", outline | _color("fill", color))
