"""Tables, the game viewer, completion and interruption in JupyterLab, and the viewer in a page."""

import contextlib
import io
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

import enroque
from conftest import execute, screenshot
from enroque import pgn
from enroque.data import example_games
from enroque.viewer import GameViewer

THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
IMPORT = "import enroque\nfrom enroque.data import example_games\ngames = example_games()\ngames"


def run_all(page):
    execute(page, "notebook:run-all-cells")


@pytest.mark.parametrize("theme", THEMES)
def test_table_and_viewer(notebook, theme):
    page = notebook(
        IMPORT,
        "from enroque.viewer import GameViewer\nviewer = GameViewer(games[4], ply=33)\nviewer",
        name=f"viewer-{theme}",
        theme=THEMES[theme],
    )
    run_all(page)
    table = page.locator("table.enroque")
    table.wait_for(timeout=60_000)
    rows = table.locator("tbody tr")
    assert rows.count() == 11
    assert "Morphy, Paul" in rows.nth(4).inner_text()
    # the text can be read on the background
    colors = table.locator("td").first.evaluate(
        "cell => [getComputedStyle(cell).color,"
        " getComputedStyle(document.querySelector('.jp-Notebook')).backgroundColor]"
    )
    dark, light = sorted(
        sum(map(int, color[color.index("(") + 1 : -1].split(",")[:3])) for color in colors
    )
    assert light - dark > 300

    viewer = page.locator(".enroque-viewer")
    viewer.wait_for(timeout=60_000)
    assert viewer.get_attribute("data-ply") == "33"
    screenshot(table, f"table-{theme}")
    screenshot(viewer, f"viewer-{theme}")
    screenshot(page, f"lab-{theme}")


def placement(page):
    """Returns the pieces that the viewer shows, by square."""
    figures = page.locator(".enroque-viewer [data-piece]")
    pairs = figures.evaluate_all("all => all.map(x => [Number(x.dataset.square), x.dataset.piece])")
    return dict(pairs)


def expected(ply):
    board = example_games()[4].board(ply)
    return {square: piece.symbol() for square, piece in board.piece_map().items()}


def test_viewer_reacts(notebook):
    """Keys, clicks and the graph step through the game, and the kernel knows the state."""
    page = notebook(
        IMPORT,
        "from enroque.viewer import GameViewer\nviewer = GameViewer(games[4], ply=10)\nviewer",
        "print('state', viewer.ply, viewer.orientation, viewer.board.fullmove_number)",
        name="reacts",
    )
    run_all(page)
    viewer = page.locator(".enroque-viewer")
    viewer.wait_for(timeout=60_000)
    assert placement(page) == expected(10)
    viewer.locator("svg").first.click()
    for key, ply in (
        ("ArrowRight", 11), ("ArrowRight", 12), ("ArrowLeft", 11), ("Home", 0), ("ArrowLeft", 0),
        ("End", 56), ("ArrowRight", 56), ("ArrowLeft", 55),
    ):  # fmt: skip
        page.keyboard.press(key)
        page.wait_for_function(
            "ply => document.querySelector('.enroque-viewer').dataset.ply == ply", arg=str(ply)
        )
        assert placement(page) == expected(ply), key
    # JupyterLab's own keys have not moved its selection: the viewer has the focus
    assert page.evaluate("() => document.activeElement.className") == "enroque-viewer"
    viewer.locator(".ev-move").nth(19).click()
    assert viewer.get_attribute("data-ply") == "20"
    assert placement(page) == expected(20)
    page.keyboard.press("f")
    first = viewer.locator(".ev-player").first.inner_text()
    assert first.startswith("Paulsen")  # White is at the top
    # the state arrives in the kernel
    page.wait_for_timeout(500)
    page.evaluate(
        "() => { const notebook = window.jupyterapp.shell.currentWidget.content;"
        " notebook.activeCellIndex = 2; notebook.deselectAll(); }"
    )
    execute(page, "notebook:run-cell")
    page.get_by_text("state 20 False 11").wait_for(timeout=30_000)


STUDY = """[White "A"]
[Black "B"]

1. e4 {[%eval 0.3]} e5 (1... c5 {sharp} 2. Nf3 (2. c3 d5 3. exd5) 2... d6) (1... e6)
2. Bc4? {[%eval #-3] a comment} Nc6 3. Qh5 {[%eval 0.2]} Nf6 4. Qxf7# 1-0
"""


