"""The names of encodings and policies. Written by `tools/write_names`."""

from typing import Literal, TypeAlias

__all__ = [
    "FeatureName",
    "Fill",
    "Layout",
    "PlaneName",
    "Player",
    "PolicyName",
    "RecordName",
    "TokenName",
    "View",
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
    "HalfKAv2_hm^",
    "HalfKAv2_hm12",
    "Full_Threats",
    "PP_3Wide",
    "Chess768",
    "Chess768^",
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

Fill: TypeAlias = Literal[
    "fen_only",
    "no",
    "always",
]
"""The values of the option `fill`."""

Layout: TypeAlias = Literal[
    "channels_first",
    "channels_last",
]
"""The values of the option `layout`."""

Player: TypeAlias = Literal[
    "side_to_move",
    "opponent",
]
"""The values of the option `player`."""

View: TypeAlias = Literal[
    "side_to_move",
    "white",
]
"""The values of the option `view`."""
