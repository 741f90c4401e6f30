//! Combining, sorting, sampling, splitting and filtering games.

use std::num::NonZeroU16;

use super::Games;
use super::hints::{GamesByName, GamesIterable};
use crate::games::EloBinLimit;
use crate::python::arguments::{check_no_criteria, items};
use crate::python::prelude::*;
use crate::python::rows::{self, table_methods};

/// The number of rating bins and of games without a rating: a bin is a `u16`.
const MAX_BINS: usize = 1 << 16;

/// Returns a limit of games per rating bin.
fn elo_bin_limit(count: Number, bin_width: Number, counts: Vec<u64>) -> PyResult<EloBinLimit> {
    let games = count.count("count")?;
    let width = NonZeroU16::new(bin_width.within("bin_width", 1..=u16::MAX.into())?);
    Ok(EloBinLimit::new(games, width.unwrap_or(NonZeroU16::MIN), counts))
}

table_methods!(Games, "Games", games: GamesIterable);

impl Games {
    /// Returns the games whose rating bins are not full, and the numbers of games of each bin.
    fn limited(&self, py: Python<'_>, limit: EloBinLimit) -> PyResult<(Games, Vec<u64>)> {
        let (games, mut limit) = (self.core(), limit);
        let kept = detach(py, || games.limit_per_elo_bin(&mut limit));
        Ok((Games::new(kept), limit.counts().to_vec()))
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// Splits the games into disjoint subsets, such as training and test data.
    ///
    /// The subset of a game depends only on its fingerprint (start position and moves) and the
    /// seed: duplicates are in the same subset, in whatever file and order they are. Games keep
    /// their order.
    ///
    /// Args:
    ///     fractions: the expected fraction of the games for each subset, by name. If they sum to
    ///         less than 1, the remaining games are in no subset.
    ///     seed: an integer or a `numpy.random.Generator`.
    ///
    /// Returns:
    ///     The `Games` of each subset, by name.
    ///
    /// Raises:
    ///     ArgumentError: a fraction is not between 0 and 1, or they sum to more than 1.
    ///
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> subsets = example_games().split({"train": 0.8, "test": 0.2}, seed=1)
    ///     >>> len(subsets["train"]), len(subsets["test"])
    ///     (91, 27)
    #[pyo3(signature = (fractions, *, seed))]
    fn split<'py>(
        &self,
        py: Python<'py>,
        fractions: Fractions<'py>,
        seed: SeedArgument<'_>,
    ) -> PyResult<GamesByName<'py>> {
        rows::split(py, self, &fractions, &seed).map(GamesByName)
    }

    /// Returns the games that a filter accepts.
    ///
    /// Ratings and results are compared with the columns, other criteria with the tags. The games
    /// are those that reading with the filter keeps.
    ///
    /// Args:
    ///     filter: an `enroque.Filter`.
    ///     criteria: an error that names `Filter`, which has the criteria.
    ///
    /// Returns:
    ///     The accepted games, whose `filtered_out` counts the rejected games by criterion.
    ///
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> example_games().filter(enroque.Filter(variant="chess960"))
    ///     <Games: 38 games, 3420 plies, 0 broken>
    #[pyo3(signature = (filter = None, **criteria: "None"))]
    fn filter(
        &self,
        py: Python<'_>,
        filter: Option<FilterArgument<'_>>,
        criteria: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Games> {
        check_no_criteria(criteria, "a Filter: games.filter(enroque.Filter(NAME=...))")?;
        let filter = filter.map_or_else(|| py.None().into_bound(py), |filter| filter.0);
        let filter = super::filter::filter_argument(&filter)?;
        Ok(Games::new(detach(py, || self.games.filter(&filter))))
    }

    /// Returns the first games of each bin of mean ratings.
    ///
    /// Games without both ratings share a bin. `enroque.limit_per_elo_bin` does the same for a
    /// stream; a random sample of each bin is
    /// `games.sample(len(games), seed=1).limit_per_elo_bin(count)`.
    ///
    /// Args:
    ///     count: the largest number of games in a bin.
    ///     bin_width: the width of a bin in rating points.
    ///
    /// Raises:
    ///     ArgumentError: `count` is negative, or `bin_width` is not 1 to 65,535.
    ///
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> example_games().limit_per_elo_bin(5, bin_width=200)
    ///     <Games: 25 games, 1965 plies, 0 broken>
    #[pyo3(signature = (count, *, bin_width = 100))]
    fn limit_per_elo_bin(
        &self,
        py: Python<'_>,
        count: Number,
        bin_width: Number,
    ) -> PyResult<Games> {
        Ok(self.limited(py, elo_bin_limit(count, bin_width, Vec::new())?)?.0)
    }

    /// Limits the games of each rating bin after those of earlier batches.
    ///
    /// Args:
    ///     count: the largest number of games in a bin.
    ///     bin_width: the width of a bin in rating points.
    ///     counts: the numbers of games kept of each bin.
    ///
    /// Returns:
    ///     The games, and the numbers with these games.
    fn _limit_per_elo_bin(
        &self,
        py: Python<'_>,
        count: Number,
        bin_width: Number,
        counts: Bound<'_, PyAny>,
    ) -> PyResult<(Games, Vec<u64>)> {
        self.limited(py, elo_bin_limit(count, bin_width, items(&counts, MAX_BINS)?)?)
    }

    /// Returns the games without duplicates.
    ///
    /// Of games with the same start position and the same moves, the first is kept.
    ///
    /// Example:
    ///     >>> games = enroque.Games.from_pgn(b"1. e4 e5 1-0 1. d4 * 1. e4 e5 *")
    ///     >>> games.drop_duplicates()
    ///     <Games: 2 games, 3 plies, 0 broken>
    fn drop_duplicates(&self, py: Python<'_>) -> PyResult<Games> {
        Ok(Games::new(detach(py, || self.games.select(self.games.drop_duplicates()))?))
    }

    /// A hash of the start position and the moves of each game, uint64, `(games,)`.
    ///
    /// It is the same in every file, on every machine and in every release with the same major
    /// version.
    #[getter]
    fn fingerprints<'py>(&self, py: Python<'py>) -> Array<'py, u64> {
        Array(numpy_api::from_vec(py, detach(py, || self.games.fingerprints())))
    }
}
