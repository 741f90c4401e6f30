"""The site "Try it" in a browser, without a network; skipped where there is no wheel for it."""

import functools
import http.server
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import screenshot

ROOT = Path(__file__).parents[2]
LIMIT = 60
"""The seconds from an empty cache to the last result: three times as many as on a quiet machine."""


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files with the types that a browser needs."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> Iterator[str]:
    """The address of the site."""
    if not list((ROOT / "dist" / "wasm").glob("*.whl")):
        pytest.skip("no wheel for Pyodide: run `make wasm`")
    site = tmp_path_factory.mktemp("try") / "site"
    command = [sys.executable, ROOT / "tools" / "wasm" / "try_it.py", site, "--self-contained"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    handler = functools.partial(Handler, directory=site)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_the_notebook_runs(browser, address):
    page = browser.new_page(viewport={"width": 1200, "height": 4000})
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    begun = time.monotonic()
    page.goto(f"{address}/lab/index.html?path=try-enroque.ipynb")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=60_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).first.click()
    page.locator("td", has_text="1024").wait_for(timeout=120_000)  # of the last cell
    seconds = time.monotonic() - begun
    print(f"{seconds:.1f} s")
    output = page.locator(".jp-Notebook").inner_text()
    assert "Traceback" not in output
    assert "4,865,609 in 0." in output
    assert "(112, 8, 8) float32" in output
    assert page.locator(".jp-OutputArea svg").count() > 15  # boards, planes, games of the arena
    screenshot(page, "try-it")

    viewer = page.locator(".enroque-viewer").first
    before = viewer.get_attribute("data-ply")
    viewer.get_by_role("button").nth(1).click()
    assert int(viewer.get_attribute("data-ply")) == int(before) - 1
    assert [url for url in requests if not url.startswith((address, "blob:", "data:"))] == []
    assert seconds < LIMIT
    page.close()
