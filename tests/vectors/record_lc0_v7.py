"""Records the fields of version 7 that lczero-training computes for chunks of lc0.

    python record_lc0_v7.py PROGRAM CHUNK.gz... > lc0_v7.npz

`PROGRAM 6 THETA` reads records of version 6 from the standard input and writes those of version 7.
It has the calls of the worker of lczero-training's `chunk_rescorer.cc` (commit 7c5d756): lc0's
`RescoreTrainingData` (commit 909a408) without tables and with temperature 1, which raises an error
for invalid records, then `V6ToV7`. It is compiled without fused operations. The chunks are two
games of `lc0 selfplay --training --backend=random --visits=60`; `lc0_selfplay.gz` is the second.
"""

import gzip
import subprocess
import sys
from pathlib import Path

import numpy as np

from enroque import formats

THETAS = [np.float32(5 / 6), 0.0, 0.25, 0.6, 0.93, 1.0]
FIELDS = ("q_st", "d_st", "opp_played_idx", "next_played_idx")


def rescored(program: str, chunk: bytes, theta: float) -> np.ndarray:
    """Returns the records of a chunk as version 7."""
    command = [program, "6", repr(float(theta))]
    done = subprocess.run(command, input=chunk, stdout=subprocess.PIPE, check=True)
    return np.frombuffer(done.stdout, formats.LC0_V7)


def main() -> None:
    """Writes the fields."""
    program, *paths = sys.argv[1:]
    chunks = [gzip.decompress(Path(path).read_bytes()) for path in paths]
    records = [np.frombuffer(chunk, formats.LC0_V6) for chunk in chunks]
    arrays = {
        name: np.concatenate([one[name] for one in records])
        for name in ("root_q", "root_d", "played_idx")
    }
    arrays["games"] = np.cumsum([0, *map(len, records)])[:-1]
    arrays["theta"] = np.array(THETAS, np.float32)
    for theta in arrays["theta"]:
        found = np.concatenate([rescored(program, chunk, theta) for chunk in chunks])
        for name in FIELDS:
            arrays[name] = np.append(arrays.get(name, found[:0][name]), found[name])
    for name in FIELDS[:2]:
        arrays[name] = arrays[name].reshape(len(THETAS), -1)
    for name in FIELDS[2:]:
        arrays[name] = arrays[name][: len(found)]
    np.savez_compressed(sys.stdout.buffer, **arrays)


if __name__ == "__main__":
    main()
