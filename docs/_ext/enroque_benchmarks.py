"""Pictures of the benchmarks: bars by library, scaling by threads and by the size of the input.

Makes `_static/benchmarks/*.svg` from `benches/results`, one set for each processor.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = ROOT / "docs" / "_static" / "benchmarks"
GRAY = "#888888"
OURS, THEIRS = "#2a7de1", "#a0a0a0"
TASKS = {
    "perft": "perft, last ply counted",
    "leaves": "perft, all leaves played",
    "list": "moves listed",
    "count": "moves counted",
}
SIZES = {"KB": 1e3, "MB": 1e6, "GB": 1e9, "games": 1}


def movegen(plt: Any, run: Any) -> Any:
    """Bars of each task, classic positions."""
    figure, axes = plt.subplots(2, 2, figsize=(9, 6))
    for (task, title), axis in zip(TASKS.items(), axes.flat, strict=True):
        found = [one for one in run.results if (one.task, one.data) == (task, "classic")]
        # keys are only in perft
        hidden = {"enroque, bmi2", "enroque, portable"}
        hidden |= {"enroque, no key"} if task in ("list", "count") else set()
        found = [one for one in found if one.engine not in hidden]
        found.sort(key=lambda one: one.value)
        colors = [OURS if one.engine.startswith("enroque") else THEIRS for one in found]
        widths = [one.value for one in found]
        ranges = [
            [one.value - one.low for one in found],
            [one.high - one.value for one in found],
        ]
        axis.barh([one.engine for one in found], widths, color=colors, xerr=ranges, ecolor=GRAY)
        axis.set_title(f"{title}, million/s", fontsize=10)
    return figure


def threads(plt: Any, run: Any) -> Any:
    """Speed relative to one thread."""
    figure, axis = plt.subplots(figsize=(6, 4))
    results = [one for one in run.results if one.task.startswith("threads: ")]
    for task in dict.fromkeys(one.task for one in results):
        points = sorted((int(one.data), one.value) for one in results if one.task == task)
        numbers = [number for number, _ in points]
        speeds = [value / points[0][1] for _, value in points]
        axis.plot(numbers, speeds, marker="o", label=task.removeprefix("threads: "))
    most = max(int(one.data) for one in results)
    axis.plot([1, most], [1, most], color=GRAY, linestyle=":", label="linear")
    axis.set_xlabel("threads")
    axis.set_ylabel("times the speed of one thread")
    axis.legend(frameon=False, fontsize=8, labelcolor=GRAY)
    return figure


def size(data: str) -> float:
    """Returns the number of bytes or games that a label names."""
    value, unit = data.replace(",", "").split()
    return float(value) * SIZES[unit]


def growth(plt: Any, run: Any) -> Any:
    """Time and memory by size; memory of games in progress."""
    figure, axes = plt.subplots(1, 3, figsize=(12, 4))
    results = [one for one in run.results if one.task.startswith("growth of ")]
    for what, axis in zip(("time", "memory"), axes, strict=False):
        for task in dict.fromkeys(one.task for one in results):
            kind, measured = task.removeprefix("growth of ").split(": ")
            if measured == what and kind != "arena":
                draw(axis, [one for one in results if one.task == task], kind)
        axis.set_title(f"{what}, {'s' if what == 'time' else 'MB'}, by bytes of PGN", fontsize=10)
        axis.legend(frameon=False, fontsize=8, labelcolor=GRAY)
    for measured, unit in (("memory", "MB"), ("rate", "thousand plies/s")):
        task = f"growth of arena: {measured}"
        draw(axes[2], [one for one in results if one.task == task], f"{measured}, {unit}")
    axes[2].set_title("Arena, by games in progress", fontsize=10)
    axes[2].legend(frameon=False, fontsize=8, labelcolor=GRAY)
    return figure


def draw(axis: Any, results: Sequence[Any], label: str) -> None:
    """Draws one line on logarithmic axes."""
    points = sorted((size(one.data), one.value) for one in results)
    axis.loglog([x for x, _ in points], [y for _, y in points], marker="o", label=label)


PICTURES = {
    "movegen": (movegen, "perft"),
    "threads": (threads, "threads"),
    "growth": (growth, "growth"),
}
"""By name: the function, and how a task starts that it needs."""


def make(app: Sphinx) -> None:
    """Makes all pictures before the pages are read, which have links to them."""
    sys.path.insert(0, str(ROOT / "benches"))
    try:
        from suite.machine import slug
        from suite.pages import runs
    finally:
        sys.path.pop(0)
    found = runs(ROOT / "benches" / "results")
    if not found:
        return
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    OUTPUT.mkdir(parents=True, exist_ok=True)
    style = {
        "svg.hashsalt": "enroque",
        "text.color": GRAY,
        "axes.edgecolor": GRAY,
        "axes.labelcolor": GRAY,
        "axes.titlecolor": GRAY,
        "xtick.color": GRAY,
        "ytick.color": GRAY,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    with plt.rc_context(style):
        for run in found:
            for name, (picture, prefix) in PICTURES.items():
                if not any(one.task.startswith(prefix) for one in run.results):
                    continue
                figure = picture(plt, run)
                figure.tight_layout()
                path = OUTPUT / f"{name}-{slug(run.machine['processor'])}.svg"
                figure.savefig(path, transparent=True, metadata={"Date": None})
                plt.close(figure)


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers the pictures."""
    app.connect("builder-inited", make)
    return {"version": "1", "parallel_read_safe": True}
