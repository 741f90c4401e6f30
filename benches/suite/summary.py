"""Ten numbers for users, and the ratios of those that have a peer, of one processor."""

from collections.abc import Sequence
from dataclasses import dataclass

from .results import Result, Run
from .tables import OURS, number, ratio

PROCESSOR = "AMD EPYC Zen 5"
"""The processor of the pages that show one."""


@dataclass(frozen=True)
class Row:
    """What one number measures, and the peers that do the same."""

    label: str
    unit: str
    task: str
    data: str
    short: str = ""
    """The label in the chart."""
    cores: int | None = 1
    scale: float = 1.0


GAMES = "random games, 1024 games, 1 thread"
ROWS = (
    Row("perft with hash keys", "million nodes/s", "perft", "classic", short="perft"),
    Row(
        "PGN into columns, moves validated",
        "million moves/s", "read PGN (Rust), 1 thread", "Lichess, evals and clocks",
        short="PGN into columns",
    ),
    Row(
        "`pgn.read_game`: trees with comments", "thousand games/s",
        "enroque.pgn, lichess_999.pgn", "read_game", short="trees of PGN", scale=1e-3,
    ),
    Row(
        "planes of the pieces", "thousand positions/s", "planes in order, 1 thread", "pieces uint8",
        short="planes of the pieces",
    ),
    Row(
        "lc0's 112 planes, with history", "thousand positions/s", "planes in order, 1 thread",
        "lc0 uint8",
    ),
    Row(
        "self-play: a random move, legal mask and planes", "thousand positions/s", GAMES,
        "sample, step, mask, planes", short="self-play",
    ),
    Row(
        "who can still win, after a flag has fallen", "thousand positions/s",
        "decide who can win, quick budget", "lichess_timeouts.csv.gz", short="who can still win",
    ),
    Row(
        "`Loader` of PGN: lc0's planes, moves, results", "million positions/s", "Loader",
        "games from pgn, uint8, all threads", cores=None, scale=1e-6,
    ),
    Row(
        "`enroque convert` to Parquet, by bytes of text", "MB/s",
        "growth of convert: rate", "10 GB", cores=None,
    ),
    Row("memory of a `Loader` of 10 GB of PGN", "MB", "growth of loader: memory", "10 GB"),
)  # fmt: skip


def reference(runs: Sequence[Run]) -> Run | None:
    """Returns the run of the processor that pages for users show, or the first."""
    chosen = [run for run in runs if run.machine["processor"] == PROCESSOR]
    return next(iter(chosen or runs), None)


def measured(run: Run, row: Row) -> tuple[Result | None, Result | None]:
    """Returns enroque's result and that of the fastest other library that does the same."""
    same = [one for one in run.results if (one.task, one.data) == (row.task, row.data)]
    ours = next((one for one in same if one.engine == OURS), None)
    peers = [one for one in same if not one.engine.startswith(OURS)]
    if ours is None or not peers:
        return ours, None
    return ours, max(peers, key=lambda peer: peer.ratio_to(ours))


def value(result: Result, row: Row) -> str:
    """Returns a value in the unit of its row."""
    if result.unit == "us":  # a time, in thousands a second
        return number(1e3 / result.value)
    return number(result.value * row.scale)


def table(run: Run) -> list[str]:
    """Returns the lines of the table."""
    lines = ["| | enroque | the fastest other | times as fast |", "|---|---|---|---|"]
    for row in ROWS:
        ours, peer = measured(run, row)
        if ours is None:
            continue
        unit = f"{row.unit}, {run.machine['cores']} cores" if row.cores is None else row.unit
        cells = [row.label, f"**{value(ours, row)}** {unit}"]
        cells += [f"{value(peer, row)}, {peer.engine}", ratio(ours, peer)] if peer else ["", ""]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def ratios(run: Run) -> list[tuple[str, str, float]]:
    """Returns the label, the peer and the ratio of each row that has a peer, the largest last."""
    found = [(row.short, *measured(run, row)) for row in ROWS]
    pairs = [
        (name, peer.engine, ours.ratio_to(peer)) for name, ours, peer in found if ours and peer
    ]
    return sorted(pairs, key=lambda pair: pair[2])
