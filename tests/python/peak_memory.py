"""How much memory a process of its own takes at most."""

import subprocess
import sys

PEAK = """
def peak():
    # ru_maxrss is inherited: it is at least what the test's own process took
    try:
        with open("/proc/self/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) >> 10
    except OSError:
        import resource
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
"""
"""The function `peak`, in megabytes."""


def run(code: str, *arguments: object) -> list[str]:
    """What a process prints, line by line, which may call `peak`."""
    command = [sys.executable, "-c", PEAK + code, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
