"""Tables of results, as text and as Markdown."""

from collections.abc import Iterable, Sequence

from .results import Change, Result, Run, higher_is_better

OURS = "enroque"


def number(value: float) -> str:
    """Returns a value with about three digits."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def unique(values: Iterable[str]) -> list[str]:
    """Returns the values in the order of their first appearance."""
    return list(dict.fromkeys(values))


def cell(result: Result | None, ours: Result | None) -> str:
    """Returns the median, half of the spread, and how many times as fast enroque is."""
    if result is None:
        return "-"
    text = number(result.value)
    if result.low < result.high:
        text += f" ±{50 * result.spread:.0f}%"
    if ours is not None and ours is not result:
        text += f" {ours.ratio_to(result):5.2f}x"
    return text


def text(run: Run) -> str:
    """Returns a table for each task, with the peers side by side."""
    machine = run.machine
    sets = ", ".join(machine["instruction_sets"])
    lines = [
        f"{machine['processor']}, {machine['cores']} cores ({sets}), {machine['system']}",
        f"enroque {machine['versions']['enroque']}, commit {machine['commit']}, {machine['date']}",
        f"medians of {run.rounds} rounds, ± half of their range; Nx: enroque is N times as fast",
    ]
    builds = {label: flags for label, flags in run.flags.items() if flags}
    lines += [f"  {label}: {flags}" for label, flags in builds.items()]
    for task in unique(result.task for result in run.results):
        results = [result for result in run.results if result.task == task]
        lines += ["", *section(task, results)]
    return "\n".join(lines)


def section(task: str, results: Sequence[Result]) -> list[str]:
    """Returns the lines of a task; the longer of data and engines in rows."""
    data, engines = unique(r.data for r in results), unique(r.engine for r in results)
    by_key = {(result.data, result.engine): result for result in results}
    in_rows = len(engines) > len(data)
    rows, columns = (engines, data) if in_rows else (data, engines)
    table = [[f"{task}, {results[0].unit}", *columns]]
    for row in rows:
        line = [row]
        for column in columns:
            what, engine = (column, row) if in_rows else (row, column)
            line.append(cell(by_key.get((what, engine)), by_key.get((what, OURS))))
        table.append(line)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        line[0].ljust(widths[0])
        + "".join(f"  {value:>{width}}" for value, width in zip(line[1:], widths[1:], strict=True))
        for line in table
    ]


def comparison(changed: Sequence[Change]) -> str:
    """Returns a table of two runs, the slowest ratios first."""
    width = max((len(" ".join(change.new.key)) for change in changed), default=0)
    lines = [f"{'':{width}}  {'old':>10}  {'new':>10}  times as fast"]
    for change in sorted(changed, key=lambda change: change.ratio):
        mark = "" if change.is_beyond_spread else "  within the spread"
        lines.append(
            f"{' '.join(change.new.key):{width}}  {number(change.old.value):>10}"
            f"  {number(change.new.value):>10}  {change.ratio:13.3f}{mark}"
        )
    return "\n".join(lines)


def markdown(
    run: Run, rows: Sequence[tuple[str, str, str]], engines: Sequence[str], title: str
) -> list[str]:
    """Returns the lines of a table in Markdown: enroque beside peers, with ratios.

    Args:
        run: The results.
        rows: Task, data and label of each row; rows without results are omitted.
        engines: The columns: peers of enroque, which is the first column.
        title: The head of the first column.
    """
    present = [
        engine
        for engine in engines
        if any(run.find(task, data, engine) is not None for task, data, _ in rows)
    ]
    lines = [f"| {title} | {' | '.join([OURS, *present])} |", "|---" * (2 + len(present)) + "|"]
    for task, data, label in rows:
        ours = run.find(task, data, OURS)
        if ours is None:
            continue
        cells = [number(ours.value)]
        for engine in present:
            peer = run.find(task, data, engine)
            cells.append("" if peer is None else f"{number(peer.value)} ({ratio(ours, peer)})")
        lines.append(f"| {label} | {' | '.join(cells)} |")
    return lines


def ratio(ours: Result, peer: Result) -> str:
    """Returns how many times as fast enroque is: `1.7x`."""
    times = ours.ratio_to(peer)
    return f"{times:,.0f}x" if times >= 20 else f"{times:.1f}x"


__all__ = ["comparison", "higher_is_better", "markdown", "number", "section", "text"]
