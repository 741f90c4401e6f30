"""Boards, games and the board to play on in marimo, which runs no scripts of outputs."""

import os
import re
import subprocess
import sys
import time

import pytest

from conftest import screenshot

pytest.importorskip("marimo", reason="marimo is not installed")

NOTEBOOK = """
import marimo
app = marimo.App()

@app.cell
def _():
    import enroque
    from enroque.data import example_games
    import asyncio
    shown = enroque.BoardWidget(opponent=lambda board: board.legal_moves[0])
    waited = enroque.BoardWidget()

    async def answer():
        await waited.wait_for_move()
        waited.push("e5")

    task = asyncio.create_task(answer())
    shown
    return example_games, enroque, waited

@app.cell
def _(waited):
    waited
    return

@app.cell
def _(example_games):
    example_games()[5]
    return

@app.cell
def _(example_games):
    example_games()
    return

@app.cell
def _(enroque):
    enroque.Board()
    return

if __name__ == "__main__":
    app.run()
"""


@pytest.fixture
def address(tmp_path):
    """The address of the notebook, which marimo runs as an app."""
    (tmp_path / "boards.py").write_text(NOTEBOOK)
    command = [sys.executable, "-m", "marimo", "run", "boards.py", "--headless", "--no-token"]
    log = tmp_path / "log"
    with open(log, "w") as output:
        server = subprocess.Popen(
            command, cwd=tmp_path, stdout=output, stderr=subprocess.STDOUT,
            env={**os.environ, "NO_COLOR": "1"},
        )  # fmt: skip
    try:
        deadline = time.monotonic() + 60
        while not (found := re.search(r"http://(?:localhost|127\.0\.0\.1):\d+", log.read_text())):
            if server.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"marimo did not start:\n{log.read_text()[-2000:]}")
            time.sleep(0.2)
        yield found[0]
    finally:
        server.terminate()
        server.wait(10)


def test_marimo(browser, address):
    page = browser.new_page(viewport={"width": 1100, "height": 3000})
    outside = []
    page.on("request", lambda request: outside.append(request.url))
    page.goto(address)
    board = page.locator(".ev-play").first
    board.wait_for(timeout=60_000)
    boxes = [
        board.locator(f'rect[data-square="{square}"]').bounding_box() for square in (12, 28)
    ]  # e2, e4
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*points[0])
    page.mouse.down()
    page.mouse.move(*points[1], steps=3)
    page.mouse.up()
    board.get_by_text("White to move.").get_by_text("1… a6").wait_for()
    waiting = page.locator(".ev-play").nth(1)
    waiting.get_by_role("textbox", name="move").fill("e4")
    page.keyboard.press("Enter")
    waiting.get_by_text("1… e5").wait_for()
    viewer = page.locator(".enroque-viewer:not(.ev-play)")
    viewer.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert viewer.get_attribute("data-ply") == "1"
    assert page.locator("table.enroque").count() == 1
    assert page.get_by_text("went wrong").count() == 0
    screenshot(page, "marimo")
    local = ("data:", "blob:", address, address.replace("localhost", "127.0.0.1"))
    assert [url for url in outside if not url.startswith(local)] == []
    page.close()
