"""The machine, and the versions of what is measured."""

import datetime
import importlib.metadata
import os
import platform
import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

INSTRUCTION_SETS = ("sse4_2", "avx2", "bmi2", "avx512f", "avx512bw", "avx512vbmi", "avx512_vbmi2")
"""Those that change what enroque or its peers run."""

PYTHON_PEERS = (
    "bulletchess", "chess", "chessmg", "cozy-chess-py", "esca", "iron-pgn-parser", "jax", "mctx",
    "nchess", "numpy", "open_spiel", "pettingzoo", "pgx", "pyarrow", "pyrust-chess", "rust-chess",
    "rust-pgn-reader-python-binding",
)  # fmt: skip
"""Distributions whose versions a run states, if they are installed."""

RUST_LOCKS = ("Cargo.lock", "benches/movegen_peer/Cargo.lock", "benches/pgn_peer/Cargo.lock")
RUST_PEERS = (
    "chasolver", "chess", "chessie", "cozy-chess", "eschac", "pgn-reader",
    "pleco", "shakmaty",
)  # fmt: skip


def cpu_info() -> dict[str, str]:
    """Returns the fields of the first processor in `/proc/cpuinfo`; empty where that is absent."""
    try:
        first = Path("/proc/cpuinfo").read_text().split("\n\n")[0]
    except OSError:
        return {}
    pairs = (line.split(":", 1) for line in first.splitlines() if ":" in line)
    return {key.strip(): value.strip() for key, value in pairs}


def processor() -> str:
    """Returns the name of the processor, without trademarks, with AMD's generation if known."""
    info = cpu_info()
    name = info.get("model name") or platform.processor() or platform.machine()
    name = re.sub(r"\((?:R|TM)\)|\bCPU\b|\bProcessor\b|@.*|\d+-Core", "", name)
    return " ".join([*name.split(), *zen_generation(info).split()])


def zen_generation(info: dict[str, str]) -> str:
    """Returns the generation, such as `Zen 4`, by the fields of `/proc/cpuinfo`; empty if unknown.

    Virtual machines name several generations alike ("AMD EPYC").
    """
    if info.get("vendor_id") != "AuthenticAMD":
        return ""
    family, model = int(info["cpu family"]), int(info["model"])
    is_zen_4 = model in range(0x10, 0x20) or model in range(0x60, 0x80) or model >= 0xA0
    if family == 0x17:
        return "Zen 2" if model >= 0x30 else "Zen"
    return {0x19: "Zen 4" if is_zen_4 else "Zen 3", 0x1A: "Zen 5"}.get(family, "")


def slug(name: str) -> str:
    """Returns a name as it is in the names of files."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def output_of(*command: str) -> str:
    """Returns the output of a command; empty if it fails."""
    try:
        result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return result.stdout.strip()


def commit() -> str:
    """Returns the commit, with `+` if tracked files differ from it."""
    changed = output_of("git", "status", "--porcelain", "--untracked-files=no")
    return output_of("git", "rev-parse", "--short=12", "HEAD") + "+" * bool(changed)


def version() -> str:
    """Returns the version of enroque."""
    with (ROOT / "Cargo.toml").open("rb") as file:
        return str(tomllib.load(file)["package"]["version"])


def versions() -> dict[str, str]:
    """Returns the versions of the compilers and peers."""
    found = {"enroque": version(), "python": platform.python_version()}
    if rustc := output_of("rustc", "--version"):
        found["rustc"] = rustc.split()[1]
    for lock in map(ROOT.joinpath, RUST_LOCKS):
        if not lock.exists():
            continue
        with lock.open("rb") as file:
            for package in tomllib.load(file)["package"]:
                if package["name"] in RUST_PEERS:
                    found[f"{package['name']} (crate)"] = package["version"]
    for name in PYTHON_PEERS:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            if name == "jax" and find_spec(name):
                found[name] = "unknown"
    return dict(sorted(found.items()))


def describe() -> dict[str, Any]:
    """Returns what a run states about the machine and the code."""
    flags = cpu_info().get("flags", "").split()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if os.name == "posix" else 0
    return {
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "commit": commit(),
        "processor": processor(),
        "cores": len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count(),
        "memory_gb": round(memory / 1e9, 1),
        "instruction_sets": [name for name in INSTRUCTION_SETS if name in flags],
        "system": f"{platform.system()} {platform.release()}",
        "versions": versions(),
    }
