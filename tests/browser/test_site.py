"""Every page of the site in Chromium: wide and narrow, light and dark.

Needs the site: `make docs`, or a folder in `ENROQUE_SITE`.
"""

import contextlib
import functools
import http.server
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import screenshot

SITE = Path(
    os.environ.get("ENROQUE_SITE") or Path(__file__).parents[2] / "docs" / "_build" / "html"
)
PAGES = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))
PICTURES = {
    "index.html", "encodings.html", "games.html", "guide/notebooks.html", "guide/performance.html",
    "how-to/index.html", "how-to/positions.html", "reference/board.html",
    "tutorials/explore-database.html", "tutorials/self-play.html",
}  # fmt: skip
WIDTHS = (1280, 390)
CHECKS = Path(__file__).with_name("site_checks.js").read_text("utf-8")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a server of the site: pixels of images on `file:` cannot be read."""
    if not PAGES:
        pytest.skip(f"there is no site in {SITE}: run `make docs`")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(SITE))
    )
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def page(browser):
    """A page of the browser, without other hosts: a reader may be offline."""
    context = browser.new_context()
    context.route(
        lambda url: not url.startswith(("http://127.0.0.1", "data:")), lambda route: route.abort()
    )
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", PAGES or ["no site"])
def test_page(name, page, address):
    """No error, nothing wider than the page, images for both themes, text that can be read."""
    errors = []
    listeners = {
        "console": lambda message: message.type == "error" and errors.append(message.text),
        "pageerror": lambda error: errors.append(str(error)),
        # a request of the page before is aborted
        "requestfailed": lambda request: (
            request.failure != "net::ERR_ABORTED" and errors.append(f"{request.url} is not there")
        ),
    }
    for event, listener in listeners.items():
        page.on(event, listener)
    try:
        page.goto(f"{address}/{name}", wait_until="load")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                found = page.evaluate(CHECKS)
                errors += [f"{width} px, {theme}: {problem}" for problem in found]
                if name in PICTURES:
                    title = name.removesuffix(".html").replace("/", "-")
                    screenshot(page, f"site-{title}-{width}-{theme}")
    finally:
        for event, listener in listeners.items():
            with contextlib.suppress(KeyError):
                page.remove_listener(event, listener)
    assert not errors, "\n".join(dict.fromkeys(errors))


def test_pictures_are_of_pages(address):
    assert set(PAGES) >= PICTURES
