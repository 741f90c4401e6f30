"""The tags of a game."""

import re
from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any, Final, Self, TypeAlias, TypeVar, overload

from .._core import Board, is_pgn_tag_name, pgn_variant
from ..errors import PgnError
from ._visitors import SKIP, BaseVisitor, SkipType

TAG_ROSTER: Final = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The seven tags that the PGN standard requires of every game, in its order."""

_UNKNOWN: Final = dict.fromkeys(TAG_ROSTER, "?") | {"Date": "????.??.??", "Result": "*"}


def _place(name: str) -> int:
    """Returns the place of a tag: those of the roster are first, in its order."""
    return TAG_ROSTER.index(name) if name in _UNKNOWN else len(TAG_ROSTER)


IntoHeaders: TypeAlias = Mapping[str, str] | Iterable[tuple[str, str]]
"""The types from which `Headers` can be made."""


class Headers(dict[str, str]):
    """The tags of a game: a mutable mapping with the seven roster tags first.

    `Headers()` has the roster with unknown values, `Headers({})` is empty.

    Args:
        data: a mapping or pairs of names and values; `None` for the roster with unknown values.
        **others: more tags.

    Raises:
        PgnError: a name is not a PGN tag name, or a value contains a line break.

    Example:
        >>> from enroque.pgn import Headers
        >>> headers = Headers({"White": "Anderssen"}, ECO="C33")
        >>> headers["Event"] = "London"
        >>> list(headers)
        ['Event', 'White', 'ECO']
    """

    def __init__(self, data: IntoHeaders | None = None, **others: str) -> None:
        if data is None:
            dict.update(self, _UNKNOWN)
        self.update(() if data is None else data, **others)

    @classmethod
    def _of(cls, tags: Mapping[str, str], roster: Mapping[str, str]) -> Self:
        """Makes headers from validated tags and default values of the roster."""
        headers = cls.__new__(cls)
        for name in TAG_ROSTER:
            if name in tags or name in roster:
                dict.__setitem__(headers, name, tags[name] if name in tags else roster[name])
        dict.update(headers, tags)
        return headers

    @classmethod
    def _read(cls, tags: Mapping[str, str]) -> Self:
        """Makes headers from the tags of a game; missing roster tags get unknown values."""
        return cls._of(tags, _UNKNOWN)

    def __setitem__(self, key: str, value: str) -> None:
        is_new = key not in self
        if is_new and not is_pgn_tag_name(key):
            raise PgnError(f"invalid tag name: {key!r}")
        if not isinstance(value, str):
            raise TypeError(f"the value of tag {key} must be a string, not {value!r}")
        if "\n" in value or "\r" in value:
            raise PgnError(f"line break in the value of tag {key}: {value!r}")
        dict.__setitem__(self, key, value)
        if is_new and key in _UNKNOWN and any(_place(name) > _place(key) for name in self):
            ordered = dict(sorted(self.items(), key=lambda tag: _place(tag[0])))
            self.clear()
            dict.update(self, ordered)

    def update(self, *data: IntoHeaders, **others: str) -> None:  # type: ignore[override]
        """Sets tags.

        Args:
            *data: a mapping or pairs of names and values.
            **others: more tags.
        """
        MutableMapping.update(self, *data, **others)

    def setdefault(self, key: str, default: str = "") -> str:
        """Returns the value of a tag, after setting it if it is missing.

        Args:
            key: the name.
            default: the value of a missing tag.
        """
        if key not in self:
            self[key] = default
        return self[key]

    def __ior__(self, other: IntoHeaders) -> Self:  # type: ignore[override,misc]
        self.update(other)
        return self

    def is_chess960(self) -> bool:
        """Whether the tag `Variant` names Chess960, in any known spelling."""
        return pgn_variant(self.get("Variant", "")) is True

    def is_wild(self) -> bool:
        """Whether the tag `Variant` names a FICS wild variant with standard rules."""
        return re.fullmatch(r"wild/(\d|8a)", self.get("Variant", ""), re.IGNORECASE) is not None

    def variant(self) -> type[Board]:
        """Returns the board class for the variant, `Board`.

        Raises:
            PgnError: the variant is not supported.
        """
        name = self.get("Variant", "")
        if pgn_variant(name) is None:
            raise PgnError(f"unsupported variant: {name!r}")
        return Board

    def board(self) -> Board:
        """Returns a board with the start position.

        Returns:
            A `Board`, in Chess960 mode if the tag `Variant` or the castling rights require it.

        Raises:
            PgnError: the tag `Variant` names an unsupported variant.
            FenError: the tag `FEN` is invalid.
        """
        board_class = self.variant()
        chess960 = True if self.is_chess960() else None
        if "FEN" in self:
            return board_class(self["FEN"], chess960=chess960)
        return board_class(chess960=chess960)

    def _set_up(self, board: Board | str) -> None:
        """Sets the tags of the start position; see `Game.setup`."""
        if not isinstance(board, Board):
            board = Board(board, chess960=None)
        fen = board.fen()
        # without a FEN, readers of Chess960 cannot know that it is not lost
        if fen == Board().fen() and not board.chess960:
            self.pop("FEN", None)
            self.pop("SetUp", None)
        else:
            self["FEN"] = fen
            self["SetUp"] = "1"
        if board.chess960:
            self["Variant"] = "Chess960"
        else:
            self.pop("Variant", None)

    def copy(self) -> Self:
        """Returns a copy of the same class."""
        return type(self)(self)

    def __copy__(self) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        tags = ", ".join(f"{key}={value!r}" for key, value in self.items())
        return f"{type(self).__name__}({tags})"

    @classmethod
    def builder(cls) -> "HeadersBuilder[Self]":
        """Returns a `HeadersBuilder` for headers of this class."""
        return HeadersBuilder(Headers=cls)


HeadersT = TypeVar("HeadersT", bound=Headers, covariant=True)
# for the argument of the constructor, whose class variable is not bound yet
_HeadersT = TypeVar("_HeadersT", bound=Headers)


class HeadersBuilder(BaseVisitor[HeadersT]):
    """Collects the headers, and skips the moves. The result is the headers.

    Args:
        Headers: the class of the headers, called with an empty mapping.
    """

    @overload
    def __init__(self: "HeadersBuilder[Headers]") -> None: ...
    @overload
    def __init__(self: "HeadersBuilder[_HeadersT]", *, Headers: type[_HeadersT]) -> None: ...  # noqa: N803
    def __init__(self, *, Headers: Any = Headers) -> None:  # noqa: N803
        self.Headers = Headers

    def begin_headers(self) -> HeadersT:
        """Makes empty headers."""
        self.headers: HeadersT = self.Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Sets the tag.

        Args:
            tagname: the name of the tag.
            tagvalue: its value.
        """
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        """Skips the moves."""
        return SKIP

    def result(self) -> HeadersT:
        """Returns the headers."""
        return self.headers
