"""`Filter`: which games are read from PGN."""

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

__all__ = ["TIME_CLASSES", "Filter", "merged"]

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
"""Lichess's classes of time controls, and those of the Laws."""

# What may be given as one text and is kept as a tuple of them.
_MANY = ("time_class", "eco", "termination", "event", "title", "either_title", "result")


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Criteria that a game must meet to be read from PGN. The default accepts every game.

    Criteria up to `sample` look at the tags alone: the moves of a game that they reject are not
    parsed. `Games.filtered_out` counts the rejected games for each criterion; a game that several
    criteria reject counts for the first of them in the order below.

    A game that is passed over ends at its result or before the next game's tags. Where its text is
    broken (a result in a spelling of its own and then moves without tags, say), that can be
    elsewhere than it would have ended if it had been read.

    Filters are plain data: they compare, hash, pickle, and come out of TOML.

    Attributes:
        min_elo: both players are rated, and at least so.
        max_elo: both players are rated, and at most so.
        either_min_elo: some player is rated, and at least so.
        either_max_elo: some player is rated, and at most so.
        time_class: the time control is of one of these classes: Lichess's `ultrabullet`, `bullet`,
            `blitz`, `rapid`, `classical` and `correspondence`, or those of the Laws, `fide:blitz`,
            `fide:rapid` and `fide:standard`.
        since: every day that the date can mean is this one or later: `"2024"`, `"2024-02"`,
            `"2024.02.29"` or a `datetime.date`. The tag `UTCDate` counts, or else `Date`.
        until: every day that the date can mean is this one or earlier.
        eco: the opening is one of these: `"B90"`, `"B"` for all that begin so, `"B90-C19"`.
        termination: the tag `Termination` is one of these, in any letter case.
        event: the tag `Event` fits one of these patterns: `*` is any text, `?` any one character.
        title: both players have one of these titles.
        either_title: some player has one of these titles.
        bots: some player has the title `BOT` (`True`), or none has (`False`).
        tags: other tags by name, each with the value or values that it may have.
        variant: `"standard"` or `"chess960"`; games of any other variant are neither.
        result: one of these, of `"1-0"`, `"0-1"`, `"1/2-1/2"` and `"*"`.
        sample: a part of all games from 0 to 1, by chance, but always the same for a game and a
            `seed`, whatever the files, the threads and the splits. Of PGN it is asked before the
            moves are read, of the text; of games in columns by `Games.fingerprints`, and it is
            another part.
        seed: of `sample`.
        min_plies: half-moves of the main line, at least.
        max_plies: half-moves of the main line, at most.
        evals: some move has an evaluation (`True`), or none has (`False`).
        clocks: some move has a clock (`True`), or none has (`False`).
        broken: the game ended early because something in its text was wrong (`True`), or did not.
        cap: at most so many games of each class of ratings, the first that come. A class is
            `cap_elo` points of the players' mean rating wide; games without ratings are one class.
        cap_elo: the width of the classes of `cap`.
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
    sample: float | None = None
    seed: int = 0
    min_plies: int | None = None
    max_plies: int | None = None
    evals: bool | None = None
    clocks: bool | None = None
    broken: bool | None = None
    cap: int | None = None
    cap_elo: int = 100

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
            raise TypeError(f"tags is a table of names and their values, not {self.tags!r}")
        pairs = self.tags.items() if isinstance(self.tags, Mapping) else self.tags
        tags = tuple((str(name), _texts(f"tag {name}", values)) for name, values in pairs)
        object.__setattr__(self, "tags", tags)
        from ._core import check_filter

        check_filter(self)

    @classmethod
    def from_toml(cls, path: str | os.PathLike[str], **criteria: Any) -> Self:
        """Read a filter from a TOML file: its attributes by name, `tags` as a table.

        `criteria` are attributes that count more than those of the file.

        ```toml
        min_elo = 2200
        time_class = ["blitz", "rapid"]
        since = 2023-01-01
        [tags]
        Site = "lichess.org"
        ```

        `ValueError` tells of an unknown name or a wrong value.
        """
        try:
            values = tomllib.loads(Path(path).read_text(encoding="utf-8"))
            return cls(**_known({**values, **criteria}))
        except (TypeError, ValueError) as error:
            raise ValueError(f"{os.fspath(path)}: {error}") from None


def _date(name: str, text: str) -> str:
    """A date as PGN writes it, if it is one: the core judges what is less than a day."""
    day = re.fullmatch(r"(\d{4})[-./](\d\d?)[-./](\d\d?)", text)
    if day is None:
        return text.replace("-", ".")
    try:
        return datetime.date(*map(int, day.groups())).isoformat().replace("-", ".")
    except ValueError:
        raise ValueError(f"{name} is a date such as 2024.02.29, not {text!r}") from None


def _texts(name: str, value: Any) -> tuple[str, ...]:
    is_several = isinstance(value, Iterable) and not isinstance(value, bytes | Mapping)
    texts: tuple[Any, ...] = (value,) if isinstance(value, str) or not is_several else tuple(value)
    if not all(isinstance(text, str) for text in texts):
        raise TypeError(f"{name} is a text or several, not {value!r}")
    return texts


_OPTIONS = (
    *("strict", "language", "comments", "annotations", "threads", "progress", "games_per_batch"),
    *("to", "shard_games", "overwrite", "on_unsupported", "missing_score", "filter"),
    *("on_error", "source_kind", "split_bytes", "concurrency"),
)
"""What calls that take criteria take beside them: one that is mistyped arrives as a criterion."""


def _known(values: Mapping[str, Any], options: tuple[str, ...] = ()) -> dict[str, Any]:
    """The same, if all are attributes of a filter."""
    names = [field.name for field in dataclasses.fields(Filter)]
    for name in values:
        if name not in names:
            near = difflib.get_close_matches(name, [*names, *options], n=1, cutoff=0.7)
            hint = f": did you mean {near[0]}?" if near else f"; it has {', '.join(names)}"
            what = "is no argument, and no criterion" if options else "is no criterion"
            raise TypeError(f"{name!r} {what} of a filter{hint}")
    return dict(values)


def merged(base: Filter | None, criteria: Mapping[str, Any]) -> Filter | None:
    """A filter with more criteria; `None` if there are none at all."""
    if base is not None and not isinstance(base, Filter):
        raise TypeError(f"filter is a Filter, not {type(base).__qualname__}")
    if not criteria:
        return base
    return dataclasses.replace(base or Filter(), **_known(criteria, _OPTIONS))
