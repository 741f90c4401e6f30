"""The tables of the documentation, from the files of results."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from . import movegen, summary
from .machine import ROOT, slug
from .results import Result, Run, load
from .tables import OURS, markdown, number, unique

DOCS = ROOT / "docs"
TEMPLATE = Path(__file__).with_name("processor.md")
MARKER = re.compile(r"<!-- ([a-z-]+) -->")
END = "<!-- end -->"
RUST = (
    movegen.PEER,
    "cozy-chess",
    "chess",
    "shakmaty",
    "chessie",
    "eschac",
    "pleco",
)
PYTHON = (
    "python-chess", "pyrust-chess", "bulletchess", "cozy-chess-py", "rust-chess", "nchess", "esca",
    "chessmg",
)  # fmt: skip
TASKS = {
    "perft": "perft, last ply counted",
    "leaves": "perft, all leaves played",
    "list": "moves listed",
    "count": "moves counted",
}
VARIANTS = ("enroque, no key", "enroque, bmi2", "enroque, portable")


def runs(folder: Path) -> list[Run]:
    """Returns the runs of the newest version, one for each processor."""
    versions = [path for path in folder.iterdir() if path.is_dir()] if folder.exists() else []
    if not versions:
        return []
    newest = max(versions, key=lambda path: [int(part) for part in path.name.split(".")])
    return [load(path) for path in sorted(newest.glob("*.json"))]


def machine_line(run: Run) -> str:
    """Returns a sentence about the machine and what was measured."""
    machine, found = run.machine, run.machine["versions"]
    pythons = sorted({result.python or found["python"] for result in run.results})
    is_repeated = any(result.low != result.high for result in run.results)
    repeated = f"medians of {run.rounds} rounds" if is_repeated else "one run of the program"
    sets = "AVX-512" if "avx512f" in machine["instruction_sets"] else "no AVX-512"
    return (
        f"{machine['processor']} ({sets}, {machine['cores']} cores), {machine['date'][:10]}, "
        f"enroque {found['enroque']}, "
        f"Rust {found.get('rustc', 'unknown')}, Python {', '.join(pythons)}; "
        f"{repeated}."
    )


def figure(run: Run, name: str, text: str) -> list[str]:
    """Returns the lines of a picture that the documentation makes, for both themes."""
    path = f"../_static/benchmarks/{name}-{slug(run.machine['processor'])}"
    light = ["```{image} " + path + ".svg", ":class: only-light", f":alt: {text}", "```"]
    dark = ["```{image} " + path + "-dark.svg", ":class: only-dark", f":alt: {text}", "```"]
    return [*light, "", *dark, ""]


def of_movegen(run: Run) -> list[str]:
    """Move generation in Rust."""
    rows = [
        (task, suite, f"{label}, {suite}")
        for task, label in TASKS.items()
        for suite in movegen.SUITES
    ]
    lines = figure(run, "movegen", "Move generation by library")
    lines += markdown(run, rows, RUST, "million/s (enroque is N times as fast)")
    lines += ["", *variants(run)]
    return lines


def variants(run: Run) -> list[str]:
    """Returns the table of enroque without keys, and with lower instruction sets."""
    peer = f"N times {movegen.PEER}"
    lines = [f"| million/s ({peer}) | {' | '.join([OURS, *VARIANTS])} |", "|---" * 5 + "|"]
    for task, label in TASKS.items():
        for suite in movegen.SUITES:
            theirs = run.find(task, suite, movegen.PEER)
            found = [run.find(task, suite, name) for name in (OURS, *VARIANTS)]
            if theirs is None or not any(found):
                continue
            cells = [
                f"{number(one.value)} ({one.ratio_to(theirs):.2f})" if one else "" for one in found
            ]
            lines.append(f"| {label}, {suite} | {' | '.join(cells)} |")
    return lines


def by_task(engines: Iterable[str], title: str) -> Callable[[Run], list[str]]:
    """Returns a function that makes a table of all tasks."""

    def table(run: Run) -> list[str]:
        keys = unique(f"{result.task}\n{result.data}" for result in run.results)
        tasks = unique(result.task for result in run.results)
        rows = []
        for task, data in (key.split("\n") for key in keys):
            label = data if len(tasks) == 1 else f"{data} ({task})"
            rows.append((task, data, label))
        return markdown(run, rows, tuple(engines), f"{title}, {run.results[0].unit}")

    return table


def of_growth(run: Run) -> list[str]:
    """Time and memory by size."""
    lines = figure(run, "growth", "Time and memory by the size of the input")
    kinds = unique(one.task.removeprefix("growth of ").split(":")[0] for one in run.results)
    for kind in kinds:
        results = run.of((f"growth of {kind}:",)).results
        tasks = unique(result.task for result in results)
        units = {result.task: result.unit for result in results}
        titles = [f"{task.split(': ')[1]}, {units[task]}" for task in tasks]
        lines += [f"| {kind} | {' | '.join(titles)} |", "|---" * (1 + len(tasks)) + "|"]
        for data in unique(result.data for result in results):
            found = [run.find(task, data, OURS) for task in tasks]
            cells = [number(result.value) if result else "" for result in found]
            lines.append(f"| {data} | {' | '.join(cells)} |")
        lines.append("")
    return lines[:-1]


def of_threads(run: Run) -> list[str]:
    """Speed by threads."""
    threads = unique(result.data for result in run.results)
    head = f"| threads | {' | '.join(threads)} |"
    lines = [head, "|---" * (1 + len(threads)) + "|"]
    for task in unique(result.task for result in run.results):
        found = [run.find(task, data, OURS) for data in threads]
        unit = next(result.unit for result in run.results if result.task == task)
        cells = [number(result.value) if result else "" for result in found]
        lines.append(f"| {task.removeprefix('threads: ')}, {unit} | {' | '.join(cells)} |")
    return [*figure(run, "threads", "Speed by the number of threads"), *lines]


GAMES = {"one month": 93e6, "all of Lichess": 7.5e9}
"""Rated standard games: of a month of 2025, and of all months up to 2025."""

TEXT_BYTES, COMPRESSED_BYTES, PLIES = 2350.0, 335.0, 65.0
"""Of a game: a month is 31 GB of `.pgn.zst`, and its text is seven times as large."""

ON_DEMAND, SPOT = 0.0425, 0.0162
"""Dollars for an hour of one virtual core."""

CLUSTER_CORES = 16 * 64


def of_lichess(run: Run) -> list[str]:
    """Arithmetic for Lichess, from the largest size that was measured."""

    def largest(task: str) -> Result | None:
        found = [result for result in run.results if result.task == f"growth of {task}"]
        return found[-1] if found else None

    read, convert = largest("zst: rate"), largest("convert: rate")
    parquet, loader = largest("convert: size of Parquet"), largest("loader: rate")
    if read is None or convert is None or parquet is None or loader is None:
        return []
    cores = run.machine["cores"]
    lines = [f"| | {' | '.join(GAMES)} |", "|---|---|---|"]

    def row(label: str, value: Callable[[float], str]) -> None:
        lines.append(f"| {label} | {' | '.join(value(games) for games in GAMES.values())} |")

    def hours(result: Result, games: float) -> float:
        return games * TEXT_BYTES / 1e6 / result.value / 3600

    share = parquet.value / size_in_megabytes(parquet.data)
    here = f"on the {cores} cores measured"
    row("games", lambda games: f"{games / 1e6:,.0f} million")
    row("`.pgn.zst`", lambda games: size_text(games * COMPRESSED_BYTES))
    row("text", lambda games: size_text(games * TEXT_BYTES))
    row(f"read (`Games.stream`), {here}", lambda games: time_text(hours(read, games)))
    row(f"`enroque convert` to Parquet, {here}", lambda games: time_text(hours(convert, games)))
    row(
        f"`enroque convert` on {CLUSTER_CORES:,} cores",
        lambda games: time_text(hours(convert, games) * cores / CLUSTER_CORES),
    )
    row(
        "dollars for `enroque convert`: on demand, spot",
        lambda games: ", ".join(
            f"{hours(convert, games) * cores * price:,.2f}" for price in (ON_DEMAND, SPOT)
        ),
    )
    row("Parquet, with evaluations and clocks", lambda games: size_text(games * TEXT_BYTES * share))
    row(
        f"an epoch of lc0 planes and policies of every position, {here}",
        lambda games: time_text(games * PLIES / loader.value / 3600),
    )
    return lines


def size_in_megabytes(data: str) -> float:
    """Returns the megabytes that a label names."""
    value, unit = data.split()
    return float(value) * (1000 if unit == "GB" else 1)


def size_text(count: float) -> str:
    """Returns a number of bytes in words."""
    return f"{count / 1e12:.1f} TB" if count >= 1e12 else f"{count / 1e9:.0f} GB"


def time_text(hours: float) -> str:
    """Returns a time in words."""
    if hours >= 48:
        return f"{hours / 24:,.1f} days"
    if hours >= 1:
        return f"{hours:.1f} hours"
    minutes = hours * 60
    return f"{minutes:.1f} minutes" if minutes >= 1 else f"{minutes * 60:.1f} seconds"


def of_largest(run: Run) -> list[str]:
    """Time, memory and rate of the largest size."""
    lines = [
        "| 10 GB of PGN | time | rate, by bytes of text | memory |",
        "|---|---|---|---|",
    ]
    for kind, label in {
        "stream": "`Games.stream`", "zst": "`Games.stream` of `.pgn.zst`",
        "convert": "`enroque convert` of `.pgn.zst` to Parquet", "from_pgn": "`Games.from_pgn`",
        "loader": "`Loader`, an epoch",
    }.items():  # fmt: skip
        time, rate, memory = (
            run.find(f"growth of {kind}: {what}", "10 GB", OURS)
            for what in ("time", "rate", "memory")
        )
        if rate is None or memory is None:
            continue
        cells = [f"{number(time.value)} s" if time else "", f"{number(rate.value)} {rate.unit}"]
        lines.append(f"| {label} | {' | '.join(cells)} | {number(memory.value)} MB |")
    return [*figure(run, "growth", "Time and memory by the size of the input"), *lines]


GROWTH = "growth of "
TABLES: dict[str, tuple[tuple[str, ...], Callable[[Run], list[str]]]] = {
    "movegen": (tuple(TASKS), of_movegen),
    "pgn-rust": (("read PGN (Rust)",), by_task(("pgn-reader + shakmaty",), "one thread")),
    "pgn-python": (("read PGN (Python)",), by_task(("rust-pgn-reader",), "one thread")),
    "pgn-trees": (("enroque.pgn",), by_task(("python-chess",), "trees")),
    "planes": (("planes in order",), by_task(("python-chess",), "one thread")),
    "tables": (
        ("read a column of moves",),
        by_task(("python-chess", "rust-pgn-reader"), "one thread"),
    ),
    "parquet": (("read Parquet",), by_task(("PGN bytes", "polars alone"), "one thread")),
    "models": (
        ("inputs of Maia-3", "tokens, 1 thread", "features of a binpack"),
        by_task(("maia3", "allie", "nnue-pytorch"), "one thread"),
    ),
    "board": (("calls at ",), by_task(PYTHON, "call")),
    "loops": (("loops in Python",), by_task(PYTHON, "loop")),
    "arena": (
        ("random games",),
        by_task(("python-chess", "OpenSpiel", "PettingZoo", "pgx"), "random games"),
    ),
    "unwinnable": (("decide who can win",), by_task(("chasolver",), "positions")),
    "loader": (("Loader",), by_task((), "arrays")),
    "threads": (("threads: ",), of_threads),
    "growth": ((GROWTH,), of_growth),
    "lichess": ((GROWTH,), of_lichess),
}
"""By marker of `processor.md`: the prefixes of the tasks, and what makes the lines for a run."""

MARKED: dict[str, dict[str, Callable[[Run], list[str]]]] = {
    "guide/performance.md": {"numbers": summary.table},
    "guide/growth.md": {"growth": of_largest, "lichess": of_lichess},
}
"""By page and marker: what makes the lines for the processor of `summary.PROCESSOR`."""


def page(run: Run) -> str:
    """Returns the page of a processor: the sections of `processor.md` that have results."""
    template = TEMPLATE.read_text("utf-8")
    first, *sections = template.replace("{processor}", run.machine["processor"]).split("\n## ")
    filled = (MARKER.sub(lambda found: table_of(run, found[1]), text) for text in sections)
    kept = [text.rstrip() for text in filled if "|---|" in text]
    return "\n\n## ".join([first.rstrip(), *kept]) + "\n"


def table_of(run: Run, marker: str) -> str:
    """Returns a table with the line of its machine; empty without results."""
    prefixes, make = TABLES[marker]
    part = run.of(prefixes)
    lines = make(part) if part.results else []
    return "\n".join([*lines, "", machine_line(part)]) if lines else ""


def replaced(name: str, text: str, found: list[Run]) -> str:
    """Returns the text of a page with new tables between its markers."""
    run = summary.reference(found)
    for marker, make in MARKED[name].items():
        begin = f"<!-- benches/run.py --docs: {marker} -->"
        before, rest = text.split(begin)
        after = rest[rest.index(END) :]
        lines = make(run) if run else []
        body = "\n".join(lines) if lines else "Not measured yet."
        text = f"{before}{begin}\n{body}\n{after}"
    return text


def written(found: list[Run]) -> dict[Path, str]:
    """Returns the texts of all pages that have results."""
    pages = {}
    for name in MARKED:
        path = DOCS / name
        pages[path] = replaced(name, path.read_text("utf-8"), found)
    for run in found:
        pages[DOCS / "benchmarks" / f"{slug(run.machine['processor'])}.md"] = page(run)
    return pages


def write(folder: Path) -> None:
    """Writes all pages that have results."""
    for path, text in written(runs(folder)).items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
