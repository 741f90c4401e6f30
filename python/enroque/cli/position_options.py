"""The options that select and read positions, of the commands `convert` and `tensors`."""

import argparse
import operator
from collections.abc import Callable, Collection
from functools import partial, reduce
from re import sub
from typing import Any, Literal, NamedTuple

from enroque import find
from enroque._model.criteria import Criterion
from enroque.cli.input_options import add_criterion, columns_of
from enroque.cli.parser import Parser

_READING = ("perspective", "unit", "evaluation", "lines", "c9")
"""The options of `Positions.read` for positions only, by the same names."""


class _Condition(NamedTuple):
    """The option for a condition of positions, and the query of its value."""

    name: str
    kind: Literal["bool", "int", "text", "texts"]
    help: str
    query: Callable[[Any], find.Query]
    choices: list[str] = []  # noqa: RUF012  # a named tuple


_CONDITIONS = [
    _Condition(
        "turn", "text", "the side to move",
        lambda side: find.Turn(side == "white"), ["white", "black"],
    ),
    _Condition(
        "check", "bool", "whether the side to move is in check",
        lambda is_check: find.Check() if is_check else ~find.Check(),
    ),
    _Condition(
        "capture", "bool", "whether the row's move captures",
        lambda captures: find.Played(captures=captures),
    ),
    _Condition(
        "quiet", "bool",
        "whether there is no check, and the row's move is neither a capture nor a promotion",
        lambda is_quiet: find.Quiet() if is_quiet else find.Played() & ~find.Quiet(),
    ),
    _Condition(
        "over", "bool", "whether the position is checkmate or stalemate",
        lambda is_over: find.Checkmate() | find.Stalemate() if is_over
        else ~find.Checkmate() & ~find.Stalemate(),
    ),
    _Condition(
        "max_eval", "int", "the largest absolute evaluation in centipawns; mates are larger",
        lambda most: find.Eval(min=-most, max=most),
    ),
    _Condition(
        "mate", "bool", "whether the evaluation is a mate", lambda is_mate: find.Eval(mate=is_mate)
    ),
    _Condition(
        "themes", "texts", "a theme of a puzzle; can be repeated for one of several",
        lambda names: find.Themes(*names),
    ),
]  # fmt: skip

_NUMBERS: dict[str, tuple[Callable[..., find.Query], str]] = {
    "pieces": (partial(find.Count, "!"), "number of pieces, kings and pawns included"),
    **{
        sub(r"\B([A-Z])", r"_\1", one.__name__).lower(): (one, one._noun)
        for one in find._Number.__subclasses__()
        if one._noun
    },
}
"""The numbers with options for the least and the largest one: their queries and nouns."""

NUMBERS_OF_GAMES = ("rating", "opponent_rating", "clock", "opponent_clock", "move_time")
"""The numbers that positions of games have; tables have only the first."""

_TABLES_ONLY = {
    "themes",
    *(f"{limit}_{name}" for limit in ("min", "max") for name in ("depth", "nodes")),
}
"""The options that positions of games cannot meet."""

_NAMES = {
    *(one.name for one in _CONDITIONS),
    *(f"{limit}_{name}" for name in _NUMBERS for limit in ("min", "max")),
}


def add_numbers(group: argparse._ArgumentGroup, names: Collection[str]) -> None:
    """Adds the options for the least and the largest of some numbers.

    Args:
        group: the group of options.
        names: the names of the numbers.
    """
    for name in names:
        for limit, adjective in ("min", "least"), ("max", "largest"):
            help = f"the {adjective} {_NUMBERS[name][1]}"
            add_criterion(group, Criterion(f"{limit}_{name}", "int", [], [], help))


def add_position_options(parser: argparse.ArgumentParser, *, of_games: bool = False) -> None:
    """Adds the options for conditions of positions, and for reading files of positions.

    Args:
        parser: the parser of the command.
        of_games: whether the conditions are also those of positions of games.
    """
    group = parser.add_argument_group("filters of positions", "Criteria of positions.")
    for one in _CONDITIONS:
        add_criterion(group, Criterion(one.name, one.kind, [], one.choices, one.help))
    omitted = () if of_games else NUMBERS_OF_GAMES[1:]
    add_numbers(group, [name for name in _NUMBERS if name not in omitted])
    option = parser.add_argument_group(
        "reading positions", "What a file does not state; see Positions.read."
    ).add_argument
    option(
        "--perspective", choices=["white", "side_to_move"],
        help="the view of a table's evaluations and results",
    )  # fmt: skip
    option("--unit", choices=["cp", "pawns", "probability"], help="the unit of its evaluations")
    option(
        "--evaluation", choices=["deepest", "most_nodes", "all"], default="deepest",
        help="which of several evaluations of a position (default: %(default)s)",
    )  # fmt: skip
    option("--lines", action="store_true", help="keep whole lines, not only their first moves")
    option(
        "--c9", choices=["ignore", "result"], default="ignore",
        help="the meaning of the opcode c9 of EPD (default: %(default)s)",
    )  # fmt: skip


def position_filter_of(options: argparse.Namespace) -> find.Query | None:
    """Returns the query for the options; `None` without any."""
    queries = []
    for one in _CONDITIONS:
        value = getattr(options, one.name)
        if value is not None:
            queries.append(one.query(value))
    queries += numbers_of(options, _NUMBERS)
    return reduce(operator.and_, queries) if queries else None


def numbers_of(options: argparse.Namespace, names: Collection[str]) -> list[find.Query]:
    """Returns the queries for the options of some numbers.

    Args:
        options: the parsed options.
        names: the names of the numbers.
    """
    queries = []
    for name in names:
        limits = {limit: getattr(options, f"{limit}_{name}", None) for limit in ("min", "max")}
        if any(limit is not None for limit in limits.values()):
            queries.append(_NUMBERS[name][0](**limits))
    return queries


def position_reading_of(options: argparse.Namespace) -> dict[str, Any]:
    """Returns the arguments of `Positions.read` for the options."""
    reading = {name: getattr(options, name) for name in _READING}
    return {"columns": columns_of(options), **reading}


def check_contents(
    options: argparse.Namespace,
    *,
    has_positions: bool,
    for_games: Collection[str] = (),
    for_positions: Collection[str] = (),
    filters_games: bool = False,
) -> None:
    """Exits with an error if there are options of games for positions, or the reverse.

    Args:
        options: the parsed options, with the parser of the command.
        has_positions: whether the command reads positions.
        for_games: options of games of this command, beside those that filter and read games.
        for_positions: options of positions of this command, beside those of `add_position_options`.
        filters_games: whether the conditions are also those of positions of games.
    """
    parser: Parser = options.parser
    of_positions = {*_READING, *for_positions, *(_TABLES_ONLY if filters_games else _NAMES)}
    of_games = {"language", "comments", "time_unit", *for_games}
    for group in parser._action_groups:
        if group.title == "filters":
            of_games |= {action.dest for action in group._group_actions}
    for action in parser._actions:
        if action.dest not in (of_games if has_positions else of_positions):
            continue
        if getattr(options, action.dest) != parser.get_default(action.dest):
            of, other = ("games", "positions") if has_positions else ("positions", "games")
            parser.error(f"{action.option_strings[0]} is an option for {of}, not for {other}")
