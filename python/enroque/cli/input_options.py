"""The options of commands that read PGN: which games they read."""

import argparse
from dataclasses import replace
from typing import Any

from enroque._filters import TIME_CLASSES, Filter
from enroque.cli.parser import counting_number, whole_number

__all__ = ["add_filter_options", "add_reading_options", "filter_of", "reading_of"]


def add_filter_options(parser: argparse.ArgumentParser) -> None:
    """Add the criteria of `Filter` that have no option of the command's own."""
    group = parser.add_argument_group(
        "which games are read", "Games that their tags refuse cost next to nothing."
    )
    group.add_argument(
        "--filter", metavar="FILE", help="criteria in TOML, by the names of enroque.Filter"
    )
    group.add_argument(
        "--time-class", action="append", choices=TIME_CLASSES, metavar="CLASS",
        help=f"{', '.join(TIME_CLASSES)}; again for more of them",
    )  # fmt: skip
    group.add_argument("--since", metavar="DATE", help="2024, 2024-02 or 2024-02-29, or later")
    group.add_argument("--until", metavar="DATE", help="that day, month or year, or earlier")
    group.add_argument(
        "--eco", action="append", metavar="CODES", help="B90, B or B90-C19; again for more of them"
    )
    group.add_argument(
        "--termination", action="append", metavar="TEXT", help="how games ended; again for more"
    )
    group.add_argument(
        "--event", action="append", metavar="PATTERN", help="such as '*blitz*'; again for more"
    )
    group.add_argument(
        "--title", action="append", metavar="TITLE", help="both players have one; again for more"
    )
    group.add_argument(
        "--either-title",
        action="append",
        metavar="TITLE",
        help="some player has one; again for more",
    )
    group.add_argument(
        "--either-min-elo", type=whole_number, metavar="N", help="some player rated N or more"
    )
    group.add_argument(
        "--either-max-elo", type=whole_number, metavar="N", help="some player rated, N at most"
    )
    group.add_argument(
        "--tag", action="append", type=_tag, metavar="NAME=VALUE",
        help="a tag with this value; again for other tags, or for another value of the same",
    )  # fmt: skip
    bots = group.add_mutually_exclusive_group()
    bots.add_argument("--no-bots", action="store_true", help="no player has the title BOT")
    bots.add_argument("--bots", action="store_true", help="some player has the title BOT")
    group.add_argument("--no-broken", action="store_true", help="leave broken games out")
    for name, what in (("evals", "evaluations"), ("clocks", "clocks")):
        either = group.add_mutually_exclusive_group()
        either.add_argument(f"--with-{name}", action="store_true", help=f"only games with {what}")
        either.add_argument(
            f"--without-{name}", action="store_true", help=f"only games without {what}"
        )
    group.add_argument(
        "--min-plies", type=whole_number, metavar="N", help="games of N half-moves or more"
    )
    group.add_argument(
        "--max-plies", type=whole_number, metavar="N", help="games of N half-moves at most"
    )
    group.add_argument(
        "--sample-fraction",
        type=float,
        metavar="F",
        help="a random fraction of all games, such as 0.1",
    )
    group.add_argument(
        "--sample-seed", type=whole_number, metavar="N", help="seed of the sample (default: 0)"
    )
    group.add_argument(
        "--max-games-per-elo-bin", type=counting_number, metavar="N",
        help="at most N games for every 100 points of mean rating",
    )  # fmt: skip
    group.add_argument(
        "--elo-bin-width", type=counting_number, metavar="N", help="for every N points instead"
    )


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how PGN is read, and what becomes of damage."""
    group = parser.add_argument_group("how PGN is read")
    group.add_argument(
        "--on-error", choices=["raise", "skip"], default="raise",
        help="what becomes of a file that is damaged or cut: an error, or the games before the "
        "damage are taken and the file is named (default: %(default)s)",
    )  # fmt: skip
    group.add_argument(
        "--strict", action="store_true", help="end at the first fault of a game, too"
    )
    group.add_argument(
        "--language", metavar="CODE", help="the language of the pieces' letters, or auto"
    )
    group.add_argument(
        "--comments", choices=["standard", "tcec"], default="standard",
        help="how comments tell evaluations and clocks (default: %(default)s)",
    )  # fmt: skip


def reading_of(options: argparse.Namespace) -> dict[str, Any]:
    """The arguments of `Games.stream` that such options ask for."""
    return {
        "strict": options.strict,
        "language": options.language,
        "comments": options.comments,
    }


def _which(yes: bool, no: bool) -> bool | None:
    return True if yes else False if no else None


def _tag(text: str) -> tuple[str, str]:
    name, is_pair, value = text.partition("=")
    if not (name and is_pair):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def _tags(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for name, value in pairs:
        values.setdefault(name, []).append(value)
    return values


def filter_of(options: argparse.Namespace) -> Filter | None:
    """The filter that such options ask for; `None` if they ask for none."""
    asked = {
        "time_class": options.time_class,
        "since": options.since,
        "until": options.until,
        "eco": options.eco,
        "termination": options.termination,
        "event": options.event,
        "title": options.title,
        "either_title": options.either_title,
        "either_min_elo": options.either_min_elo,
        "either_max_elo": options.either_max_elo,
        "tags": _tags(options.tag) if options.tag else None,
        "bots": _which(options.bots, options.no_bots),
        "broken": False if options.no_broken else None,
        "evals": _which(options.with_evals, options.without_evals),
        "clocks": _which(options.with_clocks, options.without_clocks),
        "min_plies": options.min_plies,
        "max_plies": options.max_plies,
        "sample_fraction": options.sample_fraction,
        "seed": options.sample_seed,
        "max_games_per_elo_bin": options.max_games_per_elo_bin,
        "elo_bin_width": options.elo_bin_width,
    }
    given = {name: value for name, value in asked.items() if value is not None}
    if options.filter is None:
        return Filter(**given) if given else None
    return replace(Filter.from_toml(options.filter), **given)
