//! All columns as Python objects, for files and pickling.

use std::sync::Arc;

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::Games;
use super::search::SearchArrays;
use crate::games::{
    Columns, GameError, GameErrorKind, Games as CoreGames, Headers, SearchColumns, SourceColumns,
};
use crate::notation::fen;
use crate::position::Position;
use crate::python::arguments::Items;
use crate::python::arrays::{Bools, Offsets, column, index_column, owned, owned_column};
use crate::python::calls::interruptible;
use crate::python::errors::{FileFormatError, shortened};
use crate::python::hints::{Attributes, StateArgument};

/// The columns that are properties of `Games`.
const PROPERTIES: [&str; 22] = [
    "start",
    "other_starts",
    "chess960",
    "moves",
    "offsets",
    "result",
    "white_elo",
    "black_elo",
    "broken",
    "evals",
    "clocks",
    "move_times",
    "arrows",
    "arrow_offsets",
    "search_values",
    "search_wdl",
    "network_values",
    "search_nodes",
    "search_weights",
    "visit_moves",
    "visit_counts",
    "visit_offsets",
];

#[pymethods]
impl Games {
    /// Returns all columns by name, the argument of `games_from_columns`.
    fn _columns<'py>(slf: &Bound<'py, Games>) -> PyResult<Attributes<'py>> {
        let (py, games) = (slf.py(), &slf.get().games);
        let columns = PyDict::new(py);
        for name in PROPERTIES {
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
        columns.set_item("errors", report_rows(py, games.errors(), games.error_count())?)?;
        columns.set_item("warnings", report_rows(py, games.warnings(), games.warning_count())?)?;
        Ok(Attributes(columns))
    }
}

/// The fields of an error or warning in a file: source, game, index, kind, ply, line, column,
/// token, reason.
type ReportRow = (String, u64, Option<usize>, String, usize, u64, u64, String, String);

/// The number of errors or warnings, and the first of them.
type ReportRows = (u64, Items<ReportRow>);

fn report_rows<'py>(
    py: Python<'py>,
    reports: &[GameError],
    count: u64,
) -> PyResult<Bound<'py, PyTuple>> {
    let row = |report: &GameError| {
        (
            &*report.source,
            report.game,
            report.index,
            report.kind.name(),
            report.ply,
            report.line,
            report.column,
            &*report.token,
            &*report.reason,
        )
            .into_pyobject(py)
    };
    let rows = reports.iter().map(row).collect::<PyResult<Vec<_>>>()?;
    (count, rows).into_pyobject(py)
}

fn reports_from_rows(rows: Option<ReportRows>, column: &str) -> PyResult<(Vec<GameError>, u64)> {
    let (count, Items(rows)) = rows.unwrap_or((0, Items(Vec::new())));
    let mut source = Arc::<str>::from("");
    let report = |(name, game, index, kind, ply, line, at, token, reason): ReportRow| {
        let kind = GameErrorKind::from_name(&kind).ok_or_else(|| {
            FileFormatError::new_err(format!("{column}: unknown kind {:?}", shortened(&kind)))
        })?;
        if *source != *name {
            source = name.into();
        }
        let (token, reason) = (token.into(), reason.into());
        let source = source.clone();
        Ok(GameError { source, game, index, kind, ply, line, column: at, token, reason })
    };
    Ok((rows.into_iter().map(report).collect::<PyResult<_>>()?, count))
}

