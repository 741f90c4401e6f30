"""Arguments that are arrays: the shape is checked before they are copied."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Arena, TreeSearch
from enroque.data import example_games
from enroque.errors import ArrayError

HUGE = 1 << 40
"""More elements than any memory has, in arrays that take none."""


def started() -> tuple[TreeSearch, Any]:
    search = TreeSearch(Arena(2, seed=1), simulations=8, seed=1)
    search.begin()
    return search, search.select()


def backup(**arguments: Any) -> None:
    search, leaves = started()
    search.backup(leaves, **{"value": [0, 0], **arguments})


def searched() -> TreeSearch:
    search, leaves = started()
    search.backup(leaves, [0, 0])
    search.run(lambda leaves: (None, np.zeros(len(leaves))))
    return search


ROW = np.zeros(40)
FLOATS: dict[str, Callable[[Any], object]] = {
    "value": lambda array: backup(value=array),
    "wdl": lambda array: backup(wdl=array),
    "logits": lambda array: backup(logits=array),
    "weights": lambda array: backup(weights=array),
    "temperature": lambda array: searched().actions(array),
    "weight": lambda array: searched().note(weight=array),
    "sample": lambda array: Arena(2).sample(array),
    "priors": lambda array: Arena(2).priors(weights=array),
    "note value": lambda array: Arena(2).note(array),
    "note wdl": lambda array: Arena(2).note(wdl=array),
    "note network_value": lambda array: Arena(2).note(network_value=array),
    "note weight": lambda array: Arena(2).note(weight=array),
    "note policy": lambda array: Arena(2).note(policy=array),
}
INTEGERS: dict[str, Callable[[Any], object]] = {
    "offsets": lambda array: backup(logits=(ROW, array)),
    "simulations": lambda array: started()[0].begin(simulations=array),
    "actions": lambda array: Arena(2).step(array),
    "row actions": lambda array: enroque.step_rows(Arena(2).rows(), array),
    "nodes": lambda array: Arena(2).note(nodes=array),
    "note offsets": lambda array: Arena(2).note(policy=(ROW, array)),
}
BOOLS: dict[str, Callable[[Any], object]] = {
    "noise": lambda array: started()[0].begin(noise=array),
    "final": lambda array: backup(final=array),
    "games": lambda array: Arena(2).reset(array),
    "index": lambda array: example_games()[array],
}
CALLS = {
    **{name: (call, np.float32) for name, call in FLOATS.items()},
    **{name: (call, np.int64) for name, call in INTEGERS.items()},
    **{name: (call, np.bool_) for name, call in BOOLS.items()},
}


@pytest.mark.parametrize("shape", [(HUGE,), (HUGE, 3), (0,), (1,) * 40, (2, 0)])
@pytest.mark.parametrize("name", CALLS)
def test_shape_first(name: str, shape: tuple[int, ...]) -> None:
    """Without a copy, whose memory would not be there."""
    call, dtype = CALLS[name]
    with pytest.raises(ArrayError, match=r"must have shape \(.*\), not \("):
        call(np.broadcast_to(dtype(0), shape))
    if dtype is not np.bool_:
        with pytest.raises(ArrayError, match=r"must have shape \(.*\), not \("):
            call(np.broadcast_to(np.int16(0), shape))


class Interface:
    """An object with a wrong description of its memory."""

    def __init__(self, **fields: Any) -> None:
        self.__array_interface__ = {"version": 3, "typestr": "<f4", **fields}


NUMBERS = np.zeros(4, np.float32)
ADDRESS = NUMBERS.ctypes.data
WRONG = {
    "null": Interface(shape=(2,), data=(0, False)),
    "null integers": Interface(shape=(2,), typestr="<i8", data=(0, False)),
    "negative": Interface(shape=(-2,), data=(ADDRESS, False)),
    "huge": Interface(shape=(1 << 62,), data=(ADDRESS, False), strides=(0,)),
    "text": Interface(shape=("a",), data=(ADDRESS, False)),
    "dtype": Interface(shape=(2,), typestr="<q9", data=(ADDRESS, False)),
    "objects": Interface(shape=(2,), typestr="|O", data=(ADDRESS, False)),
    "void": Interface(shape=(2,), typestr="|V4", data=(ADDRESS, False)),
    "no address": Interface(shape=(2,), data=3),
    "no memory": Interface(shape=(2,)),
    "dimensions": Interface(shape=(1,) * 70, data=(ADDRESS, False)),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", CALLS)
def test_wrong_interfaces(name: str, wrong: str) -> None:
    """An error, not a panic."""
    with pytest.raises((ValueError, TypeError)):
        CALLS[name][0](WRONG[wrong])


def test_swapped_results() -> None:
    search, _ = started()

    def swapped(leaves: Any) -> tuple[Any, Any]:
        return np.zeros(len(leaves)), np.zeros((len(leaves), 1858))

    with pytest.raises(ArrayError, match=r"\(logits, value\).*not \(1, 1858\): are they swapped"):
        search.run(swapped)
    _, leaves = started()
    with pytest.raises(ArrayError, match=r"value must have shape \(2,\), not \(2, 1858\)"):
        started()[0].backup(leaves, np.zeros((2, 1858)), logits=np.zeros(2))


@pytest.mark.parametrize("shape", [(1858,), (2, 20), (1858, 2), (2, 1858, 1), (40,)])
def test_shapes_of_samples(shape: tuple[int, ...]) -> None:
    with pytest.raises(ArrayError, match=r"logits must have shape \(2, 1858\), not \(") as error:
        Arena(2).sample(np.zeros(shape))
    assert str(shape) in str(error.value)


@pytest.mark.parametrize("seed", [np.int64(3), np.uint8(3), np.int32(3)])
def test_seeds_of_numpy(seed: Any) -> None:
    arena, other = Arena(2, start="chess960", seed=seed), Arena(2, start="chess960", seed=3)
    assert arena.board(0) == other.board(0)
    assert TreeSearch(arena, seed=seed).arena is arena
