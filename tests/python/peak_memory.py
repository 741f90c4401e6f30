"""The peak memory of a separate process."""

import subprocess
import sys

PEAK = """
def peak():
    # ru_maxrss is inherited: at least the peak of the parent process
    try:
        with open("/proc/self/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) >> 10
    except OSError:
        import resource
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
"""
"""The function `peak`, in megabytes."""


def run(code: str, *arguments: object) -> list[str]:
    """Runs Python code, which may call `peak`, and returns its output as lines."""
    command = [sys.executable, "-c", PEAK + code, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
