"""Damages files of every format that the package reads, and reads them with the public calls.

    python fuzz/python/files.py --seconds 600 --jobs 2

Reports processes that die, panics, exceptions that the calls do not document, results that
contradict each other, reads that take more than 8 seconds of processor time, more than 4 GB of
memory, and files or threads that are left open. The exit status is 1 if there is a finding.
`--replay SEED` makes the file of a seed in the current folder and reads it.
"""

import argparse
import contextlib
import logging
import pathlib
import sys
import tempfile
from random import Random

from child import Log, UnexpectedError
from processes import Pool
from readers import Input, consume
from samples import Sample, samples

import enroque

DOCUMENTED = (enroque.EnroqueError, OSError)


def read(sample: Sample, rng: Random, log: Log) -> str:
    """Damages and reads a file once; returns what happened as one word."""
    file = Input(sample.damaged(rng), sample.suffix, rng)
    reader = sample.reader(rng)
    log(f"{sample.suffix} {reader.name}", f"{len(file.data)} bytes")
    try:
        result = reader.read(file)
        if hasattr(result, "__iter__"):
            consume(result)
    except (*DOCUMENTED, UnexpectedError, KeyboardInterrupt):
        raise
    except Exception as error:
        raise UnexpectedError(str(error)) from error
    return "read"


def main() -> int:
    """Runs the fuzzer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--calls", type=int, help="the number of calls; as many as there is time")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="a part of the names of the formats")
    parser.add_argument("--replay", type=int, help="the seed of one call")
    options = parser.parse_args()
    logging.disable()  # trees log their errors
    with tempfile.TemporaryDirectory() as folder:
        known = [s for s in samples(pathlib.Path(folder)) if options.only in s.suffix]
    weights = [sample.weight for sample in known]

    def work(seed: int, log: Log) -> str:
        rng = Random(seed)
        return read(rng.choices(known, weights)[0], rng, log)

    if options.replay is not None:
        print(work(options.replay, print))
        return 0
    for sample in known:  # so that processes begin with everything imported
        for reader in sample.readers:
            with contextlib.suppress(Exception):
                reader.read(Input(sample.packed, sample.suffix, Random(0)))
    print("formats:", *dict.fromkeys(sample.suffix for sample in known), flush=True)
    pool = Pool(work, options.jobs, options.seed << 40, calls=20_000, closes=True)
    return pool.run(options.seconds, options.calls)


if __name__ == "__main__":
    sys.exit(main())
