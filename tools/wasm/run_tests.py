"""Runs the Python tests, in Pyodide: `test.py` starts it there. The arguments are those of pytest."""

import sys
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(find_spec("enroque").origin).parent

NOT_THERE = {
    "can't start new thread": "no threads",
    "emscripten does not support processes.": "no processes",
    "fork() is not available": "no processes",
}
"""Messages of Python about what a browser has not, and what is then missing."""


class Plugin:
    """Skips what tests of Python's own threads and processes, as Pyodide has neither."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[Any]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Skips a test in which Python itself, not the package, says what is missing."""
        report = yield
        if call.excinfo is not None and report.failed:
            missing = NOT_THERE.get(str(call.excinfo.value).split(": ")[-1])
            by_package = any(PACKAGE in Path(entry.path).parents for entry in call.excinfo.traceback)
            if missing is not None and not by_package:
                report.outcome = "skipped"
                report.longrepr = (str(item.path), item.location[1] or 0, f"Skipped: {missing}")
        return report


if __name__ == "__main__":
    # capturing by file descriptor and signals for timeouts do not exist there
    settings = ["--capture=sys", "-o", "timeout=0", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
    sys.exit(pytest.main([*settings, *sys.argv[1:]], plugins=[Plugin()]))
