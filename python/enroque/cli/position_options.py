"""The options that select and read positions, of the commands `convert` and `tensors`."""

import argparse
import inspect
import re
from collections.abc import Collection, Iterator
from dataclasses import fields
from typing import Any, get_args

from enroque._model.criteria import Criterion
from enroque._model.positions import PositionFilter, Role
from enroque.cli.input_options import add_criterion, pair_of_names
from enroque.cli.parser import Parser

__all__ = ["add_position_options", "check_contents", "position_filter_of", "position_reading_of"]

_READING = ("columns", "perspective", "unit", "evaluation", "lines", "c9")
"""The options of `Positions.read` that the command line has by the same names."""

_SIDES = {"white": True, "black": False}
_KINDS = ((int | None, "int"), (bool | None, "bool"))


def _criteria() -> Iterator[Criterion]:
    """Yields the criteria of `PositionFilter`, whose help is in its docstring."""
    # from Python 3.13 on, docstrings have no indentation
    text = inspect.cleandoc(PositionFilter.__doc__ or "")
    texts = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", text, re.MULTILINE)
    help_of = {name: " ".join(text.split()) for name, text in texts}
    for field in fields(PositionFilter):
        kind = next((kind for of, kind in _KINDS if field.type == of), "texts")
        choices = list(_SIDES) if field.name == "turn" else []
        kind = "text" if choices else kind
        yield Criterion(field.name, kind, [], choices, help_of.get(field.name, ""))


def add_position_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options for the criteria of `PositionFilter`, and for reading files of positions.

    Args:
        parser: the parser of the command.
    """
    group = parser.add_argument_group("filters of positions", "Criteria of positions of a table.")
    for criterion in _criteria():
        add_criterion(group, criterion)
    group = parser.add_argument_group(
        "reading positions", "What a file does not state; see Positions.read."
    )
    group.add_argument(
        "--column", dest="columns", action="append", type=pair_of_names, metavar="ROLE=NAME",
        help="the name of a column of a table by what it holds, such as fen=FEN; can be repeated "
        f"(roles: {', '.join(get_args(Role))})",
    )  # fmt: skip
    group.add_argument(
        "--perspective", choices=["white", "side_to_move"],
        help="whose evaluations and results a table has",
    )  # fmt: skip
    group.add_argument(
        "--unit", choices=["cp", "pawns", "probability"], help="the unit of its evaluations"
    )
    group.add_argument(
        "--evaluation", choices=["deepest", "most_nodes", "all"], default="deepest",
        help="which of several evaluations of a position (default: %(default)s)",
    )  # fmt: skip
    group.add_argument(
        "--lines", action="store_true", help="keep whole lines, not only their first moves"
    )
    group.add_argument(
        "--c9", choices=["ignore", "result"], default="ignore",
        help="the meaning of the opcode c9 of EPD (default: %(default)s)",
    )  # fmt: skip


def position_filter_of(options: argparse.Namespace) -> PositionFilter | None:
    """Returns the filter for the options; `None` without any."""
    given = {one.name: getattr(options, one.name) for one in _criteria()}
    given = {name: value for name, value in given.items() if value is not None}
    if "turn" in given:
        given["turn"] = _SIDES[given["turn"]]
    if "themes" in given:
        given["themes"] = tuple(given["themes"])
    return PositionFilter(**given) if given else None


def position_reading_of(options: argparse.Namespace) -> dict[str, Any]:
    """Returns the arguments of `Positions.read` for the options."""
    reading = {name: getattr(options, name) for name in _READING}
    return {**reading, "columns": dict(options.columns) if options.columns else None}


def check_contents(
    options: argparse.Namespace,
    *,
    has_positions: bool,
    for_games: Collection[str] = (),
    for_positions: Collection[str] = (),
) -> None:
    """Exits with an error if there are options of games for positions, or the reverse.

    Args:
        options: the parsed options, with the parser of the command.
        has_positions: whether the command reads positions.
        for_games: options of games of this command, beside those that filter and read games.
        for_positions: options of positions of this command, beside those of `add_position_options`.
    """
    parser: Parser = options.parser
    of_positions = {*_READING, *for_positions, *(one.name for one in _criteria())}
    of_games = {"language", "comments", *for_games}
    for group in parser._action_groups:
        if group.title == "filters":
            of_games |= {action.dest for action in group._group_actions}
    for action in parser._actions:
        if action.dest not in (of_games if has_positions else of_positions):
            continue
        if getattr(options, action.dest) != parser.get_default(action.dest):
            of, other = ("games", "positions") if has_positions else ("positions", "games")
            parser.error(f"{action.option_strings[0]} is an option for {of}, not for {other}")
