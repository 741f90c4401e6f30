//! Order and choice of games: what gives other `Games`, or indices of games.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyMapping};

use super::hints::{GamesIterable, GamesParts};
use super::{Games, chosen};
use crate::games::{Games as CoreGames, SharesError};
use crate::io::EloBinCounts;
use crate::python::arguments::Items;
use crate::python::hints::{
    AnyArray, Array, CountArgument, FilterArgument, SeedArgument, Shares, SortKey,
};

impl From<SharesError> for PyErr {
    fn from(error: SharesError) -> PyErr {
        PyValueError::new_err(error.to_string())
    }
}

/// The number that a seed is, or gives.
fn seed_number(seed: &SeedArgument<'_>) -> PyResult<u64> {
    seed.0.py().import("enroque._random")?.call_method1("seed_number", (&seed.0,))?.extract()
}

#[pymethods]
impl Games {
    /// One list of the games of several, in their order, with what was wrong with each. Of an iterator
    /// each is let go before the next comes.
    #[staticmethod]
    fn concatenate(games: GamesIterable<'_>) -> PyResult<Games> {
        let py = games.0.py();
        let mut all: Option<Arc<CoreGames>> = None;
        for part in games.0.try_iter()? {
            let part = part?.cast_into::<Games>()?.get().core();
            match &mut all {
                None => all = Some(part),
                // copied only if somebody else has them too
                Some(all) => py.detach(|| Arc::make_mut(all).append(&part)),
            }
        }
        Ok(Games::of_core(all.unwrap_or_default()))
    }

    fn __add__(&self, py: Python<'_>, other: &Games) -> Games {
        let (first, second) = (self.core(), other.core());
        Games::new(py.detach(|| {
            let mut all = (*first).clone();
            all.append(&second);
            all
        }))
    }

    /// So that `sum` adds, which begins with 0.
    fn __radd__(slf: Py<Games>, other: i64) -> PyResult<Py<Games>> {
        match other {
            0 => Ok(slf),
            _ => Err(PyTypeError::new_err("games are added to games")),
        }
    }

    /// Whether all columns and all tags are equal. What went wrong while the games were read is not
    /// compared. Games have no hash, like NumPy's arrays; `fingerprints` has one for each game.
    fn __eq__(&self, py: Python<'_>, other: &Games) -> bool {
        let (a, b) = (self.core(), other.core());
        py.detach(|| Arc::ptr_eq(&a, &b) || a == b)
    }

    /// Games never change, so a copy is the same object.
    fn __copy__(slf: Py<Games>) -> Py<Games> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(slf: Py<Games>, memo: &Bound<'_, PyAny>) -> Py<Games> {
        let _ = memo;
        slf
    }

