"""Plots with matplotlib: boards, planes of an encoding, and values of squares or Chess960 starts.

Needs the extra `plot`. Every function draws into axes or returns a figure, so plots can be
combined, for example one board for each attention head.
"""

import math
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import IO, TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike

from . import svg
from ._arguments import at_least_one
from ._core import BaseBoard, Encoding, GameView, Move, Piece, chess960_back_rank, chess960_number
from ._display.drawing_arguments import board_of, checked_orientation, checked_size, squares_of_move
from ._display.drawings import drawing
from ._display.missing_names import hinting
from ._model.names import PlaneName
from ._model.pieces import WHITE, Color, PieceType
from ._model.squares import FILE_NAMES, RANK_NAMES, Square
from ._optional_packages import missing_package
from .errors import ArgumentError, ArrayError

try:
    from matplotlib import pyplot as plt
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Circle, PathPatch, Polygon, Rectangle
    from matplotlib.path import Path
    from matplotlib.transforms import Affine2D
except ImportError as error:
    raise missing_package(error, "enroque.plot", "matplotlib", "enroque[plot]") from error

if TYPE_CHECKING:
    from os import PathLike

    from matplotlib.axes import Axes

__all__ = ["board", "gif", "planes", "squares", "starts"]
__dir__ = __all__.copy

if not TYPE_CHECKING:
    __getattr__ = hinting(__name__, __all__)

_UNITS: Final = svg.SQUARE_SIZE
"""The width of a square in the units of the drawings of pieces."""

_EARLIER: Final = re.compile(r", \d+ pl(?:y|ies) ago$|^\w+@[1-9]\d*: ")
"""The mark of earlier positions in names of channels."""

_COMMAND: Final = re.compile(r"([MLHVCZ])([^MLHVCZ]*)")
_CODES: Final = {
    "M": Path.MOVETO,
    "C": Path.CURVE4,
    "Z": Path.CLOSEPOLY,
    **dict.fromkeys("LHV", Path.LINETO),
}


def board(
    board: BaseBoard | str | None = None,
    *,
    ax: "Axes | None" = None,
    orientation: Color = WHITE,
    lastmove: Move | None = None,
    arrows: Iterable[svg.IntoArrow] = (),
    coordinates: bool = True,
    title: str | None = None,
) -> "Axes":
    """Draws a board.

    Args:
        board: the board or a FEN; `None` for an empty board.
        ax: the axes to draw into; `None` for a new figure.
        orientation: the color at the bottom.
        lastmove: a move whose squares are highlighted.
        arrows: `svg.Arrow`s, pairs of squares, or texts such as `"Ge2e4"`; a pair of equal squares
            is drawn as a circle.
        coordinates: whether to write the names of files and ranks.
        title: the title of the axes.

    Returns:
        The axes. A square is one unit wide, and a1 is at (0, 0), or h8 seen from Black's side.

    Example:
        >>> import enroque, enroque.plot
        >>> ax = enroque.plot.board(enroque.Board(), arrows=[(enroque.E2, enroque.E4)])
        >>> [label.get_text() for label in ax.get_xticklabels()][:3]
        ['a', 'b', 'c']
    """
    orientation, moved = checked_orientation(orientation), squares_of_move(lastmove)
    drawn = svg._arrows(arrows)
    target = _axes(ax, orientation, coordinates, title)
    for square in range(64):
        shade = "light" if (square + (square >> 3)) & 1 else "dark"
        mark = " lastmove" if square in moved else ""
        color = svg.DEFAULT_COLORS[f"square {shade}{mark}"]
        target.add_patch(Rectangle(_corner(square, orientation), 1, 1, color=color, linewidth=0))
    _draw_pieces(target, board_of(board), orientation)
    _draw_arrows(target, drawn, orientation)
    return target


