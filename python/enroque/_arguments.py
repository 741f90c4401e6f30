"""What is asked of the numbers that users give."""

import operator
from typing import SupportsIndex

__all__ = ["at_least_one", "whole_number"]


def whole_number(value: SupportsIndex, wanted: str) -> int:
    """The number as an `int`; for anything else a `TypeError` that says what is wanted."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{wanted}, not {type(value).__qualname__}") from None


def at_least_one(name: str, number: int) -> None:
    """`TypeError` or `ValueError` if it is not 1 or more."""
    if whole_number(number, f"{name} is a whole number") < 1:
        raise ValueError(f"{name} is 1 or more, not {number}")
