//! Choosing rows: by index, mask and filter, without duplicates, in subsets.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::columns::row;
use super::hints::{PositionsByName, PositionsIterable};
use super::{Positions, checked_index};
use crate::positions::{Keep, PositionFilter, Positions as CorePositions};
use crate::python::arguments::{Items, Number, check_no_criteria, seed_number, wrong_type};
use crate::python::arrays::named;
use crate::python::calls::{Threads, interruptible};
use crate::python::errors::{self, ArgumentError};
use crate::python::exit::detach;
use crate::python::games::{RowsIndex, names_and_fractions, selected_rows};
use crate::python::hints::{Array, Fractions, PositionFilterArgument, SeedArgument};
use crate::python::package::{self, PackageClass};
use crate::types::Color;

/// Raises an error if a filter has an impossible value.
///
/// Args:
///     filter: an `enroque.PositionFilter`.
#[pyfunction]
pub(in crate::python) fn check_position_filter(filter: &Bound<'_, PyAny>) -> PyResult<()> {
    let checked = filter_argument(filter)?;
    let is_crossed = |least: Option<i64>, most: Option<i64>| {
        least.zip(most).is_some_and(|(least, most)| least > most)
    };
    let pieces = (checked.min_pieces.map(i64::from), checked.max_pieces.map(i64::from));
    let ratings = (checked.min_rating.map(i64::from), checked.max_rating.map(i64::from));
    for (what, (least, most)) in [("pieces", pieces), ("rating", ratings)] {
        if is_crossed(least, most) {
            let reason = format!("min_{what} is greater than max_{what}");
            return Err(ArgumentError::new_err(reason));
        }
    }
    Ok(())
}

/// Converts an argument that must be an `enroque.PositionFilter`.
pub(in crate::python) fn filter_argument(filter: &Bound<'_, PyAny>) -> PyResult<PositionFilter> {
    if !filter.is_instance(package::PositionFilter::class(filter.py())?)? {
        let rule = match filter.is_instance(package::Filter::class(filter.py())?)? {
            true => {
                "filter must be an enroque.PositionFilter (a Filter is for Games.filter, read and stream)"
            }
            false => "filter must be an enroque.PositionFilter",
        };
        return Err(wrong_type(rule, filter));
    }
    let flag = |name| field::<bool>(filter, name, "a bool");
    let turn = flag("turn")?;
    let themes = filter.getattr("themes")?;
    let themes = match themes.is_instance_of::<PyString>() {
        true => Err(wrong_type("themes must be a tuple of str", &themes)),
        false => themes
            .extract::<Items<String>>()
            .map_err(|_| wrong_type("themes must be a tuple of str", &themes)),
    };
    Ok(PositionFilter {
        turn: turn.map(|white| if white { Color::White } else { Color::Black }),
        check: flag("check")?,
        capture: flag("capture")?,
        quiet: flag("quiet")?,
        over: flag("over")?,
        min_pieces: count(filter, "min_pieces")?,
        max_pieces: count(filter, "max_pieces")?,
        max_eval: count(filter, "max_eval")?,
        mate: flag("mate")?,
        min_depth: count(filter, "min_depth")?,
        min_nodes: count(filter, "min_nodes")?,
        min_rating: count(filter, "min_rating")?,
        max_rating: count(filter, "max_rating")?,
        themes: themes?.0,
    })
}

/// Returns an attribute of a filter; `expected` is its type in messages.
fn field<'py, T: for<'a> FromPyObject<'a, 'py>>(
    filter: &Bound<'py, PyAny>,
    name: &str,
    expected: &str,
) -> PyResult<Option<T>> {
    let value = filter.getattr(name)?;
    let wrong = |_| wrong_type(&format!("{name} must be {expected}"), &value);
    if value.is_none() {
        Ok(None)
    } else {
        value.extract().map(Some).map_err(|_| ()).map_err(wrong)
    }
}

