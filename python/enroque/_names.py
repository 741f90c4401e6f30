"""The names of encodings and policies. Written by `tools/write_names`."""

from typing import Literal, TypeAlias

__all__ = [
    "FeatureName",
    "PlaneName",
    "PolicyName",
    "RecordName",
    "TokenName",
]

PlaneName: TypeAlias = Literal[
    "alphazero",
    "chess_alpha_zero",
    "composed",
    "lc0",
    "maia2",
    "maia3",
    "openspiel",
    "pettingzoo",
    "pieces",
    "tutorial14",
]
"""The names of encodings as planes."""

TokenName: TypeAlias = Literal[
    "chessbench",
    "squares",
]
"""The names of encodings as tokens."""

FeatureName: TypeAlias = Literal[
    "HalfKP",
    "HalfKA",
    "HalfKAv2",
    "HalfKAv2_hm",
    "HalfKAv2_hm12",
]
"""The names of sets of sparse features."""

RecordName: TypeAlias = Literal[
    "bullet",
    "packed",
]
"""The names of binary records."""

PolicyName: TypeAlias = Literal[
    "alphazero",
    "from_to",
    "from_to_promotion",
    "lc0",
    "maia2",
    "maia3",
    "openspiel",
    "pettingzoo",
    "uci",
]
"""The names of policies."""
