//! All columns by name, for files and pickling.

use crate::python::numpy_api;
use std::sync::Arc;

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use super::Positions;
use crate::io::{RowFormat, WrittenRows, push_line};
use crate::notation::fen;
use crate::notation::uci::CastlingDialect;
use crate::position::Position;
use crate::positions::{
    Labels, NO_MOVE, NameLists, PositionColumns, Positions as CorePositions, Problem, Reports,
    RowError, RowErrorKind,
};
use crate::python::arguments::Items;
use crate::python::arrays::{column, index_column, named, optional_column, owned};
use crate::python::calls::interruptible;
use crate::python::errors::FileFormatError;
use crate::python::exit::detach;
use crate::python::games::read_lists;
use crate::python::hints::{Attributes, StateArgument, TextList};

/// Returns what is known of a row.
pub(super) fn row<'py>(
    table: &Bound<'py, Positions>,
    index: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let positions = &table.get().positions;
    let row = PyDict::new(table.py());
    row.set_item(
        "fen",
        positions.position(index).map(|position| fen::write(&position).to_string()),
    )?;
    for name in positions.labels().known(index) {
        row.set_item(name, table.getattr(name)?.get_item(index)?.call_method0("tolist")?)?;
    }
    let Some(position) = positions.position(index) else { return Ok(row) };
    if let Some(moves) = positions.labels().moves().filter(|moves| moves[index] != NO_MOVE) {
        row.set_item("moves", line(&position, &moves[index..=index]))?;
    }
    if let Some(lines) = positions.lines().filter(|lines| !lines.row(index).is_empty()) {
        let line = line(&position, lines.row(index));
        row.set_item("line", line.split(' ').collect::<Vec<_>>())?;
    }
    for (name, names) in [("themes", positions.themes()), ("openings", positions.openings())] {
        if let Some(names) = names {
            row.set_item(name, names.row(index).collect::<Vec<_>>())?;
        }
    }
    if let Some(ids) = positions.ids().filter(|ids| !ids.row(index).is_empty()) {
        row.set_item("id", String::from_utf8_lossy(ids.row(index)))?;
    }
    Ok(row)
}

/// Writes moves in UCI, separated by spaces.
fn line(position: &Position, moves: &[u16]) -> String {
    let mut text = String::new();
    push_line(&mut text, position, moves, CastlingDialect::Standard);
    text
}

/// A text for each row.
fn texts(positions: &CorePositions, column: &str) -> Option<Vec<String>> {
    let rows = 0..positions.len();
    let line = |row, moves: &[u16]| {
        positions.position(row).map_or(String::new(), |position| line(&position, moves))
    };
    let joined = |names: &NameLists| {
        let joined = |row| names.row(row).collect::<Vec<_>>().join(" ");
        rows.clone().map(joined).collect()
    };
    match column {
        "moves" => {
            let moves = positions.labels().moves()?;
            Some(rows.map(|row| line(row, &moves[row..=row])).collect())
        }
        "lines" => {
            let lines = positions.lines()?;
            Some(rows.map(|row| line(row, lines.row(row))).collect())
        }
        "themes" => positions.themes().map(joined),
        _ => positions.openings().map(joined),
    }
}

#[pymethods]
#[pyo3(crate = "crate::python::named_arguments")]
impl Positions {
    /// Returns all columns by name, the argument of `positions_from_columns`.
    fn _columns<'py>(slf: &Bound<'py, Positions>) -> PyResult<Attributes<'py>> {
        let (py, positions) = (slf.py(), &slf.get().positions);
        let columns = PyDict::new(py);
        columns.set_item("packed", slf.getattr("packed")?)?;
        for name in positions.labels().names() {
            columns.set_item(name, slf.getattr(name)?)?;
        }
        for name in ["lines", "line_offsets"] {
            columns.set_item(name, slf.getattr(name)?)?;
        }
        for (name, offsets, distinct, of) in [
            ("themes", "theme_offsets", "theme_names", positions.themes()),
            ("openings", "opening_offsets", "opening_names", positions.openings()),
        ] {
            let lists = of.map(NameLists::lists);
            columns.set_item(name, optional_column(slf, lists.map(|lists| &lists.items()[..]))?)?;
            let ends = lists.map(|lists| index_column(slf, lists.offsets())).transpose()?;
            columns.set_item(offsets, ends)?;
            let names = of.map(NameLists::names).unwrap_or_default();
            columns.set_item(distinct, names.iter().map(|name| &**name).collect::<Vec<_>>())?;
        }
        let ids = positions.ids();
        let offsets = ids.map(|ids| index_column(slf, ids.offsets())).transpose()?;
        columns.set_item("id_offsets", offsets)?;
        columns.set_item("ids", optional_column(slf, ids.map(|ids| &ids.items()[..]))?)?;
        columns.set_item("source_names", slf.getattr("source_names")?)?;
        let sources = column(slf, positions.sources())?;
        columns.set_item("sources", sources)?;
        columns.set_item("source_row", column(slf, positions.source_rows())?)?;
        columns.set_item("errors", report_rows(positions.errors()))?;
        columns.set_item("warnings", report_rows(positions.warnings()))?;
        Ok(Attributes(columns))
    }

    /// Returns a text for each row: of the moves in UCI, the lines, the themes or the openings; `None`
    /// if no row has one.
    fn _texts<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Option<TextList<'py>>> {
        let positions = self.core();
        let texts = detach(py, || texts(&positions, column));
        texts.map(|texts| Ok(TextList(PyList::new(py, texts)?))).transpose()
    }

    /// Returns rows in a format of single positions, and the numbers of skipped rows by reason.
    fn _written<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        first: usize,
        last: usize,
    ) -> PyResult<WrittenBytes<'py>> {
        let format = named("format", format, &RowFormat::NAMES)?;
        let positions = self.core();
        let rows = first.min(positions.len())..last.min(positions.len());
        let written = detach(py, || WrittenRows::new(&positions, rows, format));
        Ok((PyBytes::new(py, &written.bytes), written.skipped.into_iter().collect()))
    }
}

