"""Checks of arguments that are whole numbers."""

import operator
from typing import SupportsIndex

from .errors import ArgumentError

__all__ = ["at_least_one", "whole_number"]


def whole_number(value: SupportsIndex, requirement: str) -> int:
    """Returns the number as an `int`, or raises a `TypeError` that states the requirement."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{requirement}, not {type(value).__qualname__}") from None


def at_least_one(name: str, number: int) -> None:
    """Raises `TypeError` or `ValueError` if a number is not 1 or more."""
    if whole_number(number, f"{name} must be an int") < 1:
        raise ArgumentError(f"{name} must be 1 or more, not {number}")