/// The columns that `.npz` files and tables have in common, from a dict.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(super) struct CommonColumns<'py> {
    chess960: Bools<'py>,
    moves: PyReadonlyArray1<'py, u16>,
    offsets: Offsets,
    result: PyReadonlyArray1<'py, i8>,
    white_elo: PyReadonlyArray1<'py, i16>,
    black_elo: PyReadonlyArray1<'py, i16>,
    broken: Bools<'py>,
    evals: Option<PyReadonlyArray1<'py, i32>>,
    clocks: Option<PyReadonlyArray1<'py, i32>>,
    move_times: Option<PyReadonlyArray1<'py, i32>>,
    arrows: Option<PyReadonlyArray1<'py, u16>>,
    arrow_offsets: Option<Offsets>,
    source_names: Option<Items<String>>,
    sources: Option<PyReadonlyArray1<'py, u32>>,
    source_games: Option<PyReadonlyArray1<'py, i64>>,
    source_offsets: Option<PyReadonlyArray1<'py, i64>>,
}

impl CommonColumns<'_> {
    /// Copies the columns, and adds the others.
    pub(super) fn with(
        self,
        start: Vec<u32>,
        other_starts: Vec<Position>,
        headers: Headers,
        search: SearchColumns,
    ) -> PyResult<Columns> {
        let arrows = owned_column(&self.arrows)?;
        Ok(Columns {
            start,
            other_starts,
            chess960: self.chess960.to_vec()?,
            moves: owned(&self.moves)?,
            sources: self.source_columns()?,
            offsets: self.offsets.0,
            results: owned(&self.result)?,
            white_elo: owned(&self.white_elo)?,
            black_elo: owned(&self.black_elo)?,
            evals: owned_column(&self.evals)?,
            clocks: owned_column(&self.clocks)?,
            move_times: owned_column(&self.move_times)?,
            arrows: arrows.zip(self.arrow_offsets.map(|offsets| offsets.0)),
            search,
            broken: self.broken.to_vec()?,
            headers,
        })
    }

    /// Returns the origins of the games, if all of their columns are present.
    fn source_columns(&self) -> PyResult<Option<SourceColumns>> {
        let (Some(names), Some(sources), Some(games), Some(offsets)) =
            (&self.source_names, &self.sources, &self.source_games, &self.source_offsets)
        else {
            return Ok(None);
        };
        Ok(Some(SourceColumns {
            names: names.0.iter().map(|name| Arc::from(&**name)).collect(),
            sources: owned(sources)?,
            games: owned(games)?,
            offsets: owned(offsets)?,
        }))
    }
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

/// The columns that only `.npz` files have.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct NpzColumns<'py> {
    start: PyReadonlyArray1<'py, u32>,
    other_starts: Items<String>,
    tag_names: Items<String>,
    tags: PyReadonlyArray1<'py, u8>,
    tag_offsets: Offsets,
    errors: Option<ReportRows>,
    warnings: Option<ReportRows>,
}

/// Returns games from the columns of `Games._columns`, after playing every move.
///
/// Args:
///     columns: all columns by name; optional ones may be `None`.
///
/// Raises:
///     FileFormatError: a column is invalid, or a move is illegal.
///     TypeError: a column has the wrong type.
#[pyfunction]
pub(in crate::python) fn games_from_columns(
    py: Python<'_>,
    columns: StateArgument<'_>,
) -> PyResult<Games> {
    let columns = &columns.0;
    let common: CommonColumns<'_> = columns.extract()?;
    let search = columns.extract::<SearchArrays<'_>>()?.columns()?;
    let npz: NpzColumns<'_> = columns.extract()?;
    let errors = reports_from_rows(npz.errors, "errors")?;
    let warnings = reports_from_rows(npz.warnings, "warnings")?;
    let tag_names: Vec<&str> = npz.tag_names.0.iter().map(String::as_str).collect();
    let headers = Headers::from_raw(&tag_names, owned(&npz.tags)?, npz.tag_offsets.0)
        .map_err(|reason| FileFormatError::new_err(format!("the headers are damaged: {reason}")))?;
    let columns =
        common.with(owned(&npz.start)?, start_positions(&npz.other_starts)?, headers, search)?;
    let read = |run: crate::pool::Run<'_>| {
        CoreGames::from_columns(columns, run)?.with_reports(errors, warnings)
    };
    interruptible(py, None, read).map(Games::new)
}
