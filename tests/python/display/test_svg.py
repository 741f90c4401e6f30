"""enroque.svg: well-formed images with the requested elements."""

import io
import xml.etree.ElementTree as ET

import chess
import chess.svg
import pytest

import enroque
from enroque import Board, Piece, pgn, svg

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ET.Element:
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    return root


def classes(root: ET.Element, name: str) -> list[str]:
    """The classes of all elements that have a class."""
    found = (element.get("class", "") for element in root.iter())
    return [text for text in found if name in text.split()]


def test_the_start_position() -> None:
    root = parsed(svg.board(Board()))
    assert root.get("viewBox") == "0 0 390 390"
    assert root.get("width") is None
    assert len(classes(root, "square")) == 64
    assert len(list(root.iter(f"{SVG}use"))) == 32
    defined = {element.get("id") for element in root.iter(f"{SVG}g")}
    assert len(defined) == 12
    used = {element.get("href") for element in root.iter(f"{SVG}use")}
    assert used == {f"#{name}" for name in defined}
    letters = [element.text for element in root.iter(f"{SVG}text")]
    assert sorted(letters) == sorted(2 * "abcdefgh" + 2 * "12345678")


def square_positions(root: ET.Element) -> dict[str, tuple[float, float]]:
    """The position of each square in the image, by name."""
    return {
        element.get("class", "").split()[-1]: (float(element.get("x")), float(element.get("y")))
        for element in root.iter(f"{SVG}rect")
        if element.get("class", "").startswith("square")
    }


@pytest.mark.parametrize("orientation", [enroque.WHITE, enroque.BLACK])
@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("coordinates", [False, True])
@pytest.mark.parametrize("borders", [False, True])
def test_squares_are_where_python_chess_has_them(
    orientation: bool, flipped: bool, coordinates: bool, borders: bool
) -> None:
    options = {
        "orientation": orientation,
        "flipped": flipped,
        "coordinates": coordinates,
        "borders": borders,
        "size": 400,
        "lastmove": chess.Move.from_uci("e2e4"),
    }
    ours, theirs = parsed(svg.board(**options)), parsed(chess.svg.board(**options))
    for name in ("viewBox", "width", "height"):
        assert ours.get(name) == theirs.get(name)
    assert square_positions(ours) == square_positions(theirs)
    assert sorted(map(sorted, map(str.split, classes(ours, "square")))) == sorted(
        map(sorted, map(str.split, classes(theirs, "square")))
    )


def test_marks() -> None:
    root = parsed(
        svg.board(
            Board(),
            check=enroque.E1,
            arrows=[
                svg.Arrow(enroque.E2, enroque.E4, color="red"),
                (enroque.D2, enroque.D4),
                (enroque.A1, enroque.A1),
                svg.Arrow(0, 1, color="#123456"),
                chess.svg.Arrow(1, 2, color="blue"),
            ],
            fill={enroque.C3: "#00aa0080"},
            squares=1 << 40 | 1 << 63,
            colors={"square light": "#ffffff", "arrow red": "#ff000040"},
            style=".check { fill: none } /* <&> */",
        )
    )
    assert len(classes(root, "check")) == 1
    assert len(classes(root, "arrow")) == 8  # a line and a head each
    assert len(classes(root, "circle")) == 1
    assert len(classes(root, "cross")) == 4
    fills = [(element.get("fill"), element.get("opacity")) for element in root.iter()]
    assert ("#00aa00", "0.5") in fills
    assert ("#ff0000", "0.25") in fills
    assert ("#123456", None) in fills
    assert fills.count(("#ffffff", None)) == 32
    assert "<&>" in next(root.iter(f"{SVG}style")).text


def test_hostile_values_are_escaped() -> None:
    nasty = "\"/><script>'&"
    root = parsed(svg.board(fill={0: nasty}, arrows=[svg.Arrow(0, 9, color=nasty)], style=nasty))
    assert not list(root.iter("script"))
    assert not list(root.iter(f"{SVG}script"))


def test_pieces() -> None:
    for symbol in "PNBRQKpnbrqk":
        root = parsed(svg.piece(Piece.from_symbol(symbol), size=45))
        assert root.get("width") == "45"
        assert len(list(root.iter(f"{SVG}path"))) > 1


def test_notebooks_show_boards() -> None:
    board = Board()
    board.push_san("e4")
    text = board._repr_svg_()
    assert len(classes(parsed(text), "lastmove")) == 2
    assert parsed(text).get("width") == "390"
    node = pgn.Game.from_board(board).end()
    assert node._repr_svg_() == text
    view = enroque.Games.from_pgn(io.StringIO("1. e4 e5 2. Nf3 *"))[0]
    assert view._repr_svg_() == view.board()._repr_svg_()
    assert len(classes(parsed(view._repr_svg_()), "lastmove")) == 2
    mate = Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert len(classes(parsed(mate._repr_svg_()), "check")) == 1
    picture = svg.board(mate)
    assert picture._repr_svg_() == picture  # type: ignore[attr-defined]


def test_arrows_of_python_chess() -> None:
    for color in ("green", "red", "yellow", "blue", "#ff0000"):
        for tail, head in ((3, 39), (28, 28)):
            ours, theirs = (module.Arrow(tail, head, color=color) for module in (svg, chess.svg))
            assert ours.pgn() == theirs.pgn()
            assert (str(ours), repr(ours)) == (str(theirs), repr(theirs))
            again, other = svg.Arrow.from_pgn(ours.pgn()), chess.svg.Arrow.from_pgn(ours.pgn())
            assert (again.tail, again.head, again.color) == (other.tail, other.head, other.color)
    for text in ("", "G", "Xe4", "Ge9", "Ge4e", "Ge4e5e6"):
        with pytest.raises(ValueError, match=r"arrow|square|'e4'"):
            svg.Arrow.from_pgn(text)
    assert svg.Arrow(1, 2) == svg.Arrow(1, 2)
    assert hash(svg.Arrow(1, 2)) == hash(svg.Arrow(1, 2))


def test_arrows_without_a_color_are_green() -> None:
    for text in ("a1b2", "b2", "Ra1b2", "bb2", "gb2c3"):
        ours, theirs = (
            svg.Arrow.from_pgn(text),
            chess.svg.Arrow.from_pgn(text[0].upper() + text[1:] if len(text) % 2 else text),
        )
        assert (ours.tail, ours.head, ours.color) == (theirs.tail, theirs.head, theirs.color)
    for text in ("", "a", "a1b", "xa1", "a1b2c3", "i9"):
        with pytest.raises(enroque.errors.ArgumentError):
            svg.Arrow.from_pgn(text)


def test_invalid_squares_raise() -> None:
    for draw in (
        lambda: svg.Arrow(99, 2),
        lambda: svg.Arrow(0, -1),
        lambda: svg.board(check=64),
        lambda: svg.board(arrows=[(0, 64)]),
    ):
        with pytest.raises(enroque.errors.OutOfRangeError):
            draw()


def test_notebooks_show_pieces_and_images() -> None:
    picture = parsed(Piece.from_symbol("q")._repr_svg_())
    assert picture.get("width") == "45"
    drawn = svg.piece(Piece.from_symbol("q"), 45)
    assert drawn._repr_html_() == drawn._repr_svg_() == Piece.from_symbol("q")._repr_svg_()


def test_a_style_is_a_text() -> None:
    with pytest.raises(TypeError, match="style must be a str, not range"):
        svg.board(style=range(2**40))  # type: ignore[arg-type]
