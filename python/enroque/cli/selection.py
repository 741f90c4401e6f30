"""Selection of the positions to write: filters, order and limit."""

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from enroque import Column, Games

__all__ = ["RESULTS", "Filters", "Selection", "shuffled"]

RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "*": -128}
"""The values of the column `result` of `Games`, by PGN result."""


@dataclass(frozen=True)
class Filters:
    """Criteria of games and positions."""

    variant: str = "any"
    min_elo: int | None = None
    max_elo: int | None = None
    results: tuple[str, ...] = ("1-0", "0-1", "1/2-1/2")
    min_ply: int = 0
    max_ply: int | None = None

    def masks(self, games: Games) -> Iterator[tuple[str, NDArray[np.bool_]]]:
        """Yields each active filter: its name, and a mask of the games that meet it."""
        if self.variant != "any":
            yield "variant", games.chess960 == (self.variant == "chess960")
        # unknown ratings are stored as 0 and meet neither a minimum nor a maximum
        if self.min_elo is not None:
            yield "min_elo", np.minimum(games.white_elo, games.black_elo) >= self.min_elo
        if self.max_elo is not None:
            known = np.minimum(games.white_elo, games.black_elo) > 0
            yield "max_elo", known & (np.maximum(games.white_elo, games.black_elo) <= self.max_elo)
        yield "results", np.isin(games.result, [RESULTS[text] for text in self.results])


@dataclass(frozen=True)
class Selection:
    """The positions to write, in order.

    Attributes:
        game: the game index of each position.
        ply: the ply of each position.
        games_kept: number of games that meet all filters.
        filtered_out: number of games filtered out, by filter; a game counts for the first of them.
    """

    game: NDArray[np.int64]
    ply: NDArray[np.int32]
    games_kept: int
    filtered_out: dict[str, int]

    @classmethod
    def of(
        cls,
        games: Games,
        filters: Filters,
        *,
        seed: int | None = None,
        limit: int | None = None,
        supported_by: Sequence[Column] = (),
    ) -> "Selection":
        """Filters, shuffles and limits the positions of games, in this order.

        Args:
            games: the games.
            filters: criteria of games and positions.
            seed: the seed of the shuffle; `None` keeps the order of the games.
            limit: the maximum number of positions; `None` for no limit.
            supported_by: columns that must be able to express a position.
        """
        kept = np.ones(len(games), dtype=np.bool_)
        filtered_out = {}
        for name, passes in filters.masks(games):
            filtered_out[name] = int(np.count_nonzero(kept & ~passes))
            kept &= passes
        game, ply = games.positions(min_ply=filters.min_ply, max_ply=filters.max_ply)
        chosen = kept[game]
        game, ply = game[chosen], ply[chosen]
        if supported_by:
            supported = games.supported(supported_by, game, ply)
            game, ply = game[supported], ply[supported]
        if seed is not None:
            order = shuffled(len(game), seed)
            game, ply = game[order], ply[order]
        return cls(game[:limit], ply[:limit], int(np.count_nonzero(kept)), filtered_out)

    def __len__(self) -> int:
        return len(self.game)


def shuffled(count: int, seed: int) -> NDArray[np.intp]:
    """Returns a permutation that is the same for the same seed in every version of NumPy.

    NumPy guarantees this for the raw numbers of PCG64, but not for `Generator.permutation`.

    Args:
        count: the length.
        seed: the seed.
    """
    # a list that contains itself, as a seed, ends the process in NumPy
    generator = np.random.PCG64(operator.index(seed))
    return np.argsort(generator.random_raw(count), kind="stable")
