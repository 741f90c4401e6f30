"""Fixtures and settings of all tests."""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Shells start background processes with SIGINT ignored, which child processes inherit: the tests
# that send SIGINT would wait forever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "fast", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("slow", settings.get_profile("fast"), max_examples=2000)
settings.load_profile("fast")

SHARED_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Returns the folder of the shared test data; skips the test if it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"no test data at {SHARED_DATA}")
    return SHARED_DATA
