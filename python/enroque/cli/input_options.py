"""The options that select and read games, of the commands `convert` and `tensors`."""

import argparse
from dataclasses import replace
from typing import Any, Protocol

from enroque._filters import TIME_CLASSES, Filter
from enroque.cli.parser import counting_number, whole_number

__all__ = [
    "add_filter_options",
    "add_player_options",
    "add_reading_options",
    "filter_of",
    "reading_of",
]


class _Group(Protocol):
    def add_argument(self, *names: str, **settings: Any) -> argparse.Action: ...


def add_player_options(group: _Group, *, results: str) -> None:
    """Adds the options for the variant, the ratings and the result.

    Args:
        group: the parser or group to add them to.
        results: the default of `--result`, for the help text.
    """
    group.add_argument(
        "--variant", choices=["standard", "chess960", "any"], default="any",
        help="only games of this variant (default: %(default)s)",
    )  # fmt: skip
    group.add_argument(
        "--min-elo", type=whole_number, metavar="N", help="both players are rated at least N"
    )
    group.add_argument(
        "--max-elo", type=whole_number, metavar="N", help="both players are rated at most N"
    )
    group.add_argument(
        "--result", action="append", choices=["1-0", "0-1", "1/2-1/2", "*"], metavar="RESULT",
        help=f"1-0, 0-1, 1/2-1/2 or *; can be repeated (default: {results})",
    )  # fmt: skip


def add_filter_options(parser: argparse.ArgumentParser, *, with_players: bool = False) -> None:
    """Adds the options for the criteria of `enroque.Filter`.

    Args:
        parser: the parser of the command.
        with_players: whether to add those of `add_player_options` too.
    """
    group = parser.add_argument_group(
        "filters", "Criteria of games. Options that accept several values can be repeated."
    )
    if with_players:
        add_player_options(group, results="all")
    group.add_argument(
        "--filter", metavar="FILE",
        help="a TOML file with criteria, named like the arguments of enroque.Filter; options on "
        "the command line override it",
    )  # fmt: skip
    group.add_argument(
        "--time-class", action="append", choices=TIME_CLASSES, metavar="CLASS",
        help=f"{', '.join(TIME_CLASSES)}; can be repeated",
    )  # fmt: skip
    group.add_argument(
        "--since", metavar="DATE", help="the earliest date: 2024, 2024-02 or 2024-02-29"
    )
    group.add_argument("--until", metavar="DATE", help="the latest date")
    group.add_argument(
        "--eco", action="append", metavar="CODES",
        help="ECO codes: B90, B or B90-C19; can be repeated",
    )  # fmt: skip
    group.add_argument(
        "--termination", action="append", metavar="TEXT",
        help='a value of the tag Termination, such as "Time forfeit"; can be repeated',
    )  # fmt: skip
    group.add_argument(
        "--event", action="append", metavar="PATTERN",
        help="a pattern for the tag Event, such as '*blitz*'; can be repeated",
    )  # fmt: skip
    group.add_argument(
        "--title", action="append", metavar="TITLE",
        help="a title, such as GM, one of which both players have; can be repeated",
    )  # fmt: skip
    group.add_argument(
        "--either-title", action="append", metavar="TITLE",
        help="a title, one of which at least one player has; can be repeated",
    )  # fmt: skip
    group.add_argument(
        "--either-min-elo", type=whole_number, metavar="N",
        help="at least one player is rated at least N",
    )  # fmt: skip
    group.add_argument(
        "--either-max-elo", type=whole_number, metavar="N",
        help="at least one player is rated at most N",
    )  # fmt: skip
    group.add_argument(
        "--tag", action="append", type=_tag, metavar="NAME=VALUE",
        help="a tag and its value; can be repeated, also with other values of the same tag",
    )  # fmt: skip
    bots = group.add_mutually_exclusive_group()
    bots.add_argument("--no-bots", action="store_true", help="no player has the title BOT")
    bots.add_argument("--bots", action="store_true", help="at least one player has the title BOT")
    group.add_argument("--no-broken", action="store_true", help="no broken games")
    for name, what in (("evals", "evaluations"), ("clocks", "clocks")):
        either = group.add_mutually_exclusive_group()
        either.add_argument(f"--with-{name}", action="store_true", help=f"only games with {what}")
        either.add_argument(
            f"--without-{name}", action="store_true", help=f"only games without {what}"
        )
    group.add_argument(
        "--min-plies", type=whole_number, metavar="N", help="only games of at least N plies"
    )
    group.add_argument(
        "--max-plies", type=whole_number, metavar="N", help="only games of at most N plies"
    )
    group.add_argument(
        "--sample-fraction", type=float, metavar="F",
        help="keep a random fraction of all games, 0 to 1",
    )  # fmt: skip
    group.add_argument(
        "--sample-seed", type=whole_number, metavar="N",
        help="seed of --sample-fraction (default: 0)",
    )  # fmt: skip
    group.add_argument(
        "--max-games-per-elo-bin", type=counting_number, metavar="N",
        help="keep at most N games in each bin of mean ratings",
    )  # fmt: skip
    group.add_argument(
        "--elo-bin-width", type=counting_number, metavar="N",
        help="width of these bins in rating points (default: 100)",
    )  # fmt: skip


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options for reading PGN and for damaged files."""
    group = parser.add_argument_group("reading")
    group.add_argument(
        "--on-error", choices=["raise", "skip"], default="raise",
        help="for a damaged or truncated file: stop with an error, or keep the games before the "
        "damage and continue with the next file (default: %(default)s)",
    )  # fmt: skip
    group.add_argument("--strict", action="store_true", help="stop at the first broken game in PGN")
    group.add_argument(
        "--language", metavar="CODE",
        help="the language of piece letters in PGN, such as de, or auto to detect it (default: en)",
    )  # fmt: skip
    group.add_argument(
        "--comments", choices=["standard", "tcec"], default="standard",
        help="the syntax of evaluations and clocks in PGN comments (default: %(default)s)",
    )  # fmt: skip


def reading_of(options: argparse.Namespace) -> dict[str, Any]:
    """Returns the arguments of `Games.stream` for the options of `add_reading_options`."""
    return {
        "strict": options.strict,
        "language": options.language,
        "comments": options.comments,
    }


def filter_of(options: argparse.Namespace, **others: Any) -> Filter | None:
    """Returns the filter for the options of `add_filter_options`; `None` without any.

    Args:
        options: the parsed options.
        others: further criteria; `None` for those that are not set.
    """
    criteria = {
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
        "bots": _flag(options.bots, options.no_bots),
        "broken": False if options.no_broken else None,
        "evals": _flag(options.with_evals, options.without_evals),
        "clocks": _flag(options.with_clocks, options.without_clocks),
        "min_plies": options.min_plies,
        "max_plies": options.max_plies,
        "sample_fraction": options.sample_fraction,
        "seed": options.sample_seed,
        "max_games_per_elo_bin": options.max_games_per_elo_bin,
        "elo_bin_width": options.elo_bin_width,
        **others,
    }
    given = {name: value for name, value in criteria.items() if value is not None}
    if options.filter is None:
        return Filter(**given) if given else None
    return replace(Filter.from_toml(options.filter), **given)


def _flag(yes: bool, no: bool) -> bool | None:
    return True if yes else False if no else None


def _tag(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not (name and separator):
        raise argparse.ArgumentTypeError(f"must be NAME=VALUE, not {text!r}")
    return name, value


def _tags(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for name, value in pairs:
        values.setdefault(name, []).append(value)
    return values
