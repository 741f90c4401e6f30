"""The extras of `docs/guide/install.md` and of messages are those of `pyproject.toml`."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "guide" / "install.md").read_text("utf-8")
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]
NAMES = {"python-chess": "chess", "Ray Data": "ray"}
"""The distributions of packages whose names the page writes otherwise."""


def test_the_table_has_all_extras() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE, re.MULTILINE))
    (for_work,) = re.findall(
        r"^The extras (.*) are for work on enroque itself\.$", PAGE, re.MULTILINE
    )
    others = re.findall(r"`(\w+)`", for_work)
    assert not {*rows} & {*others}
    assert {*rows, *others} == {*EXTRAS}
    for extra, packages in rows.items():
        listed = {NAMES.get(name, name).lower() for name in packages.split(", ")}
        assert listed == {re.match(r"[\w-]+", one)[0] for one in EXTRAS[extra]}, extra


def test_messages_name_extras_that_exist() -> None:
    files = (ROOT / "python" / "enroque").rglob("*.py")
    named = {extra for file in files for extra in re.findall(r"enroque\[(\w+)\]", file.read_text())}
    assert len(named) >= 8
    assert named <= {*EXTRAS}


def test_wheels_come_before_rust() -> None:
    assert PAGE.index("pip install enroque-*.whl") < PAGE.index("Rust")