/// The bytes of rows in a format, and the numbers of skipped rows by reason.
type WrittenBytes<'py> = (Bound<'py, PyBytes>, Vec<(&'static str, u64)>);

/// The fields of an error in a file: source, row, index, kind, column, text, reason.
type ReportRow = (String, u64, Option<usize>, String, String, String, String);

/// The numbers of reports by kind, and the first of them.
type ReportRows = (Vec<(String, u64)>, Items<ReportRow>);

fn report_rows(reports: &Reports) -> (Vec<(String, u64)>, Vec<ReportRow>) {
    let counts = reports.counts().map(|(kind, count)| (kind.name().to_owned(), count)).collect();
    let row = |error: &RowError| {
        let problem = &error.problem;
        (
            error.source.to_string(),
            error.row,
            error.index,
            problem.kind.name().to_owned(),
            problem.column.to_string(),
            problem.text.to_string(),
            problem.reason.to_string(),
        )
    };
    (counts, reports.list().iter().map(row).collect())
}

fn reports_from_rows((counts, Items(rows)): ReportRows, count: usize) -> PyResult<Reports> {
    let kind = |name: &str| {
        let unknown = || FileFormatError::new_err(format!("unknown kind of error {name:?}"));
        RowErrorKind::from_name(name).ok_or_else(unknown)
    };
    let counts = counts.iter().map(|(name, count)| Ok((kind(name)?, *count)));
    let counts = counts.collect::<PyResult<Vec<_>>>()?;
    let list = rows.into_iter().map(|(source, row, index, name, column, text, reason)| {
        if index.is_some_and(|index| index >= count) {
            return Err(FileFormatError::new_err("an error of a row that does not exist"));
        }
        let problem = Problem::new(kind(&name)?, &column, text.as_bytes(), reason);
        Ok(RowError { source: source.into(), row, index, problem })
    });
    Ok(Reports::from_parts(list.collect::<PyResult<_>>()?, counts))
}

/// Builds a table from columns by name, as `Positions._columns` returns them. All positions, moves
/// and lines are validated.
///
/// Args:
///     columns: the columns; those that are missing or `None` have no values.
///
/// Raises:
///     FileFormatError: the columns are damaged.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn positions_from_columns(
    py: Python<'_>,
    columns: StateArgument<'_>,
) -> PyResult<Positions> {
    let columns = &columns.0;
    let damaged = |name: &str| FileFormatError::new_err(format!("the column {name} is damaged"));
    let columns = columns.cast::<PyDict>()?;
    let get =
        |name: &str| Ok::<_, PyErr>(columns.get_item(name)?.filter(|column| !column.is_none()));
    let bytes = |name: &str, dtype: &str| {
        let Some(array) = get(name)? else { return Ok(None) };
        let found: String = array.getattr("dtype")?.getattr("name")?.extract()?;
        if found != dtype {
            return Err(FileFormatError::new_err(format!(
                "the column {name} must have dtype {dtype}, not {found}"
            )));
        }
        let bytes = array.call_method0("tobytes")?;
        Ok(Some(bytes.cast::<PyBytes>()?.as_bytes().to_vec()))
    };
    let packed = bytes("packed", "uint8")?.ok_or_else(|| damaged("packed"))?;
    let (packed, rest) = packed.as_chunks::<32>();
    if !rest.is_empty() {
        return Err(damaged("packed"));
    }
    let name_lists = |name: &'static str, offsets: &'static str, names: &'static str| {
        let Some(lists) = read_lists(columns, name, offsets)? else { return Ok(None) };
        let names: Items<String> = get(names)?.ok_or_else(|| damaged(names))?.extract()?;
        let names = names.0.into_iter().map(String::into_boxed_str).collect();
        NameLists::from_parts(names, lists).map(Some).ok_or_else(|| damaged(name))
    };
    let numbers = |name: &str| match get(name)? {
        Some(array) => {
            numpy_api::load(array.py())?;
            owned(&array.extract::<PyReadonlyArray1<'_, u32>>()?)
        }
        None => Ok(vec![0; packed.len()]),
    };
    let source_names = match get("source_names")? {
        Some(names) => names.extract::<Items<String>>()?.0,
        None => vec![String::new()],
    };
    let reports = |name: &str| match get(name)? {
        Some(rows) => reports_from_rows(rows.extract()?, packed.len()),
        None => Ok(Reports::default()),
    };
    let core = PositionColumns {
        packed: packed.to_vec(),
        labels: Labels::from_bytes(packed.len(), bytes, damaged)?,
        lines: read_lists(columns, "lines", "line_offsets")?,
        themes: name_lists("themes", "theme_offsets", "theme_names")?,
        openings: name_lists("openings", "opening_offsets", "opening_names")?,
        ids: read_lists(columns, "ids", "id_offsets")?,
        source_names: source_names.into_iter().map(Arc::from).collect(),
        sources: numbers("sources")?,
        source_rows: numbers("source_row")?,
        errors: reports("errors")?,
        warnings: reports("warnings")?,
    };
    interruptible(py, None, |run| {
        CorePositions::from_columns(core, run).map_err(FileFormatError::new_err)
    })
    .map(Positions::new)
}
