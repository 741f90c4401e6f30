"""What the tests share: where the data is, how hard hypothesis tries."""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A shell starts what runs in its background with Ctrl-C ignored, and Python leaves that as it is:
# the tests that press it would wait for ever. Their child processes get the usual handling too.
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
    """The folder of the test data that lies beside the project; skips where there is none."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"no test data at {SHARED_DATA}")
    return SHARED_DATA
