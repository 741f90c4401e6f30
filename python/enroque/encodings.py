"""The types of what encodings say about themselves."""

from typing import TypeAlias

__all__ = ["Shape"]

Shape: TypeAlias = tuple[int, ...]
"""The shape of an array."""
