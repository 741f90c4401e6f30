//! All columns as Python objects, for files and pickling.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Games;
use super::stored::{
    game_columns, item, missing, ply_columns, read_column, required_column, set_columns,
};
use crate::games::{Columns, Games as CoreGames, Headers, SourceColumns};
use crate::notation::fen;
use crate::position::Position;
use crate::python::arguments::Items;
use crate::python::arrays::{Offsets, column, index_column};
use crate::python::calls::interruptible;
use crate::python::errors::FileFormatError;
use crate::python::exit::detach;
use crate::python::hints::{Attributes, StateArgument};
use crate::store::Reports;

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// Returns consecutive games with all of their errors and warnings.
    fn _part(&self, py: Python<'_>, first: usize, last: usize) -> Games {
        let games = self.core();
        let last = last.min(games.len());
        Games::new(detach(py, || games.part(first.min(last)..last)))
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
