"""JupyterLab and a browser, for tests of what users see; skipped where either is absent.

Needs the extra `browser` and Chromium: that of `playwright install chromium`, or the executable in
`ENROQUE_BROWSER`. With `ENROQUE_SCREENSHOTS`, pictures are written to that folder.
"""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium."""
    playwright_api = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed"
    )
    with playwright_api.sync_playwright() as playwright:
        path = os.environ.get("ENROQUE_BROWSER") or playwright.chromium.executable_path
        if not Path(path).exists():
            pytest.skip(f"no browser at {path}: run `playwright install chromium`")
        # the sandbox needs privileges that containers do not have
        try:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        except playwright_api.Error as error:  # such as a missing library
            pytest.skip(f"the browser {path} does not start: {str(error).splitlines()[0]}")
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of a server of JupyterLab, and its folder."""
    pytest.importorskip("jupyterlab", reason="JupyterLab is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    folder = tmp_path_factory.mktemp("lab")
    settings = {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(folder / ".config"),
        "JUPYTER_DATA_DIR": str(folder / ".data"),
        "JUPYTER_RUNTIME_DIR": str(folder / ".runtime"),
        "IPYTHONDIR": str(folder / ".ipython"),
        "JUPYTERLAB_SETTINGS_DIR": str(folder / ".settings"),
    }
    quiet = folder / ".settings" / "@jupyterlab" / "apputils-extension"
    quiet.mkdir(parents=True)
    (quiet / "notification.jupyterlab-settings").write_text(
        '{"fetchNews": "false", "checkForUpdates": false, "doNotDisturbMode": true}'
    )
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
        "--expose-app-in-browser",
        "--ServerApp.port=0", "--IdentityProvider.token=", "--ServerApp.password=",
        f"--ServerApp.root_dir={folder}", f"--ServerApp.preferred_dir={folder}",
    ]  # fmt: skip
    log = folder / "server.log"
    with open(log, "w") as output:
        server = subprocess.Popen(
            command, cwd=folder, env=settings, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        deadline = time.monotonic() + 60
        while not (found := re.search(r"http://(?:localhost|127\.0\.0\.1):\d+", log.read_text())):
            if server.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"JupyterLab did not start:\n{log.read_text()[-2000:]}")
            time.sleep(0.2)
        yield found[0], folder
    finally:
        server.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(10)


@pytest.fixture
def notebook(browser: Any, lab: tuple[str, Path]) -> Iterator[Callable[..., Any]]:
    """Opens a notebook with these cells in JupyterLab, and returns the page."""
    address, folder = lab
    pages = []

    def open_notebook(*cells: str, name: str, theme: str = "JupyterLab Light") -> Any:
        document = {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
            "cells": [
                {
                    "cell_type": "code", "id": f"cell-{n}", "source": source, "metadata": {},
                    "outputs": [], "execution_count": None,
                }
                for n, source in enumerate(cells)
            ],
        }  # fmt: skip
        (folder / f"{name}.ipynb").write_text(json.dumps(document))
        page = browser.new_page(viewport={"width": 1100, "height": 900})
        pages.append(page)
        page.goto(f"{address}/lab/tree/{name}.ipynb?reset")
        page.wait_for_function(
            "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel"
        )
        execute(page, "apputils:change-theme", {"theme": theme})
        page.wait_for_function(
            "theme => document.body.dataset.jpThemeName === theme", arg=theme, timeout=60_000
        )
        page.evaluate("() => window.jupyterapp.shell.collapseLeft?.()")
        return page

    yield open_notebook
    for page in pages:
        page.close()


def execute(page: Any, command: str, options: dict[str, Any] | None = None) -> None:
    """Starts a command of JupyterLab, without waiting for its end."""
    page.evaluate(
        "([command, options]) => { window.jupyterapp.commands.execute(command, options); }",
        [command, options or {}],
    )


def screenshot(target: Any, name: str) -> None:
    """Writes a picture of a page or an element, if pictures are wanted."""
    if folder := os.environ.get("ENROQUE_SCREENSHOTS"):
        target.screenshot(path=f"{folder}/{name}.png")