    /// The indices that put the games in order, int64: by a column (`"white_elo"`, `"date"`,
    /// `"plies"`, ...), a PGN tag (`"White"`, as text; a game without it comes first), an array with a
    /// value for each game, or a list of these, the most important first.
    ///
    /// Games with equal keys stay in their order, `descending` or not. Dates that are not known come
    /// last.
    #[pyo3(signature = (by, *, descending = false))]
    fn argsort<'py>(
        slf: &Bound<'py, Games>,
        by: SortKey<'py>,
        descending: bool,
    ) -> PyResult<AnyArray<'py>> {
        let module = slf.py().import("enroque._games")?;
        module.call_method1("order", (slf, by.0, descending)).map(AnyArray)
    }

    /// The games in order; see `argsort`.
    #[pyo3(signature = (by, *, descending = false))]
    fn sort<'py>(slf: &Bound<'py, Games>, by: SortKey<'py>, descending: bool) -> PyResult<Games> {
        let order = Games::argsort(slf, by, descending)?;
        let indices = chosen(&order.0, slf.get().games.len())?;
        let games = slf.get().core();
        Ok(Games::new(slf.py().detach(|| games.select(indices))?))
    }

    /// `count` games at random, each at most once, in random order: all of them, shuffled, if there
    /// are not so many. The same for the same seed everywhere (ChaCha8); a larger count adds games.
    ///
    /// `games.filter(sample=0.1)` keeps a share of them instead.
    #[pyo3(signature = (count, *, seed))]
    fn sample(
        &self,
        py: Python<'_>,
        count: CountArgument<'_>,
        seed: SeedArgument<'_>,
    ) -> PyResult<Games> {
        let (seed, games) = (seed_number(&seed)?, self.core());
        if count.0.is_instance_of::<PyFloat>() {
            let advice = "games.filter(Filter(sample_fraction=0.1)) keeps a fraction of them";
            return Err(PyTypeError::new_err(format!("count is a number of games; {advice}")));
        }
        let count: i64 = count.0.extract()?;
        let count = usize::try_from(count)
            .map_err(|_| PyValueError::new_err(format!("count is 0 or more, not {count}")))?;
        Ok(Games::new(py.detach(|| games.select(games.sample(count, seed)))?))
    }

    /// Parts that get a share of the games each: `games.split({"train": 0.9, "test": 0.1}, seed=1)`
    /// is a dict of Games.
    ///
    /// In which part a game falls depends on its start, its moves and the seed alone (see
    /// `fingerprints`), so the same game never is in two parts, whatever files the games come from and
    /// in whatever order. Games keep their order. What the shares leave is in no part; `ValueError`
    /// if they are more than 1 together.
    #[pyo3(signature = (shares, *, seed))]
    fn split<'py>(
        &self,
        py: Python<'py>,
        shares: Shares<'py>,
        seed: SeedArgument<'_>,
    ) -> PyResult<GamesParts<'py>> {
        let shares = shares.0.cast::<PyMapping>().map_err(|_| {
            PyTypeError::new_err("shares are a dict such as {\"train\": 0.9, \"test\": 0.1}")
        })?;
        let named: Vec<(String, f64)> = shares.items()?.extract()?;
        let numbers: Vec<f64> = named.iter().map(|(_, share)| *share).collect();
        let (seed, games) = (seed_number(&seed)?, self.core());
        let parts = py.detach(|| -> PyResult<Vec<CoreGames>> {
            let parts = games.split(&numbers, seed)?;
            parts.into_iter().map(|part| games.select(part).map_err(PyErr::from)).collect()
        })?;
        let by_name = PyDict::new(py);
        for ((name, _), part) in named.into_iter().zip(parts) {
            by_name.set_item(name, Bound::new(py, Games::new(part))?)?;
        }
        Ok(GamesParts(by_name))
    }

    /// Returns the games that a filter accepts.
    ///
    /// Ratings and results are those of the columns; other criteria look at the tags.
    /// `sample_fraction` depends on the start position and the moves (see `fingerprints`), so the
    /// same games are sampled from every kind of file; while reading PGN, it samples other games.
    ///
    /// Args:
    ///     filter: an `enroque.Filter`.
    ///
    /// Returns:
    ///     The accepted games, whose `filtered_out` counts the rejected games by criterion.
    ///
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> example_games().filter(enroque.Filter(variant="chess960"))
    ///     <Games: 38 games, 3420 plies, 0 broken>
    fn filter(&self, py: Python<'_>, filter: FilterArgument<'_>) -> PyResult<Games> {
        let filter = super::filter::filter_argument(&filter.0)?;
        let games = self.core();
        Ok(Games::new(py.detach(|| games.filter(&filter, &mut EloBinCounts::default()))))
    }

    /// Filters with the numbers of games already taken from each rating bin; returns them updated.
    fn _filtered_after(
        &self,
        py: Python<'_>,
        filter: FilterArgument<'_>,
        taken: Items<u64>,
    ) -> PyResult<(Games, Vec<u64>)> {
        let filter = super::filter::filter_argument(&filter.0)?;
        let mut taken = EloBinCounts::new(taken.0);
        let games = self.core();
        let some = py.detach(|| games.filter(&filter, &mut taken));
        Ok((Games::new(some), taken.as_slice().to_vec()))
    }

    /// The games that come for the first time: of those with the same start position and the same
    /// moves, the first is kept, with its tags, evaluations and clocks.
    fn drop_duplicates(&self, py: Python<'_>) -> PyResult<Games> {
        let games = self.core();
        Ok(Games::new(py.detach(|| games.select(games.drop_duplicates()))?))
    }

    /// A number for the start position and the moves of each game, uint64: the same for the same
    /// game in every file, on every machine and in every release with the same first number.
    #[getter]
    fn fingerprints<'py>(&self, py: Python<'py>) -> Array<'py, PyArray1<u64>> {
        let games = self.core();
        Array(PyArray1::from_vec(py, py.detach(|| games.fingerprints())))
    }
}
