"""Checks of arguments: whole numbers, counts and names."""

import operator
from typing import SupportsIndex

from .errors import ArgumentError

__all__ = ["at_least_one", "checked_count", "one_of", "type_name", "whole_number"]


def type_name(value: object) -> str:
    """Returns the name of a value's type, for messages.

    Types of python-chess have the name of their module, since many have the same names as ours.
    """
    kind = type(value)
    is_theirs = kind.__module__.partition(".")[0] == "chess"
    return f"{kind.__module__}.{kind.__qualname__}" if is_theirs else kind.__qualname__


def whole_number(value: SupportsIndex, requirement: str) -> int:
    """Returns the number as an `int`, or raises a `TypeError` that states the requirement."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{requirement}, not {type_name(value)}") from None


def checked_count(name: str, number: SupportsIndex, least: int = 0) -> int:
    """Returns the number as an `int`.

    Args:
        name: the argument, for messages.
        number: its value.
        least: the smallest value that is allowed.

    Raises:
        ArgumentError: the number is too small, or does not fit into 64 bits.
        TypeError: it is not an integer.
    """
    value = whole_number(number, f"{name} must be an int")
    if value < least:
        raise ArgumentError(f"{name} must be {least} or more, not {max(value, -(2**63))}")
    if value >= 2**63:
        raise ArgumentError(f"{name} is too large: 2**63 or more")
    return value


def at_least_one(name: str, number: SupportsIndex) -> None:
    """Raises `TypeError` or `ArgumentError` if a number is not 1 or more."""
    checked_count(name, number, 1)


def one_of(name: str, value: object, *choices: str) -> None:
    """Raises an error if the value of an option is none of its choices.

    Raises:
        ArgumentError: it is another string.
        TypeError: it is not a string.
    """
    known = " or ".join(f'"{choice}"' for choice in choices)
    if not isinstance(value, str):
        raise TypeError(f"{name} must be {known}, not {type_name(value)}")
    if value not in choices:
        raise ArgumentError(f"{name} must be {known}, not {value[:80]!r}")
