"""Finding the files written by an earlier run of the same conversion."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from ...errors import advised
from .destination import Destination
from .result import Conversion, PositionConversion

_Report = TypeVar("_Report", Conversion, PositionConversion)


def earlier_run(
    destination: Destination, plan: dict[str, Any], overwrite: bool, report: type[_Report]
) -> _Report | list[dict[str, Any]]:
    """Returns the result of an earlier run with this plan, or the first shards that it wrote.

    Files that the new run does not continue from are removed.

    Args:
        destination: the files of the conversion.
        plan: the sources, filter and options: equal plans write equal files.
        overwrite: whether to remove files of other conversions.
        report: the class of the report of this kind of conversion.

    Raises:
        FileExistsError: there are files of another conversion, and `overwrite` is false.
    """
    is_stream = any(source.get("stream") for source in plan["sources"])
    is_repeatable = not overwrite and not is_stream
    manifest, journal = _read_json(destination.manifest), _read_json(destination.journal)
    old_plan = None if manifest is None else {key: manifest.get(key) for key in plan}
    if manifest is not None and is_repeatable and old_plan == plan:
        found = _first_shards(destination, manifest["shards"])
        if found is not None and len(found) == len(manifest["shards"]):
            destination.journal.unlink(missing_ok=True)  # left by a run killed at its very end
            destination.remove_unfinished()
            return report(**manifest, resumed=len(found))
        if found is not None:  # some shards were deleted: write them again
            _remove(path for path in destination.earlier_files() if path.name not in found)
            return [shard for shard in manifest["shards"] if shard["file"] in found]
    journal_plan = journal.get("plan") if journal is not None else None
    if journal is not None and journal_plan == plan and is_repeatable:
        found = _first_shards(destination, journal["shards"])
        if found is not None and len(found) == len(journal["shards"]):
            return list(journal["shards"])
    files = list(destination.earlier_files())
    # an unfinished run over older versions of the same sources is replaced without `overwrite`
    is_own = journal_plan is not None and _without_sizes(journal_plan) == _without_sizes(plan)
    if any(path != destination.journal for path in files) and not overwrite and not is_own:
        name = destination.single
        reason = "exists already" if name else "contains shards of another conversion"
        if old_plan == plan and is_repeatable:
            reason = "contains other files than its manifest lists"
        elif old_plan is not None:
            why = "a stream, which cannot be read again" if is_stream else "older source files"
            why = _difference(_without_sizes(old_plan), _without_sizes(plan)) or f"from {why}"
            reason = f"was written {why}" if name else f"contains shards written {why}"
        path = destination.folder / name if name else destination.folder
        hint = "overwrite=True replaces it"
        error = FileExistsError(17, f"{reason} ({hint})", str(path))
        raise advised(error, hint, overwrite=("True",))
    _remove(files)
    return []


def _difference(old_plan: dict[str, Any], plan: dict[str, Any]) -> str:
    """Returns a description of the differences between two plans, `""` if they are equal."""
    words = {
        "sources": "from other files",
        "format": "in another format",
        "filter": "with another filter",
        "options": "with other options",
        "versions": "with other versions of the packages",
    }
    return ", ".join(words[key] for key in plan if old_plan[key] != plan[key])


def _without_sizes(plan: dict[str, Any]) -> dict[str, Any]:
    """Returns a plan without the sizes and modification times of its sources."""
    sources = plan["sources"] if isinstance(plan["sources"], list) else []
    known = [source for source in sources if isinstance(source, dict)]
    return {**plan, "sources": [(source.get("path"), source.get("format")) for source in known]}


def _first_shards(destination: Destination, shards: list[dict[str, Any]]) -> list[str] | None:
    """Returns the names of the shards before the first missing one; `None` if one was changed."""
    first_missing = len(shards)
    for number, shard in reversed(list(enumerate(shards))):
        path = destination.folder / str(shard["file"])
        if not path.exists():
            first_missing = number
        elif not path.is_file() or path.stat().st_size != int(shard["bytes"]):
            return None
    return [str(shard["file"]) for shard in shards[:first_missing]]


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        path.unlink()


def _read_json(path: Path) -> Any:
    """Returns the object in a JSON file; `None` if the file is missing or damaged."""
    try:
        read = json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError, RecursionError):
        return None
    return read if isinstance(read, dict) else None
