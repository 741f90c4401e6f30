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
    "No module named '_multiprocessing'": "no processes",
    "module 'os' has no attribute 'mkfifo'": "no pipes with names",
    "module 'signal' has no attribute 'setitimer'": "no timers",
}
"""Messages of Python about what a browser does not have, and what is then missing."""

OF_PACKAGE = {
    "engines are processes, which a browser does not have": "no processes",
    "this table needs pyarrow": "no pyarrow",
}
"""Such messages of the package itself."""

INTEGERS = "NumPy's default integers have 32 bits, so that others are shown with their types"
EXCEPT = {
    "test_cli_label.py::test_files": "no processes",
    "test_npz_chunks.py::test_chunks_are_read_in_threads": "no threads",
    "test_package.py::test_examples_in_docstrings[_conversion.positions]": INTEGERS,
    "test_package.py::test_examples_in_docstrings[_positions]": INTEGERS,
    "test_package.py::test_examples_in_docstrings[as_chess]": "no processes",
    "test_package.py::test_examples_in_the_extension": INTEGERS,
    "test_readme.py::test_pages_run_as_shown[guide/engines.md": INTEGERS,
    "test_readme.py::test_pages_run_as_shown[positions.md": INTEGERS,
    "test_readme.py::test_pages_run_as_shown[trees.md": INTEGERS,
    "test_read_ahead.py::test_items_and_exceptions_are_in_order[2]": "no threads",
    "test_read_ahead.py::test_the_iterator_may_be_closed_early": "no threads",
    "test_sources_of_positions.py::test_a_pipe": "no pipes that wait",
    "test_convert.py::test_one_conversion_at_a_time": "no locks of files",
    "test_failures.py::test_two_conversions_to_one_file": "no locks of files",
    "test_failures.py::test_one_run_of_tensors_at_a_time": "no locks of files",
    "test_convert_positions.py::test_nothing_is_written_on_errors": "other errors of files",
}
"""Tests that would fail otherwise, by parts of their names."""


def said(messages: dict[str, str], error: BaseException) -> str | None:
    """Returns what is missing if an error says so."""
    return next((what for text, what in messages.items() if text in str(error)), None)


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

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Skips the tests of `EXCEPT`."""
        for item in items:
            for part, reason in EXCEPT.items():
                if part in item.nodeid:
                    item.add_marker(pytest.mark.skip(reason=reason))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[Any]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Skips a test that asked Python itself for what is missing; the package must not ask."""
        report = yield
        if call.excinfo is not None and report.failed:
            missing = said(OF_PACKAGE, call.excinfo.value)
            files = (Path(entry.path) for entry in reversed(call.excinfo.traceback))
            caller = next((file for file in files if LIBRARY not in file.parents), LIBRARY)
            if PACKAGE not in caller.parents:
                missing = missing or said(NOT_THERE, call.excinfo.value)
            if missing is not None:
                report.outcome = "skipped"
                report.longrepr = (str(item.path), item.location[1] or 0, f"Skipped: {missing}")
        return report


if __name__ == "__main__":
    settings = ["--capture=sys", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
    sys.exit(pytest.main([*settings, *sys.argv[1:]], plugins=[Plugin()]))
