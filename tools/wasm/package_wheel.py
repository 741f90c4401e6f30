"""Builds the wheel of enroque for Pyodide."""

import os
import subprocess
import sys
from pathlib import Path

from parts import DEBIAN, ROOT, RUST, run

HERE = Path(__file__).resolve().parent
PLATFORM = "2026_0"
"""What a wheel runs in: Pyodide 314, Emscripten 5.0.3 and exceptions of WebAssembly."""
DIST = ROOT / "dist" / "wasm"
LIMIT = 4_000_000


def sources_of_std() -> Path:
    """Returns the sources of the standard library, which has to be compiled for WebAssembly too."""
    sysroot = subprocess.check_output(["rustc", "--print", "sysroot"], text=True).strip()
    component = Path(sysroot, "lib", "rustlib", "src", "rust", "library")
    if component.exists():
        return component
    version = subprocess.check_output(["rustc", "--version"], text=True).split()[1]
    if version != RUST:
        raise SystemExit(
            f"this is Rust {version}: run `rustup component add rust-src`, or use Rust {RUST}"
        )
    return DEBIAN / "src" / f"rustc-{RUST}" / "library"


def build() -> Path:
    """Builds the wheel, and returns it."""
    target = "wasm32_unknown_emscripten"
    variables = {
        "RUSTC_BOOTSTRAP": "1",  # for -Z
        "__CARGO_TESTS_ONLY_SRC_ROOT": str(sources_of_std()),
        # otherwise all functions of all crates are exported
        "RUSTFLAGS": "-C relocation-model=pic -Z default-visibility=hidden",
        f"CARGO_TARGET_{target.upper()}_LINKER": str(HERE / "emcc"),
        f"CC_{target}": str(HERE / "emcc"),
        f"AR_{target}": "ar",
        "PYO3_NO_PYTHON": "1",
        "PYO3_CROSS_PYTHON_VERSION": "3.14",
        "MATURIN_PYEMSCRIPTEN_PLATFORM_VERSION": PLATFORM,
    }
    for wheel in DIST.glob("*.whl"):
        wheel.unlink()
    options = ["--target", "wasm32-unknown-emscripten", "--release", "--locked", "-Z", "build-std"]
    # no code for other processors, and no memory that is mapped in advance
    options += ["--no-default-features", "--features", "python", "--compression-level", "9"]
    maturin = [sys.executable, "-m", "maturin", "build", *options, "--out", str(DIST)]
    run(*maturin, CARGO_TARGET_DIR=os.fspath(ROOT / "target" / "wasm"), **variables)
    (wheel,) = DIST.glob("*.whl")
    size = wheel.stat().st_size
    print(f"{wheel.relative_to(ROOT)}: {size / 1e6:.2f} MB")
    if size > LIMIT:
        raise SystemExit(f"the wheel has more than {LIMIT / 1e6:.0f} MB")
    return wheel


if __name__ == "__main__":
    build()
