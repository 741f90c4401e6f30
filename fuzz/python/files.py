"""Damages files of every format that the package reads, and reads them with the public calls.

    python fuzz/python/files.py --seconds 600 --jobs 2

Reports processes that die, panics, reads that take more than 8 seconds of processor time, and more
than 4 GB of memory. The exit status is 1 if there is a finding. A finding keeps its file.
"""

import argparse
import pathlib
import sys
import tempfile
from collections.abc import Callable
from random import Random

from processes import Pool
from samples import iterated, samples

TEXTS = [b"(", b"{", b'"', b"[", b"\n", b"\0", b"1-0", b"e8=Q", b"[%clk 9:9]", b"$9", b";"]


def damaged(data: bytes, rng: Random) -> bytes:
    """Returns a damaged copy: bits, bytes and ranges changed, removed, repeated or exchanged."""
    out = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 4, 16])):
        if not out:
            break
        at = rng.randrange(len(out))
        length = min(rng.choice([1, 2, 4, 8, 64, 1000]), len(out) - at)
        match rng.randrange(9):
            case 0:
                out[at] ^= 1 << rng.randrange(8)
            case 1:
                out[at] = rng.choice([0, 1, 127, 128, 254, 255, rng.randrange(256)])
            case 2:
                del out[at : at + length]
            case 3:
                del out[at:]
            case 4:
                out[at:at] = out[at : at + length] * rng.choice([1, 2, 50])
            case 5:
                out[at : at + length] = bytes(rng.randrange(256) for _ in range(length))
            case 6:
                number = rng.choice([0, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**64 - 1])
                width = rng.choice([1, 2, 4, 8])
                out[at : at + width] = (number & (1 << 8 * width) - 1).to_bytes(
                    width, rng.choice(["little", "big"])
                )
            case 7:
                other = rng.randrange(len(out))
                out[at : at + length] = out[other : other + length]
            case 8:
                out[at:at] = rng.choice(TEXTS) * rng.choice([1, 1, 100])
    return bytes(out)


def main() -> int:
    """Runs the fuzzer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="a part of the names of the formats")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        known = [s for s in samples(pathlib.Path(folder)) if options.only in s.suffix]
    print("formats:", *dict.fromkeys(sample.suffix for sample in known), flush=True)

    def work(seed: int, log: Callable[[str, str], None]) -> str:
        rng = Random(seed)
        sample = rng.choice(known)
        path = pathlib.Path(f"damaged{sample.suffix}")
        path.write_bytes(sample.damaged(damaged, rng))
        read = rng.choice(sample.readers)
        log(sample.suffix, getattr(read, "__qualname__", str(read)))
        if hasattr(result := read(path), "__iter__"):
            iterated(result)
        return "read"

    return Pool(work, options.jobs, options.seed << 40, calls=300).run(options.seconds)


if __name__ == "__main__":
    sys.exit(main())
