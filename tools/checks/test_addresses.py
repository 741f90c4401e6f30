"""Nothing is published yet, so no page, metadata or icon has an address of the project."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
OWN = re.compile(r"github\.com/enroque|enroque\.github\.io|enroque\.(?:org|dev|readthedocs)")
NAMES = ("docs", "README.md", "pyproject.toml", "Cargo.toml", "CITATION.cff", ".github")


def test_no_address_is_promised() -> None:
    listed = subprocess.check_output(["git", "ls-files", *NAMES], cwd=ROOT, text=True)
    files = [ROOT / name for name in listed.splitlines()]
    found = [
        str(path) for path in files if OWN.search(path.read_bytes().decode("utf-8", "replace"))
    ]
    assert not found


def test_absence_from_pypi_is_stated_once_in_the_readme_and_once_on_the_site() -> None:
    pages = [path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts]
    for paths in ([ROOT / "README.md"], pages):
        assert sum(path.read_text("utf-8").count("not on PyPI yet") for path in paths) == 1
