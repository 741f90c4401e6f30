"""The types of arguments and results that concern encodings."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from numpy.typing import NDArray

from .._core import Column, Games, Positions
from .names import FeatureName, PlaneName, RecordName, TokenName
from .names import PolicyName as KnownPolicyName

Shape: TypeAlias = tuple[int, ...]
"""The shape of an array."""

Batch: TypeAlias = dict[str, NDArray[Any]]
"""Arrays by column name."""

Columns: TypeAlias = Column | Sequence[Column] | Mapping[str, Column]
"""A column, several by the names of their kinds, or several by other names."""

LoaderSource: TypeAlias = (
    Games
    | Positions
    | str
    | os.PathLike[str]
    | Sequence[str | os.PathLike[str]]
    | Sequence[Games]
    | Sequence[Positions]
    | Callable[[], Iterable[Games | Positions]]
)
"""The source of a loader's samples."""

EncodingName: TypeAlias = PlaneName | TokenName | FeatureName | RecordName | str
"""The name of an encoding: one of those known, or any `str`, which may be read from a file."""

PolicyName: TypeAlias = KnownPolicyName | str
"""The name of a policy, as `EncodingName`."""

Buckets: TypeAlias = str | list[int] | tuple[int, ...]
"""The buckets of king squares."""

Parts: TypeAlias = str | list[str] | tuple[str, ...]
"""The parts of composed planes."""
