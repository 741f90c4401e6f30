"""The options of commands that read PGN: which games they read."""

import argparse

from enroque.cli.parser import counting_number, whole_number
from enroque.filters import TIME_CLASSES, Filter

__all__ = ["add_filter_options", "filter_of"]


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
    group.add_argument("--no-bots", action="store_true", help="no player has the title BOT")
    group.add_argument("--no-broken", action="store_true", help="leave broken games out")
    group.add_argument("--with-evals", action="store_true", help="only games with evaluations")
    group.add_argument("--with-clocks", action="store_true", help="only games with clocks")
    group.add_argument(
        "--min-plies", type=whole_number, metavar="N", help="games of N half-moves or more"
    )
    group.add_argument(
        "--max-plies", type=whole_number, metavar="N", help="games of N half-moves at most"
    )
    group.add_argument(
        "--sample", type=float, metavar="RATE", help="a part of all games by chance, such as 0.1"
    )
    group.add_argument(
        "--sample-seed", type=whole_number, metavar="N", help="another one (default: 0)"
    )
    group.add_argument(
        "--cap", type=counting_number, metavar="N",
        help="at most N games of every 100 points of mean rating",
    )  # fmt: skip
    group.add_argument(
        "--cap-elo", type=counting_number, metavar="N", help="of every N points instead"
    )


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
        "bots": False if options.no_bots else None,
        "broken": False if options.no_broken else None,
        "evals": options.with_evals or None,
        "clocks": options.with_clocks or None,
        "min_plies": options.min_plies,
        "max_plies": options.max_plies,
        "sample": options.sample,
        "seed": options.sample_seed,
        "cap": options.cap,
        "cap_elo": options.cap_elo,
    }
    given = {name: value for name, value in asked.items() if value is not None}
    if options.filter is None:
        return Filter(**given) if given else None
    return Filter.from_toml(options.filter, **given)
