//! Games from and to the flat arrays of a table, for `enroque.arrow`.

use crate::python::numpy_api;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Games;
use super::columns::{columns_of_dict, required, start_positions};
use super::stored::{read_column, required_column};
use crate::games::{Games as CoreGames, Headers, NO_START, TagTable};
use crate::python::arguments::Items;
use crate::python::calls::interruptible;
use crate::python::errors::FileFormatError;
use crate::python::exit::detach;
use crate::python::hints::{Attributes, StateArgument};

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// Returns the tags as flat arrays: `names` (the names by number), `game_ends`, `numbers`,
    /// `value_ends` and `values`; see `games_from_table`.
    fn _tag_table<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        let games = self.core();
        let table = detach(py, || games.headers().to_table());
        let columns = PyDict::new(py);
        let names: Vec<&str> = games.headers().names().collect();
        columns.set_item("names", names)?;
        columns.set_item("game_ends", numpy_api::from_vec(py, table.game_ends)?)?;
        columns.set_item("numbers", numpy_api::from_vec(py, table.names)?)?;
        columns.set_item("value_ends", numpy_api::from_vec(py, table.value_ends)?)?;
        columns.set_item("values", numpy_api::from_vec(py, table.values)?)?;
        Ok(Attributes(columns))
    }
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
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn games_from_table(
    py: Python<'_>,
    columns: StateArgument<'_>,
) -> PyResult<Games> {
    let columns = columns.0.cast::<PyDict>()?;
    let Items(names) = required::<Items<String>>(columns, "names")?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let tags = TagTable {
        game_ends: required_column(columns, "game_ends")?,
        names: required_column(columns, "numbers")?,
        value_numbers: read_column(columns, "value_numbers")?,
        value_ends: required_column(columns, "value_ends")?,
        values: required_column(columns, "values")?,
    };
    let positions = start_positions(&required(columns, "fens")?)?;
    let start: Vec<i64> = required_column(columns, "start")?;
    let codes = start.iter().map(|&code| match code {
        -1 => Ok(NO_START),
        _ => u32::try_from(code).map_err(|_| {
            FileFormatError::new_err(format!("{code} is not the code of a start position"))
        }),
    });
    let codes = codes.collect::<PyResult<_>>()?;
    let mut columns = columns_of_dict(columns, codes, Vec::new(), Headers::new())?;
    columns.set_start_codes(&positions).map_err(FileFormatError::new_err)?;
    let headers = detach(py, || Headers::from_table(&names, &tags));
    columns.headers = headers
        .map_err(|reason| FileFormatError::new_err(format!("the tags are damaged: {reason}")))?;
    interruptible(py, None, |run| CoreGames::from_columns(columns, run)).map(Games::new)
}
