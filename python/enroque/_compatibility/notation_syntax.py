"""Regular expressions of notations, as in python-chess."""

import re
from typing import Final, Literal, TypeAlias

EnPassantSpec: TypeAlias = Literal["legal", "fen", "xfen"]
"""The condition for the en-passant square in a FEN: see `Board.fen`."""

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
"""Pattern of SAN moves except castling, for `match`. It also accepts promotion to a king."""

FEN_CASTLING_REGEX: Final = re.compile(r"(?: - | [KQA-H]{0,2} [kqa-h]{0,2} ) \Z", re.VERBOSE)
"""Pattern of the castling field of a FEN, X-FEN or Shredder-FEN, for `match`."""
