"""How positions become numbers: encodings by name, and the types of arguments and results."""

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeAlias, overload

from numpy.typing import NDArray

from . import _core
from ._core import Encoding, FeatureEncoding, Games, RecordEncoding, TokenEncoding

__all__ = [
    "AnyEncoding",
    "Batch",
    "FeatureName",
    "LoaderSource",
    "Option",
    "PlaneName",
    "RecordName",
    "Shape",
    "TokenName",
    "encoding",
    "encoding_from_json",
]

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

AnyEncoding: TypeAlias = Encoding | TokenEncoding | FeatureEncoding | RecordEncoding
"""What `encoding` gives."""

PlaneName: TypeAlias = Literal[
    "alphazero",
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

TokenName: TypeAlias = Literal["chessbench", "squares"]
"""The names of encodings as tokens."""

FeatureName: TypeAlias = Literal["HalfKP", "HalfKA", "HalfKAv2", "HalfKAv2_hm", "HalfKAv2_hm12"]
"""The names of sets of sparse features."""

RecordName: TypeAlias = Literal["bullet", "packed"]
"""The names of kinds of records."""

Option: TypeAlias = str | int | list[str] | tuple[str, ...] | None
"""An option of an encoding; `None` is as if it had not been said."""


@overload
def encoding(name: PlaneName, **options: Option) -> Encoding: ...


@overload
def encoding(name: TokenName, **options: Option) -> TokenEncoding: ...


@overload
def encoding(name: FeatureName) -> FeatureEncoding: ...


@overload
def encoding(name: RecordName) -> RecordEncoding: ...


# a name that is not known before the program runs: a union would make every use of it an error
@overload
def encoding(name: str, **options: Option) -> Any: ...


def encoding(name: str, **options: Option) -> Any:
    """The description of an encoding by its name and options: what it writes, and how.

    It knows shape, dtypes, what each number shows and its range, conventions, and whether Chess960
    is covered; it prints as a table, compares, has a hash, pickles, and becomes JSON (`to_json`)
    and comes back (`encoding_from_json`). It stands wherever the name does: in the calls of
    `Board` and `Games`, in the `Loader`, in the decoders.

    | planes: an `Encoding` | options, the first value unless said |
    |---|---|
    | `"alphazero"` | `layout="channels_first"`, `"channels_last"`; `player`, see below |
    | `"composed"` | `parts="pieces"`, see below; `view="side_to_move"`, `"white"` |
    | `"lc0"` | `format=1`, 2, 3, 4, 5, 132, 133; `fill="fen_only"`, `"no"`, `"always"` |
    | `"maia2"`, `"pieces"` | `view="side_to_move"`, `"white"` |
    | `"maia3"` | `history=8`, or 1 to 7 |
    | `"pettingzoo"` | `player="side_to_move"`, `"opponent"` |
    | `"openspiel"`, `"tutorial14"` | none |

    `player="opponent"` is what pgx and PettingZoo show to the player who is not to move.

    | others | | options |
    |---|---|---|
    | `"chessbench"`, `"squares"` | tokens: a `TokenEncoding` | `squares` has `view` |
    | `"HalfKP"`, `"HalfKA"`, `"HalfKAv2"` | features: a `FeatureEncoding` | |
    | `"HalfKAv2_hm"`, `"HalfKAv2_hm12"` | the same | |
    | `"bullet"`, `"packed"` | records: a `RecordEncoding` | |

    The parts of `"composed"`: 12 channels `pieces`; 6 `own_pieces`, `opponent_pieces`,
    `own_attacks_by_type`, `opponent_attacks_by_type`; 4 `castling`; 1 `own`, `opponent`,
    `occupied`, `empty`, `own_attacks`, `opponent_attacks`, `legal_origins`, `legal_targets`,
    `checkers`, `pinned`, `pin_lines`, `castling_rooks`, `en_passant`, `repeated`, `white_to_move`,
    `ones`, `zeros`; counts `repetitions`, `halfmove_clock`, `move_number`; a number for each
    square `own_attack_count`, `opponent_attack_count`, `mobility`, `own_king_distance`,
    `opponent_king_distance`. `pieces@2` is `pieces` of the position two plies ago; all parts that
    show pieces, attacks or repetition take such a suffix.

    >>> import enroque
    >>> enroque.encoding("lc0", format=2).shape
    (112, 8, 8)
    >>> enroque.encoding("HalfKP").inputs
    41024
    >>> print(enroque.encoding("packed").fields[0])
    ('occupied squares', 0, 8)

    Raises:
        EncodingError: a `ValueError`: the name, an option or its value is unknown; it lists those
            that are known.
    """
    return _core.encoding(name, **options)


def encoding_from_json(text: str) -> AnyEncoding:
    """The description of a JSON of `to_json`, whatever it describes of positions.

    >>> import enroque
    >>> squares = enroque.encoding("squares", view="white")
    >>> enroque.encoding_from_json(squares.to_json()) == squares
    True

    Raises:
        EncodingError: a `ValueError`: it is none, of another version, or says of name and options
            what is not so.
    """
    return _core.encoding_from_json(text)
