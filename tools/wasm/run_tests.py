"""Runs the Python tests in Pyodide, where `make.py` starts it; the arguments are of pytest."""

import os
import sys
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(find_spec("enroque").origin).parent
LIBRARY = Path(os.__file__).parent

NOT_THERE = {
    "can't start new thread": "no threads",
    "emscripten does not support processes": "no processes",
    "fork() is not available": "no processes",
}
"""Messages of Python about what a browser has not, and what is then missing."""


class Plugin:
    """Skips what tests of Python's own threads and processes, as Pyodide has neither.

    Timeouts are ignored: pytest-timeout needs signals or threads.
    """

    def pytest_addoption(self, parser: pytest.Parser) -> None:
        """Declares the setting of pytest-timeout."""
        parser.addini("timeout", "ignored")

    def pytest_configure(self, config: pytest.Config) -> None:
        """Declares the mark of pytest-timeout."""
        config.addinivalue_line("markers", "timeout: ignored")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[Any]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Skips a test that asked Python itself for what is missing; the package must not ask."""
        report = yield
        if call.excinfo is not None and report.failed:
            message = str(call.excinfo.value)
            missing = next((what for text, what in NOT_THERE.items() if text in message), None)
            files = (Path(entry.path) for entry in reversed(call.excinfo.traceback))
            caller = next((file for file in files if LIBRARY not in file.parents), LIBRARY)
            if "which a browser does not have" in message:  # the package's own words
                missing, caller = "no processes", LIBRARY
            if missing is not None and PACKAGE not in caller.parents:
                report.outcome = "skipped"
                report.longrepr = (str(item.path), item.location[1] or 0, f"Skipped: {missing}")
        return report


if __name__ == "__main__":
    settings = ["--capture=sys", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
    sys.exit(pytest.main([*settings, *sys.argv[1:]], plugins=[Plugin()]))
