"""The recipes of `docs/how-to` are short, run, and print what the page shows."""

import contextlib
import doctest
import io
import re
import shutil
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[3] / "docs" / "how-to"
RECIPE = re.compile(r"^```python\n(.*?)^```$(?:\s*^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
LONGEST = 20

FILES = {
    "chessData.csv": "tables/kaggle.csv",
    "games.pgn.zst": "pgn/lichess_evals_2000.pgn.zst",
    "lichess_db_puzzle.csv": "tables/puzzles.csv",
    "lichess_db_standard_rated_2017-02.pgn.zst": "pgn/lichess_bullet_3000.pgn.zst",
    "training.1.gz": "vectors/lc0_selfplay.gz",
}
"""The files that recipes read, and those of the tests that stand for them."""

PACKAGES = ("jax", "matplotlib", "polars", "torch")


def recipes():
    for page in sorted(PAGES.glob("*.md")):
        for section in page.read_text("utf-8").split("\n## ")[1:]:
            title = section.partition("\n")[0]
            for number, found in enumerate(RECIPE.finditer(section), 1):
                yield pytest.param(found[1], found[2], id=f"{page.stem}: {title} {number}")


RECIPES = list(recipes())


def test_all_pages_have_recipes():
    assert len(RECIPES) >= 18
    links = re.findall(r"\]\((\w+)\.md#", (PAGES / "index.md").read_text("utf-8"))
    assert set(links) == {page.stem for page in PAGES.glob("*.md")} - {"index"}


def test_pages_say_where_their_files_are(data_file):
    for page in PAGES.glob("*.md"):
        top, *sections = page.read_text("utf-8").split("\n## ")
        for name, file in FILES.items():
            is_read = any(f'"{name}"' in section for section in sections)
            assert (f"cp tests/data/{file} {name}\n" in top) == is_read, (page.name, name)
            assert str(data_file(file)).endswith(f"tests/data/{file}")


@pytest.mark.parametrize(("code", "output"), RECIPES)
def test_recipe_is_short(code, output):
    assert len([line for line in code.splitlines() if line]) < LONGEST


@pytest.mark.filterwarnings("ignore:'pin_memory'")
@pytest.mark.parametrize(("code", "output"), RECIPES)
def test_recipe_runs_as_shown(code, output, data_file, tmp_path, monkeypatch):
    for package in PACKAGES:
        if re.search(rf"^(?:import|from) {package}\b", code, re.MULTILINE):
            pytest.importorskip(package)
    if re.search(r"import .*\bplot\b", code):
        pytest.importorskip("matplotlib").use("agg")
    if '"stockfish"' in code and shutil.which("stockfish") is None:
        pytest.skip("stockfish is not installed")
    monkeypatch.chdir(tmp_path)
    for name, file in FILES.items():
        if f'"{name}"' in code:
            shutil.copyfile(data_file(file), name)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "recipe", "exec"), {"__name__": "__main__"})
    got, checker = printed.getvalue(), doctest.OutputChecker()
    assert checker.check_output(output or "", got, doctest.ELLIPSIS), got
