"""The documentation site is built without warnings; the build reports missing names."""

import json
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

import enroque

ROOT = Path(__file__).parents[3]


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
    fetched = re.compile(
        r'<(?:script|img|source)\b[^>]*src="(?:https?:)?//|<link\b[^>]*href="(?:https?:)?//'
    )
    for path in tmp_path.rglob("*.html"):
        assert not fetched.search(path.read_text("utf-8")), f"{path} fetches from a network"
    guide = (tmp_path / "guide" / "which-encoding.html").read_text("utf-8")
    names = [name for kind in enroque.Encoding.names().values() for name in kind]
    for name in names + enroque.Policy.names():
        assert f">{name}<" in guide, name


@pytest.mark.parametrize("name", ["genindex", "modindex", "py-modindex", "search"])
def test_no_page_has_the_name_of_a_generated_one(name: str) -> None:
    """Sphinx would write its own page over it."""
    assert not list((ROOT / "docs").glob(f"{name}.*"))


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


def test_versions_of_the_site_are_side_by_side(tmp_path: Path) -> None:
    built = tmp_path / "html"
    (built / "_static").mkdir(parents=True)
    (built / "_static" / "versions.js").write_text("window.enroqueVersions = [];")
    (built / "index.html").write_text("a version")
    archives = []
    for version in ("0.9.0", "0.10.1"):
        archives.append(tmp_path / f"enroque-docs-{version}.tar.gz")
        with tarfile.open(archives[-1], "w:gz") as archive:
            archive.add(built, ".")
    for given, versions in (([], ["dev"]), (archives, ["0.10.1", "0.9.0", "dev"])):
        site = tmp_path / f"site{len(given)}"
        command = [sys.executable, ROOT / "tools" / "assemble_site", site, built, *given]
        assert subprocess.check_output(command, text=True).split() == versions
        assert f'url={versions[0]}/index.html"' in (site / "index.html").read_text()
        for version in versions:
            assert (site / version / "index.html").read_text() == "a version"
            text = (site / version / "_static" / "versions.js").read_text()
            assert (
                json.loads(text.removeprefix("window.enroqueVersions = ").strip(";\n")) == versions
            )
