"""The documentation site is built without warnings; the build reports missing names."""

import html
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_site_is_built_without_warnings(tmp_path: Path) -> None:
    """Without running the notebooks, which `make docs` does."""
    for package in ("sphinx", "furo", "myst_nb", "sphinx_copybutton", "gymnasium", "pettingzoo"):
        pytest.importorskip(package)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    done = subprocess.run(
        [*command, ROOT / "docs", tmp_path],
        env={**os.environ, "ENROQUE_DOCS_EXECUTE": "off"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pages = {path.stem for path in (tmp_path / "reference").glob("*.html")}
    assert {"board", "games", "encodings", "arena", "loader", "viewer"} <= pages
    board = (tmp_path / "reference" / "board.html").read_text("utf-8")
    assert 'id="enroque.Board.push_san"' in board
    assert "IllegalMoveError" in board
    assert "numpy.typing.NDArray" in board  # a link
    signatures = [
        html.unescape(re.sub(r"<[^>]*>|\s", "", text))
        for page in (tmp_path / "reference").glob("*.html")
        for text in re.findall(r'<dt class="sig.*?</dt>', page.read_text("utf-8"), re.DOTALL)
    ]
    assert len(signatures) > 1000
    unclear = re.compile(r"[(,]\w+:Any\b|_arguments|=\.\.\.|Supports\w+\[|_SupportsArray")
    assert [text for text in signatures if unclear.search(text)] == []
    for page in (tmp_path / "reference").glob("*.html"):
        assert "Return type" not in page.read_text("utf-8"), page  # it is in the signature


def test_the_build_reports_missing_names(tmp_path: Path) -> None:
    """A reference without a page of boards is incomplete."""
    for package in ("sphinx", "furo", "myst_nb", "sphinx_copybutton", "gymnasium", "pettingzoo"):
        pytest.importorskip(package)
    docs = tmp_path / "docs"
    (docs / "_static").mkdir(parents=True)
    (docs / "_ext").symlink_to(ROOT / "docs" / "_ext")
    (docs / "conf.py").write_text((ROOT / "docs" / "conf.py").read_text("utf-8"))
    (docs / "index.md").write_text(
        "# Only moves\n\n```{eval-rst}\n.. autoclass:: enroque.Move\n```\n"
    )
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "dummy"]
    done = subprocess.run(
        [*command, docs, tmp_path / "built"], capture_output=True, text=True, check=False
    )
    assert "the reference has no entry for enroque.Board" in done.stderr
    assert "no entry for enroque.E4" in done.stderr
    assert "no entry for enroque.Move " not in done.stderr
