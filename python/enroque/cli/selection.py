"""Which positions to write: filters over the columns of Games, then order and number."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enroque import Games

__all__ = ["RESULTS", "Filters", "Selection"]

# The result column of Games, by the PGN text of the result.
RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "*": -128}


@dataclass(frozen=True)
class Filters:
    """What a game and a position must be to be kept."""

    variant: str = "any"
    min_elo: int | None = None
    max_elo: int | None = None
    results: tuple[str, ...] = ("1-0", "0-1", "1/2-1/2")
    min_ply: int = 0
    max_ply: int | None = None

    def masks(self, games: Games) -> Iterator[tuple[str, NDArray[np.bool_]]]:
        """Each filter that is on: its name, and for each game whether it passes."""
        if self.variant != "any":
            yield "variant", games.chess960 == (self.variant == "chess960")
        # A rating that is not known is 0, and so above no minimum; it passes no maximum either.
        if self.min_elo is not None:
            yield "min_elo", np.minimum(games.white_elo, games.black_elo) >= self.min_elo
        if self.max_elo is not None:
            known = np.minimum(games.white_elo, games.black_elo) > 0
            yield "max_elo", known & (np.maximum(games.white_elo, games.black_elo) <= self.max_elo)
        yield "results", np.isin(games.result, [RESULTS[text] for text in self.results])


@dataclass(frozen=True)
class Selection:
    """The positions to write, as (game, ply) pairs in the order of writing."""

    game: NDArray[np.int64]
    ply: NDArray[np.int32]
    games_kept: int
    removed: dict[str, int]
    """How many games each filter took away from what those before it had left."""

    @classmethod
    def of(
        cls,
        games: Games,
        filters: Filters,
        *,
        seed: int | None = None,
        limit: int | None = None,
        supported_by: dict[str, Any] | None = None,
    ) -> "Selection":
        """Choose from `games`: filter, then shuffle by `seed` if there is one, then `limit`.

        `supported_by` are arguments of `Games.supported`, which leaves positions out.
        """
        kept = np.ones(len(games), dtype=np.bool_)
        removed = {}
        for name, passes in filters.masks(games):
            removed[name] = int(np.count_nonzero(kept & ~passes))
            kept &= passes
        game, ply = games.positions(min_ply=filters.min_ply, max_ply=filters.max_ply)
        chosen = kept[game]
        game, ply = game[chosen], ply[chosen]
        if supported_by:
            good = games.supported(game, ply, **supported_by)
            game, ply = game[good], ply[good]
        if seed is not None:
            order = _shuffled(len(game), seed)
            game, ply = game[order], ply[order]
        return cls(game[:limit], ply[:limit], int(np.count_nonzero(kept)), removed)

    def __len__(self) -> int:
        return len(self.game)


def _shuffled(count: int, seed: int) -> NDArray[np.intp]:
    """A permutation that is the same for the same seed in every version of NumPy.

    NumPy promises that of PCG64's raw numbers, not of what `Generator.permutation` makes of them.
    """
    return np.argsort(np.random.PCG64(seed).random_raw(count), kind="stable")