@pytest.fixture
def show(browser, tmp_path):
    """Opens the page of a viewer without a kernel."""
    pages, problems = [], []

    def open_page(viewer):
        path = tmp_path / "viewer.html"
        path.write_text(f"<!doctype html><meta charset='utf-8'>{viewer.to_html()}", "utf-8")
        page = browser.new_page()
        pages.append(page)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(path.as_uri())
        page.locator(".enroque-viewer").focus()
        return page

    yield open_page
    assert problems == []
    for page in pages:
        page.close()


def test_variations(show):
    """Keys and clicks reach every variation; nested ones are folded until they are needed."""
    game = pgn.read_game(io.StringIO(STUDY))
    page = show(GameViewer(game, ply=2))
    viewer = page.locator(".enroque-viewer")
    current = viewer.locator(".ev-current")
    assert current.inner_text() == "e5"
    folds = viewer.locator(".ev-fold")
    assert [fold.get_attribute("aria-expanded") for fold in folds.all()] == [
        "true",
        "false",
        "true",
    ]
    assert viewer.get_by_text("exd5").count() == 0
    board = chess_board(game, "e4", "c5", "c3", "d5")
    for key, move in (
        ("ArrowDown", "c5"), ("ArrowDown", "e6"), ("ArrowUp", "c5"), ("ArrowRight", "Nf3"),
        ("ArrowDown", "c3"), ("ArrowRight", "d5"),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert current.inner_text() == move
        assert viewer.locator(".ev-hidden").inner_text().split()[1] == move
    assert placement(page) == board
    page.keyboard.press("End")
    assert current.inner_text() == "exd5"
    folds.nth(1).click()
    assert viewer.locator(".ev-move", has_text="exd5").is_visible() is False
    viewer.locator(".ev-move", has_text="d6").click()
    assert placement(page) == chess_board(game, "e4", "c5", "Nf3", "d6")
    page.keyboard.press("Home")
    assert viewer.get_attribute("data-ply") == "0"
    screenshot(viewer, "variations")


def chess_board(game, *sans):
    board = game.board()
    for san in sans:
        board.push_san(san)
    return {square: piece.symbol() for square, piece in board.piece_map().items()}


def test_evaluations(show):
    """A missing evaluation is a gap, and mates are marked, also on the board."""
    page = show(GameViewer(pgn.read_game(io.StringIO(STUDY)), ply=1))
    bar, graph = page.locator(".ev-bar"), page.locator(".ev-graph svg")
    heights = []
    for _ in range(7):
        height = bar.evaluate("bar => bar.firstChild?.style.height ?? ''")
        heights.append((bar.get_attribute("title"), height))
        page.keyboard.press("ArrowRight")
    assert [title for title, _ in heights] == [
        "+0.30", "no evaluation", "#-3", "no evaluation", "+0.20", "no evaluation", "#0",
    ]  # fmt: skip
    assert heights[0][1].startswith("52.9")
    assert (heights[1][1], heights[2][1], heights[6][1]) == ("", "0%", "100%")
    rects = graph.locator("rect:not(.ev-mate)")
    ranges = rects.evaluate_all(
        "all => all.map(x => [+x.attributes.x.value, +x.attributes.width.value])"
    )
    assert ranges == [[0.5, 1], [2.5, 1], [4.5, 1], [6.5, 1]]
    mates = graph.locator(".ev-mate").evaluate_all(
        "all => all.map(x => [+x.attributes.x.value, +x.attributes.y.value])"
    )
    assert mates == [[2.5, 90], [6.5, 0]]
    page.locator(".ev-notes", has_text="a comment").wait_for()
    assert page.locator('[data-nag="?"]').inner_text() == "?"


def test_converted_notebook(lab, browser, tmp_path):
    """`nbconvert` shows a game without a network, also where anywidget is installed."""
    pytest.importorskip("anywidget")
    _, folder = lab
    nbformat = pytest.importorskip("nbformat")
    cells = [nbformat.v4.new_code_cell(f"{IMPORT}[4]")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / "converted.ipynb")
    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--execute", "converted.ipynb"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=120)
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.route(re.compile("^http"), lambda route: route.abort())
    page.goto((folder / "converted.html").as_uri())
    page.locator(".enroque-viewer").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert placement(page) == expected(1)
    context.close()


def test_other_objects(notebook):
    page = notebook(
        "import enroque\nenroque.Board().legal_moves",
        "enroque.Encoding('pieces')",
        "enroque.Policy('lc0')",
        "arena = enroque.Arena(6, seed=1)\narena.step(arena.sample())\narena",
        name="objects",
    )
    run_all(page)
    page.get_by_text("20 legal moves").wait_for(timeout=60_000)
    page.get_by_text("own pawns", exact=True).wait_for()
    page.get_by_text("1858 indices").last.wait_for()
    page.get_by_text("game 3, ply 1, black").wait_for()
    screenshot(page, "objects")


def test_interrupt_stops_a_long_read(notebook):
    page = notebook(
        "import enroque\n"
        "class Endless:\n"
        "    def read(self, size):\n"
        "        return b'1. e4 e5 2. Nf3 *\\n\\n' * (size // 19 + 1)\n"
        "print('begun')\n"
        "enroque.Games.from_pgn(Endless())",
        name="interrupt",
    )
    run_all(page)
    page.get_by_text("begun", exact=True).wait_for(timeout=60_000)
    page.wait_for_timeout(1_000)
    begun = time.monotonic()
    execute(page, "notebook:interrupt-kernel")
    page.get_by_text("KeyboardInterrupt").first.wait_for(timeout=10_000)
    assert time.monotonic() - begun < 3


def complete(page, editor, text, expected):
    """Types a text and requests its completions, until they have what is expected."""
    from playwright.sync_api import TimeoutError as NotYet

    editor.click()
    page.keyboard.press("Control+A")
    page.keyboard.type(text)
    for _ in range(10):  # JupyterLab drops a request while the kernel is busy
        page.keyboard.press("Tab")
        with contextlib.suppress(NotYet):
            page.wait_for_function(
                "text => document.querySelector('.jp-Completer')?.innerText.includes(text)"
                " || document.querySelectorAll('.cm-content')[1].innerText.includes(text)",
                arg=expected,
                timeout=3_000,
            )
            return
    pytest.fail(f"{text} was not completed to {expected}")


def test_completion_and_tooltip(notebook):
    """Keywords and strings are completed, and Shift-Tab shows types and the docstring."""
    page = notebook(IMPORT, "", name="completion")
    run_all(page)
    page.locator("table.enroque").wait_for(timeout=60_000)
    editor = page.locator(".jp-Notebook .jp-CodeCell .cm-content").nth(1)
    complete(page, editor, "enroque.Loader(games, batch_s", "batch_size=")
    page.keyboard.press("Escape")
    editor.click()
    page.keyboard.press("Control+A")
    page.keyboard.type("enroque.Games.from_pgn(")
    page.keyboard.press("Shift+Tab")
    tooltip = page.locator(".jp-Tooltip")
    tooltip.wait_for(timeout=30_000)
    assert "Reads all games of PGN files." in tooltip.inner_text()
    assert "annotations: Annotations | None" in tooltip.inner_text()
    screenshot(page, "tooltip")
    page.keyboard.press("Escape")
    complete(page, editor, "games.planes('pie", "pieces")


@pytest.mark.parametrize("scripts", [True, False])
def test_page_without_a_kernel(browser, tmp_path, scripts):
    path = tmp_path / "viewer.html"
    viewer = GameViewer(example_games()[4], ply=10, orientation=enroque.BLACK)
    path.write_text(f"<!doctype html><meta charset='utf-8'>{viewer.to_html()}", "utf-8")
    context = browser.new_context(java_script_enabled=scripts)
    page = context.new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(path.as_uri())
    if scripts:
        page.locator(".enroque-viewer").focus()
        page.keyboard.press("ArrowRight")
        assert page.locator(".enroque-viewer").get_attribute("data-ply") == "11"
        assert placement(page) == expected(11)
        assert page.locator(".ev-player").first.inner_text().startswith("Paulsen")
    else:
        image = page.get_by_role("img", name="position after ply 10")
        assert image.is_visible()
        assert "1. e4 e5 2. Nf3 Nc6" in page.locator("body").inner_text()
    screenshot(page, "page" if scripts else "page-without-scripts")
    assert problems == []
    context.close()


def test_tutorial_runs(notebook):
    """The cells of the shortest tutorial run in JupyterLab."""
    pytest.importorskip("matplotlib")
    source = Path(__file__).parents[2] / "docs" / "tutorials" / "chess960.md"
    blocks = re.findall(
        r"^```\{code-cell\} ipython3\n((?::.*\n)*)(.*?)^```$",
        source.read_text("utf-8"),
        flags=re.MULTILINE | re.DOTALL,
    )
    cells = [code.strip() for _, code in blocks]
    assert len(cells) > 8
    page = notebook(*cells, "print('the', 'end')", name="tutorial")
    run_all(page)
    page.get_by_text("the end", exact=True).wait_for(timeout=180_000)
    assert (
        page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.error']").count()
        == 0
    )
    assert page.locator(".enroque-viewer").count() == 1
