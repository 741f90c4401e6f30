//! All columns by name, for files and pickling.

use std::sync::Arc;

use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};

use super::Positions;
use crate::io::{RowFormat, TextColumn, Texts, WrittenRows, push_line};
use crate::notation::fen;
use crate::notation::uci::CastlingDialect;
use crate::position::Position;
use crate::positions::{
    Labels, NO_MOVE, NameLists, PositionColumns, Positions as CorePositions, label_columns,
};
use crate::python::arrays::{column, index_column, optional_column};
use crate::python::games::{StoredValue, item, read_column, read_lists, required};
use crate::python::prelude::*;
use crate::store::{Ragged, Reports};

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

#[pymethods(crate = "crate::python::named_arguments")]
impl Positions {
    /// Returns all columns by name, the argument of `positions_from_columns`.
    fn _columns<'py>(slf: &Bound<'py, Positions>) -> PyResult<Attributes<'py>> {
        let (py, positions) = (slf.py(), &slf.get().positions);
        let columns = PyDict::new(py);
        columns.set_item("packed", slf.getattr("packed")?)?;
        set_labels(slf, &columns)?;
        columns.set_item("source_names", slf.getattr("source_names")?)?;
        let sources = column(slf, positions.sources())?;
        columns.set_item("sources", sources)?;
        columns.set_item("source_row", column(slf, positions.source_rows())?)?;
        columns.set_item("errors", positions.errors().to_json())?;
        columns.set_item("warnings", positions.warnings().to_json())?;
        Ok(Attributes(columns))
    }

    /// Returns the texts of a column, empty where there is no value: the start of each and the end of
    /// the last, and all bytes.
    ///
    /// Args:
    ///     column: `"fens"`, `"moves"` or `"lines"` in UCI, or `"ids"`.
    ///     threads: the number of threads; `None` for all cores.
    #[pyo3(signature = (column, *, threads = None))]
    fn _texts<'py>(
        &self,
        py: Python<'py>,
        column: &str,
        threads: Option<Threads>,
    ) -> PyResult<TextArrays<'py>> {
        let column = named("column", column, &TextColumn::NAMES)?;
        let (positions, rows) = (self.core(), 0..self.positions.len());
        let texts = interruptible(py, threads, |run| Texts::new(&positions, column, rows, run))?;
        let bytes = numpy_api::from_vec(py, texts.text.into_bytes());
        Ok((Array(numpy_api::from_vec(py, texts.offsets)), Array(bytes)))
    }

    /// Returns rows in a format of single positions, and the numbers of skipped rows by reason.
    ///
    /// Args:
    ///     format: the format.
    ///     first: the first row.
    ///     last: the end of the rows.
    ///     threads: the number of threads; `None` for all cores.
    #[pyo3(signature = (format, first, last, *, threads = None))]
    fn _written<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        first: usize,
        last: usize,
        threads: Option<Threads>,
    ) -> PyResult<WrittenBytes<'py>> {
        let format = named("format", format, &RowFormat::NAMES)?;
        let rows = first.min(self.positions.len())..last.min(self.positions.len());
        let written =
            interruptible(py, threads, |run| WrittenRows::new(&self.positions, rows, format, run))?;
        Ok((PyBytes::new(py, &written.bytes), written.skipped.into_iter().collect()))
    }
}

/// The offsets and the bytes of texts.
type TextArrays<'py> = (Array<'py, i64>, Array<'py, u8>);