def gif(
    game: GameView | Iterable[BaseBoard | str],
    path: "str | PathLike[str] | IO[bytes]",
    *,
    size: int = 400,
    interval: int = 700,
    orientation: Color = WHITE,
) -> None:
    """Writes the positions of a game as an animated GIF, with the last moves highlighted.

    Args:
        game: a game, or boards and FENs; the last move is that of the move stack.
        path: the file to write, or one that is open.
        size: width and height in pixels, rounded to whole squares.
        interval: the milliseconds between two positions.
        orientation: the color at the bottom.

    Raises:
        ArgumentError: there are no boards, or `size` is not above 0 (a `ValueError`).

    Example:
        >>> import io, enroque.plot
        >>> from enroque.data import example_games
        >>> file = io.BytesIO()
        >>> enroque.plot.gif(example_games()[6], file, size=160)
        >>> file.getvalue()[:6]
        b'GIF89a'
    """
    from PIL import Image  # which matplotlib needs too

    step = 1 if checked_orientation(orientation) else -1
    if isinstance(game, GameView):
        game = [game.board(ply) for ply in range(len(game) + 1)]
    # every piece on every color of a square is drawn once
    symbols, side = " PNBRQKpnbrqk", max(1, round(checked_size(size) / 8))
    shades = [f"square {shade}" for shade in ("dark", "light", "dark lastmove", "light lastmove")]
    figure = Figure(figsize=(4, 4), dpi=2 * side)
    axes, sheet = figure.add_axes((0, 0, 1, 1), xlim=(0, 8), ylim=(0, 8)), BaseBoard.empty()
    for tile, (shade, symbol) in enumerate(product(shades, symbols)):
        color = svg.DEFAULT_COLORS[shade]
        axes.add_patch(Rectangle(_corner(tile, WHITE), 1, 1, color=color, linewidth=0))
        sheet.set_piece_at(tile, None if symbol == " " else Piece.from_symbol(symbol))
    _draw_pieces(axes, sheet, WHITE)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    drawn = Image.fromarray(np.asarray(canvas.buffer_rgba())[..., :3]).quantize()
    tiles = np.asarray(drawn).reshape(8, side, 8, side).swapaxes(1, 2)[::-1].reshape(64, side, side)
    frames = []
    for board in map(board_of, game):
        looks = (np.add.outer(range(8), range(8)) & 1).ravel() * len(symbols)
        moves = getattr(board, "move_stack", [])
        looks[list(squares_of_move(moves[-1] if moves else None))] += 2 * len(symbols)
        for square, piece in board.piece_map().items() if board else ():
            looks[square] += symbols.index(piece.symbol())
        frame = tiles[looks.reshape(8, 8)[::-step, ::step]].swapaxes(1, 2)
        frames.append(Image.fromarray(frame.reshape(8 * side, 8 * side)))
        frames[-1].putpalette(drawn.getpalette() or [])
    if not frames:
        raise ArgumentError("a GIF needs at least one board")
    frames[0].save(path, "GIF", save_all=True, append_images=frames[1:], duration=interval, loop=0)


def squares(
    values: ArrayLike,
    board: BaseBoard | str | None = None,
    *,
    ax: "Axes | None" = None,
    orientation: Color = WHITE,
    cmap: str = "viridis",
    vmin: float | None = None,
    vmax: float | None = None,
    colorbar: bool = False,
    arrows: Iterable[svg.IntoArrow] = (),
    coordinates: bool = True,
    title: str | None = None,
) -> "Axes":
    """Draws a value for each square as a heat map, with the pieces of a board on top.

    Args:
        values: `(64,)` with a1 first and h8 last, or `(8, 8)` with the first rank first, such as
            the attention of a square to the others. NaN is drawn as an empty square.
        board: the board or a FEN; `None` for none.
        ax: the axes to draw into; `None` for a new figure.
        orientation: the color at the bottom.
        cmap: the name of a color map of matplotlib.
        vmin: the value of the first color; `None` for the smallest value.
        vmax: the value of the last color; `None` for the largest value.
        colorbar: whether to add a color bar.
        arrows: `svg.Arrow`s, pairs of squares, or texts such as `"Ge2e4"`; a pair of equal squares
            is drawn as a circle.
        coordinates: whether to write the names of files and ranks.
        title: the title of the axes.

    Returns:
        The axes, as for `board`.

    Raises:
        ArrayError: `values` has another shape (a `ValueError`).

    Example:
        >>> import enroque, enroque.plot
        >>> board = enroque.Board()
        >>> counts = [len(board.attackers(enroque.WHITE, square)) for square in enroque.SQUARES]
        >>> ax = enroque.plot.squares(counts, board, cmap="Greens")
        >>> ax.images[0].get_array()[2].tolist()  # the third rank
        [2.0, 2.0, 3.0, 2.0, 2.0, 3.0, 2.0, 2.0]
    """
    shown = np.ma.masked_invalid(np.asarray(values, np.float64))
    if shown.shape not in ((64,), (8, 8)):
        raise ArrayError(f"values must have the shape (64,) or (8, 8), not {shown.shape}")
    orientation = checked_orientation(orientation)
    drawn = svg._arrows(arrows)
    grid = shown.reshape(8, 8)
    if orientation != WHITE:
        grid = grid[::-1, ::-1]
    target = _axes(ax, orientation, coordinates, title)
    picture = target.imshow(
        grid, cmap=cmap, vmin=vmin, vmax=vmax, origin="lower", extent=(0, 8, 0, 8), zorder=0
    )
    for line in range(1, 8):
        target.axhline(line, color="white", linewidth=0.5, alpha=0.5)
        target.axvline(line, color="white", linewidth=0.5, alpha=0.5)
    if colorbar:
        target.figure.colorbar(picture, ax=target, fraction=0.046, pad=0.03)
    _draw_pieces(target, board_of(board), orientation)
    _draw_arrows(target, drawn, orientation)
    return target


