//! Games from and to the flat arrays of a table, for `enroque.arrow`.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Games;
use super::columns::{CommonColumns, start_positions};
use super::search::SearchArrays;
use crate::games::{Games as CoreGames, Headers, NO_START, TagTable};
use crate::python::arguments::Items;
use crate::python::arrays::{owned, owned_column};
use crate::python::calls::interruptible;
use crate::python::errors::FileFormatError;
use crate::python::exit::detach;
use crate::python::hints::{Attributes, StateArgument};

#[pymethods]
impl Games {
    /// Returns the tags as flat arrays: `names` (the names by number), `game_ends`, `numbers`,
    /// `value_ends` and `values`; see `games_from_table`.
    fn _tag_table<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        let games = self.core();
        let table = detach(py, || games.headers().to_table());
        let columns = PyDict::new(py);
        let names: Vec<&str> = games.headers().names().collect();
        columns.set_item("names", names)?;
        columns.set_item("game_ends", PyArray1::from_vec(py, table.game_ends))?;
        columns.set_item("numbers", PyArray1::from_vec(py, table.names))?;
        columns.set_item("value_ends", PyArray1::from_vec(py, table.value_ends))?;
        columns.set_item("values", PyArray1::from_vec(py, table.values))?;
        Ok(Attributes(columns))
    }
}

/// The columns that only tables have.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct TableColumns<'py> {
    start: PyReadonlyArray1<'py, i64>,
    fens: Items<String>,
    names: Items<String>,
    game_ends: PyReadonlyArray1<'py, u64>,
    numbers: PyReadonlyArray1<'py, u32>,
    value_numbers: Option<PyReadonlyArray1<'py, u32>>,
    value_ends: PyReadonlyArray1<'py, u64>,
    values: PyReadonlyArray1<'py, u8>,
}

/// Returns games from the columns of a table, after playing every move.
///
/// Args:
///     columns: all columns by name; optional ones may be `None`. `start` is -1 for a game whose
///         start position is the next of `fens`.
///
/// Raises:
///     FileFormatError: a column is invalid, or a move is illegal.
///     TypeError: a column has the wrong type.
#[pyfunction]
pub(in crate::python) fn games_from_table(
    py: Python<'_>,
    columns: StateArgument<'_>,
) -> PyResult<Games> {
    let columns = &columns.0;
    let common: CommonColumns<'_> = columns.extract()?;
    let search = columns.extract::<SearchArrays<'_>>()?.columns()?;
    let table: TableColumns<'_> = columns.extract()?;
    let names: Vec<&str> = table.names.0.iter().map(String::as_str).collect();
    let tags = TagTable {
        game_ends: owned(&table.game_ends)?,
        names: owned(&table.numbers)?,
        value_numbers: owned_column(&table.value_numbers)?,
        value_ends: owned(&table.value_ends)?,
        values: owned(&table.values)?,
    };
    let positions = start_positions(&table.fens)?;
    let start = owned(&table.start)?;
    let codes = start.iter().map(|&code| match code {
        -1 => Ok(NO_START),
        _ => u32::try_from(code).map_err(|_| {
            FileFormatError::new_err(format!("{code} is not the code of a start position"))
        }),
    });
    let mut columns =
        common.with(codes.collect::<PyResult<_>>()?, Vec::new(), Headers::new(), search)?;
    columns.set_start_codes(&positions).map_err(FileFormatError::new_err)?;
    let headers = detach(py, || Headers::from_table(&names, &tags));
    columns.headers = headers
        .map_err(|reason| FileFormatError::new_err(format!("the tags are damaged: {reason}")))?;
    interruptible(py, None, |run| CoreGames::from_columns(columns, run)).map(Games::new)
}
