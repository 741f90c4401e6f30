"""The inputs of commands, and the options that select and read games."""

import argparse
from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final, get_args

from enroque._files.sources import EloLimit
from enroque._model.criteria import CRITERIA, Criterion
from enroque._model.filters import Filter
from enroque._model.positions import Role
from enroque.cli.parser import counting_number, whole_number


def add_inputs(parser: argparse.ArgumentParser) -> None:
    """Adds the inputs of a command."""
    parser.add_argument(
        "input", nargs="+", metavar="INPUT",
        help="files, folders, patterns or URLs; - is PGN from the standard input",
    )  # fmt: skip


def add_source_format(parser: argparse.ArgumentParser) -> None:
    """Adds the option for the format of the inputs."""
    parser.add_argument(
        "--from", dest="source_format", metavar="FORMAT",
        help="the format of inputs whose names do not show it",
    )  # fmt: skip


def pair_of_names(text: str) -> tuple[str, str]:
    """Returns the two sides of an argument such as `Site=lichess.org`."""
    name, separator, value = text.partition("=")
    if not (name and separator):
        raise argparse.ArgumentTypeError(f"must be NAME=VALUE, not {text!r}")
    return name, value


_KINDS: Final[dict[str, dict[str, Any]]] = {
    "bool": {"action": argparse.BooleanOptionalAction},
    "float": {"type": float, "metavar": "F"},
    "int": {"type": whole_number},
    "table": {"action": "append", "type": pair_of_names, "metavar": "NAME=VALUE"},
    "texts": {"action": "append", "metavar": "TEXT"},
}
"""The settings of the options for criteria, by the kind of the criterion; others are texts."""


def add_filter_options(parser: argparse.ArgumentParser, *, without: Collection[str] = ()) -> None:
    """Adds the options for the criteria of `enroque.Filter`.

    Args:
        parser: the parser of the command.
        without: the names of criteria to leave to the command.
    """
    group = parser.add_argument_group(
        "filters", "Criteria of games. Options that accept several values can be repeated."
    )
    group.add_argument(
        "--filter", metavar="FILE",
        help="a TOML file with criteria, named like the arguments of enroque.Filter; options on "
        "the command line override it",
    )  # fmt: skip
    for criterion in CRITERIA:
        if criterion.name not in without:
            add_criterion(group, criterion)
    group.add_argument(
        "--max-games-per-elo-bin", type=counting_number,
        help="keep at most N games in each bin of mean ratings",
    )  # fmt: skip
    group.add_argument(
        "--elo-bin-width", type=counting_number, default=100,
        help="width of these bins in rating points (default: 100)",
    )  # fmt: skip


def add_criterion(group: argparse._ActionsContainer, criterion: Criterion) -> None:
    """Adds the option for a criterion.

    Args:
        group: the group to add it to.
        criterion: the criterion.
    """
    name, kind, _, choices, text = criterion
    option = "--" + name.replace("_", "-")
    if kind == "table":
        option = option.removesuffix("s")
    help = f"{text[0].lower()}{text[1:].rstrip('.')}".replace("`", "")
    settings: dict[str, Any] = {"choices": choices} if choices else {}
    settings |= _KINDS.get(kind, {"metavar": "TEXT"})
    group.add_argument(option, dest=name, help=help, **settings)


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options for reading PGN and for damaged files."""
    option = parser.add_argument_group("reading").add_argument
    option(
        "--on-error", choices=["raise", "skip"], default="raise",
        help="for a damaged or truncated file: stop with an error, or keep the games before the "
        "damage and continue with the next file (default: %(default)s)",
    )  # fmt: skip
    option("--strict", action="store_true", help="stop at the first broken game in PGN")
    option(
        "--language", metavar="CODE",
        help="the language of piece letters in PGN, such as de, or auto to detect it (default: en)",
    )  # fmt: skip
    option(
        "--comments", choices=["standard", "tcec"], default="standard",
        help="the syntax of evaluations and clocks in PGN comments (default: %(default)s)",
    )  # fmt: skip
    option(
        "--column", dest="columns", action="append", type=pair_of_names, metavar="ROLE=NAME",
        help="the name of a column of a table by what it holds, such as moves=transcript or "
        "fen=FEN; can be repeated (roles: moves, white, result, time_control and other tags; of "
        f"positions: {', '.join(get_args(Role))})",
    )  # fmt: skip
    option(
        "--time-unit", choices=["seconds", "minutes"],
        help="the unit of base times in the column time_control of a table",
    )  # fmt: skip


def reading_of(options: argparse.Namespace) -> dict[str, Any]:
    """Returns the arguments of `Games.stream` for the options of `add_reading_options`."""
    return {name: getattr(options, name) for name in ("strict", "language", "comments")}


def table_of(options: argparse.Namespace) -> dict[str, Any]:
    """Returns the arguments of `Games.stream` for tables."""
    given = {"columns": columns_of(options), "time_unit": options.time_unit}
    return {name: value for name, value in given.items() if value is not None}


def columns_of(options: argparse.Namespace) -> dict[str, str] | None:
    """Returns the columns of a table by what they hold; `None` for a known table."""
    return dict(options.columns) if options.columns else None


def filter_of(options: argparse.Namespace) -> Filter | None:
    """Returns the filter for the options of `add_filter_options`; `None` without any."""
    criteria = {one.name: getattr(options, one.name) for one in CRITERIA}
    if criteria["tags"]:
        criteria["tags"] = _tags(criteria["tags"])
    given = {name: value for name, value in criteria.items() if value is not None}
    if options.filter is None:
        return Filter(**given) if given else None
    return replace(Filter.from_toml(options.filter), **given)


def elo_limit_of(options: argparse.Namespace) -> EloLimit | None:
    """Returns the limit of games per rating bin for the options of `add_filter_options`."""
    if options.max_games_per_elo_bin is None:
        return None
    return EloLimit(options.max_games_per_elo_bin, options.elo_bin_width)


def _tags(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for name, value in pairs:
        values.setdefault(name, []).append(value)
    return values
