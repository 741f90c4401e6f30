"""Builds the wheel of NumPy for Pyodide from its sources, for the tests: no registry has one."""

import json
import os
import re
import shutil
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

from parts import DEBIAN, FOLDER, NUMPY, NUMPY_VERSION, PYODIDE, WHEELS, run

HERE = Path(__file__).resolve().parent
BUILD = FOLDER / "numpy"
SUFFIX = ".cpython-314-wasm32-emscripten.so"
WHEEL = WHEELS / f"numpy-{NUMPY_VERSION}-cp314-cp314-pyemscripten_2026_0_wasm32.whl"


def write_headers(folder: Path) -> None:
    """Writes the headers of Python: Debian's, with the configuration of Pyodide's Python."""
    shutil.copytree(DEBIAN / "include" / "python3.14", folder)
    module = "_sysconfigdata__emscripten_wasm32-emscripten.py"
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as library:
        values: dict[str, object] = {}
        exec(library.read(module), values)
    settings = values["build_time_vars"]
    template = (DEBIAN / "include/x86_64-linux-gnu/python3.14/pyconfig.h").read_text()

    def setting(match: re.Match[str]) -> str:
        name = match[1]
        return f"#define {name} {settings[name]}" if settings.get(name) else f"/* no {name} */"

    pattern = r"^(?:/\* )?# *(?:define|undef) (\w+)\b.*$"
    (folder / "pyconfig.h").write_text(re.sub(pattern, setting, template, flags=re.MULTILINE))


def write_settings(headers: Path, python: Path) -> None:
    """Writes what meson must know: the compiler, and a Python that calls itself Pyodide's."""
    info = BUILD / "python_info.py"
    info.write_text(
        "import contextlib, io, json, runpy, sys\n"
        "printed = io.StringIO()\n"
        "with contextlib.redirect_stdout(printed):\n"
        "    runpy.run_path(sys.argv[1], run_name='__main__')\n"
        "info = json.loads(printed.getvalue())\n"
        f"headers, suffix = {str(headers)!r}, {SUFFIX!r}\n"
        "for paths in (info['paths'], info['sysconfig_paths']):\n"
        "    paths.update(include=headers, platinclude=headers)\n"
        "info['variables'].update(INCLUDEPY=headers, CONFINCLUDEPY=headers, EXT_SUFFIX=suffix)\n"
        "info.update(version='3.14', suffix=suffix, link_libpython=False, platform='emscripten')\n"
        "print(json.dumps(info))\n"
    )
    script = BUILD / "python"
    script.write_text(
        "#!/bin/sh\n"
        f'case "$1" in *python_info.py) set -- "{info}" "$@" ;; esac\n'
        f'exec "{python}" "$@"\n'
    )
    script.chmod(0o755)
    compiler = json.dumps(str(HERE / "emcc")).replace('"', "'")
    (BUILD / "pyodide.ini").write_text(
        "[binaries]\n"
        f"c = {compiler}\ncpp = [{compiler}, '--driver-mode=g++']\nar = 'ar'\nstrip = 'true'\n"
        f"python = '{script}'\ncython = '{python.with_name('cython')}'\n"
        "[properties]\n"
        "needs_exe_wrapper = true\nskip_sanity_check = true\nlongdouble_format = 'IEEE_QUAD_LE'\n"
        "[host_machine]\n"
        "system = 'emscripten'\ncpu_family = 'wasm32'\ncpu = 'wasm'\nendian = 'little'\n"
    )


def pack(installed: Path) -> None:
    """Packs an installation as a wheel."""
    (packages,) = installed.glob("usr/lib/python*/site-packages")
    begun = WHEEL.with_suffix(".begun")
    with zipfile.ZipFile(begun, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path in sorted(packages.rglob("*")):
            if path.is_file() and "tests" not in path.parts and path.suffix != ".a":
                wheel.write(path, path.relative_to(packages))
        info = f"numpy-{NUMPY_VERSION}.dist-info"
        metadata = f"Metadata-Version: 2.1\nName: numpy\nVersion: {NUMPY_VERSION}\n"
        wheel.writestr(f"{info}/METADATA", metadata)
        wheel.writestr(
            f"{info}/WHEEL",
            "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: cp314-cp314-pyemscripten_2026_0_wasm32\n",
        )
        wheel.writestr(f"{info}/RECORD", "")
    begun.rename(WHEEL)


def build() -> None:
    """Builds the wheel if it is not there."""
    if WHEEL.exists():
        return
    print("building NumPy for Pyodide, once: about ten minutes on two cores", flush=True)
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir()
    with tarfile.open(NUMPY) as files:
        files.extractall(BUILD, filter="data")
    source = BUILD / f"numpy-{NUMPY_VERSION}"
    venv.create(BUILD / "venv", with_pip=True)
    python = BUILD / "venv" / "bin" / "python"
    manifest = tomllib.loads((source / "pyproject.toml").read_text())
    pip = ["-m", "pip", "--disable-pip-version-check", "--quiet"]
    run(python, *pip, "install", "ninja", *manifest["build-system"]["requires"])
    write_headers(BUILD / "include")
    write_settings(BUILD / "include", python)
    meson = [str(python), str(source / "vendored-meson" / "meson" / "meson.py")]
    options = ["-Dbuildtype=release", "-Dallow-noblas=true", "-Dblas=none", "-Dlapack=none"]
    options += ["--prefix", "/usr", "--cross-file", str(BUILD / "pyodide.ini")]
    variables = {"PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}"}
    run(*meson, "setup", "build", source, *options, cwd=BUILD, **variables)
    run(*meson, "compile", "-C", "build", cwd=BUILD, **variables)
    run(*meson, "install", "-C", "build", "--no-rebuild", "--destdir", BUILD / "installed", cwd=BUILD, **variables)
    pack(BUILD / "installed")


if __name__ == "__main__":
    sys.exit(build())
