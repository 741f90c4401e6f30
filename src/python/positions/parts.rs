//! The sources of `read` and `stream`, one after the other: text, and tables of other packages, whose
//! columns Python makes arrays of.

use std::collections::{HashMap, VecDeque};
use std::num::NonZeroUsize;
use std::sync::Arc;

use numpy::PyReadonlyArray1;
use pyo3::types::PyIterator;

use super::Positions;
use crate::io::{Convention, PositionOptions, PositionReader, TableColumn, TableReader};
use crate::pool::Run;
use crate::positions::{OnRowError, Positions as CorePositions};
use crate::python::calls::attached;
use crate::python::files::{RaisedError, source_of};
use crate::python::prelude::*;

/// The options `strict` and `on_error`.
pub(in crate::python) fn on_row_error(strict: bool, on_error: &str) -> PyResult<OnRowError> {
    let choices = [("skip", OnRowError::Skip), ("mask", OnRowError::Mask)];
    let chosen = named("on_error", on_error, &choices)?;
    Ok(if strict { OnRowError::Raise } else { chosen })
}

/// A part of what is read.
enum Part {
    /// Files of text.
    Text(Box<PositionReader>),
    /// A table of another package.
    Table(OpenTable),
    /// An iterator over tables, which Python reads.
    Tables(Py<PyAny>),
    /// A table from a row on.
    Rows(Arc<CorePositions>, usize),
}

/// The sources of a call, which a `FileReader` reads.
pub(in crate::python) struct Parts {
    parts: VecDeque<Part>,
    pub(in crate::python) raised: RaisedError,
    /// The bytes of the files of text that were read to their ends.
    bytes_read: u64,
}

impl Parts {
    /// Finds the sources of an argument, with folders and patterns expanded.
    pub(super) fn new(
        sources: &Bound<'_, PyAny>,
        format: Option<&str>,
        options: &PositionOptions,
    ) -> PyResult<Parts> {
        let module = sources.py().import("enroque._files.position_sources")?;
        let raised = RaisedError::default();
        let (mut parts, mut files, mut names) = (VecDeque::new(), Vec::new(), HashMap::new());
        let reader = |files: &mut Vec<_>| match files.is_empty() {
            true => Ok(None),
            false => {
                let reader = PositionReader::new(std::mem::take(files), options.clone());
                reader.map(|reader| Some(Part::Text(Box::new(reader))))
            }
        };
        let strict = options.on_error == OnRowError::Raise;
        let on_error = if options.on_error == OnRowError::Mask { "mask" } else { "skip" };
        let opened = module.call_method1("opened", (sources, format, strict, on_error))?;
        for item in opened.try_iter()? {
            let item = item?;
            if item.hasattr("batches")? {
                parts.extend(reader(&mut files)?);
                parts.push_back(Part::Table(OpenTable::new(&item, options)?));
                continue;
            }
            if item.hasattr("__next__")? && !item.hasattr("read")? {
                if !options.columns.is_empty() || options.convention != Convention::default() {
                    return Err(ArgumentError::new_err(
                        "columns=, perspective= and unit= are for tables of text and of Arrow, not for \
                         records and .npz files, whose evaluations have one meaning",
                    ));
                }
                parts.extend(reader(&mut files)?);
                parts.push_back(Part::Tables(item.unbind()));
            } else {
                files.push(source_of(&item, &raised, &mut names)?);
            }
        }
        parts.extend(reader(&mut files)?);
        Ok(Parts { parts, raised, bytes_read: 0 })
    }

    /// The size of the files; `None` if not all sources are files of text.
    pub(in crate::python) fn total_bytes(&self) -> Option<u64> {
        let of_part = |part: &Part| match part {
            Part::Text(reader) => reader.total_bytes(),
            _ => None,
        };
        self.parts.iter().map(of_part).sum()
    }

