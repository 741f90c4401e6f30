"""The algorithms and the loop of `TreeSearch`."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arguments import at_least_one
from .._core import named_puct
from ..errors import ArgumentError

if TYPE_CHECKING:
    from .._core import Leaves, Policy, TreeSearch

__all__ = [
    "Algorithm", "Evaluate", "Gumbel", "Puct", "Tree", "backup_arguments", "check_logits",
    "padded_size", "run",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Puct:
    """Selection by the upper confidence bounds of AlphaZero, lc0 and KataGo (PUCT).

    The move with the greatest Q + c(N) P sqrt(N) / (1 + n) is selected, where Q is its mean value,
    P its prior, n its visits and N those of the position; c(N) = `c_init` + `c_factor` ln((N +
    `c_base` + 1) / `c_base`). Values are from -1 to 1, so `c_init` and `c_factor` are twice those
    of programs whose values are from 0 to 1. Of equal scores, that of the greater prior wins, then
    that of the move that is listed first.

    The defaults are those of AlphaZero; `Puct.named` has others.

    Attributes:
        c_init: the weight of priors at the first visit.
        c_base: the number of visits from which on the weight grows.
        c_factor: the growth of the weight.
        parent_visits: the visits counted by N: `"node"` for all visits of the position, with that
            of its evaluation (AlphaZero), or `"children"` for those of its moves, at least 1 (lc0).
        fpu: the value of a move that was not tried (first-play urgency): `"loss"` (AlphaZero);
            `"parent"`, the value of the position less `fpu_reduction` times the square root of the
            priors of the moves tried (lc0); or `"blend"`, which mixes that value with the network's
            by the square of these priors (KataGo).
        fpu_reduction: see `fpu`.
        root_fpu_reduction: the same at the root.
        noise_fraction: the fraction of Dirichlet noise over the legal moves in the priors of the
            root.
        noise_alpha: the concentration of the noise for each legal move.
        noise_total: the concentration for all legal moves together, half of it divided evenly and
            half by the priors (KataGo's shaped noise); 0 for `noise_alpha`.
        forced_visits: a move of the root that was tried gets at least sqrt(`forced_visits` P n) of
            n visits in searches with noise, and `TreeSearch.policy` is pruned of visits that its
            value at the end would not have given it (KataGo); 0 for none.
        policy_temperature: the temperature of the network's priors.
        root_policy_temperature: the temperature of those of the root.
        in_flight: the effect of a visit whose leaf is not evaluated yet, with several leaves of a
            game at once: `"visit"` (a virtual visit, as in lc0) or `"loss"` (a virtual loss).
        two_fold: whether the second occurrence of a position is a draw, if the first is in the tree
            too.
        solve: whether mates and other ends prove the results of the positions above them.
        min_kld_gain: a search ends early when 100 visits gain less information about the best move
            than this for each visit, in nats (lc0); 0 for never.

    Example:
        >>> import enroque
        >>> enroque.Puct.named("katago").forced_visits
        2.0
    """

    c_init: float = 2.5
    c_base: float = 19652.0
    c_factor: float = 2.0
    parent_visits: Literal["node", "children"] = "node"
    fpu: Literal["loss", "parent", "blend"] = "loss"
    fpu_reduction: float = 0.0
    root_fpu_reduction: float = 0.0
    noise_fraction: float = 0.25
    noise_alpha: float = 0.3
    noise_total: float = 0.0
    forced_visits: float = 0.0
    policy_temperature: float = 1.0
    root_policy_temperature: float = 1.0
    in_flight: Literal["visit", "loss"] = "visit"
    two_fold: bool = False
    solve: bool = False
    min_kld_gain: float = 0.0

    @classmethod
    def named(cls, name: Literal["alphazero", "lc0", "katago"]) -> "Puct":
        """Returns the constants of a program.

        Args:
            name: `"alphazero"` (Silver et al., 2018, pseudo-code), `"lc0"` (its self-play: classic
                search, `tournament.cc`) or `"katago"` (its self-play for training:
                `selfplay8mainb18.cfg`, without the decay of the temperature of the root's policy
                from 1.25).

        Raises:
            ArgumentError: there is no such name.
        """
        return named_puct(name)


@dataclass(frozen=True, kw_only=True)
class Gumbel:
    """Selection by Gumbel numbers and sequential halving.

    Danihelka et al., "Policy improvement by planning with Gumbel", 2022; the numbers and their
    order are those of `mctx.gumbel_muzero_policy`. A few simulations are enough, a round of them is
    one call of the network, and the policy is an improvement with any number of them.

    Attributes:
        considered: the largest number of moves that are considered at the root.
        scale: the scale of the Gumbel numbers; searches without noise have none.
        visit_offset: `c_visit` of the paper, the offset of the greatest number of visits.
        value_scale: `c_scale` of the paper, the weight of values.
        rescale: whether the values of a position are scaled to 0 to 1.
        wave: the simulations of a game that are evaluated together: `"exact"` for those whose
            result is the same one by one; `"round"` for all of a round of sequential halving, as in
            the paper, in fewer calls; `"one"` for one by one.

    Example:
        >>> import enroque
        >>> enroque.Gumbel(considered=8).wave
        'exact'
    """

    considered: int = 16
    scale: float = 1.0
    visit_offset: float = 50.0
    value_scale: float = 0.1
    rescale: bool = True
    wave: Literal["exact", "round", "one"] = "exact"


Algorithm: TypeAlias = Puct | Gumbel
"""The algorithm that selects moves."""

Evaluate: TypeAlias = "Callable[[Leaves], Any]"
"""A function of leaves that returns `(logits, value)`, a dict of the arguments of
`TreeSearch.backup`, or an object whose `result()` returns one of these."""


class Tree(NamedTuple):
    """The nodes of a search tree, a parent before its children; the first is the root.

    Attributes:
        parent: int32, the index of the parent; -1 for the root.
        move: uint16, the move to the node as in `Games.moves`; 0 for the root.
        visits: int32, the number of visits.
        value: float32, the mean value for the side to move of the parent; of the root, for its
            own. NaN without visits.
        prior: float32, the prior of the move; 1 for the root.
        end: bool, whether the game is over there.
    """

    parent: NDArray[np.int32]
    move: NDArray[np.uint16]
    visits: NDArray[np.int32]
    value: NDArray[np.float32]
    prior: NDArray[np.float32]
    end: NDArray[np.bool_]


def run(
    search: "TreeSearch",
    evaluate: Evaluate,
    groups: int,
    leaves: int,
    games: ArrayLike | None,
    threads: int | None,
) -> None:
    """Searches until all trees are done; see `TreeSearch.run`."""
    at_least_one("groups", groups)
    numbers = np.array(search._recall(games), np.int64)
    if not callable(evaluate):
        raise ArgumentError("evaluate must be a function of leaves")
    waiting: deque[tuple[Any, Leaves, Any]] = deque()

    def select(group: NDArray[np.int64]) -> None:
        selected = search.select(leaves, games=group, threads=threads)
        if selected:
            waiting.append((group, selected, evaluate(selected)))

    for group in np.array_split(numbers, min(groups, max(len(numbers), 1))):
        select(group)
    while waiting:
        group, selected, found = waiting.popleft()
        search.backup(selected, **{"threads": threads, **_arguments(found)})
        select(group)


def _arguments(found: Any) -> dict[str, Any]:
    """Returns the arguments of `TreeSearch.backup`."""
    if hasattr(found, "result"):
        found = found.result()
    if isinstance(found, Mapping):
        return dict(found)
    if not isinstance(found, tuple) or len(found) != 2:
        raise ArgumentError(
            "evaluate must return (logits, value), a dict of the arguments of backup, or an object "
            f"with a method result, not {type(found).__name__}"
        )
    return backup_arguments(*found)


def backup_arguments(logits: Any, value: Any) -> dict[str, Any]:
    """Returns the arguments of `TreeSearch.backup`.

    Args:
        logits: the logits.
        value: values, `(leaves,)` or `(leaves, 1)`, or probabilities of win, draw and loss,
            `(leaves, 3)`.
    """
    value = np.asarray(value)
    if value.ndim == 2 and value.shape[1] == 1:
        value = value[:, 0]
    return {"logits": logits, "wdl" if value.ndim == 2 else "value": value}


def padded_size(count: int, most: int) -> int:
    """Returns the size of a batch for some leaves: the least that is `most` halved some times.

    Args:
        count: the number of leaves.
        most: the largest number.

    Raises:
        ArgumentError: there are more leaves.
    """
    if count > most:
        raise ArgumentError(
            f"{count} leaves are more than max_leaves={most}: pass a larger number, or more "
            "groups of games in TreeSearch.run"
        )
    while most >= 2 * max(count, 1):
        most = (most + 1) // 2
    return most


def check_logits(shape: tuple[int, ...], size: int, policy: "Policy") -> None:
    """Checks the shape of a network's logits.

    Args:
        shape: the shape.
        size: the size of the batch.
        policy: the policy of the logits.

    Raises:
        ArgumentError: they are not those of the policy.
    """
    if tuple(shape) != (size, policy.size):
        raise ArgumentError(
            f"the network must return logits of shape ({size}, {policy.size}), as the policy "
            f"{policy.name!r} has them, not {tuple(shape)}"
        )
