"""The programs around the benchmarks: collecting, summarizing and comparing results, and tables."""

import json
import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
BENCHES = ROOT / "benches"
sys.path.insert(0, str(BENCHES))
from suite import machine, movegen, pages, programs, results, summary, tables  # noqa: E402

sys.path.remove(str(BENCHES))

MACHINE: dict[str, Any] = {
    "date": "2026-11-25T00:00:00Z",
    "commit": "0123456789ab",
    "processor": "Test Processor 9",
    "cores": 2,
    "memory_gb": 16.0,
    "instruction_sets": ["avx2", "bmi2"],
    "system": "Linux 6",
    "versions": {"enroque": "0.1.0", "python": "3.11.0"},
}


def sample(value: float, engine: str = "enroque", data: str = "classic") -> results.Sample:
    return results.Sample("perft", data, engine, "million/s", value)


def a_run(*samples: results.Sample) -> results.Run:
    return results.Run(MACHINE, {"enroque": "x86-64"}, 3, results.summarize(samples))


def test_processors_of_amd_are_named_by_generation(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of results is of one kind of processor; virtual machines say only `AMD EPYC`."""
    fields = {"vendor_id": "AuthenticAMD", "model name": "AMD EPYC", "cpu family": "26"}
    for family, model, name in [
        ("23", "1", "AMD EPYC Zen"),
        ("23", "49", "AMD EPYC Zen 2"),
        ("25", "1", "AMD EPYC Zen 3"),
        ("25", "17", "AMD EPYC Zen 4"),
        ("25", "160", "AMD EPYC Zen 4"),
        ("26", "2", "AMD EPYC Zen 5"),
        ("99", "2", "AMD EPYC"),
    ]:
        found = {**fields, "cpu family": family, "model": model}
        monkeypatch.setattr(machine, "cpu_info", lambda found=found: found)
        assert machine.processor() == name
    intel = {"vendor_id": "GenuineIntel", "model name": "Intel(R) Xeon(R) Processor @ 2.60GHz"}
    monkeypatch.setattr(machine, "cpu_info", lambda: intel)
    assert (machine.processor(), machine.slug(machine.processor())) == ("Intel Xeon", "intel-xeon")


def test_medians_and_extremes() -> None:
    (result,) = results.summarize([sample(30.0), sample(10.0), sample(20.0)])
    assert (result.value, result.low, result.high) == (20.0, 10.0, 30.0)
    assert result.spread == 1.0


def test_runs_are_the_same_after_saving(tmp_path: Path) -> None:
    run = a_run(sample(10.0), sample(12.0), sample(5.0, "peer"))
    run.save(tmp_path / "deep" / "run.json")
    assert results.load(tmp_path / "deep" / "run.json") == run
    fields = json.loads((tmp_path / "deep" / "run.json").read_text())
    assert fields["processor"] == "Test Processor 9"
    assert fields["flags"] == {"enroque": "x86-64"}
    fields["schema"] = 2
    (tmp_path / "other.json").write_text(json.dumps(fields))
    with pytest.raises(ValueError, match=r"other\.json: not a run of schema 1"):
        results.load(tmp_path / "other.json")


def test_a_run_of_some_programs_keeps_the_results_of_others(tmp_path: Path) -> None:
    old = a_run(sample(10.0), results.Sample("list", "classic", "enroque", "million/s", 3.0))
    same, other = a_run(sample(20.0)), a_run(sample(20.0))
    other.machine = {**MACHINE, "commit": "fedcba987654"}
    for run, commit in ((same, ""), (other, "0123456789ab")):
        run.keep(old)
        assert [(one.task, one.value, one.commit) for one in run.results] == [
            ("list", 3.0, commit),
            ("perft", 20.0, ""),
        ]
        run.save(tmp_path / "run.json")
        assert results.load(tmp_path / "run.json") == run
    assert pages.machine_line(other).startswith("Test Processor 9 (")


def test_rates_are_better_higher_and_times_lower() -> None:
    fast, slow = results.summarize([sample(20.0), sample(10.0, "peer")])
    assert fast.ratio_to(slow) == 2.0
    fast, slow = (replace(result, unit="ns") for result in (fast, slow))
    assert fast.ratio_to(slow) == 0.5


def test_a_change_within_the_spread_is_not_one() -> None:
    old = a_run(sample(10.0), sample(11.0), sample(12.0), sample(9.0, "peer"))
    within = a_run(sample(9.0), sample(10.0), sample(10.5))
    beyond = a_run(sample(5.0), sample(5.5), sample(6.0), sample(1.0, "peer"))
    (change,) = results.changes(old, within)
    assert not change.is_beyond_spread
    (change,) = results.changes(old, beyond)
    assert change.is_beyond_spread
    assert change.ratio == 0.5
    assert "0.500" in tables.comparison([change])


def test_means_are_of_positions_that_all_engines_with_the_suite_read() -> None:
    samples = [
        sample(2.0, data="classic.0"),
        sample(8.0, data="classic.1"),
        sample(3.0, data="classic.2"),
        sample(1.0, "peer", "classic.0"),
        sample(4.0, "peer", "classic.1"),
        sample(7.0, data="chess960.0"),
    ]
    means = {(mean.data, mean.engine): mean.value for mean in movegen.means(samples)}
    assert set(means) == {
        ("classic", "enroque"),
        ("classic", "peer"),
        ("chess960", "enroque"),
    }
    assert math.isclose(means["classic", "enroque"], 4.0)
    assert math.isclose(means["classic", "peer"], 2.0)
    assert math.isclose(means["chess960", "enroque"], 7.0)


def test_the_table_has_ratios_and_the_machine() -> None:
    text = tables.text(a_run(sample(20.0), sample(10.0, "peer"), sample(5.0, data="chess960")))
    assert "Test Processor 9, 2 cores (avx2, bmi2)" in text
    assert "2.00x" in text
    (line,) = (line for line in text.splitlines() if line.startswith("chess960"))
    assert line.split() == ["chess960", "5.00", "-"]


def test_programs_record_what_is_collected() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(BENCHES / 'python')!r})\n"
        "from timing import Table, record\n"
        "record('task', 'data', 'peer', 'ns', 2.5)\n"
        "Table('other', 'games/s', ['enroque', 'peer', 'absent']).row('data', 4.0, 2.0, None)\n"
    )
    assert programs.run([sys.executable, "-c", code]) == [
        results.Sample("task", "data", "peer", "ns", 2.5),
        results.Sample("other", "data", "enroque", "games/s", 4.0),
        results.Sample("other", "data", "peer", "games/s", 2.0),
    ]


def test_a_peer_that_fails_is_skipped_and_enroque_is_not(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\necho wrong count >&2\nexit 1\n")
    program.chmod(0o755)
    peer = movegen.ENGINES["pleco"]
    assert programs.movegen_samples(program, "pleco", peer, []) == []
    assert "skipped: pleco failed" in capfd.readouterr().err
    with pytest.raises(programs.subprocess.CalledProcessError):
        programs.movegen_samples(program, "enroque", movegen.ENGINES["enroque"], [])


def test_unknown_programs_are_reported() -> None:
    with pytest.raises(SystemExit, match="no program perft; there are movegen"):
        programs.select(["perft", "board"])
    assert [program.name for program in programs.select(["board"])] == ["board"]
    assert "growth" not in {program.name for program in programs.select([])}


def test_pages_have_the_tables_of_the_results() -> None:
    """`python benches/run.py --docs` writes them."""
    for path, text in pages.written(pages.runs(BENCHES / "results")).items():
        assert path.read_text("utf-8") == text, path


def test_the_page_of_a_processor_has_the_sections_with_results() -> None:
    text = pages.page(a_run(sample(20.0), sample(10.0, movegen.PEER)))
    assert text.startswith("# Test Processor 9\n")
    assert "| perft, last ply counted, classic | 20.0 | 10.0 (2.0x) |" in text
    assert "movegen-test-processor-9-dark.svg" in text
    assert [line for line in text.splitlines() if line.startswith("## ")] == ["## Move generation"]
    assert set(pages.MARKER.findall(pages.TEMPLATE.read_text("utf-8"))) == set(pages.TABLES)


def test_the_summary_compares_with_the_fastest_peer() -> None:
    run = a_run(
        sample(20.0), sample(10.0, "slow"), sample(16.0, "fast"), sample(99.0, "enroque, x")
    )
    assert summary.table(run)[2:] == [
        "| perft with hash keys | **20.0** million nodes/s | 16.0, fast | 1.2x |"
    ]
    assert summary.ratios(run) == [("perft", "fast", 1.25)]
    assert summary.reference([run]) is run
    assert summary.reference([]) is None
    text = f"<!-- benches/run.py --docs: numbers -->\nold\n{pages.END}\n"
    assert "Not measured yet." in pages.replaced("guide/performance.md", text, [])


def test_all_rows_of_the_summary_are_measured() -> None:
    run = summary.reference(pages.runs(BENCHES / "results"))
    assert run is not None
    assert len(summary.table(run)) == 2 + len(summary.ROWS) == 12


def test_arithmetic_of_large_collections() -> None:
    """At 650 MB/s, the text of 93 million games takes 336 s."""
    measured = [("zst: rate", "MB/s", 650.0), ("convert: rate", "MB/s", 325.0)]
    measured += [("convert: size of Parquet", "MB", 100.0), ("loader: rate", "samples/s", 1e5)]
    run = a_run(
        *(
            results.Sample(f"growth of {task}", "1 GB", "enroque", unit, value)
            for task, unit, value in measured
        )
    )
    lines = {
        line.split(" | ")[0].strip("| "): line.split(" | ")[1:] for line in pages.of_lichess(run)
    }
    assert lines["read (`Games.stream`), on the 2 cores measured"][0] == "5.6 minutes"
    assert lines["`enroque convert` to Parquet, on the 2 cores measured"][0] == "11.2 minutes"
    assert lines["Parquet, with evaluations and clocks"][0] == "22 GB"
    assert lines["dollars for `enroque convert`: on demand, spot"][0] == "0.02, 0.01"
    assert lines["`.pgn.zst`"] == ["31 GB", "2.5 TB |"]


def test_pictures_are_made_from_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(ROOT / "docs" / "_ext")
    import enroque_benchmarks

    threads = [
        results.Sample("threads: perft", str(n), "enroque", "million/s", 5.0 * n) for n in (1, 2)
    ]
    sizes = [
        results.Sample(f"growth of {kind}: {what}", data, "enroque", unit, value)
        for kind, data in (("stream", "1 MB"), ("stream", "2 GB"), ("arena", "1,024 games"))
        for what, unit, value in (("time", "s", 2.0), ("memory", "MB", 9.0), ("rate", "x/s", 1.0))
    ]
    planes = [
        results.Sample("planes in order, 1 thread", "pieces uint8", engine, "x/s", 5.0)
        for engine in ("enroque", "peer")
    ]
    run = a_run(sample(20.0), sample(10.0, "peer"), *threads, *sizes, *planes)
    run.save(tmp_path / "benches" / "results" / "0.1.0" / "test.json")
    (tmp_path / "benches" / "suite").symlink_to(BENCHES / "suite")
    monkeypatch.setattr(enroque_benchmarks, "ROOT", tmp_path)
    monkeypatch.setattr(enroque_benchmarks, "OUTPUT", tmp_path / "pictures")
    enroque_benchmarks.make(None)
    made = {path.name for path in (tmp_path / "pictures").iterdir()}
    assert made == {
        f"{name}-test-processor-9{theme}.svg"
        for name in ("ratios", "movegen", "threads", "growth")
        for theme in ("", "-dark")
    }
