"""A network whose outputs are hashes of the position, without ties, and games to search by it."""

import dataclasses
from typing import Any

import numpy as np
from numpy.typing import NDArray

import enroque
from enroque import Arena, Puct

SIZE = 1858


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finalizer of SplitMix64."""
    with np.errstate(over="ignore"):
        numbers = numbers + np.uint64(0x9E3779B97F4A7C15)
        numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return numbers ^ (numbers >> np.uint64(31))


def hashed(keys: NDArray[np.uint64], scale: float = 3.0) -> tuple[Any, Any]:
    """Returns logits `(n, 1858)` and values of positions with these keys."""
    keys = _mixed(keys)
    index = _mixed(np.arange(SIZE, dtype=np.uint64))
    logits = (_mixed(keys[:, None] ^ index) >> np.uint64(40)).astype(np.float32) / 2**24 * scale
    values = (_mixed(keys + np.uint64(7)) >> np.uint64(40)).astype(np.float32) / 2**23 - 1
    return logits, values.astype(np.float32)


def evaluate(leaves: Any) -> tuple[Any, Any]:
    """The network, for `TreeSearch.run`."""
    return hashed(leaves.zobrist_key)


NO_NOISE = Puct(noise_fraction=0.0)
LC0 = dataclasses.replace(Puct.named("lc0"), noise_fraction=0.0)
STARTS = [
    enroque.STARTING_FEN,
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 3 8",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    "k7/2Q5/8/2K5/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/3R4/4K3 w - - 98 80",
    "k7/8/8/8/8/7r/5r2/7K w - - 0 1",
]
"""Standard chess and Chess960, mates and draws in a few plies, and a position with one move."""


def arena_of(fens: list[str] = STARTS, **options: Any) -> Arena:
    options = {"autoreset": "disabled", **options}
    return Arena(len(fens), start=fens, start_order="in_turn", **options)


def rows(pair: tuple[Any, Any]) -> list[Any]:
    """The row of each game of `(values, offsets)`."""
    return np.split(pair[0], pair[1][1:-1])