/// Returns an attribute of a filter that is a number.
fn count<N: TryFrom<i64>>(filter: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<N>> {
    let number: Option<Number> = field(filter, name, "an int")?;
    number.map(|number| number.count(name)).transpose()
}

impl Positions {
    fn selected(&self, py: Python<'_>, rows: &[usize]) -> PyResult<Positions> {
        let positions = self.core();
        Ok(Positions::new(detach(py, || positions.select(rows))?))
    }
}

#[pymethods]
impl Positions {
    fn __getitem__<'py>(
        slf: &Bound<'py, Positions>,
        index: RowsIndex<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, len) = (slf.py(), slf.get().positions.len());
        if let RowsIndex::Index(number) = index {
            return Ok(row(slf, checked_index(number, len)?)?.into_any());
        }
        let rows = selected_rows(index, len, checked_index)?;
        Ok(Bound::new(py, slf.get().selected(py, &rows)?)?.into_any())
    }

    /// Returns the first rows.
    ///
    /// Args:
    ///     count: the number of rows; fewer if there are not as many.
    #[pyo3(signature = (count = 5))]
    fn head(&self, py: Python<'_>, count: usize) -> PyResult<Positions> {
        let rows: Vec<usize> = (0..count.min(self.positions.len())).collect();
        self.selected(py, &rows)
    }

    /// Concatenates tables, with their errors and warnings.
    ///
    /// Args:
    ///     tables: an iterable of `Positions`; an iterator is consumed one by one.
    #[staticmethod]
    fn concatenate(tables: PositionsIterable<'_>) -> PyResult<Positions> {
        let py = tables.0.py();
        let mut all = CorePositions::new();
        for more in tables.0.try_iter()? {
            let more = more?.cast_into::<Positions>()?.get().core();
            detach(py, || all.append(&more));
        }
        Ok(Positions::new(all))
    }

    fn __add__(&self, py: Python<'_>, other: &Positions) -> Positions {
        let (first, second) = (self.core(), other.core());
        Positions::new(detach(py, || {
            let mut all = (*first).clone();
            all.append(&second);
            all
        }))
    }

    /// Supports `sum`, which starts with 0.
    fn __radd__(slf: Py<Positions>, other: i64) -> PyResult<Py<Positions>> {
        match other {
            0 => Ok(slf),
            _ => Err(PyTypeError::new_err("Positions can only be added to Positions")),
        }
    }

    /// Whether all positions and labels are equal. Sources, errors and warnings are not compared.
    fn __eq__(&self, py: Python<'_>, other: &Positions) -> bool {
        let (a, b) = (self.core(), other.core());
        detach(py, || Arc::ptr_eq(&a, &b) || a == b)
    }

    /// The Zobrist key of each position, uint64, `(rows,)`.
    ///
    /// As `Board.hash()`; 0 for a row without a position.
    #[getter]
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, PyArray1<u64>>> {
        let positions = self.core();
        let keys = interruptible(py, None, |run| positions.keys(run))?;
        Ok(Array(PyArray1::from_vec(py, keys)))
    }

    /// Returns the rows without duplicates.
    ///
    /// Of rows with the same position, whatever its clocks, one is kept. The order stays, and so do
    /// rows without a position.
    ///
    /// Args:
    ///     keep: which row is kept: `"deepest"` the first of those with the largest depth,
    ///         `"most_nodes"` the first of those with the most nodes, or `"first"`.
    ///
    /// Example:
    ///     >>> fens = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 5 9"]
    ///     >>> len(enroque.Positions.from_fens(fens).drop_duplicates())
    ///     1
    #[pyo3(signature = (*, keep = "deepest"))]
    fn drop_duplicates(&self, py: Python<'_>, keep: &str) -> PyResult<Positions> {
        let keep = named("keep", keep, &Keep::NAMES)?;
        let positions = self.core();
        let rows = interruptible(py, None, |run| positions.drop_duplicates(keep, run))?;
        self.selected(py, &rows)
    }

    /// Splits the rows into disjoint subsets, such as training and test data.
    ///
    /// The subset of a row depends only on the key of its position and the seed: a position that
    /// arises by transposition or occurs in several files is in one subset. Rows keep their order.
    ///
    /// Args:
    ///     fractions: the expected fraction of the positions for each subset, by name. If they sum to
    ///         less than 1, the remaining rows are in no subset.
    ///     seed: an integer or a `numpy.random.Generator`.
    ///
    /// Returns:
    ///     The `Positions` of each subset, by name.
    ///
    /// Raises:
    ///     ArgumentError: a fraction is not between 0 and 1, or they sum to more than 1.
    #[pyo3(signature = (fractions, *, seed))]
    fn split<'py>(
        &self,
        py: Python<'py>,
        fractions: Fractions<'py>,
        seed: SeedArgument<'_>,
    ) -> PyResult<PositionsByName<'py>> {
        let (names, fractions) = names_and_fractions(&fractions)?;
        let (seed, positions) = (seed_number(&seed.0)?, self.core());
        let subsets = interruptible(py, None, |run| {
            positions.split(&fractions, seed, run).map_err(|error| match error {
                Some(error) => PyErr::from(error),
                None => crate::pool::Interrupted.into(),
            })
        })?;
        let by_name = PyDict::new(py);
        for (name, rows) in names.into_iter().zip(subsets) {
            by_name.set_item(name, Bound::new(py, self.selected(py, &rows)?)?)?;
        }
        Ok(PositionsByName(by_name))
    }

    /// Returns the rows that pass a filter, such as `PositionFilter(check=False, min_depth=20)`.
    ///
    /// A `RuntimeWarning` names a criterion for which no row has what it needs.
    ///
    /// Args:
    ///     filter: a `PositionFilter`.
    ///     threads: the number of threads; `None` for all cores.
    ///     criteria: an error that names `PositionFilter`, which has the criteria.
    #[pyo3(signature = (filter = None, *, threads = None, **criteria: "None"))]
    fn filter(
        &self,
        py: Python<'_>,
        filter: Option<PositionFilterArgument<'_>>,
        threads: Option<Threads>,
        criteria: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Positions> {
        check_no_criteria("positions", "PositionFilter", criteria)?;
        let filter = filter.map_or_else(|| py.None().into_bound(py), |filter| filter.0);
        let filter = filter_argument(&filter)?;
        let positions = self.core();
        if let Some((criterion, column)) = positions.missing_column(&filter)
            && !positions.is_empty()
        {
            let text = format!("no row passes: {criterion} needs {column}, which no row has");
            errors::warn(py, &text)?;
        }
        let mask = interruptible(py, threads, |run| positions.filter_mask(&filter, run))?;
        let rows: Vec<usize> = (0..mask.len()).filter(|&row| mask[row]).collect();
        self.selected(py, &rows)
    }

    /// Returns whether each row has one of some themes, bool, `(rows,)`.
    ///
    /// Args:
    ///     themes: names of themes, such as `"fork"`.
    #[pyo3(signature = (*themes: "str"))]
    fn themes_any<'py>(
        &self,
        py: Python<'py>,
        themes: &Bound<'py, PyTuple>,
    ) -> PyResult<Array<'py, PyArray1<bool>>> {
        let themes: Vec<String> = themes.extract::<Items<String>>()?.0;
        let Some(names) = self.positions.themes() else {
            return Err(ArgumentError::new_err("no row has themes"));
        };
        let has_any = names.has_any(&themes);
        let mask = (0..self.positions.len()).map(has_any);
        Ok(Array(PyArray1::from_iter(py, mask)))
    }

    /// Returns the positions after the first move of each line: puzzles as they are set.
    ///
    /// Lichess's puzzles have the position before the opponent's move, which is the first of the
    /// solution. The rest of the line remains, and `moves` has its first move. Evaluations, which are
    /// of the position before, are dropped; a row without a line is an error.
    fn after_first_move(&self, py: Python<'_>) -> Positions {
        let positions = self.core();
        Positions::new(detach(py, || positions.after_first_move()))
    }
}
