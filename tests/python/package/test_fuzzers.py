"""The fuzzers of the Python package: a short run of each, and what they report."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

FUZZ = Path(__file__).resolve().parents[3] / "fuzz" / "python"
sys.path.insert(0, str(FUZZ))
processes = pytest.importorskip("processes", reason="no fuzz: installed from a wheel")
pytest.importorskip("pyarrow")
from child import UnexpectedError  # noqa: E402
from samples import samples  # noqa: E402

sys.path.remove(str(FUZZ))

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the fuzzers read /proc")


@pytest.mark.parametrize(("fuzzer", "calls"), [("api.py", 500), ("files.py", 2000)])
def test_a_short_run_finds_nothing(fuzzer: str, calls: int, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, FUZZ / fuzzer, "--calls", str(calls), "--jobs", "1", "--seed", "1"],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert f"{calls:,} calls in " in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_findings_are_reported_with_their_seeds(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(seed: int, log: Any) -> str:
        log(f"target {seed}", "arguments")
        if seed == 3:
            os.abort()
        if seed == 5:
            raise UnexpectedError("two results differ")
        if seed == 7:
            os._exit(0)
        if seed == 9:
            log("private", "range(2**40)", unbounded=True)
        while seed in (9, 10):
            pass
        return "returned"

    monkeypatch.setattr(processes, "MOST_SECONDS", 0.5)
    assert processes.Pool(work, jobs=2, seed=0, calls=6).run(120, most=12) == 1
    output = capfd.readouterr().out
    for seed, kind in ((3, "signal 6"), (5, "unexpected"), (7, "exit"), (10, "slow")):
        lines = [line for line in output.splitlines() if f'"target": "target {seed}"' in line]
        assert len(lines) == 1
        assert f'"kind": "{kind}"' in lines[0]
        assert f'"seed": {seed}' in lines[0]
    assert "3 findings, 1 slow calls" in output
    assert "12 calls in " in output
    assert "('stopped', 1)" in output


def test_a_seed_always_gives_the_same_file(tmp_path: Path) -> None:
    def files() -> list[bytes]:
        return [sample.damaged(Random(7)) for sample in samples(tmp_path)]

    assert files() == files()
