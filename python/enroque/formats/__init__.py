"""The files that trainers of networks read: as `Games`, as records, and back.

| name | suffixes | holds | Chess960 | by |
|---|---|---|---|---|
| `viriformat` | `.vf`, `.viri`, `.viriformat` | games | yes | bullet, Viridithas |
| `binpack` | `.binpack` | games | no | Stockfish's nnue-pytorch |
| `lc0` | `.gz`, `.tar`, `.v6` | games, as records of positions | yes | Leela Chess Zero |
| `bulletformat` | `.bullet`, `.bf` | positions, without castling | yes | bullet |
| `behavioral_cloning` | `.bag` | positions, moves | no | ChessBench |
| `state_value` | `.bag` | positions, probabilities | no | ChessBench |
| `action_value` | `.bag` | positions, moves, probabilities | no | ChessBench |

`read` and `write` take games a batch at a time, in memory that does not grow with the file; `.zst`,
`.gz` and `.bz2` after the suffix compress. Games are written in every format; from those that hold
positions only, `read_records` gives records, and no game comes back. A file of ChessBench's says by
its name which of the three it is, as the originals do (`state_value_data.bag`).

A trainer's file gives the evaluation of the position before each move and `Games.evals` that after
it, so they are shifted on the way: that of the start is kept as the tag `StartEval`, that after the
last move has no place in a file. In 16 bits, mate is 32,000 less the plies to it. Names, dates,
ratings and clocks have no place in these files.
"""

from .games import NO_SCORE, Writer, Written, read, write
from .kinds import BULLETFORMAT, FORMATS, LC0_V6, Format, detect
from .records import ChessBenchRecords, fens, lc0_planes, read_records, write_records

__all__ = [
    "BULLETFORMAT",
    "FORMATS",
    "LC0_V6",
    "NO_SCORE",
    "ChessBenchRecords",
    "Format",
    "Writer",
    "Written",
    "detect",
    "fens",
    "lc0_planes",
    "read",
    "read_records",
    "write",
    "write_records",
]
