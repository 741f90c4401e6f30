"""SVG drawings of the pieces, made for this project."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Final

from .._model import pieces
from .._model.pieces import Color, PieceType

# Shapes that several pieces share.
_COLLAR: Final = "M15.2 27.6H29.8L30.8 30.6H14.2Z"
_FOOT: Final = "M16.4 30.6H28.6C29 33 30.6 34.2 33.2 35V38.6H11.8V35C14.4 34.2 16 33 16.4 30.6Z"

# Outlines and inner lines of each piece type, in a square of 45 units.
_SHAPES: Final[Mapping[PieceType, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    pieces.PAWN: (
        (
            "M18.7 18.4C16.8 16.8 16.1 14.2 17 11.9 17.8 9.5 20 8 22.5 8 25 8 27.2 9.5 28 11.9"
            " 28.9 14.2 28.2 16.8 26.3 18.4L29 20.8V22H26.2C26.6 26.6 28.6 29.8 31.4 32.4"
            "V38.6H13.6V32.4C16.4 29.8 18.4 26.6 18.8 22H16V20.8Z",
        ),
        ("M18.8 22H26.2", "M13.8 34.4H31.2"),
    ),
    pieces.ROOK: (
        (
            "M12 9.4H16.6V12.4H20.2V9.4H24.8V12.4H28.4V9.4H33V16L29.8 18.6L30.6 30.6L33.2 33.4"
            "V38.6H11.8V33.4L14.4 30.6L15.2 18.6L12 16Z",
        ),
        ("M15.2 18.6H29.8", "M14.4 30.6H30.6", "M12 34.6H33"),
    ),
    pieces.KNIGHT: (
        (
            "M12.4 38.6V35.4C13.4 31.6 17 29.2 19.6 26.4C20.8 25.1 21.5 23.7 21.6 22.2"
            "C19.8 23.5 17.6 24.2 15.6 24.4L13.4 27.2C12.5 28.3 10.9 28.5 9.7 27.7L8.6 26.9"
            "C7.4 26 7.1 24.4 7.9 23.1L12.2 16.2C12.9 13.1 14.9 10.7 17.6 9.4L18.2 5.8L21.6 8.4"
            "C27.6 9.2 32 13.8 33.4 20C34.4 24.6 33.6 30 33.2 35.4V38.6Z",
        ),
        ("M24.4 12.4C28.8 16 30.2 22 29.4 29.6", "M12.4 35H33.2", "M10.2 24.9L11.2 24.2"),
    ),
    pieces.BISHOP: (
        (
            "M22.5 10.6C17.4 14.6 14.8 18.6 15.4 22.4C15.7 24.6 16.8 26.4 18.4 27.6H26.6"
            "C28.2 26.4 29.3 24.6 29.6 22.4C30.2 18.6 27.6 14.6 22.5 10.6Z",
            "M22.5 5.8C23.83 5.8 24.9 6.87 24.9 8.2 24.9 9.53 23.83 10.6 22.5 10.6"
            " 21.17 10.6 20.1 9.53 20.1 8.2 20.1 6.87 21.17 5.8 22.5 5.8Z",
            _COLLAR,
            _FOOT,
        ),
        ("M25.6 14.4L21.4 20.4", "M12 35.4H33"),
    ),
    pieces.QUEEN: (
        (
            "M10.8 12.6L15.4 17.2L18.2 10.6L22.5 16.2L26.8 10.6L29.6 17.2L34.2 12.6"
            "L29.4 27.6H15.6Z",
            "M22.5 6.6C23.77 6.6 24.8 7.63 24.8 8.9 24.8 10.17 23.77 11.2 22.5 11.2"
            " 21.23 11.2 20.2 10.17 20.2 8.9 20.2 7.63 21.23 6.6 22.5 6.6Z",
            "M10.8 9.4C11.74 9.4 12.5 10.16 12.5 11.1 12.5 12.04 11.74 12.8 10.8 12.8"
            " 9.86 12.8 9.1 12.04 9.1 11.1 9.1 10.16 9.86 9.4 10.8 9.4Z",
            "M34.2 9.4C35.14 9.4 35.9 10.16 35.9 11.1 35.9 12.04 35.14 12.8 34.2 12.8"
            " 33.26 12.8 32.5 12.04 32.5 11.1 32.5 10.16 33.26 9.4 34.2 9.4Z",
            _COLLAR,
            _FOOT,
        ),
        ("M14.6 24.2C19.8 22.8 25.2 22.8 30.4 24.2", "M12 35.4H33"),
    ),
    pieces.KING: (
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


def drawing_name(piece_type: PieceType, color: Color) -> str:
    """Returns the id of a piece in an image: `white-king`."""
    return f"{pieces.COLOR_NAMES[color]}-{pieces.PIECE_NAMES[piece_type]}"


def drawing(piece_type: PieceType, color: Color) -> ET.Element:
    """Returns the drawing of a piece."""
    body, line = ("#fdfaf3", "#2a2523") if color == pieces.WHITE else ("#3a3432", "#171413")
    inner_line = line if color == pieces.WHITE else "#d9d0c4"
    outlines, lines = _SHAPES[piece_type]
    drawing = ET.Element(
        "g",
        {
            "id": drawing_name(piece_type, color),
            "class": f"{pieces.COLOR_NAMES[color]} {pieces.PIECE_NAMES[piece_type]}",
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
    attributes = {"fill": "none", "stroke": inner_line, "stroke-width": "1.2"}
    ET.SubElement(drawing, "path", {"d": "".join(lines), **attributes})
    if piece_type == pieces.KNIGHT:
        x, y = _EYE
        attributes = {"cx": x, "cy": y, "r": "1.2", "fill": inner_line, "stroke": "none"}
        ET.SubElement(drawing, "circle", attributes)
    return drawing
