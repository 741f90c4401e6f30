"""Builds the site "Try it": JupyterLite with the wheel and the notebooks of `docs/try`.

`python tools/wasm/try_it.py FOLDER` makes that of the documentation, whose kernel comes from a CDN.
With `--self-contained` everything is in the folder: for tests, and for places without a network.
"""

import argparse
import hashlib
import json
import os
import shutil
import venv
from pathlib import Path

import compiled_wheels
import package_wheel
from parts import FOLDER, PIP, PYODIDE, ROOT, WHEELS, fetch, run

VERSION = "0.8.6"
KERNEL = [
    *("asttokens", "comm", "decorator", "executing", "ipython", "ipython-pygments-lexers", "jedi"),
    *("matplotlib-inline", "micropip", "packaging", "parso", "prompt-toolkit", "pure-eval"),
    *("pygments", "six", "stack-data", "traitlets", "wcwidth"),
]
"""The packages of the kernel, of pure Python."""
JUPYTERLITE = FOLDER / "jupyterlite"
KERNEL_WHEELS = FOLDER / "kernel"


def install(*, self_contained: bool) -> None:
    """Installs JupyterLite in an environment of its own, and downloads the kernel's packages."""
    python = JUPYTERLITE / "bin" / "python"
    if not python.exists():
        venv.create(JUPYTERLITE, with_pip=True)
        names = [f"jupyterlite-core=={VERSION}", f"jupyterlite-pyodide-kernel=={VERSION}"]
        run(python, *PIP[1:], "install", *names, "jupyter-server")
    if self_contained and not KERNEL_WHEELS.exists():
        options = ["--no-deps", "--platform", "any", "--only-binary", ":all:"]
        options += ["--python-version", "3.14", "--dest", KERNEL_WHEELS]
        run(*PIP, "download", *options, *KERNEL)


def add_pyodide(site: Path) -> None:
    """Copies Pyodide and the packages into a site, and lists them where Pyodide looks."""
    folder = site / "pyodide"
    shutil.copytree(PYODIDE, folder)
    lock = json.loads((folder / "pyodide-lock.json").read_text())
    known = {name.replace("_", "-"): entry for name, entry in lock["packages"].items()}
    packages = {}
    for wheel in (*KERNEL_WHEELS.glob("*.whl"), *WHEELS.glob("numpy-*.whl")):
        shutil.copy(wheel, folder)
        distribution, version = wheel.name.split("-")[:2]
        name = distribution.lower().replace("_", "-")
        depends = known.get(name, {}).get("depends", [])
        packages[name] = {
            "name": distribution,
            "version": version,
            "file_name": wheel.name,
            "install_dir": "site",
            "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
            "package_type": "package",
            "imports": [distribution],
            "depends": [name.replace("_", "-") for name in depends],
            "unvendored_tests": False,
        }
    packages["micropip"]["depends"] = ["packaging"]
    packages["ipython"]["depends"] += ["ipython-pygments-lexers", "comm"]
    (folder / "pyodide-lock.json").write_text(json.dumps(lock | {"packages": packages}))


def build(site: Path, *, self_contained: bool) -> None:
    """Builds the site."""
    install(self_contained=self_contained)
    begun = FOLDER / "lite"
    shutil.rmtree(begun, ignore_errors=True)
    begun.mkdir()
    wheels = list(package_wheel.DIST.glob("*.whl"))
    if not wheels:
        raise SystemExit("there is no wheel: run `python tools/wasm/make.py build`")
    options = ["--contents", ROOT / "docs" / "try", "--output-dir", site]
    if self_contained:
        wheels += KERNEL_WHEELS.glob("comm-*.whl")
        plugin = {"pyodideUrl": "./pyodide/pyodide.mjs", "disablePyPIFallback": True}
        settings = {"@jupyterlite/pyodide-kernel-extension:kernel": plugin}
        config = {"litePluginSettings": settings}
        lite = {"jupyter-lite-schema-version": 0, "jupyter-config-data": config}
        (begun / "jupyter-lite.json").write_text(json.dumps(lite))
    for wheel in wheels:
        options += ["--piplite-wheels", wheel]
    shutil.rmtree(site, ignore_errors=True)
    path = f"{JUPYTERLITE / 'bin'}{os.pathsep}{os.environ['PATH']}"
    run(JUPYTERLITE / "bin" / "jupyter", "lite", "build", *options, cwd=begun, PATH=path)
    if self_contained:
        add_pyodide(site)


def main() -> None:
    """Builds the site that the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--self-contained", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_contained:
        fetch()
        compiled_wheels.build()
    FOLDER.mkdir(parents=True, exist_ok=True)
    build(arguments.folder.resolve(), self_contained=arguments.self_contained)


if __name__ == "__main__":
    main()
