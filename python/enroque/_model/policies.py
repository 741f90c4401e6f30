"""Moves and indices of a `Policy`."""

from .._core import Move, Policy
from ..errors import ArgumentError, OutOfRangeError


def index_of(policy: Policy, move: Move | str) -> int:
    """Returns the index of a move; see `Policy.index`."""
    if not isinstance(move, Move | str):
        raise TypeError(f"policy[...] takes a move, policy.move an index, not {move!r}")
    if (text := str(move)) in (moves := policy.moves):
        return moves.index(text)
    hint = "Board.policy_index has that of a legal move"
    raise ArgumentError(f"{policy.name} has no index for {text!r} alone; {hint}")


def move_of(policy: Policy, index: int) -> Move:
    """Returns the move of an index; see `Policy.move`."""
    if not -policy.size <= index < policy.size:
        raise OutOfRangeError(f"index {index} is out of range for {policy.size} indices")
    if (uci := policy.moves[index]) is None:
        raise ArgumentError(f"index {index} of {policy.name} has no single move")
    return Move.from_uci(uci)
