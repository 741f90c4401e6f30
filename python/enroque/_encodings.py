"""Encodings and policies by name, and the types of their arguments and results."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, overload

from numpy.typing import NDArray

from . import _core
from ._core import (
    Column,
    Encoding,
    FeatureEncoding,
    Games,
    PolicyEncoding,
    RecordEncoding,
    TokenEncoding,
)

__all__ = [
    "AnyEncoding",
    "Batch",
    "Columns",
    "FeatureName",
    "Fill",
    "Layout",
    "LoaderSource",
    "PlaneName",
    "Player",
    "RecordName",
    "Shape",
    "TokenName",
    "View",
    "encoding",
    "encoding_from_json",
    "policy_encoding",
]

Shape: TypeAlias = tuple[int, ...]
"""The shape of an array."""

Batch: TypeAlias = dict[str, NDArray[Any]]
"""Arrays by column name."""

Columns: TypeAlias = Column | Sequence[Column] | Mapping[str, Column]
"""A column, several by the names of their kinds, or several by other names."""

LoaderSource: TypeAlias = (
    Games
    | str
    | os.PathLike[str]
    | Sequence[str | os.PathLike[str]]
    | Sequence[Games]
    | Callable[[], Iterable[Games]]
)
"""The source of a loader's games."""

AnyEncoding: TypeAlias = Encoding | TokenEncoding | FeatureEncoding | RecordEncoding
"""The result of `encoding`."""

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
"""The names of binary records."""

Layout: TypeAlias = Literal["channels_first", "channels_last"]
"""The order of axes of AlphaZero's planes."""

Player: TypeAlias = Literal["side_to_move", "opponent"]
"""The player who observes, for the planes of AlphaZero and PettingZoo."""

View: TypeAlias = Literal["side_to_move", "white"]
"""The side from whose view an encoding is written."""

Fill: TypeAlias = Literal["fen_only", "no", "always"]
"""When lc0's planes fill missing history with the oldest position."""


@overload
def encoding(
    name: PlaneName,
    *,
    format: int | None = None,
    fill: Fill | None = None,
    history: int | None = None,
    layout: Layout | None = None,
    parts: str | list[str] | tuple[str, ...] | None = None,
    player: Player | None = None,
    view: View | None = None,
) -> Encoding: ...


@overload
def encoding(name: TokenName, *, view: View | None = None) -> TokenEncoding: ...


@overload
def encoding(name: FeatureName) -> FeatureEncoding: ...


@overload
def encoding(name: RecordName) -> RecordEncoding: ...


# A name that is a plain str: with a union as result, every use would be a type error.
@overload
def encoding(
    name: str,
    *,
    format: int | None = None,
    fill: Fill | None = None,
    history: int | None = None,
    layout: Layout | None = None,
    parts: str | list[str] | tuple[str, ...] | None = None,
    player: Player | None = None,
    view: View | None = None,
) -> Any: ...