def planes(
    planes: ArrayLike,
    encoding: Encoding | PlaneName | None = None,
    *,
    channels: Sequence[int] | None = None,
    history: bool = False,
    columns: int = 8,
    empty: bool = False,
    cmap: str = "viridis",
) -> "Figure":
    """Draws the planes of one position, one picture for each channel.

    Args:
        planes: `(channels, 8, 8)`, such as a result of `Board.planes`. The first row of a plane is
            at the bottom.
        encoding: the encoding, for the names of the channels; `None` for numbers only.
        channels: the channels to draw; `None` for those of the present position, or for all with
            `history=True` or without an encoding.
        history: whether to draw the channels of earlier positions too.
        columns: the number of pictures in a row.
        empty: whether to draw channels without values other than zero.
        cmap: the name of a color map of matplotlib.

    Returns:
        The figure.

    Raises:
        ArrayError: the planes have another shape, or not as many channels as the encoding (a
            `ValueError`).
        ArgumentError: `columns` is not positive, or there is nothing to draw (a `ValueError`).

    Example:
        >>> import enroque, enroque.plot
        >>> board = enroque.Board()
        >>> board.push_san("e4")
        Move.from_uci('e2e4')
        >>> len(enroque.plot.planes(board.planes("lc0"), "lc0").axes)
        18
        >>> len(enroque.plot.planes(board.planes("lc0"), "lc0", history=True).axes)
        30
    """
    shown = np.asarray(planes, np.float64)
    if shown.ndim != 3 or shown.shape[1:] != (8, 8):
        raise ArrayError(f"planes must have the shape (channels, 8, 8), not {shown.shape}")
    names = [""] * len(shown)
    earlier = [False] * len(shown)
    if encoding is not None:
        described = encoding if isinstance(encoding, Encoding) else Encoding(encoding)
        names = described.channel_names
        if len(names) != len(shown):
            raise ArrayError(
                f"{described.name} has {len(names)} channels, but the planes have {len(shown)}"
            )
        earlier = [_EARLIER.search(name) is not None for name in names]
    at_least_one("columns", columns)
    if channels is None:
        channels = [n for n in range(len(shown)) if history or not earlier[n]]
    drawn = [channel for channel in channels if empty or shown[channel].any()]
    if not drawn:
        raise ArgumentError("no channel has a value other than zero: pass empty=True")
    columns = min(columns, len(drawn))
    rows = math.ceil(len(drawn) / columns)
    figure, grid = plt.subplots(
        rows, columns, figsize=(1.5 * columns, 1.75 * rows), squeeze=False, layout="constrained"
    )
    cells = list(grid.flat)
    for ax, channel in zip(cells, drawn, strict=False):
        high = shown[channel].max()
        ax.imshow(shown[channel], cmap=cmap, vmin=0, vmax=high or 1, origin="lower")
        most = "" if high in (0, 1) else f" (max {high:g})"
        title = textwrap.wrap(f"{channel} {names[channel]}{most}", 22)
        ax.set_title("\n".join(title), fontsize=7)
        ax.set_xticks([])
        ax.set_yticks([])
    for ax in cells[len(drawn) :]:
        ax.remove()
    return figure


