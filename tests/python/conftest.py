"""Fixtures and settings of all tests."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from enroque import Games
from enroque.data import example_games

# Shells start background processes with SIGINT ignored, which child processes inherit: the tests
# that send SIGINT would wait forever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "fast", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("slow", settings.get_profile("fast"), max_examples=2000)
settings.load_profile("fast")

DATA = Path(__file__).resolve().parents[1] / "data"
"""Data that the repository has: its README names sources and licenses."""
SHARED_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
"""More data, which may be absent: large, or without a license to distribute it."""


@pytest.fixture(scope="session")
def data_file() -> Callable[[str], Path]:
    """Returns a function that finds a file or folder of data, or skips the test."""

    def find(name: str) -> Path:
        for folder in (DATA, SHARED_DATA):
            if (folder / name).exists():
                return folder / name
        pytest.skip(f"needs shared/data/{name}, which is not part of the repository")

    return find


@pytest.fixture(scope="session")
def games() -> Games:
    """Returns the example games."""
    return example_games()
