"""What the notations look like, for those who read them themselves."""

import re
from typing import Final, Literal, TypeAlias

__all__ = ["FEN_CASTLING_REGEX", "SAN_REGEX", "EnPassantSpec"]

EnPassantSpec: TypeAlias = Literal["legal", "fen", "xfen"]
"""When a FEN names the en-passant square: see `Board.fen`."""

SAN_REGEX: Final = re.compile(
    r"""
    (?P<piece> [KQRBN] )?
    (?P<from_file> [a-h] )? (?P<from_rank> [1-8] )?
    [x-]?
    (?P<to> [a-h][1-8] )
    (?P<promotion> =? [KQRBNkqrbn] )?
    [+#]?
    \Z""",
    re.VERBOSE,
)
"""A move in SAN that is not castling, by `match`. It lets promotion to a king pass."""

FEN_CASTLING_REGEX: Final = re.compile(r"(?: - | [KQA-H]{0,2} [kqa-h]{0,2} ) \Z", re.VERBOSE)
"""The castling field of a FEN, X-FEN or Shredder-FEN, by `match`."""
