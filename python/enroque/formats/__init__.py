"""Training formats: files of positions and games that other programs train networks on.

| name | suffixes | contents | Chess960 | used by |
|---|---|---|---|---|
| `viriformat` | `.vf`, `.viri`, `.viriformat` | games | yes | bullet, Viridithas |
| `binpack` | `.binpack` | games | no | Stockfish's nnue-pytorch |
| `lc0` | `.gz`, `.tar`, `.v6` | games, as records of positions | yes | Leela Chess Zero |
| `lc0_v7` | `.v7`, `.v7.tar`, `.gz` | the same, short-term values | yes | lczero-training |
| `bulletformat` | `.bullet`, `.bf` | positions, without castling | yes | bullet |
| `behavioral_cloning` | `.bag` | positions, moves | no | ChessBench |
| `state_value` | `.bag` | positions, probabilities | no | ChessBench |
| `action_value` | `.bag` | positions, moves, probabilities | no | ChessBench |

`Games.read` and `Games.stream` read games, `Games.write` and `enroque.Writer` write them, in the
format of the suffix or of `format=`. Every format can be written from games. `stream_records` and
`write_records` handle the records of formats that store positions. A suffix `.zst`, `.gz` or `.bz2`
after these compresses. The name of a ChessBench file must contain the name of its format
(`state_value_data.bag`), as in the original data.

Evaluations: training formats store the score of the position before each move, `Games.evals` that
after it, so reading and writing shift them by one ply. The score of the start position becomes the
tag `StartEval`; that after the last move is not written. Mate in n plies is 32,000 - n. Player
names, dates, ratings and clocks are not stored in these formats.
"""

from .._files.atomic import Written
from ._formats import BULLETFORMAT, FORMATS, LC0_V6, LC0_V7, Format, detect
from ._games import NO_SCORE, read, stream
from ._records import ChessBenchRecords, fens, lc0_planes, lc0_v7, stream_records, write_records

# formats
__all__ = ["BULLETFORMAT", "FORMATS", "LC0_V6", "LC0_V7", "Format", "detect"]
# games
__all__ += ["NO_SCORE", "Written", "read", "stream"]
# records
__all__ += ["ChessBenchRecords", "fens", "lc0_planes", "lc0_v7", "stream_records", "write_records"]