def starts(
    values: ArrayLike,
    *,
    ax: "Axes | None" = None,
    cmap: str = "viridis",
    vmin: float | None = None,
    vmax: float | None = None,
    colorbar: bool = True,
    mark: Iterable[int] = (),
    title: str | None = None,
) -> "Axes":
    """Draws a value for each start position of Chess960 as a heat map.

    A block of four by four cells has the starts with the same queen, knights, king and rooks among
    the squares that the bishops leave: a step to the right moves the bishop on light squares (b, d,
    f, h), a step up that on dark squares (a, c, e, g). A block to the right has the next order of
    knights, king and rooks (`NNRKR` to `RKRNN`), a block above has the queen on the next square.
    These are the digits of Scharnagl's number.

    Args:
        values: `(960,)` numbers or bools, such as a column of `chess960.table` or of
            `chess960.by_start`. NaN is drawn gray.
        ax: the axes to draw into; `None` for a new figure.
        cmap: the name of a color map of matplotlib.
        vmin: the value of the first color; `None` for the smallest value.
        vmax: the value of the last color; `None` for the largest value.
        colorbar: whether to add a color bar.
        mark: numbers of starts whose cells get a frame, such as `[518]`, standard chess.
        title: the title of the axes.

    Returns:
        The axes. A cell is one unit wide.

    Raises:
        ArrayError: `values` has another shape, or no numbers (a `ValueError`).
        Chess960Error: a number of `mark` is out of range (a `ValueError`).

    Example:
        >>> import enroque.plot
        >>> from enroque import chess960
        >>> ax = enroque.plot.starts(chess960.table().first_moves, mark=[518])
        >>> ax.images[0].get_array().shape
        (24, 40)
    """
    given = np.asarray(values)
    if given.shape != (960,) or given.dtype.kind not in "biuf":
        shown = f"{given.dtype} of shape {given.shape}"
        raise ArrayError(f"values must be 960 numbers or bools, not {shown}")
    marked = [chess960_number(chess960_back_rank(number)) for number in mark]
    digits = np.ma.masked_invalid(given.astype(np.float64)).reshape(10, 6, 4, 4)
    grid = digits.transpose(1, 2, 0, 3).reshape(24, 40)
    target = plt.subplots(figsize=(10, 6), layout="constrained")[1] if ax is None else ax
    colors = plt.get_cmap(cmap).with_extremes(bad="gray")
    picture = target.imshow(
        grid, cmap=colors, vmin=vmin, vmax=vmax, origin="lower", extent=(0, 40, 0, 24), zorder=0
    )
    for line in range(4, 40, 4):
        target.axvline(line, color=target.get_facecolor(), linewidth=2)
        if line < 24:
            target.axhline(line, color=target.get_facecolor(), linewidth=2)
    target.set_xticks(np.arange(40) + 0.5, labels="bdfh" * 10, fontsize=6)
    target.set_yticks(np.arange(24) + 0.5, labels="aceg" * 6, fontsize=6)
    target.set(xlabel="bishop on light squares", ylabel="bishop on dark squares")
    orders = ["".join(re.findall("[NKR]", chess960_back_rank(n))) for n in range(0, 960, 96)]
    above, right = target.secondary_xaxis("top"), target.secondary_yaxis("right")
    above.set_xticks(np.arange(2, 40, 4), labels=orders, fontsize=8)
    right.set_yticks(np.arange(2, 24, 4), labels=[f"Q{n}" for n in range(1, 7)], fontsize=8)
    for axis in (target, above, right):
        axis.tick_params(length=0)
        axis.spines[:].set_visible(False)
    for number in marked:
        corner = number // 96 * 4 + number % 4, number // 16 % 6 * 4 + number // 4 % 4
        target.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor="magenta", linewidth=2))
    if colorbar:
        target.figure.colorbar(picture, ax=target, fraction=0.03, pad=0.06)
    if title:
        target.set_title(title)
    return target


