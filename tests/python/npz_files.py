"""Files of `Games.save` taken apart, to be changed."""

from pathlib import Path
from typing import Any

import numpy as np

ALL_PARTS = ("format", "games")


def arrays_of(path: Path) -> dict[str, Any]:
    """What a file of one part holds, by the names of the columns."""
    with np.load(path) as archive:
        return {name.removeprefix("0/"): archive[name] for name in archive.files}


def write_arrays(path: Path, arrays: dict[str, Any]) -> None:
    """Writes them again."""
    named = {name if name in ALL_PARTS else f"0/{name}": array for name, array in arrays.items()}
    np.savez(path, **named)
