"""Observations and images of games in progress, for environments of other libraries."""

from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._core import Arena, Board, Encoding
from .errors import ArgumentError

__all__ = ["Observation", "Observer", "RenderMode", "chosen", "render"]

Observation: TypeAlias = Encoding
"""An encoding of planes, tokens or features."""

RenderMode: TypeAlias = Literal["ansi", "svg"]
"""The return value of `render`: text or an SVG image."""


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


def render(board: Board, mode: str) -> str:
    """Returns a picture of a board.

    Args:
        board: the board.
        mode: `"ansi"` for text, `"svg"` for an SVG image with the last move.
    """
    return str(board) if mode == "ansi" else board._repr_svg_()
