"""Builds the wheel for Pyodide, runs the Python tests in it, and measures: `make wasm`.

`python tools/wasm/make.py build`, `test [ARGUMENT...]` of pytest or `measure` does one of these.
"""

import sys
from pathlib import Path

import compiled_wheels
import package_wheel
from parts import PYODIDE, ROOT, WHEELS, fetch, run

HERE = Path(__file__).resolve().parent


def in_pyodide(script: str, *arguments: str) -> None:
    """Runs a script of this folder in Pyodide, with the wheel and NumPy."""
    wheels = f"{WHEELS}:{package_wheel.DIST}"
    run("node", HERE / "run.mjs", PYODIDE, ROOT, wheels, HERE / script, *arguments)


def main(what: str = "", *arguments: str) -> None:
    """Does one thing, or all."""
    fetch()
    compiled_wheels.build()
    if what in ("", "build"):
        package_wheel.build()
    if what in ("", "test"):
        in_pyodide("run_tests.py", *arguments)
    if what in ("", "measure"):
        in_pyodide("measure.py")


if __name__ == "__main__":
    main(*sys.argv[1:])
