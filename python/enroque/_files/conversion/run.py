"""Running a conversion: the files that it writes, and the errors of its sources."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..._core import SKIPPING, Games, Positions
from ..._progress import Progress, Report, reporting
from ...errors import FileFormatError
from .destination import MAX_LISTED, Destination
from .result import Conversion, PositionConversion
from .resume import earlier_run

_Report = TypeVar("_Report", Conversion, PositionConversion)


@dataclass
class Run:
    """A run of a conversion.

    Args:
        destination: the files to write.
        plan: the sources, filter and options, for the manifest.
        shards: the entries of the shards that an earlier run wrote.
        skip_damage: whether to continue with the next file after a damaged one.
    """

    destination: Destination
    plan: dict[str, Any]
    shards: list[dict[str, Any]]
    skip_damage: bool

    errors: dict[str, Any] = field(default_factory=lambda: {"count": 0, "sources": [], "first": []})
    """The errors of the sources: their number, those of damaged files and the first others."""

    warnings: dict[str, Any] = field(default_factory=lambda: {"count": 0, "first": []})
    """The warnings about the sources: their number and the first ones."""

    def count(self, batch: Games | Positions) -> list[str]:
        """Adds the errors and warnings of a batch; returns the errors of damaged files instead.

        Args:
            batch: games or positions that were read.
        """
        found: dict[bool, list[str]] = {True: [], False: []}
        for error in batch.errors if batch.error_count else ():
            found[error.kind == "source"].append(str(error))
        self.errors["count"] += batch.error_count - len(found[True])
        self.errors["first"] += found[False][: MAX_LISTED - len(self.errors["first"])]
        self.warnings["count"] += batch.warning_count
        if batch.warning_count and (free := MAX_LISTED - len(self.warnings["first"])):
            self.warnings["first"] += [str(warning) for warning in batch.warnings[:free]]
        return found[True]

    def damaged(self, error: FileFormatError) -> None:
        """Adds the error of a damaged file.

        Args:
            error: the error, which is raised unless damaged files are skipped.
        """
        if not self.skip_damage:
            error.add_note(SKIPPING)
            raise error
        self.errors["count"] += 1
        self.errors["sources"].append(str(error))

    def add(self, shard: dict[str, Any]) -> None:
        """Adds a shard that is complete.

        Args:
            shard: its entry in the manifest.
        """
        self.shards.append(shard)
        self.write_journal()

    def write_journal(self) -> None:
        """Writes the journal, with which another run continues this one."""
        self.destination.write_journal(self.plan, self.shards)


def converted(
    kind: type[_Report],
    destination: Destination,
    plan: dict[str, Any],
    convert: Callable[[Run, Report], dict[str, Any]],
    *,
    overwrite: bool,
    skip_damage: bool,
    progress: Progress,
) -> _Report:
    """Writes the files of a conversion that are missing and the manifest; returns the report.

    Args:
        kind: the class of the report.
        destination: the files to write.
        plan: the sources, filter and options, for the manifest.
        convert: writes the shards that a run does not have; returns the other fields of the report.
            Its second argument is called with the number of bytes read and the total, `None` if
            unknown.
        overwrite: whether to replace the files of another conversion.
        skip_damage: whether to continue with the next file after a damaged one.
        progress: as in `convert`.
    """
    with destination.locked():
        earlier = earlier_run(destination, plan, overwrite, kind)
        if not isinstance(earlier, list):
            return earlier
        run = Run(destination, plan, earlier, skip_damage)
        resumed = len(earlier)
        with reporting(progress, "converting", "B") as report:
            destination.remove_unfinished()
            run.write_journal()
            try:
                fields = convert(run, report)
            except BaseException:
                if not run.shards:
                    destination.journal.unlink(missing_ok=True)
                raise
            conversion = kind(
                **plan,
                shards=run.shards,
                errors=run.errors,
                warnings=run.warnings,
                resumed=resumed,
                **fields,
            )
            destination.write_manifest(conversion)
            return conversion
