"""Reading and changing the arrays of `.npz` files."""

from pathlib import Path
from typing import Any

import numpy as np

FILE_ARRAYS = ("format", "games")


def arrays_of(path: Path) -> dict[str, Any]:
    """Returns the arrays of a file of one chunk, by column."""
    with np.load(path) as archive:
        return {name.removeprefix("0/"): archive[name] for name in archive.files}


def write_arrays(path: Path, arrays: dict[str, Any]) -> None:
    """Writes a file of one chunk."""
    named = {name if name in FILE_ARRAYS else f"0/{name}": array for name, array in arrays.items()}
    np.savez(path, **named)
