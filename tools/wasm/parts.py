"""The packages of registries that `make wasm` builds and tests with, in `.cache/wasm`.

Packages of Debian are unpacked, not installed. Nothing is downloaded twice.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".cache" / "wasm"
DEBIAN = FOLDER / "debian" / "usr"
PYODIDE = FOLDER / "pyodide"
WHEELS = FOLDER / "wheels"
"""What is installed in Pyodide: wheels of pure Python, NumPy and zstandard."""

RUST = "1.95.0"
CLANG = "1:19.1.7-3~deb12u1"
DEBIAN_PACKAGES = {
    "clang-19": (CLANG, "89ab931a9bbfd567a76df3141af5d5ec67b01d800150e614f2c9bf4671da9b08"),
    "libclang-common-19-dev": (
        CLANG,
        "811c2d398ad772204ec05ffde485cbbc4c210abc5dcf0068ff9ca3e647591ce7",
    ),
    "libclang-cpp19": (CLANG, "5daa784e1d747db320c16604729ffa805e6bfd72d3ac0b7cb0ee5f1a7ebc8aae"),
    "libllvm19": (CLANG, "6edf3a8b28495cdba883d9760e0dca1a81983fc497a5f989dc64d0d96d23b4aa"),
    "libz3-4": ("4.8.12-3.1", "6221ca25ad5abcfbe1965801029d85a88b4775320384b4b716de8fab7a4d2f7a"),
    # the headers of its C library, which zstd and NumPy need: any version of Emscripten has them
    "emscripten": (
        "3.1.69+dfsg-3",
        "d2ac788b952c56ab6736b4db2ac0825aa63cfb4c08b8abaefe19e324779d1b2d",
    ),
    # the sources of the standard library, of the version of the compiler
    "rust-src": (
        f"{RUST}+dfsg1-2~bpo13+1",
        "7b76db5b880a77f9e52975d2baa6209d2f76d2c9c2789515c3088cb960e2c83b",
    ),
    # the headers of Python 3.14, whose interface is the same in all its versions: the newest
    "libpython3.14-dev": ("", ""),
}
"""Names with versions and SHA-256."""
SUITES = ["bookworm", "trixie", "trixie-backports", "sid"]
UNPACKED = [
    "./usr/lib",
    "./usr/include",
    "./usr/src",
    "./usr/share/emscripten/cache/sysroot/include",
]

PYODIDE_VERSION = "314.0.7"
PYODIDE_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
NUMPY_VERSION = "2.4.6"  # the one of this Pyodide
NUMPY_SHA256 = "f3a3570c4a2a16746ac2c31a7c7c7b0c186b95ce902e33db6f28094ed7387dda"

NUMPY = FOLDER / f"numpy-{NUMPY_VERSION}.tar.gz"
ZSTANDARD_VERSION = "0.25.0"
ZSTANDARD_SHA256 = "7713e1179d162cf5c7906da876ec2ccb9c3a9dcbdffef0cc7f70c3667a205f0b"
ZSTANDARD = FOLDER / f"zstandard-{ZSTANDARD_VERSION}.tar.gz"

PURE = ["attrs", "hypothesis", "iniconfig", "packaging", "pluggy", "pygments", "pytest"]
PURE += ["sortedcontainers", "tqdm"]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


def run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> None:
    """Runs a command with more variables in its environment."""
    subprocess.run(command, cwd=cwd, env=os.environ | variables, check=True)


def check(path: Path, sha256: str) -> None:
    """Deletes a file that is not the one that was tried, and ends."""
    if sha256 and hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
        path.unlink()
        raise SystemExit(f"{path.name} is not the file that was tried: its SHA-256 is another")


def debian() -> None:
    """Unpacks the packages of Debian."""
    if DEBIAN.exists():
        return
    targets = ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages"]
    sites = subprocess.check_output(targets, text=True).split()
    site = next((site for site in sites if site.endswith("/debian")), None)
    if site is None:
        raise SystemExit("`make wasm` needs a Debian: it takes clang and sources from its archive")
    apt, unpacked = FOLDER / "apt", FOLDER / "unpacked"
    for folder in ("lists/partial", "cache/archives/partial", "state", "files"):
        (apt / folder).mkdir(parents=True, exist_ok=True)
    key = "[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
    lines = [f"deb {key} {site} {suite} main\n" for suite in SUITES]
    (apt / "sources.list").write_text("".join(lines))
    (apt / "apt.conf").write_text(
        f'Dir::Etc::sourcelist "{apt}/sources.list"; Dir::Etc::sourceparts "{apt}/none";\n'
        f'Dir::State "{apt}/state"; Dir::State::lists "{apt}/lists"; Dir::Cache "{apt}/cache";\n'
        'Dir::State::status "/var/lib/dpkg/status"; APT::Sandbox::User "root";\n'
    )
    config = {"APT_CONFIG": str(apt / "apt.conf")}
    run("apt-get", "-qq", "update", **config)
    versions = [
        name + (f"={version}" if version else "") for name, (version, _) in DEBIAN_PACKAGES.items()
    ]
    run("apt-get", "-qq", "download", *versions, cwd=apt / "files", **config)
    for name, (_, sha256) in DEBIAN_PACKAGES.items():
        (package,) = (apt / "files").glob(f"{name}_*.deb")
        check(package, sha256)
        unpacked.mkdir(exist_ok=True)
        stream = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE)
        with tarfile.open(fileobj=stream.stdout, mode="r|") as archive:
            for member in archive:
                if member.name.startswith(tuple(UNPACKED)):
                    archive.extract(member, unpacked, filter="tar")
        stream.communicate()
    shutil.rmtree(apt)
    unpacked.rename(DEBIAN.parent)


def pyodide() -> None:
    """Unpacks Pyodide: the interpreter and its standard library."""
    if PYODIDE.exists():
        return
    run("npm", "pack", "--silent", f"pyodide@{PYODIDE_VERSION}", cwd=FOLDER)
    archive = FOLDER / f"pyodide-{PYODIDE_VERSION}.tgz"
    check(archive, PYODIDE_SHA256)
    with tarfile.open(archive) as files:
        files.extractall(FOLDER, filter="data")
    (FOLDER / "package").rename(PYODIDE)


def sources() -> None:
    """Downloads the sources of NumPy and zstandard."""
    download = [*PIP, "download", "--no-deps", "--dest", FOLDER, "--no-binary", "numpy,zstandard"]
    if not ZSTANDARD.exists():
        run(*download, f"zstandard=={ZSTANDARD_VERSION}")
        check(ZSTANDARD, ZSTANDARD_SHA256)
    if not NUMPY.exists():
        # pip would configure NumPy for this machine to learn its name
        backend = FOLDER / "backend" / "mesonpy.py"
        backend.parent.mkdir(exist_ok=True)
        backend.write_text(
            "from pathlib import Path\n"
            "def prepare_metadata_for_build_wheel(folder, settings=None):\n"
            f"    info = Path(folder, 'numpy-{NUMPY_VERSION}.dist-info')\n"
            "    info.mkdir()\n"
            f"    text = 'Metadata-Version: 2.1\\nName: numpy\\nVersion: {NUMPY_VERSION}\\n'\n"
            "    (info / 'METADATA').write_text(text)\n"
            "    return info.name\n"
        )
        version = f"numpy=={NUMPY_VERSION}"
        run(*download, "--no-build-isolation", version, PYTHONPATH=str(backend.parent))
        check(NUMPY, NUMPY_SHA256)


def wheels() -> None:
    """Downloads pytest, python-chess and what they need."""
    if WHEELS.exists():
        return
    folder = FOLDER / "wheels-begun"
    only_pure = ["--no-deps", "--only-binary", ":all:", "--platform", "any", "--dest", folder]
    run(*PIP, "download", "--python-version", "3.14", *only_pure, *PURE)
    run(*PIP, "wheel", "--no-deps", "--wheel-dir", folder, "chess==1.11.2")
    folder.rename(WHEELS)


def fetch() -> None:
    """Downloads what is not there."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    debian()
    pyodide()
    sources()
    wheels()
