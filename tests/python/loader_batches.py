"""Copying and comparing batches of loaders."""

from typing import Any

import numpy as np

import enroque
from enroque import Loader

LC0 = enroque.Encoding("lc0", format=2)


def collect(loader: Loader) -> list[dict[str, Any]]:
    return [{name: array.copy() for name, array in batch.items()} for batch in loader]


def same(first: list[dict[str, Any]], second: list[dict[str, Any]]) -> bool:
    return len(first) == len(second) and all(
        a.keys() == b.keys()
        and all(np.array_equal(a[k], b[k], equal_nan=a[k].dtype.kind == "f") for k in a)
        for a, b in zip(first, second, strict=True)
    )
