//! Games from the rows of tables of other packages, whose columns Python makes arrays of.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

use super::Games;
use crate::games::Games as CoreGames;
use crate::io::{GameRows, RowTexts, RowsError};
use crate::python::calls::interruptible;
use crate::python::errors::FileFormatError;

impl From<RowsError> for PyErr {
    fn from(error: RowsError) -> PyErr {
        match error {
            RowsError::Read(error) => error.into(),
            RowsError::GameCount(..) => FileFormatError::new_err(error.to_string()),
        }
    }
}

/// The offsets and the bytes of the texts of a column.
type Texts<'py> = (PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, u8>);

fn texts<'a>((offsets, bytes): &'a Texts<'_>) -> PyResult<RowTexts<'a>> {
    Ok(RowTexts(offsets.as_slice()?, bytes.as_slice()?))
}

/// Returns the games of the rows of a table with moves as text.
///
/// Args:
///     columns: the names of the tags, and their columns as offsets and bytes.
///     moves: the column of the moves.
///     name: its name, for messages.
///     results: the results of PGN by those of the column `Result`.
///     missing_result: the result of a row without one; empty if it is unknown.
///     is_minutes: whether the base times of `TimeControl` are in minutes.
///     file: the name of the file; `None` if unknown.
///     rows_before: the number of rows before these.
///
/// Raises:
///     FileFormatError: a row has no game, or several.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn games_from_rows(
    py: Python<'_>,
    columns: Vec<(String, Texts<'_>)>,
    moves: Texts<'_>,
    name: &str,
    results: Vec<(String, String)>,
    missing_result: &str,
    is_minutes: bool,
    file: Option<&str>,
    rows_before: u64,
) -> PyResult<Games> {
    let tags = columns.iter().map(|(tag, column)| Ok((tag.as_str(), texts(column)?)));
    let rows = GameRows {
        tags: tags.collect::<PyResult<_>>()?,
        moves: texts(&moves)?,
        results: results.iter().map(|(word, result)| (word.as_str(), result.as_str())).collect(),
        missing_result,
        is_minutes,
    };
    interruptible(py, None, |run| CoreGames::from_rows(&rows, name, file, rows_before, run))
        .map(Games::new)
}
