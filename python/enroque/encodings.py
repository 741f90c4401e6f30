"""The types of encodings' and the loader's arguments and results."""

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from numpy.typing import NDArray

from ._core import Games

__all__ = ["Batch", "LoaderSource", "Shape"]

Shape: TypeAlias = tuple[int, ...]
"""The shape of an array."""

Batch: TypeAlias = dict[str, NDArray[Any]]
"""What a loader gives: arrays by the names of their columns."""

LoaderSource: TypeAlias = (
    Games
    | str
    | os.PathLike[str]
    | Sequence[str | os.PathLike[str]]
    | Sequence[Games]
    | Callable[[], Iterable[Games]]
)
"""Where a loader's games come from."""
