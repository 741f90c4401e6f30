"""The reference has every public module."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "enroque"
EXTENSION = ROOT / "docs" / "_ext" / "enroque_reference.py"

NOT_IN_REFERENCE = {"enroque.cli"}
"""Modules that are not for import."""


def documented_modules() -> set[str]:
    for node in ast.parse(EXTENSION.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "MODULES":
            return set(ast.literal_eval(node.value))
    raise AssertionError("no MODULES")


def test_reference_has_all_modules() -> None:
    found = {"enroque"}
    for path in PACKAGE.iterdir():
        is_module = path.suffix == ".py" or (path / "__init__.py").exists()
        if is_module and not path.name.startswith("_"):
            found.add(f"enroque.{path.stem}")
    assert found - NOT_IN_REFERENCE == documented_modules()
