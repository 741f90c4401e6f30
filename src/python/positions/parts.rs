//! The sources of `read` and `stream`, one after the other.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use pyo3::prelude::*;

use super::Positions;
use super::table::OpenTable;
use crate::io::{Convention, PositionOptions, PositionReadError, PositionReader};
use crate::positions::{OnRowError, Positions as CorePositions};
use crate::python::arrays::named;
use crate::python::calls::{Threads, attached_periodically};
use crate::python::errors::ArgumentError;
use crate::python::files::{RaisedError, source_of};
use crate::python::progress::Reporter;
use crate::store::Rows;

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

/// Reads the sources of a call.
pub(in crate::python) struct PartReader {
    parts: VecDeque<Part>,
    threads: Option<Threads>,
    raised: RaisedError,
    /// The bytes of the files of text that were read to their ends.
    bytes_read: u64,
}

impl PartReader {
    /// Finds the sources of an argument, with folders and patterns expanded.
    pub(super) fn new(
        sources: &Bound<'_, PyAny>,
        format: Option<&str>,
        options: &PositionOptions,
        threads: Option<Threads>,
    ) -> PyResult<PartReader> {
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
        Ok(PartReader { parts, threads, raised, bytes_read: 0 })
    }

    /// The bytes of all files, before decompression; `None` if not all are text of known size.
    pub(super) fn total_bytes(&self) -> Option<u64> {
        let of_part = |part: &Part| match part {
            Part::Text(reader) => reader.total_bytes(),
            _ => None,
        };
        self.parts.iter().map(of_part).sum()
    }

    /// Reads a number of rows, or some ten thousand more, or fewer at the end.
    pub(in crate::python) fn read(
        &mut self,
        py: Python<'_>,
        rows: usize,
        reporter: Option<&Reporter>,
    ) -> PyResult<CorePositions> {
        let mut all = CorePositions::new();
        while all.len() < rows {
            match self.parts.pop_front() {
                None => break,
                Some(Part::Text(mut reader)) => {
                    let before = self.bytes_read;
                    let result = attached_periodically(py, self.threads, reporter, |run| {
                        while all.len() < rows {
                            match reader.next_batch(run)? {
                                Some(batch) => all.append_moved(batch),
                                None => return Ok(true),
                            }
                            if let Some(counter) = reporter.and_then(Reporter::counter) {
                                counter.raise(before + reader.bytes_read());
                            }
                        }
                        Ok::<_, PositionReadError>(false)
                    });
                    if let Some(error) = self.raised.take() {
                        return Err(error);
                    }
                    if result? {
                        self.bytes_read += reader.bytes_read();
                    } else {
                        self.parts.push_front(Part::Text(reader));
                    }
                }
                Some(Part::Table(mut table)) => {
                    let (batch, has_more) = table.read(py, self.threads, reporter)?;
                    all.append_moved(batch);
                    if has_more {
                        self.parts.push_front(Part::Table(table));
                    }
                }
                Some(Part::Tables(tables)) => {
                    if let Some(table) = tables.bind(py).try_iter()?.next().transpose()? {
                        let table = table.cast::<Positions>()?.get().core();
                        self.parts.push_front(Part::Tables(tables));
                        self.parts.push_front(Part::Rows(table, 0));
                    }
                }
                Some(Part::Rows(mut table, start)) => {
                    let end = table.len().min(start.saturating_add(rows - all.len()));
                    match (start, end) {
                        (0, end) if end == table.len() => all.append(&table),
                        _ => all.append_moved(Arc::make_mut(&mut table).take_rows(start..end)),
                    }
                    if end < table.len() {
                        self.parts.push_front(Part::Rows(table, end));
                    }
                }
            }
        }
        Ok(all)
    }

    /// Whether nothing is left to be read.
    pub(in crate::python) fn is_at_end(&self) -> bool {
        self.parts.is_empty()
    }

    /// The bytes of the files of text so far, before decompression.
    pub(in crate::python) fn bytes_read(&self) -> u64 {
        let current = self.parts.iter().map(|part| match part {
            Part::Text(reader) => reader.bytes_read(),
            _ => 0,
        });
        self.bytes_read + current.sum::<u64>()
    }
}
