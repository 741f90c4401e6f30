"""The licenses of the crates in a wheel are part of it."""

import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_licenses_are_up_to_date() -> None:
    tool = ROOT / "tools" / "third_party_licenses"
    if not tool.exists() or shutil.which("cargo") is None:
        pytest.skip("no sources, or no cargo on PATH")
    command = [sys.executable, tool, "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_package_contains_the_licenses() -> None:
    files = metadata.files("enroque") or []
    names = {file.name for file in files if ".dist-info" in file.as_posix()}
    assert {"LICENSE", "THIRD_PARTY_LICENSES.txt"} <= names
