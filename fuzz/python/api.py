"""Calls everything in the package with valid and hostile arguments, in forked processes.

    python fuzz/python/api.py --seconds 600 --jobs 2

Reports processes that die, panics, calls that take more than 8 seconds of processor time, and more
than 4 GB of memory. The exit status is 1 if there is a finding. `--replay SEED` repeats one call.
"""

import argparse
import contextlib
import importlib
import os
import pathlib
import pickle
import sys
import tempfile
from enum import EnumType
from functools import cache
from random import Random
from typing import Any

from child import Log
from processes import Pool
from targets import Target, parameters, targets
from values import FACTORIES, argument, files, games, hostile


def receiver(rng: Random, owner: type) -> Any:
    """Returns an object of a class, or `None` if the fuzzer cannot make one."""
    if owner.__name__ in FACTORIES:
        value = FACTORIES[owner.__name__](rng)
        if is_instance(value, owner):
            return value
    if (way := search(owner)) is not None:
        value = FACTORIES[way[0]](rng)
        return attribute_of(value, way[1]) if way[1] else value
    if isinstance(owner, EnumType):
        return rng.choice(list(owner))
    known = of_constructor(owner)
    for _ in range(10):
        arguments = {name: argument(rng, name, annotation) for name, annotation, _ in known}
        with contextlib.suppress(Exception):
            return owner(**arguments)
    return None


@cache
def of_constructor(owner: type) -> tuple[tuple[str, str, bool], ...]:
    """Returns the parameters of a class."""
    return parameters(owner, "__new__") or ()


def attribute_of(value: Any, name: str) -> Any:
    """Returns an attribute, or the iterator of an object."""
    return iter(value) if name == "__iter__" else getattr(value, name)


@cache
def search(owner: type) -> tuple[str, str] | None:
    """Returns the factory, and the attribute of its objects, that give an object of a class."""
    return next((way for way, value in related() if is_instance(value, owner)), None)


@cache
def related() -> list[tuple[tuple[str, str], Any]]:
    """Returns an object of every factory and the attributes of these objects."""
    found = []
    for kind, factory in FACTORIES.items():
        value = factory(Random(0))
        found.append(((kind, ""), value))
        for name in dir(type(value)):
            if name.startswith("__") and name != "__iter__":
                continue
            with contextlib.suppress(Exception):
                found.append(((kind, name), attribute_of(value, name)))
    return found


def is_instance(value: Any, owner: type) -> bool:
    """Whether an object is of a class; false for a protocol, which may not say."""
    try:
        return isinstance(value, owner)
    except TypeError:
        return False


def call(target: Target, rng: Random, log: Log) -> str:
    """Calls a target once; returns what happened as one word."""
    module = importlib.import_module(target.module)
    if target.owner is None:
        function = getattr(module, target.attribute, None)
        if function is None:
            return "missing"
    else:
        log(target.name, "making the object", target.is_private_python)
        subject = receiver(rng, target.owner)
        if subject is None:
            return "no object"
        if target.parameters is None and not target.attribute.startswith("__"):
            log(target.name, "attribute", target.is_private_python)
            value = getattr(subject, target.attribute)
            if rng.random() < 0.3:
                setattr(subject, target.attribute, hostile(rng))
            use(value, rng)
            return "returned"
        function = getattr(subject, target.attribute)
    positional, keywords = [], {}
    if target.parameters is None:
        positional = [hostile(rng) for _ in range(rng.randrange(3))]
    else:
        for name, annotation, is_keyword in target.parameters:
            if is_keyword or keywords:
                if rng.random() < 0.4:
                    keywords[name] = argument(rng, name, annotation)
            elif rng.random() < 0.93:
                positional.append(argument(rng, name, annotation))
            else:
                keywords[name] = argument(rng, name, annotation)
    log(target.name, f"{shown(positional)} {shown(keywords)}", target.is_private_python)
    use(function(*positional, **keywords), rng)
    return "returned"


def shown(value: Any, depth: int = 3) -> str:
    """Returns a description that calls no hostile methods; a list may contain itself."""
    if depth == 0:
        return "..."
    if type(value) in (list, tuple):
        return "[" + ", ".join(shown(item, depth - 1) for item in value[:8]) + "]"
    if type(value) is dict:
        items = list(value.items())[:12]
        return "{" + ", ".join(f"{k!r}: {shown(v, depth - 1)}" for k, v in items) + "}"
    if isinstance(value, int | float | str | bytes | range | bool | type(None)):
        return repr(value)[:80]
    if type(value).__module__ == "numpy":
        return f"<{value.dtype} {value.shape}>"
    return f"<{type(value).__name__}>"


def use(value: Any, rng: Random) -> None:
    """Uses a result: prints, hashes, iterates, pickles it."""
    repr(value)
    match rng.randrange(5):
        case 0:
            pickle.loads(pickle.dumps(value))
        case 1 if hasattr(value, "__iter__") and not isinstance(value, str):
            for _, item in zip(range(50), value, strict=False):
                repr(item)
        case 2:
            hash(value)
        case 3:
            value == hostile(rng)  # noqa: B015


def write_files() -> None:
    """Writes the files that the arguments name to the current folder."""
    for name, data in files().items():
        pathlib.Path(name).write_bytes(data)


def main() -> int:
    """Runs the fuzzer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--calls", type=int, help="the number of calls; as many as there is time")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="a part of the names of the targets")
    parser.add_argument("--replay", type=int, help="the seed of one call")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        status = run(options)
        os.chdir("/")
    return status


def run(options: argparse.Namespace) -> int:
    """Makes the calls in processes, or one call in this process."""
    found = [target for target in targets() if options.only in target.name]
    games()
    write_files()
    if options.replay is not None:
        rng = Random(options.replay)
        print(call(rng.choice(found), rng, print))
        return 0
    print(f"{len(found)} callables", flush=True)
    for owner in {target.owner for target in found} - {None}:  # not in every process
        search(owner)

    def work(seed: int, log: Log) -> str:
        if not pathlib.Path("x.npz").exists():
            write_files()
        rng = Random(seed)
        return call(rng.choice(found), rng, log)

    pool = Pool(work, options.jobs, options.seed << 40, calls=2000)
    return pool.run(options.seconds, options.calls)


if __name__ == "__main__":
    sys.exit(main())
