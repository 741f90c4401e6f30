//! Tables of other packages, as columns.

use std::ops::Range;
use std::sync::Arc;

use super::convention::{PositionFormat, PositionOptions};
use super::field::Field;
use super::fields::{FieldReader, Fields};
use super::known_tables::roles_of;
use super::reader::PositionReadError;
use super::role::Role;
use super::row_sink::RowSink;
use crate::attacks::{dispatch, task};
use crate::pool::{self, Run};
use crate::positions::{Positions, Row};

/// The number of rows that a thread reads or writes at a time, which takes about a millisecond.
pub(super) const ROWS_PER_JOB: usize = 4096;

/// The values of a column in some rows.
#[derive(Clone, Copy, Debug)]
pub enum TableColumn<'a> {
    /// The start of each text and the end of the last, and the bytes of all; a missing one is empty.
    Texts(&'a [i64], &'a [u8]),
    /// Integers; `i64::MIN` is missing.
    Integers(&'a [i64]),
    /// Numbers of floating point; NaN is missing.
    Reals(&'a [f64]),
}

impl<'a> TableColumn<'a> {
    /// The number of rows.
    fn len(&self) -> usize {
        match self {
            TableColumn::Texts(offsets, _) => offsets.len().saturating_sub(1),
            TableColumn::Integers(values) => values.len(),
            TableColumn::Reals(values) => values.len(),
        }
    }

    #[inline(always)]
    fn field(&self, row: usize) -> Field<'a> {
        match *self {
            TableColumn::Texts(offsets, texts) => {
                let text = offsets[row] as usize..offsets[row + 1] as usize;
                Field::Text(texts.get(text).unwrap_or_default())
            }
            TableColumn::Integers(values) if values[row] != i64::MIN => Field::Integer(values[row]),
            TableColumn::Reals(values) if !values[row].is_nan() => Field::Real(values[row]),
            _ => Field::MISSING,
        }
    }
}

/// Reads the positions of a table, some rows at a time.
///
/// ```
/// use enroque::io::{PositionOptions, TableColumn, TableReader};
/// use enroque::pool::Run;
/// let names = ["Evaluation", "FEN"].map(String::from);
/// let mut reader = TableReader::new("a table", &names, &PositionOptions::default()).unwrap();
/// assert_eq!(reader.columns().collect::<Vec<_>>(), [("Evaluation", false), ("FEN", true)]);
/// let fens = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
/// let columns = [TableColumn::Reals(&[512.0]), TableColumn::Texts(&[0, 30], fens.as_bytes())];
/// let positions = reader.read(&columns, Run::default()).unwrap();
/// assert_eq!(positions.labels().evals(), Some(&[512][..]));
/// ```
#[derive(Debug)]
pub struct TableReader {
    name: Arc<str>,
    /// The columns that are read, and their names.
    columns: Vec<(Role, String)>,
    reader: FieldReader,
    options: PositionOptions,
    /// The number of rows so far.
    rows: u32,
}

impl TableReader {
    /// Creates a reader of a table with these columns.
    ///
    /// # Errors
    /// If the columns are unknown or ambiguous, or an option is missing.
    pub fn new(
        name: &str,
        columns: &[String],
        options: &PositionOptions,
    ) -> Result<TableReader, PositionReadError> {
        let wrong = |problem| PositionReadError::Format(name.to_owned(), problem);
        if let Some(format) = options.format.filter(|&format| format != PositionFormat::Csv) {
            return Err(wrong(format!("a table with columns, not {}", format.name()).into()));
        }
        let (roles, scores) = roles_of(columns, options).map_err(wrong)?;
        let reader = FieldReader::new(roles.iter().copied().flatten(), scores, options);
        let columns = roles.into_iter().zip(columns);
        Ok(TableReader {
            name: name.into(),
            columns: columns.filter_map(|(role, name)| Some((role?, name.clone()))).collect(),
            reader,
            options: options.clone(),
            rows: 0,
        })
    }

    /// The names of the columns that are read, and whether they must be [`TableColumn::Texts`].
    pub fn columns(&self) -> impl Iterator<Item = (&str, bool)> {
        self.columns.iter().map(|(role, name)| (&**name, role.is_text()))
    }

    /// Reads the next rows on all cores; at the end of the table, no columns.
    ///
    /// # Errors
    /// An error of a row if it is to be raised; evaluations of another unit; an interruption.
    pub fn read(
        &mut self,
        columns: &[TableColumn<'_>],
        run: Run<'_>,
    ) -> Result<Positions, PositionReadError> {
        let TableReader { name, columns: roles, reader, options, .. } = &*self;
        let rows = columns.first().map_or(0, TableColumn::len);
        let sinks = pool::map(run, pool::ranges(rows, ROWS_PER_JOB), |rows| {
            let sink = RowSink::new(name, rows.len(), options.on_error);
            read_rows(reader, roles, columns, rows, sink)
        })?;
        let mut positions = RowSink::joined(sinks, &self.name, &mut self.rows)
            .map_err(|reason| PositionReadError::Format(self.name.to_string(), reason))?;
        if columns.is_empty() && self.rows == 0 {
            positions.report_source("there are no positions");
        }
        Ok(positions.checked(self.options.on_error)?)
    }
}

/// Reads a range of rows.
fn read_rows(
    reader: &FieldReader,
    roles: &[(Role, String)],
    columns: &[TableColumn<'_>],
    rows: Range<usize>,
    sink: RowSink,
) -> RowSink {
    dispatch(task!(|backend,
                    reader: &FieldReader,
                    roles: &[(Role, String)],
                    columns: &[TableColumn<'_>],
                    rows: Range<usize>,
                    sink: RowSink|
     -> RowSink {
        let (mut row, mut fields, mut sink) = (Row::default(), Fields::default(), sink);
        for index in rows {
            for (column, (role, _)) in columns.iter().zip(roles) {
                fields.set(*role, column.field(index));
            }
            row.clear();
            sink.begin();
            let result = reader.read(backend, &fields, &mut row, &mut sink);
            sink.end(&row, result);
        }
        sink
    }))
}
