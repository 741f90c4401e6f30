"""Pictures of the benchmarks: bars by library, scaling by threads and by the size of the input.

Makes `_static/benchmarks/*.svg` from `benches/results`, one set for each processor, each for the
light and the dark theme. The directive `numbers` shows three results.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = ROOT / "docs" / "_static" / "benchmarks"
TEXT = {"": "#5a5c63", "-dark": "#a8abb3"}
"""Colors of text on the background of the theme, by the end of the names of files."""
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
    axis.legend(frameon=False, fontsize=8)
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
        axis.legend(frameon=False, fontsize=8)
    for measured, unit in (("memory", "MB"), ("rate", "thousand plies/s")):
        task = f"growth of arena: {measured}"
        draw(axes[2], [one for one in results if one.task == task], f"{measured}, {unit}")
    axes[2].set_title("Arena, by games in progress", fontsize=10)
    axes[2].legend(frameon=False, fontsize=8)
    return figure


def draw(axis: Any, results: Sequence[Any], label: str) -> None:
    """Draws one line on logarithmic axes."""
    points = sorted((size(one.data), one.value) for one in results)
    axis.loglog([x for x, _ in points], [y for _, y in points], marker="o", label=label)


def ratios(plt: Any, run: Any) -> Any:
    """Bars of how many times as fast enroque is as the fastest other library."""
    from suite import summary

    pairs = summary.ratios(run)
    figure, axis = plt.subplots(figsize=(8, 0.42 * len(pairs) + 0.6))
    values = [ratio for *_, ratio in pairs]
    bars = axis.barh([f"{name}  ({peer})" for name, peer, _ in pairs], values, color=OURS)
    texts = [f"{ratio:.0f}x" if ratio >= 20 else f"{ratio:.1f}x" for ratio in values]
    axis.bar_label(bars, texts, padding=4, fontsize=10, color=plt.rcParams["text.color"])
    axis.set_xscale("log")
    axis.set_xlim(1, 2 * max(values))
    axis.set_xticks([1, 10, 100], ["1x", "10x", "100x"])
    axis.set_xticks([], minor=True)
    axis.set_title("times as fast as the fastest other library", fontsize=10)
    return figure


PICTURES = {
    "ratios": (ratios, "planes in order"),
    "movegen": (movegen, "perft"),
    "threads": (threads, "threads"),
    "growth": (growth, "growth"),
}
"""By name: the function, and how a task starts that it needs."""


def make(app: Sphinx) -> None:
    """Makes all pictures before the pages are read, which have links to them."""
    with suite():
        from suite.machine import slug
        from suite.pages import runs
    found = runs(ROOT / "benches" / "results")
    if not found:
        return
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    OUTPUT.mkdir(parents=True, exist_ok=True)
    with suite():
        for run in found:
            for name, (picture, prefix) in PICTURES.items():
                if not any(one.task.startswith(prefix) for one in run.results):
                    continue
                for theme, color in TEXT.items():
                    with plt.rc_context(style(color)):
                        figure = picture(plt, run)
                        figure.tight_layout()
                        path = OUTPUT / f"{name}-{slug(run.machine['processor'])}{theme}.svg"
                        figure.savefig(path, transparent=True, metadata={"Date": None})
                        plt.close(figure)


@contextmanager
def suite() -> Iterator[None]:
    """Makes the modules of `benches/suite` importable."""
    sys.path.insert(0, str(ROOT / "benches"))
    try:
        yield
    finally:
        sys.path.remove(str(ROOT / "benches"))


def style(color: str) -> dict[str, Any]:
    """Returns the settings of matplotlib."""
    keys = ("text.color", "axes.labelcolor", "axes.titlecolor", "xtick.color", "ytick.color")
    return {
        **dict.fromkeys(keys, color),
        "legend.labelcolor": color,
        "svg.hashsalt": "enroque",
        "axes.edgecolor": GRAY,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }


class Numbers(SphinxDirective):
    """Inserts three results: perft, PGN and self-play, each with the fastest other library."""

    def run(self) -> list[nodes.Node]:
        """Returns the nodes."""
        with suite():
            from suite import pages, summary

            run = summary.reference(pages.runs(ROOT / "benches" / "results"))
            rows = {row.short: row for row in summary.ROWS}
            cells = []
            for name, text in NUMBERS.items():
                ours, peer = summary.measured(run, rows[name])
                value = summary.value(ours, rows[name])
                unit, what = text
                cells.append(
                    f"<div><strong>{value}</strong> {unit}<p>{what}; {peer.engine}: "
                    f"{summary.value(peer, rows[name])}</p></div>"
                )
        return [nodes.raw("", f'<div class="numbers">{"".join(cells)}</div>', format="html")]


NUMBERS = {
    "perft": ("million nodes/s", "perft on one core"),
    "PGN into columns": (
        "million moves/s",
        "PGN of Lichess into columns on one core, every move validated",
    ),
    "self-play": (
        "thousand positions/s",
        "self-play on one core, with legal moves and planes of each",
    ),
}
"""Unit and text of the results that `numbers` shows, by the short labels of `suite.summary`."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers the pictures and the directive."""
    app.add_directive("numbers", Numbers)
    app.connect("builder-inited", make)
    return {"version": "1", "parallel_read_safe": True}
