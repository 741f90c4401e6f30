"""The names of pages, and the site with the documentation of each release."""

import json
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["genindex", "modindex", "py-modindex", "search"])
def test_no_page_has_the_name_of_a_generated_one(name: str) -> None:
    """Sphinx would write its own page over it."""
    assert not list((ROOT / "docs").glob(f"{name}.*"))


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