def encoding(
    name: str,
    *,
    format: int | None = None,
    fill: Fill | None = None,
    history: int | None = None,
    layout: Layout | None = None,
    parts: str | list[str] | tuple[str, ...] | None = None,
    player: Player | None = None,
    view: View | None = None,
) -> Any:
    """Returns an encoding: the object that describes how positions are written as numbers.

    It is accepted wherever a name is: by the methods of `Board` and `Games`, by the `Loader` and
    by the decoders. It has the shape, dtypes, channel names, value ranges and conventions, prints
    as a table, compares, hashes, pickles and converts to JSON.

    | name | kind | options |
    |---|---|---|
    | `"alphazero"` | planes | `layout`, `player` |
    | `"composed"` | planes | `parts`, `view` |
    | `"lc0"` | planes | `format`, `fill` |
    | `"maia2"`, `"pieces"` | planes | `view` |
    | `"maia3"` | planes | `history` |
    | `"pettingzoo"` | planes | `player` |
    | `"openspiel"`, `"tutorial14"` | planes | |
    | `"chessbench"` | tokens | |
    | `"squares"` | tokens | `view` |
    | `"HalfKP"`, `"HalfKA"`, `"HalfKAv2"`, `"HalfKAv2_hm"`, `"HalfKAv2_hm12"` | features | |
    | `"bullet"`, `"packed"` | records | |

    The parts of `"composed"`, by their number of channels:

    - 12: `pieces`
    - 6: `own_pieces`, `opponent_pieces`, `own_attacks_by_type`, `opponent_attacks_by_type`
    - 4: `castling`
    - 1: `own`, `opponent`, `occupied`, `empty`, `own_attacks`, `opponent_attacks`,
      `legal_origins`, `legal_targets`, `checkers`, `pinned`, `pin_lines`, `castling_rooks`,
      `en_passant`, `repeated`, `white_to_move`, `ones`, `zeros`
    - 1, a count: `repetitions`, `halfmove_clock`, `move_number`
    - 1, a number for each square: `own_attack_count`, `opponent_attack_count`, `mobility`,
      `own_king_distance`, `opponent_king_distance`

    `pieces@2` is `pieces` of the position two plies ago; all parts that show pieces, attacks or
    repetition take such a suffix.

    Args:
        name: the name of the encoding.
        format: lc0's input format: 1 (default), 2, 3, 4, 5, 132 or 133.
        fill: when missing history is filled with the oldest position: `"fen_only"` (default, if
            the game does not begin with the standard start position), `"no"` or `"always"`.
        history: the number of positions that Maia-3's planes show, 1 to 8 (default).
        layout: `"channels_first"` (default) or `"channels_last"`.
        parts: the parts of composed planes, as a list or a str separated by spaces; default
            `"pieces"`.
        player: the player who observes: `"side_to_move"` (default) or `"opponent"`, who also gets
            observations in pgx and PettingZoo.
        view: `"side_to_move"` (default) or `"white"`.

    Returns:
        An `Encoding`, `TokenEncoding`, `FeatureEncoding` or `RecordEncoding`, by kind.

    Raises:
        EncodingError: the name is unknown, or the encoding does not have an option or its value
            (a `ValueError`).

    Example:
        >>> import enroque
        >>> enroque.encoding("lc0", format=2).shape
        (112, 8, 8)
        >>> enroque.encoding("HalfKP").num_inputs
        41024
        >>> enroque.encoding("packed").fields[0]
        ('occupied squares', 0, 8)
    """
    return _core.encoding(
        name,
        format=format,
        fill=fill,
        history=history,
        layout=layout,
        parts=parts,
        player=player,
        view=view,
    )


def policy_encoding(
    name: str, *, format: int | None = None, view: View | None = None
) -> PolicyEncoding:
    """Returns a policy: a mapping between moves and indices.

    It is accepted wherever a name is: by the methods of `Board` and `Games` and by the `Loader`.

    Args:
        name: `"alphazero"`, `"from_to"`, `"from_to_promotion"`, `"lc0"`, `"maia2"`, `"maia3"`,
            `"openspiel"`, `"pettingzoo"` or `"uci"`.
        format: for `"lc0"`, the input format of the network (default 1); from 3 on, boards are
            transformed, and so are the indices.
        view: for `"from_to"`, `"side_to_move"` (default) or `"white"`.

    Raises:
        EncodingError: the name is unknown, or the policy does not have an option or its value (a
            `ValueError`).

    Example:
        >>> import enroque
        >>> enroque.policy_encoding("lc0").size
        1858
    """
    return _core.policy_encoding(name, format=format, view=view)


def encoding_from_json(text: str) -> AnyEncoding:
    """Returns the encoding that a JSON text describes.

    Args:
        text: the JSON text of an encoding's `to_json`.

    Raises:
        EncodingError: the text does not describe an encoding, is of an unknown version, or
            contradicts the encoding's name and options (a `ValueError`).

    Example:
        >>> import enroque
        >>> squares = enroque.encoding("squares", view="white")
        >>> enroque.encoding_from_json(squares.to_json()) == squares
        True
    """
    return _core.encoding_from_json(text)
