"""The stub matches the extension, and type checkers find no errors."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = Path(__file__).with_name("typed_example.py")


def run(*command: str) -> str:
    """Runs a command that must succeed; returns its output."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


ALLOWED = (
    # CPython adds these to types with `__lshift__`; they return NotImplemented
    r"enroque\._core\.SquareSet\.__r[lr]shift__",
    # at run time `__init__` has the signature of `__new__`
    r"enroque\._core\.ChildNode\.__init__",
)


def test_the_stub_matches_the_extension(tmp_path: Path) -> None:
    """Names, arguments and defaults, compared by mypy at run time."""
    allowed = tmp_path / "allowed"
    allowed.write_text("\n".join(ALLOWED) + "\n")
    compare = [sys.executable, "-m", "mypy.stubtest", "enroque._core", "--ignore-disjoint-bases"]
    run(*compare, "--allowlist", str(allowed))


@pytest.mark.parametrize("tool", ["write_array_methods", "write_filter", "write_options"])
def test_files_are_the_generated_ones(tool: str) -> None:
    run(sys.executable, str(ROOT / "tools" / tool), "--check")


def test_mypy() -> None:
    run(sys.executable, "-m", "mypy", "--strict", "--package", "enroque")
    examples = sorted((ROOT / "examples").glob("*.py"))
    assert len(examples) >= 4
    run(sys.executable, "-m", "mypy", "--strict", str(EXAMPLE), *map(str, examples))


def test_pyright() -> None:
    pytest.importorskip("pyright")
    run(sys.executable, "-m", "pyright", "--pythonpath", sys.executable)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_stub_is_the_generated_one() -> None:
    """Builds the extension with its type information, which takes minutes."""
    if shutil.which("cargo") is None:
        pytest.skip("no cargo on PATH")
    run(sys.executable, str(ROOT / "tools" / "write_stub"), "--check")
