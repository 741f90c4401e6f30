"""Arguments of pictures: sides, sizes, squares, moves, arrows and colors that are wrong."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Board, Move, Piece, svg, viewer
from enroque.errors import ArgumentError, FenError, OutOfRangeError

BOARD = Board()
SIDE = r"orientation must be WHITE \(True\) or BLACK \(False\), not 'black'"
ARROWS = "arrows must be a list of Arrows or pairs of squares, not "

EVERYWHERE: list[tuple[dict[str, Any], str]] = [
    ({"orientation": "black"}, SIDE),
    ({"orientation": None}, "or BLACK"),
    ({"orientation": 2}, "or BLACK"),
    ({"arrows": "e2e4"}, f"{ARROWS}str"),
    ({"arrows": (12, 28)}, f"{ARROWS}of 12"),
    ({"arrows": svg.Arrow(12, 28)}, f"{ARROWS}Arrow"),
    ({"arrows": [(12, 28, "red")]}, f"{ARROWS}of "),
    ({"lastmove": "e2e4"}, r"an enroque.Move, not str \(Move.from_uci reads 'e2e4'\)"),
    ({"board": 1}, "a Board, a BaseBoard or a FEN, not int"),
]
OF_SVG: list[tuple[dict[str, Any], str]] = [
    ({"fill": [28]}, "fill must be a dict of colors by square, not list"),
    ({"fill": {28: 0xFF0000}}, "one of CSS, such as '#ff0000' or 'red', not int"),
    ({"size": "big"}, "size must be a number of pixels above 0, not str"),
    ({"size": True}, "size must be a number of pixels above 0, not bool"),
    ({"colors": {"margin": None}}, "one of CSS, .* not NoneType"),
]
VALUES: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: svg.board(size=0), ArgumentError, "pixels above 0, not 0"),
    (lambda: svg.board(size=float("nan")), ArgumentError, "pixels above 0, not nan"),
    (lambda: svg.piece(Piece.from_symbol("N"), -1), ArgumentError, "pixels above 0, not -1"),
    (lambda: svg.board(fill={64: "red"}), OutOfRangeError, "not 64"),
    (lambda: svg.board(check="e9"), ArgumentError, "not 'e9'"),
    (lambda: svg.board(squares="e4"), ArgumentError, "not 'e'"),
    (lambda: svg.board(arrows=[("e2", "i4")]), ArgumentError, "not 'i4'"),
    (lambda: svg.board("8/8 w"), FenError, "rank"),
    (lambda: svg.board(fill={0: "#ff00"[:-2]}), ArgumentError, "not '#ff'"),
    (lambda: svg.board(fill={0: "#gg000000"}), ArgumentError, "not '#gg000000'"),
    (lambda: svg.board(colors={"square lite": "red"}), ArgumentError, "known: 'square light', "),
    (lambda: svg.Arrow(1, 2, color="#12345"), ArgumentError, "not '#12345'"),
    (lambda: viewer.GameViewer(BOARD, size=0), ArgumentError, "pixels above 0, not 0"),
]
TYPES: list[tuple[Callable[[], object], str]] = [
    (lambda: svg.piece("N"), "an enroque.Piece, not str: use Piece.from_symbol"),
    (lambda: viewer.GameViewer(BOARD.fen()), r"not str: use Board\(fen\), or pgn.read_game"),
    (lambda: viewer.GameViewer(BOARD, orientation="black"), SIDE),
    (lambda: viewer.GameViewer(BOARD, size="big"), "a number of pixels above 0, not str"),
    (lambda: viewer.GameViewer(BOARD, ply="3"), "ply must be an int, not str"),
    (lambda: viewer.GameViewer(BOARD, arrows={0: [12]}), ARROWS),
    (lambda: viewer.GameViewer(BOARD, arrows=[(12, 28)]), "a dict of arrows by ply, not list"),
]


@pytest.mark.parametrize(("arguments", "message"), [*EVERYWHERE, *OF_SVG])
def test_types_of_images(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        svg.board(**arguments)


@pytest.mark.parametrize(("arguments", "message"), EVERYWHERE)
def test_types_of_plots(arguments: dict[str, Any], message: str) -> None:
    plot = plots()
    with pytest.raises(TypeError, match=message):
        plot.board(**arguments)
    if "lastmove" not in arguments:
        with pytest.raises(TypeError, match=message):
            plot.squares(np.zeros(64), **arguments)


def plots() -> ModuleType:
    pytest.importorskip("matplotlib").use("agg")
    import enroque.plot

    return enroque.plot


@pytest.mark.parametrize(("call", "message"), TYPES)
def test_types(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


@pytest.mark.parametrize(("call", "kind", "message"), VALUES)
def test_values(call: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        call()


def test_orientation_of_a_viewer() -> None:
    shown = viewer.GameViewer(BOARD)
    with pytest.raises(TypeError, match=SIDE):
        shown.orientation = "black"  # type: ignore[assignment]
    assert shown.orientation == enroque.WHITE


def test_what_is_right() -> None:
    black = svg.board(BOARD, orientation=enroque.BLACK)
    for same in (0, np.False_):
        assert svg.board(BOARD, orientation=same) == black  # type: ignore[arg-type]
    assert 'width="97.5"' in svg.board(size=97.5)  # type: ignore[arg-type]
    marked = svg.board(squares=[0, 63])
    assert marked == svg.board(squares=1 | 1 << 63) == svg.board(squares=np.array([0, 63]))
    assert "lastmove" not in svg.board(lastmove=Move.null())
    by_name = {"check": "e1", "fill": {"e4": "red"}, "squares": ["a1"], "arrows": ["Ge2e4"]}
    by_number = {"check": 4, "fill": {28: "red"}, "squares": [0], "arrows": [(12, 28)]}
    assert svg.board(BOARD.fen(), **by_name) == svg.board(BOARD, **by_number)  # type: ignore[arg-type]
    assert svg.Arrow("e2", "e4") == svg.Arrow(12, 28)
    for color in ("#f00", "#f008", "#ff0000", "#ff000080", "red", "rgb(1 2 3)"):
        assert color[:4] in svg.board(fill={0: color})
    assert "#123456" in svg.board(
        colors={"arrow own": "#123456"}, arrows=[svg.Arrow(1, 2, color="own")]
    )
