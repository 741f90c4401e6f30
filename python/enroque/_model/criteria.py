"""Reading the values of a `Filter`, whose class `tools/write_filter` generates."""

import datetime
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self

from .. import _core
from ..errors import ArgumentError
from .pieces import COLOR_NAMES


class Criterion(NamedTuple):
    """A criterion of `Filter`, as the table in `src/io/filter/criteria.rs` has it."""

    name: str
    kind: str
    sources: list[str]
    """The data of a game that it depends on: `tags`, `ratings`, `start`, `result` or `moves`."""
    choices: list[str]
    """The possible texts; empty if any are."""
    help: str


CRITERIA = [Criterion(*row) for row in _core.filter_criteria()]
"""All criteria, in the order in which they are checked."""


_TAGS = ("Site", "Round")
"""The tags that are no criteria, but whose names are tried as such."""


class Criteria:
    """The base of `Filter`: conversion, validation and TOML."""

    def __new__(cls, *_: object, **criteria: object) -> Self:
        """Raises an error for a name that is not a criterion."""
        _known(criteria)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for name, kind, *_ in CRITERIA:
            value = getattr(self, name)
            if value is None:
                continue
            if kind == "texts":
                value = _texts(name, value)
            elif kind == "table":
                value = _table(name, value)
            elif kind == "query":
                value = _query(value)
            elif isinstance(value, datetime.date):
                value = value.isoformat()[:10].replace("-", ".")
            elif kind == "date" and isinstance(value, str):
                value = _date(name, value)
            object.__setattr__(self, name, value)
        if self.given().keys() & {"player", "opponent", "color"} == {"color"}:
            raise ArgumentError("color is that of player or of opponent: pass one of them")
        _core.check_filter(self)

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.given().items())
        return f"Filter({given})"

    @classmethod
    def from_toml(cls, path: str | os.PathLike[str]) -> Self:
        """Reads a filter from a TOML file.

        The keys are the arguments of `Filter`; `tags` is a table:

        ```toml
        min_elo = 2200
        time_class = ["blitz", "rapid"]
        since = 2023-01-01
        [tags]
        Site = "lichess.org"
        ```

        Args:
            path: the file.

        Raises:
            ArgumentError: the file is not TOML, or has an unknown key or an impossible value.
            OSError: the file cannot be read.
        """
        import tomllib

        try:
            values = tomllib.loads(Path(path).read_text(encoding="utf-8"))
            return cls(**_known(values))
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"{os.fspath(path)}: {error}") from None

    def given(self) -> dict[str, Any]:
        """Returns the criteria that are set."""
        values = {name: getattr(self, name) for name, *_ in CRITERIA}
        return {name: value for name, value in values.items() if value is not None}


def _date(name: str, text: str) -> str:
    """Returns a date as PGN writes it; the core validates years and months."""
    day = re.fullmatch(r"(\d{4})[-./](\d\d?)[-./](\d\d?)", text)
    if day is None:
        # as it was typed, for the message of the core, unless it is a year and a month
        is_month = re.fullmatch(r"\d{4}-(0?[1-9]|1[0-2])", text)
        return text.replace("-", ".") if is_month else text
    try:
        return datetime.date(*map(int, day.groups())).isoformat().replace("-", ".")
    except ValueError:
        raise ArgumentError(f"{name} must be a date such as 2024-02-29, not {text!r}") from None


def _query(value: Any) -> Any:
    """Returns a query; a board or FEN is that of its position."""
    from ..find import Position, Query

    return value if isinstance(value, Query) else Position(value)


def _table(name: str, value: Any) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise TypeError(f"{name} must be a mapping of names to values, not {value!r}")
    pairs = value.items() if isinstance(value, Mapping) else value
    return tuple((str(key), _texts(f"tag {key}", values)) for key, values in pairs)


def _texts(name: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    texts = []
    is_several = isinstance(value, Iterable) and not isinstance(value, bytes | Mapping)
    for text in value if is_several else (value,):
        if not isinstance(text, str):  # checked one by one: a range may be of any length
            raise TypeError(f"{name} must be one or several strings, not {value!r}")
        texts.append(text)
    return tuple(texts)


def _known(values: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the values if all keys are criteria."""
    names = [criterion.name for criterion in CRITERIA]
    for name in values:
        if name not in names:
            import difflib

            near = difflib.get_close_matches(name, names, n=1, cutoff=0.7)
            hint = f": did you mean {near[0]}?" if near else f"; criteria are {', '.join(names)}"
            if name.title() in _TAGS:
                hint = f': use tags={{"{name.title()}": ...}}'
            if name in COLOR_NAMES:
                hint = f': use player=..., color="{name}"'
            raise TypeError(f"{name!r} is not a criterion of a filter{hint}")
    return dict(values)