    /// Reads at least a number of rows, fewer at the end; `None` if there is nothing more.
    pub(in crate::python) fn read(
        &mut self,
        rows: usize,
        run: Run<'_>,
        progress: &dyn Fn(u64),
    ) -> PyResult<Option<CorePositions>> {
        let mut all = CorePositions::new();
        while all.len() < rows {
            let Some(part) = self.parts.front_mut() else { break };
            let has_more = match part {
                Part::Text(reader) => {
                    let batch = reader.next_batch(run)?;
                    let bytes = self.bytes_read + reader.bytes_read();
                    progress(bytes);
                    let has_more = batch.is_some();
                    match batch {
                        Some(batch) => all.append_moved(batch),
                        None => self.bytes_read = bytes,
                    }
                    has_more
                }
                Part::Table(table) => {
                    let (batch, has_more) = attached(|py| table.read(py, run.threads))?;
                    all.append_moved(batch);
                    has_more
                }
                Part::Tables(tables) => {
                    let next = attached(|py| {
                        let next = tables.bind(py).try_iter()?.next().transpose()?;
                        next.map(|table| Ok(table.cast::<Positions>()?.get().core())).transpose()
                    })?;
                    let has_more = next.is_some();
                    if let Some(table) = next {
                        self.parts.push_front(Part::Rows(table, 0));
                    }
                    has_more
                }
                Part::Rows(table, start) => {
                    let end = table.len().min(start.saturating_add(rows - all.len()));
                    match (*start, end) {
                        (0, end) if end == table.len() => {
                            all.append_moved(Arc::unwrap_or_clone(std::mem::take(table)));
                        }
                        _ => all.append_moved(Arc::make_mut(table).take_rows(*start..end)),
                    }
                    *start = end;
                    end < table.len()
                }
            };
            if !has_more {
                self.parts.pop_front();
            }
        }
        let is_end = all.is_empty() && all.errors().count() == 0 && self.parts.is_empty();
        Ok((!is_end).then_some(all))
    }
}

/// A column of some rows; missing values are as in [`TableColumn`].
#[derive(FromPyObject)]
enum ColumnArrays<'py> {
    Texts(PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, u8>),
    #[pyo3(transparent)]
    Integers(PyReadonlyArray1<'py, i64>),
    #[pyo3(transparent)]
    Reals(PyReadonlyArray1<'py, f64>),
}

impl ColumnArrays<'_> {
    fn column(&self) -> PyResult<TableColumn<'_>> {
        Ok(match self {
            ColumnArrays::Texts(offsets, texts) => {
                TableColumn::Texts(offsets.as_slice()?, texts.as_slice()?)
            }
            ColumnArrays::Integers(values) => TableColumn::Integers(values.as_slice()?),
            ColumnArrays::Reals(values) => TableColumn::Reals(values.as_slice()?),
        })
    }
}

/// A table that is being read.
pub(super) struct OpenTable {
    /// Lists of the columns that are read, some rows at a time.
    batches: Py<PyIterator>,
    reader: TableReader,
}

impl OpenTable {
    /// Opens an object of the Python class `Table`.
    pub(super) fn new(table: &Bound<'_, PyAny>, options: &PositionOptions) -> PyResult<OpenTable> {
        let name: String = table.getattr("name")?.extract()?;
        let columns: Vec<String> = table.getattr("columns")?.extract()?;
        let reader = TableReader::new(&name, &columns, options)?;
        let wanted: Vec<(&str, bool)> = reader.columns().collect();
        let batches = table.call_method1("batches", (wanted,))?.try_iter()?.unbind();
        Ok(OpenTable { batches, reader })
    }

    /// Reads the next rows; returns whether there may be more.
    pub(super) fn read(
        &mut self,
        py: Python<'_>,
        threads: Option<NonZeroUsize>,
    ) -> PyResult<(CorePositions, bool)> {
        let batch = self.batches.bind(py).clone().next().transpose()?;
        let arrays: Vec<ColumnArrays<'_>> =
            batch.as_ref().map_or(Ok(Vec::new()), |batch| batch.extract())?;
        let columns = arrays.iter().map(ColumnArrays::column).collect::<PyResult<Vec<_>>>()?;
        let reader = &mut self.reader;
        let threads = threads.map(Threads);
        let positions = interruptible(py, threads, |run| reader.read(&columns, run))?;
        Ok((positions, batch.is_some()))
    }
}
