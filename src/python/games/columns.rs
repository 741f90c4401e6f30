//! Games from and to Python objects: all columns, for files and pickling; the flat arrays of a table,
//! for `enroque.arrow`; the rows of tables of other packages.

use std::sync::Arc;

use numpy::PyReadonlyArray1;

use super::Games;
use super::stored::{
    game_columns, item, missing, ply_columns, read_column, required_column, set_columns,
};
use crate::games::{Columns, Games as CoreGames, Headers, NO_START, SourceColumns, TagTable};
use crate::io::{GameRows, RowTexts, RowsError};
use crate::notation::fen;
use crate::position::Position;
use crate::python::arrays::{Offsets, column, index_column};
use crate::python::prelude::*;
use crate::store::Reports;

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// Returns consecutive games with all of their errors and warnings.
    fn _part(&self, py: Python<'_>, first: usize, last: usize) -> Games {
        let last = last.min(self.games.len());
        Games::new(detach(py, || self.games.part(first.min(last)..last)))
    }

    /// Returns the columns of `stored_columns` by name.
    fn _stored<'py>(slf: &Bound<'py, Games>) -> PyResult<Attributes<'py>> {
        let columns = PyDict::new(slf.py());
        set_columns(slf, &columns)?;
        Ok(Attributes(columns))
    }

    /// Returns all columns by name, the argument of `games_from_columns`.
    fn _columns<'py>(slf: &Bound<'py, Games>) -> PyResult<Attributes<'py>> {
        let games = &slf.get().games;
        let columns = Games::_stored(slf)?.0;
        for name in ["start", "other_starts", "moves", "offsets"] {
            columns.set_item(name, slf.getattr(name)?)?;
        }
        let sources: Vec<&str> = games.source_names().iter().map(|name| &**name).collect();
        columns.set_item("source_names", sources)?;
        columns.set_item("sources", column(slf, games.sources())?)?;
        columns.set_item("source_games", column(slf, games.source_games())?)?;
        columns.set_item("source_offsets", column(slf, games.source_offsets())?)?;
        let names: Vec<&str> = games.headers().names().collect();
        let (bytes, offsets) = games.headers().raw();
        columns.set_item("tag_names", names)?;
        columns.set_item("tags", column(slf, bytes)?)?;
        columns.set_item("tag_offsets", index_column(slf, offsets)?)?;
        let [errors, warnings] = games.reports().map(Reports::to_json);
        columns.set_item("errors", errors)?;
        columns.set_item("warnings", warnings)?;
        Ok(Attributes(columns))
    }
}

/// Returns a column of a dict that must be there.
pub(in crate::python) fn required<'py, T: for<'a> FromPyObject<'a, 'py, Error: Into<PyErr>>>(
    columns: &Bound<'py, PyDict>,
    name: &str,
) -> PyResult<T> {
    item(columns, name)?.ok_or_else(|| missing(name))?.extract().map_err(Into::into)
}

/// Returns the columns that `.npz` files and tables have in common, with others.
pub(super) fn columns_of_dict(
    dict: &Bound<'_, PyDict>,
    start: Vec<u32>,
    other_starts: Vec<Position>,
    headers: Headers,
) -> PyResult<Columns> {
    Ok(Columns {
        start,
        other_starts,
        moves: required_column(dict, "moves")?,
        offsets: required::<Offsets>(dict, "offsets")?.0,
        of_games: game_columns(dict)?,
        of_plies: ply_columns(dict)?,
        headers,
        sources: source_columns(dict)?,
    })
}

/// Returns the origins of the games, if all of their columns are present.
fn source_columns(dict: &Bound<'_, PyDict>) -> PyResult<Option<SourceColumns>> {
    let (Some(names), Some(sources), Some(games), Some(offsets)) = (
        item(dict, "source_names")?,
        read_column(dict, "sources")?,
        read_column(dict, "source_games")?,
        read_column(dict, "source_offsets")?,
    ) else {
        return Ok(None);
    };
    let Items(names) = names.extract::<Items<String>>()?;
    Ok(Some(SourceColumns {
        names: names.into_iter().map(Arc::from).collect(),
        sources,
        games,
        offsets,
    }))
}

/// Reads the start positions of a column.
pub(super) fn start_positions(fens: &Items<String>) -> PyResult<Vec<Position>> {
    let position = |(index, fen): (usize, &String)| {
        fen::read(fen).map_err(|error| {
            FileFormatError::new_err(format!("start position {index} is invalid: {error}"))
        })
    };
    fens.0.iter().enumerate().map(position).collect()
}

/// Returns games from the columns of `Games._columns`, after playing every move.
///
/// Args:
///     columns: all columns by name; optional ones may be `None`.
///
/// Raises:
///     FileFormatError: a column is invalid, or a move is illegal.
///     TypeError: a column has the wrong type.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn games_from_columns(
    py: Python<'_>,
    columns: StateArgument<'_>,
) -> PyResult<Games> {
    let columns = columns.0.cast::<PyDict>()?;
    let reports =
        |name: &str| item(columns, name)?.map(|text| text.extract::<String>()).transpose();
    let (errors, warnings) = (reports("errors")?, reports("warnings")?);
    let start = required_column(columns, "start")?;
    let Items(tag_names) = required::<Items<String>>(columns, "tag_names")?;
    let tag_names: Vec<&str> = tag_names.iter().map(String::as_str).collect();
    let tags = required_column(columns, "tags")?;
    let headers =
        Headers::from_raw(&tag_names, tags, required::<Offsets>(columns, "tag_offsets")?.0)
            .map_err(|reason| {
                FileFormatError::new_err(format!("the headers are damaged: {reason}"))
            })?;
    let other_starts = start_positions(&required(columns, "other_starts")?)?;
    let columns = columns_of_dict(columns, start, other_starts, headers)?;
    let read = |run: crate::pool::Run<'_>| {
        CoreGames::from_columns(columns, run)?
            .with_reports([errors.as_deref(), warnings.as_deref()])
    };
    interruptible(py, None, read).map(Games::new)
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// Returns the tags as flat arrays: `names` (the names by number), `game_ends`, `numbers`,
    /// `value_ends` and `values`; see `games_from_table`.
    fn _tag_table<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        let table = detach(py, || self.games.headers().to_table());
        let columns = PyDict::new(py);
        let names: Vec<&str> = self.games.headers().names().collect();
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