/// The bytes of rows in a format, and the numbers of skipped rows by reason.
type WrittenBytes<'py> = (Bound<'py, PyBytes>, Vec<(&'static str, u64)>);

macro_rules! define {
    (
        values {$($(#[$doc:meta])* $name:ident: $Value:ty = $_absent:expr, $_is_valid:ident;)*}
        lists {$($(#[$_list_doc:meta])* $list:ident[$list_offsets:ident]: $Item:ty;)*}
        names {$($(#[$_names_doc:meta])* $names:ident[$offsets:ident, $distinct:ident];)*}
    ) => {
        #[pymethods(crate = "crate::python::named_arguments")]
        impl Positions {$(
            $(#[$doc])*
            #[getter]
            fn $name<'py>(
                slf: &Bound<'py, Positions>,
            ) -> PyResult<Option<Array<'py, $Value>>> {
                optional_column(slf, slf.get().positions.labels().$name())
            }
        )*}

        /// Adds the columns of labels to a dict.
        fn set_labels(table: &Bound<'_, Positions>, columns: &Bound<'_, PyDict>) -> PyResult<()> {
            let labels = table.get().positions.labels();
            $(columns.set_item(stringify!($name), optional_column(table, labels.$name())?)?;)*
            $(set_lists(table, columns, labels.$list.as_ref(), stringify!($list), stringify!($list_offsets))?;)*
            $(
                let lists = labels.$names.as_ref().map(NameLists::lists);
                set_lists(table, columns, lists, stringify!($names), stringify!($offsets))?;
                let names = labels.$names.as_ref().map(NameLists::names).unwrap_or_default();
                let names: Vec<&str> = names.iter().map(|name| &**name).collect();
                columns.set_item(stringify!($distinct), names)?;
            )*
            Ok(())
        }

        /// Returns the columns of labels from a dict.
        fn labels(columns: &Bound<'_, PyDict>) -> PyResult<Labels> {
            Ok(Labels {
                $($name: read_column::<$Value>(columns, stringify!($name))?,)*
                $($list: read_lists::<$Item>(columns, stringify!($list), stringify!($list_offsets))?,)*
                $($names: name_lists(
                    columns, stringify!($names), stringify!($offsets), stringify!($distinct),
                )?,)*
            })
        }
    };
}

label_columns!(define);

fn set_lists<T: StoredValue + numpy::Element>(
    table: &Bound<'_, Positions>,
    columns: &Bound<'_, PyDict>,
    lists: Option<&Ragged<T>>,
    name: &str,
    offsets: &str,
) -> PyResult<()> {
    let items = lists.map(|lists| column(table, lists.items())).transpose()?;
    columns.set_item(name, items.map(|items| items.0).transpose()?)?;
    let ends = lists.map(|lists| index_column(table, lists.offsets())).transpose()?;
    columns.set_item(offsets, ends)
}

fn name_lists(
    columns: &Bound<'_, PyDict>,
    name: &str,
    offsets: &str,
    distinct: &str,
) -> PyResult<Option<NameLists>> {
    let Some(lists) = read_lists(columns, name, offsets)? else { return Ok(None) };
    let Items(names) = required::<Items<String>>(columns, distinct)?;
    let names = names.into_iter().map(String::into_boxed_str).collect();
    let damaged = || FileFormatError::new_err(format!("the column {name} is damaged"));
    NameLists::from_parts(names, lists).map(Some).ok_or_else(damaged)
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
    let columns = columns.0.cast::<PyDict>()?;
    numpy_api::load(py)?;
    let packed: PyReadonlyArray2<'_, u8> = required(columns, "packed")?;
    let (packed, width) = (packed.as_slice()?.as_chunks::<32>().0, packed.shape()[1]);
    if width != 32 {
        return Err(FileFormatError::new_err("the column packed is damaged"));
    }
    let numbers = |name: &str| {
        Ok::<_, PyErr>(read_column(columns, name)?.unwrap_or_else(|| vec![0; packed.len()]))
    };
    let source_names = match item(columns, "source_names")? {
        Some(names) => names.extract::<Items<String>>()?.0,
        None => vec![String::new()],
    };
    let reports = |name: &str| match item(columns, name)? {
        Some(text) => Reports::from_json(text.extract()?, packed.len())
            .map_err(|reason| FileFormatError::new_err(format!("{name}: {reason}"))),
        None => Ok(Reports::default()),
    };
    let core = PositionColumns {
        packed: packed.to_vec(),
        labels: labels(columns).map_err(|error| match error.is_instance_of::<PyTypeError>(py) {
            true => FileFormatError::new_err(error.value(py).to_string()),
            false => error,
        })?,
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
