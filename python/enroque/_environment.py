"""Observations and images of games in progress, for environments of other libraries."""

from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._core import Arena, Board, Encoding
from .errors import ArgumentError

Observation: TypeAlias = Encoding
"""An encoding of planes, tokens or features."""

RenderMode: TypeAlias = Literal["ansi", "svg", "rgb_array"]
"""The return value of `render`: text, an SVG image, or the pixels of an image."""

RENDER_MODES: list[str] = ["ansi", "svg", "rgb_array"]

_SHAPES = ("00001818_3c183c00", "0030786c_1e3c7c00", "182c3c18_183c7e00",
           "005a7e3c_3c3c7e00", "1899db7e_7e3c7e00", "187e1866_ff7e7e00")  # fmt: skip
"""The pixels of the piece types, a byte for each of eight rows."""


def chosen(name: str, value: object, choices: tuple[object, ...]) -> Any:
    """Returns an argument if it is one of several.

    Args:
        name: the name of the argument.
        value: its value.
        choices: the possible values.

    Raises:
        ArgumentError: it is not one of them.
    """
    if value not in choices:
        raise ArgumentError(f"{name} must be {' or '.join(map(repr, choices))}, not {value!r}")
    return value


class Observer:
    """The observations of a player: the current positions of an `Arena` in one encoding.

    Args:
        observation: an encoding of planes, tokens or features, or its name.
        dtype: the dtype of planes; `None` for float32.

    Attributes:
        encoding: the encoding.
        dtype: the dtype of the observations.
        low: the smallest possible number.
        high: the largest possible number.

    Raises:
        ArgumentError: the encoding is unknown, is not one of planes, tokens or features, or has
            another dtype.
    """

    encoding: Observation
    dtype: np.dtype[Any]

    def __init__(self, observation: Observation | str, dtype: DTypeLike | None = None) -> None:
        found = Encoding(observation) if isinstance(observation, str) else observation
        if not isinstance(found, Encoding) or found.kind == "records":
            name = getattr(found, "name", found)
            raise ArgumentError(f"observations are planes, tokens or features, not {name!r}")
        self.encoding = found
        dtypes = found.dtypes
        self.dtype = np.dtype(dtypes[0] if dtype is None else dtype)
        if self.dtype.name not in dtypes:
            raise ArgumentError(
                f'"{found.name}" has the dtypes {", ".join(dtypes)}, not {self.dtype.name}'
            )
        if found.kind == "features":
            self.low, self.high = -1, float(found.num_inputs - 1)
        else:
            high = max(high for _, high in found.value_ranges)
            self.low, self.high = 0, min(high, _largest(self.dtype))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        return tuple(self.encoding.shape)

    def __call__(self, arena: Arena, games: ArrayLike | None = None) -> NDArray[Any]:
        """Returns the observations of the side to move, an array with a row for each game.

        Args:
            arena: the games in progress.
            games: the indices of the games, or a mask; `None` for all.
        """
        if self.encoding.kind == "planes":
            return arena.planes(self.encoding, games=games, dtype=self.dtype)
        if self.encoding.kind == "tokens":
            return arena.tokens(self.encoding, games=games)
        return arena.features(self.encoding, games=games)


def _largest(dtype: np.dtype[Any]) -> float:
    """The largest finite number of a dtype."""
    if dtype == np.bool_:
        return 1
    return float((np.iinfo if dtype.kind in "iu" else np.finfo)(dtype).max)


def render(board: Board, mode: str) -> Any:
    """Returns a picture of a board.

    Args:
        board: the board.
        mode: `"ansi"` for text, `"svg"` for an SVG image with the last move, `"rgb_array"` for the
            pixels of an image, `(384, 384, 3)` uint8.
    """
    if mode == "rgb_array":
        return _pixels(board)
    return str(board) if mode == "ansi" else board._repr_svg_()


def _pixels(board: Board) -> NDArray[np.uint8]:
    """The pixels of a board with White at the bottom."""
    image = np.empty((64, 64, 3), np.uint8)
    for square in range(64):
        rank, file = divmod(square, 8)
        cell = image[56 - 8 * rank :, 8 * file :][:8, :8]
        cell[:] = (222, 184, 135) if (rank + file) % 2 else (150, 110, 75)
        piece = board.piece_at(square)
        if piece is not None:
            rows = bytes.fromhex(_SHAPES[piece.piece_type - 1].replace("_", ""))
            shape = np.unpackbits(np.frombuffer(rows, np.uint8)).reshape(8, 8)
            cell[shape == 1] = 255 if piece.color else 0
    return image.repeat(6, 0).repeat(6, 1)
