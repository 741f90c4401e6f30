"""Builds NumPy and zstandard for Pyodide, for the tests: no registry has such wheels."""

import json
import os
import re
import shutil
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

from parts import (
    DEBIAN,
    FOLDER,
    NUMPY,
    NUMPY_VERSION,
    PYODIDE,
    WHEELS,
    ZSTANDARD,
    ZSTANDARD_VERSION,
    run,
)

HERE = Path(__file__).resolve().parent
BUILD = FOLDER / "build"
SUFFIX = ".cpython-314-wasm32-emscripten.so"
TAG = "cp314-cp314-pyemscripten_2026_0_wasm32"


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
        "has_function_backtrace = false\n"
        "[host_machine]\n"
        "system = 'emscripten'\ncpu_family = 'wasm32'\ncpu = 'wasm'\nendian = 'little'\n"
    )


def pack(name: str, version: str, packages: Path) -> None:
    """Packs a folder of packages as a wheel."""
    wheel = WHEELS / f"{name}-{version}-{TAG}.whl"
    begun = wheel.with_suffix(".begun")
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(begun, "w", zipfile.ZIP_DEFLATED) as files:
        for path in sorted(packages.rglob("*")):
            if path.suffix in (".py", ".so"):
                files.write(path, path.relative_to(packages))
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        files.writestr(f"{info}/METADATA", metadata)
        files.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {TAG}\n")
        files.writestr(f"{info}/RECORD", "")
    begun.rename(wheel)


def build_numpy(headers: Path, python: Path) -> None:
    """Builds NumPy by meson."""
    source = BUILD / f"numpy-{NUMPY_VERSION}"
    manifest = tomllib.loads((source / "pyproject.toml").read_text())
    pip = ["-m", "pip", "--disable-pip-version-check", "--quiet"]
    run(python, *pip, "install", "ninja", *manifest["build-system"]["requires"])
    write_settings(headers, python)
    meson = [python, source / "vendored-meson" / "meson" / "meson.py"]
    options = ["-Dbuildtype=release", "-Dallow-noblas=true", "-Dblas=none", "-Dlapack=none"]
    options += ["--prefix", "/usr", "--cross-file", str(BUILD / "pyodide.ini")]
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"  # of ninja
    run(*meson, "setup", "build", source, *options, cwd=BUILD, PATH=path)
    run(*meson, "compile", "-C", "build", cwd=BUILD, PATH=path)
    to = ["--no-rebuild", "--destdir", BUILD / "installed"]
    run(*meson, "install", "-C", "build", *to, cwd=BUILD, PATH=path)
    (packages,) = BUILD.glob("installed/usr/lib/python*/site-packages")
    pack("numpy", NUMPY_VERSION, packages)


def build_zstandard(headers: Path) -> None:
    """Builds zstandard, whose extension has two files in C."""
    source = BUILD / f"zstandard-{ZSTANDARD_VERSION}"
    packages = BUILD / "zstandard"
    shutil.copytree(source / "zstandard", packages / "zstandard")
    output = packages / "zstandard" / f"backend_c{SUFFIX}"
    files = ["c-ext/backend_c.c", "zstd/zstd.c", f"-I{headers}", "-Ic-ext", "-Izstd"]
    run(HERE / "emcc", "-O2", "-shared", *files, "-o", output, cwd=source)
    pack("zstandard", ZSTANDARD_VERSION, packages)


def build() -> None:
    """Builds the wheels if they are not there."""
    if len(list(WHEELS.glob(f"*-{TAG}.whl"))) == 2:
        return
    print("building NumPy for Pyodide, once: ten minutes on two cores", flush=True)
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir()
    for archive in (NUMPY, ZSTANDARD):
        with tarfile.open(archive) as files:
            files.extractall(BUILD, filter="data")
    venv.create(BUILD / "venv", with_pip=True)
    headers = BUILD / "include"
    write_headers(headers)
    build_numpy(headers, BUILD / "venv" / "bin" / "python")
    build_zstandard(headers)