def _axes(ax: "Axes | None", orientation: Color, coordinates: bool, title: str | None) -> "Axes":
    """Prepares axes for a board of 8 by 8 units."""
    target = plt.subplots(figsize=(4, 4), layout="constrained")[1] if ax is None else ax
    target.set_aspect("equal")
    target.set_xlim(0, 8)
    target.set_ylim(0, 8)
    step = 1 if orientation == WHITE else -1
    middles = [n + 0.5 for n in range(8)] if coordinates else []
    target.set_xticks(middles, labels=FILE_NAMES[::step][: len(middles)], fontsize=8)
    target.set_yticks(middles, labels=RANK_NAMES[::step][: len(middles)], fontsize=8)
    target.tick_params(length=0)
    for spine in target.spines.values():
        spine.set_visible(False)
    if title:
        target.set_title(title)
    return target


def _corner(square: Square, orientation: Color) -> tuple[int, int]:
    """Returns the lower left corner of a square."""
    file, rank = square & 7, square >> 3
    return (file, rank) if orientation == WHITE else (7 - file, 7 - rank)


def _draw_pieces(ax: "Axes", board: BaseBoard | None, orientation: Color) -> None:
    if board is None:
        return
    for square, piece in board.piece_map().items():
        x, y = _corner(square, orientation)
        # drawings have their origin at the top
        place = Affine2D().scale(1.1 / _UNITS, -1.1 / _UNITS).translate(x - 0.05, y + 1.055)
        for path, style in _outlines(piece.piece_type, piece.color):
            ax.add_patch(PathPatch(path, transform=place + ax.transData, zorder=2, **style))


def _draw_arrows(ax: "Axes", arrows: Iterable[svg.Arrow], orientation: Color) -> None:
    for arrow in arrows:
        color = svg.DEFAULT_COLORS.get(f"arrow {arrow.color}", arrow.color)
        tail = np.add(_corner(arrow.tail, orientation), 0.5)
        head = np.add(_corner(arrow.head, orientation), 0.5)
        if arrow.tail == arrow.head:
            ax.add_patch(
                Circle(tuple(tail), 0.45, fill=False, edgecolor=color, linewidth=2, zorder=3)
            )
            continue
        length = float(np.hypot(*(head - tail)))
        along = (head - tail) / length
        across = np.array([-along[1], along[0]])
        outline = ((length, 0.09), (0.72, 0.09), (0.72, 0.3), (0.1, 0.0), (0.72, -0.3))
        points = [head - back * along + side * across for back, side in outline]
        points += [head - back * along - 0.09 * across for back in (0.72, length)]
        ax.add_patch(Polygon(points, facecolor=color, linewidth=0, zorder=3))


def _outlines(piece_type: PieceType, color: Color) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yields the paths of a piece with their style."""
    picture = drawing(piece_type, color)
    for shape in picture:
        fill = shape.get("fill") or picture.get("fill")
        stroke = shape.get("stroke") or picture.get("stroke")
        style = {
            "facecolor": fill,
            "edgecolor": stroke,
            "linewidth": 0 if stroke == "none" else 0.7,
            "joinstyle": "round",
            "capstyle": "round",
        }
        if shape.tag == "circle":
            center = float(shape.get("cx", 0)), float(shape.get("cy", 0))
            yield Path.circle(center, float(shape.get("r", 0))), style
        else:
            yield _path(shape.get("d", "")), style


def _path(text: str) -> Path:
    """Converts the path commands that the drawings use: M, L, H, V, C and Z, absolute."""
    points: list[tuple[float, float]] = [(0.0, 0.0)]
    codes: list[Any] = []
    for command, arguments in _COMMAND.findall(text):
        x, y = points[-1]
        numbers = [float(number) for number in arguments.split()]
        if command == "H":
            numbers.append(y)
        elif command == "V":
            numbers.insert(0, x)
        elif command == "Z":
            numbers = [x, y]
        points += zip(numbers[::2], numbers[1::2], strict=True)
        codes += [_CODES[command]] * (len(numbers) // 2)
    return Path(points[1:], codes)
