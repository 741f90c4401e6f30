"""`Filter`: criteria of games."""

import dataclasses
import datetime
import difflib
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from .errors import ArgumentError

__all__ = ["TIME_CLASSES", "Filter"]

TIME_CLASSES = (
    "ultrabullet",
    "bullet",
    "blitz",
    "rapid",
    "classical",
    "correspondence",
    "fide:blitz",
    "fide:rapid",
    "fide:standard",
)
"""Classes of time controls of Lichess and FIDE."""

# Attributes that accept one string and store a tuple.
_MANY = ("time_class", "eco", "termination", "event", "title", "either_title", "result")


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Criteria that a game must meet. The default accepts every game.

    Criteria up to `sample_fraction` look at the tags alone: the moves of a game that they reject
    are not parsed. `Games.filtered_out` counts the rejected games for each criterion; a game that
    several criteria reject counts for the first of them in the order below.

    The text of a game that is skipped ends at its result or before the next tags. If that text is
    malformed (moves without tags after a misspelled result), the game may end elsewhere than if it
    had been parsed.

    Filters are immutable: they compare, hash, pickle and load from TOML.

    Args:
        min_elo: both players are rated at least this.
        max_elo: both players are rated at most this.
        either_min_elo: a player is rated at least this.
        either_max_elo: a player is rated at most this.
        time_class: one or several classes of time controls: Lichess's `ultrabullet`, `bullet`,
            `blitz`, `rapid`, `classical` and `correspondence`, or FIDE's `fide:blitz`,
            `fide:rapid` and `fide:standard`.
        since: the earliest date, from the tag `UTCDate` or else `Date`: `"2024"`, `"2024-02"`,
            `"2024.02.29"` or a `datetime.date`. An incomplete date must be in range entirely.
        until: the latest date.
        eco: one or several openings: `"B90"`, `"B"` for all codes with that prefix, `"B90-C19"`.
        termination: one or several values of the tag `Termination`, ignoring case.
        event: one or several patterns for the tag `Event`: `*` matches any text, `?` any
            character.
        title: one or several titles, one of which both players have.
        either_title: one or several titles, one of which a player has.
        bots: whether a player must have the title `BOT` (`True`) or none may (`False`).
        tags: a mapping of other tags to their accepted value or values.
        variant: `"standard"` or `"chess960"`; games of other variants are neither.
        result: one or several of `"1-0"`, `"0-1"`, `"1/2-1/2"` and `"*"`.
        sample_fraction: the fraction of all games to keep, 0 to 1. The same games are kept for the
            same `seed`, for any files, threads and splits. While reading PGN it depends on the
            text of the game, in `Games.filter` on `Games.fingerprints`: the samples differ.
        seed: the seed of `sample_fraction`.
        min_plies: the least number of plies of the main line.
        max_plies: the largest number of plies of the main line.
        evals: whether a move must have an evaluation (`True`) or none may (`False`).
        clocks: whether a move must have a clock (`True`) or none may (`False`).
        broken: whether the game must be broken (`True`) or must not (`False`).
        max_games_per_elo_bin: the largest number of games in each bin of mean ratings; later games
            are rejected. Games without ratings share a bin.
        elo_bin_width: the width of these bins in rating points.

    Raises:
        ArgumentError: a criterion has an impossible value.
        TypeError: a criterion has a value of the wrong type.

    Example:
        >>> from enroque import Filter
        >>> Filter(min_elo=2000, time_class="blitz") == Filter(time_class=["blitz"], min_elo=2000)
        True
    """

    min_elo: int | None = None
    max_elo: int | None = None
    either_min_elo: int | None = None
    either_max_elo: int | None = None
    time_class: tuple[str, ...] | str | None = None
    since: str | datetime.date | None = None
    until: str | datetime.date | None = None
    eco: tuple[str, ...] | str | None = None
    termination: tuple[str, ...] | str | None = None
    event: tuple[str, ...] | str | None = None
    title: tuple[str, ...] | str | None = None
    either_title: tuple[str, ...] | str | None = None
    bots: bool | None = None
    tags: tuple[tuple[str, tuple[str, ...]], ...] | Mapping[str, Any] = ()
    variant: str | None = None
    result: tuple[str, ...] | str | None = None
    sample_fraction: float | None = None
    seed: int = 0
    min_plies: int | None = None
    max_plies: int | None = None
    evals: bool | None = None
    clocks: bool | None = None
    broken: bool | None = None
    max_games_per_elo_bin: int | None = None
    elo_bin_width: int = 100

    def __post_init__(self) -> None:
        for name in _MANY:
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, _texts(name, value))
        for name in ("since", "until"):
            value = getattr(self, name)
            if isinstance(value, datetime.date):
                object.__setattr__(self, name, value.isoformat()[:10].replace("-", "."))
            elif isinstance(value, str):
                object.__setattr__(self, name, _date(name, value))
        if isinstance(self.tags, str | bytes) or not isinstance(self.tags, Iterable):
            raise TypeError(f"tags must be a mapping of names to values, not {self.tags!r}")
        pairs = self.tags.items() if isinstance(self.tags, Mapping) else self.tags
        tags = tuple((str(name), _texts(f"tag {name}", values)) for name, values in pairs)
        object.__setattr__(self, "tags", tags)
        from ._core import check_filter

        check_filter(self)

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
        try:
            values = tomllib.loads(Path(path).read_text(encoding="utf-8"))
            return cls(**_known(values))
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"{os.fspath(path)}: {error}") from None


def _date(name: str, text: str) -> str:
    """Returns a date as PGN writes it; the core validates years and months."""
    day = re.fullmatch(r"(\d{4})[-./](\d\d?)[-./](\d\d?)", text)
    if day is None:
        return text.replace("-", ".")
    try:
        return datetime.date(*map(int, day.groups())).isoformat().replace("-", ".")
    except ValueError:
        raise ArgumentError(f"{name} must be a date such as 2024.02.29, not {text!r}") from None


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
    names = [field.name for field in dataclasses.fields(Filter)]
    for name in values:
        if name not in names:
            near = difflib.get_close_matches(name, names, n=1, cutoff=0.7)
            hint = f": did you mean {near[0]}?" if near else f"; criteria are {', '.join(names)}"
            raise TypeError(f"{name!r} is not a criterion of a filter{hint}")
    return dict(values)
