"""The stub is what the extension is, and type checkers are content."""

import difflib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STUB = ROOT / "python" / "enroque" / "_core.pyi"


def run(*command: str) -> str:
    """The output of a command that must succeed."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# CPython adds these to whatever has `__lshift__`; they answer that they are not implemented.
ALLOWED = r"enroque\._core\.SquareSet\.__r[lr]shift__"


def test_the_stub_fits_the_extension(tmp_path: Path) -> None:
    """Names, arguments, defaults: compared by mypy at run time."""
    allowed = tmp_path / "allowed"
    allowed.write_text(ALLOWED + "\n")
    compare = [sys.executable, "-m", "mypy.stubtest", "enroque._core", "--ignore-disjoint-bases"]
    run(*compare, "--allowlist", str(allowed))


def test_mypy_is_content() -> None:
    run(sys.executable, "-m", "mypy", "--strict", "--package", "enroque")
    run(sys.executable, "-m", "mypy", "--strict", str(ROOT / "tests/python/typed_example.py"))


def test_pyright_is_content() -> None:
    pytest.importorskip("pyright")
    run(sys.executable, "-m", "pyright", "--pythonpath", sys.executable)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_stub_is_the_generated_one(tmp_path: Path) -> None:
    """Builds the extension with its type information: minutes."""
    if shutil.which("cargo") is None:
        pytest.skip("no cargo on PATH")
    maturin = [sys.executable, "-m", "maturin"]
    run(*maturin, "generate-stubs", "-F", "stubs", "--out", str(tmp_path))
    made = (tmp_path / "enroque" / "_core.pyi").read_text()
    committed = STUB.read_text()
    difference = difflib.unified_diff(committed.splitlines(), made.splitlines(), lineterm="")
    assert made == committed, "\n".join(difference)
