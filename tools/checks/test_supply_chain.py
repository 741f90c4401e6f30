"""Licenses of the crates, where they come from, and the actions of the workflows.

A part of what `cargo deny check` finds with `deny.toml`, without that program.
"""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"

needs_sources = pytest.mark.skipif(
    not (ROOT / "deny.toml").exists() or shutil.which("cargo") is None,
    reason="needs the sources, and cargo on PATH",
)


def is_allowed(expression: str, allowed: set[str]) -> bool:
    """Whether a license expression (SPDX, with `/` for `OR`) has a choice that is allowed."""
    flat = expression.replace("(", "").replace(")", "")
    both = [part.split(" OR ") for part in flat.replace("/", " OR ").split(" AND ")]
    return all(any(name.strip() in allowed for name in names) for names in both)


def test_license_expressions() -> None:
    assert is_allowed("MIT OR GPL-3.0", {"MIT"})
    assert is_allowed("Apache-2.0/MIT", {"MIT"})
    assert is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0", {"MIT", "Unicode-3.0"})
    assert not is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0", {"MIT"})
    assert not is_allowed("GPL-3.0", {"MIT"})


@needs_sources
def test_licenses_are_those_of_deny_toml() -> None:
    command = ["cargo", "metadata", "--format-version=1", "--locked", "--all-features"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    allowed = set(tomllib.loads((ROOT / "deny.toml").read_text())["licenses"]["allow"])
    packages = json.loads(done.stdout)["packages"]
    assert len(packages) > 50
    for package in packages:
        assert is_allowed(package["license"] or "none", allowed), package["id"]


@needs_sources
def test_crates_are_those_of_the_registry() -> None:
    for package in tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]:
        assert package["name"] == "enroque" or package["source"] == REGISTRY, package


@needs_sources
def test_the_files_with_unsafe_code_are_listed() -> None:
    """`docs/internals/dependencies.md` says of each why it needs such code."""
    code = re.compile(r"^[^/\n]*\bunsafe\b", re.MULTILINE)
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "src").rglob("*.rs")
        if code.search(path.read_text("utf-8"))
    }
    page = (ROOT / "docs" / "internals" / "dependencies.md").read_text("utf-8")
    section = page.split("## `unsafe` code")[1].split("Some of these files")[0]
    listed: set[str] = set()
    for name in re.findall(r"`(src/[^`]+)`", section):
        folder, names, end = re.fullmatch(r"([^{]*)(?:\{(.*)\})?(.*)", name).groups()  # type: ignore[union-attr]
        listed |= {f"{folder}{one}{end}" for one in (names or "").split(",")}
    assert listed == found


@needs_sources
def test_the_licenses_of_a_wheel_are_up_to_date() -> None:
    command = [sys.executable, ROOT / "tools" / "third_party_licenses", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_package_contains_the_licenses() -> None:
    files = metadata.files("enroque") or []
    names = {file.name for file in files if ".dist-info" in file.as_posix()}
    assert {"LICENSE", "THIRD_PARTY_LICENSES.txt"} <= names


@needs_sources
def test_actions_are_pinned() -> None:
    """A tag can be moved to other code, the hash of a commit cannot."""
    used = [
        (path.name, action)
        for path in (ROOT / ".github" / "workflows").glob("*.yml")
        for action in re.findall(r"\buses: *(\S+)", path.read_text())
    ]
    assert len(used) > 20
    for name, action in used:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", action), f"{name}: {action}"
