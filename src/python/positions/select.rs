//! Choosing rows: by index, mask and filter, without duplicates, in subsets.

use std::sync::Arc;

use super::Positions;
use super::columns::row;
use super::hints::{PositionsByName, PositionsIterable};
use crate::find::{NameColumn, Program, Query};
use crate::positions::{Keep, Positions as CorePositions};
use crate::python::arguments::check_no_criteria;
use crate::python::errors;
use crate::python::find::QueryArgument;
use crate::python::prelude::*;
use crate::python::rows::{self, Table, table_methods};

impl Table for Positions {
    type Core = CorePositions;
    const NAMES: (&'static str, &'static str) = ("row", "rows");

    fn of_core(core: Arc<CorePositions>) -> Positions {
        Positions { positions: core }
    }

    fn core(&self) -> Arc<CorePositions> {
        self.positions.clone()
    }

    fn row<'py>(slf: &Bound<'py, Positions>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        row(slf, index).map(Bound::into_any)
    }
}

table_methods!(Positions, "Positions", tables: PositionsIterable);

/// The largest number of names that a warning lists, more than Lichess has themes.
const MAX_NAMES_SHOWN: usize = 100;

/// Warns of a theme or opening that no row has, with those of the table.
fn warn_of_unknown_name(py: Python<'_>, query: &Query, positions: &CorePositions) -> PyResult<()> {
    let Some((name, column, names)) = query.unknown_name(positions) else { return Ok(()) };
    let mut known: Vec<&str> = names.names().iter().map(|name| &**name).collect();
    known.sort_unstable();
    known.truncate(MAX_NAMES_SHOWN);
    let (one, known) = (column.trim_end_matches('s'), known.join(", "));
    errors::warn(py, &format!("no row has the {one} {name:?}; {column}: {known}"))
}

impl Positions {
    /// Returns whether each row has one of some names.
    fn has_any<'py>(
        &self,
        py: Python<'py>,
        column: NameColumn,
        wanted: &Bound<'py, PyTuple>,
    ) -> PyResult<Array<'py, bool>> {
        let wanted: Vec<String> = wanted.extract::<Items<String>>()?.0;
        let (title, names) = column.of(&self.positions);
        let no_names = || ArgumentError::new_err(format!("no row has {title}"));
        let has_any = names.ok_or_else(no_names)?.has_any(&wanted);
        warn_of_unknown_name(py, &Query::Names(column, wanted), &self.positions)?;
        let mask = (0..self.positions.len()).map(has_any);
        Ok(Array(numpy_api::from_iter(py, mask)))
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Positions {
    /// The Zobrist key of each position, uint64, `(rows,)`.
    ///
    /// As `Board.hash()`; 0 for a row without a position.
    #[getter]
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, u64>> {
        let keys = interruptible(py, None, |run| self.positions.keys(run))?;
        Ok(Array(numpy_api::from_vec(py, keys)))
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
        let rows = interruptible(py, None, |run| self.positions.drop_duplicates(keep, run))?;
        rows::selected(py, self, rows)
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
        rows::split(py, self, &fractions, &seed).map(PositionsByName)
    }

    /// Returns the rows that match a query of `enroque.find`, such as `~Check() & Depth(min=20)`.
    ///
    /// A row has its position, its move as the one that was played, and its labels. A
    /// `RuntimeWarning` names a condition for which no row has what it needs, or a theme that none has.
    ///
    /// Args:
    ///     filter: the query, or a board or FEN for its position.
    ///     threads: the number of threads; `None` for all cores.
    ///     criteria: an error that names `enroque.find`, which has the conditions.
    ///
    /// Raises:
    ///     ArgumentError: the query has a condition of positions of games: `Ply`, `Clock`, `Sequence` or
    ///         `Streak`.
    ///     TypeError: `filter` is not a query.
    ///
    /// Example:
    ///     >>> from enroque.find import Check
    ///     >>> fens = ["4k3/8/8/8/8/8/8/4K2R w K -", "4k2R/8/8/8/8/8/8/4K3 b - -"]
    ///     >>> len(enroque.Positions.from_fens(fens).filter(Check()))
    ///     1
    #[pyo3(signature = (filter = None, *, threads = None, **criteria: "None"))]
    fn filter(
        &self,
        py: Python<'_>,
        filter: Option<QueryArgument>,
        threads: Option<Threads>,
        criteria: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Positions> {
        check_no_criteria(criteria, "a query: positions.filter(enroque.find.Check())")?;
        let Some(QueryArgument(query)) = filter else {
            let rule = "filter must be a query of enroque.find, a Board or a FEN, not None";
            return Err(PyTypeError::new_err(rule));
        };
        if let Some(reason) = query.error_of(true) {
            return Err(ArgumentError::new_err(reason));
        }
        warn_of_unknown_name(py, &query, &self.positions)?;
        self._matching(py, QueryArgument(query), threads)
    }

    /// Returns the rows that match a query: for the batches of a table, which may lack a theme.
    ///
    /// Args:
    ///     query: the query.
    ///     threads: the number of threads; `None` for all cores.
    #[pyo3(signature = (query, *, threads = None))]
    fn _matching(
        &self,
        py: Python<'_>,
        query: QueryArgument,
        threads: Option<Threads>,
    ) -> PyResult<Positions> {
        let (positions, query) = (self.core(), query.0);
        if let Some((condition, column)) = query.missing_column(&positions)
            && !positions.is_empty()
        {
            let text = format!("no row passes: {condition} needs {column}, which no row has");
            errors::warn(py, &text)?;
        }
        let program = Program::new(&query);
        let rows = interruptible(py, threads, |run| program.rows(&positions, run))?;
        rows::selected(py, self, rows)
    }

    /// Returns whether each row has one of some themes, bool, `(rows,)`.
    ///
    /// A `RuntimeWarning` names a theme that no row has.
    ///
    /// Args:
    ///     themes: names of themes, such as `"fork"`.
    ///
    /// Raises:
    ///     ArgumentError: no row has themes.
    #[pyo3(signature = (*themes: "str"))]
    fn themes_any<'py>(
        &self,
        py: Python<'py>,
        themes: &Bound<'py, PyTuple>,
    ) -> PyResult<Array<'py, bool>> {
        self.has_any(py, NameColumn::Themes, themes)
    }

    /// Returns whether each row has one of some openings, bool, `(rows,)`.
    ///
    /// A `RuntimeWarning` names an opening that no row has.
    ///
    /// Args:
    ///     openings: names as in `openings`, such as `"Sicilian_Defense"`.
    ///
    /// Raises:
    ///     ArgumentError: no row has openings.
    #[pyo3(signature = (*openings: "str"))]
    fn openings_any<'py>(
        &self,
        py: Python<'py>,
        openings: &Bound<'py, PyTuple>,
    ) -> PyResult<Array<'py, bool>> {
        self.has_any(py, NameColumn::Openings, openings)
    }

    /// Returns the positions after the first move of each line: puzzles as they are set.
    ///
    /// Lichess's puzzles have the position before the opponent's move, which is the first of the
    /// solution. The rest of the line remains, and `moves` has its first move. Evaluations, which are
    /// of the position before, are dropped; a row without a line is an error.
    ///
    /// Args:
    ///     threads: the number of threads; `None` for all cores.
    #[pyo3(signature = (*, threads = None))]
    fn after_first_move(&self, py: Python<'_>, threads: Option<Threads>) -> PyResult<Positions> {
        interruptible(py, threads, |run| self.positions.after_first_move(run)).map(Positions::new)
    }
}
