//! [`Positions`]: rows of positions and labels as columns.

use std::borrow::Cow;
use std::sync::Arc;

use super::labels::{Labels, RowLabels};
use super::lists::NameLists;
use super::packed::PackedPosition;
use super::reports::{Problem, RowError, RowErrorKind};
use crate::error::{CallError, call_error};
use crate::memory;
use crate::pool::{Interrupted, Run};
use crate::position::Position;
use crate::store::{Ragged, Reports, Rows, Sources, Storage};
use std::ops::Range;

/// A row to be appended.
#[derive(Clone, Debug)]
pub struct Row<'t> {
    /// The position.
    pub position: PackedPosition,
    /// The labels.
    pub labels: RowLabels<'t>,
    /// The bits of the moves of `lines`; empty if there are none.
    pub line: Vec<u16>,
    /// The name of the position; empty if there is none.
    pub id: Cow<'t, str>,
}

impl Default for Row<'_> {
    fn default() -> Self {
        Row {
            position: PackedPosition::NONE,
            labels: RowLabels::NONE,
            line: Vec::new(),
            id: Cow::Borrowed(""),
        }
    }
}

impl Row<'_> {
    /// Removes all values; the memory of the line stays.
    pub fn clear(&mut self) {
        let line = std::mem::take(&mut self.line);
        *self = Row { line, ..Row::default() };
        self.line.clear();
    }

    /// Removes the labels and the line.
    pub fn clear_labels(&mut self) {
        self.labels = RowLabels::NONE;
        self.line.clear();
    }
}

/// Single positions as columns: 32 bytes each, and their labels.
///
/// A position has no history. A column of labels is `None` if no row has a value.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    pub(super) packed: Vec<PackedPosition>,
    pub(super) labels: Labels,
    /// The names of the sources, and the number of the source of each row.
    pub(super) sources: Sources,
    /// The number of each row in its source, from 1.
    pub(super) source_rows: Vec<u32>,
    pub(super) errors: Reports<RowError>,
    pub(super) warnings: Reports<RowError>,
}

impl Positions {
    /// No rows.
    pub fn new() -> Positions {
        Positions::default()
    }

    /// No rows yet, of a source.
    pub fn of_source(name: &Arc<str>) -> Positions {
        Positions { sources: Sources::of(name, 0), ..Positions::default() }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// The positions.
    pub fn packed(&self) -> &[PackedPosition] {
        &self.packed
    }

    /// The bytes of the positions.
    pub fn packed_bytes(&self) -> &[[u8; 32]] {
        PackedPosition::bytes_of(&self.packed)
    }

    /// The position of a row; `None` if it could not be read.
    ///
    /// # Panics
    /// If the row does not exist.
    pub fn position(&self, index: usize) -> Option<Position> {
        self.packed[index].position()
    }

    /// The columns of labels.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// The principal variations or solutions, as bits of moves.
    pub fn lines(&self) -> Option<&Ragged<u16>> {
        self.labels.lines.as_ref()
    }

    /// The themes of puzzles.
    pub fn themes(&self) -> Option<&NameLists> {
        self.labels.themes.as_ref()
    }

    /// The openings of puzzles.
    pub fn openings(&self) -> Option<&NameLists> {
        self.labels.openings.as_ref()
    }

    /// The names of the rows in UTF-8.
    pub fn ids(&self) -> Option<&Ragged<u8>> {
        self.labels.ids.as_ref()
    }

    /// The name of a row, which must exist; empty if there is none.
    pub fn id(&self, index: usize) -> &str {
        let id = self.labels.ids.as_ref().map_or(&[][..], |ids| ids.row(index));
        str::from_utf8(id).unwrap_or_default()
    }

    /// The names of the sources.
    pub fn source_names(&self) -> &[Arc<str>] {
        self.sources.names()
    }

    /// The number of the source of each row, an index of [`Positions::source_names`].
    pub fn sources(&self) -> &[u32] {
        &self.sources.rows
    }

    /// The number of each row in its source, from 1.
    pub fn source_rows(&self) -> &[u32] {
        &self.source_rows
    }

    /// The errors: of rows that could not be read, which are not there, or have no position.
    pub fn errors(&self) -> &Reports<RowError> {
        &self.errors
    }

    /// The warnings: of rows that are there without a value that was wrong.
    pub fn warnings(&self) -> &Reports<RowError> {
        &self.warnings
    }

    /// The number of rows without a position.
    pub fn broken_count(&self) -> usize {
        self.packed.iter().filter(|packed| packed.is_none()).count()
    }

    /// Appends a row of the last source.
    pub fn push(&mut self, row: &Row<'_>, number: u32) {
        match row.line.is_empty() && row.id.is_empty() {
            true => self.labels.push(self.packed.len(), &row.labels),
            false => self.push_lists(row),
        }
        self.packed.push(row.position);
        self.sources.push_last();
        self.source_rows.push(number);
    }

    /// Appends the labels of a row with a line or a name.
    #[inline(never)]
    fn push_lists(&mut self, row: &Row<'_>) {
        let labels = RowLabels { lines: &row.line, ids: row.id.as_bytes(), ..row.labels };
        self.labels.push(self.packed.len(), &labels);
    }

    /// Reports an error of the last source; with `keeps_row`, a row without a position is appended.
    pub fn report_error(&mut self, problem: Problem, number: u32, keeps_row: bool) {
        let index = keeps_row.then_some(self.len());
        if keeps_row {
            self.push(&Row::default(), number);
        }
        let kind = problem.kind as usize;
        self.errors.push(kind, || report(&self.sources, problem, number, index));
    }

    /// Reports that the last source cannot be read, or not to its end.
    #[cold]
    pub(crate) fn report_source(&mut self, reason: impl std::fmt::Display) {
        self.report_error(Problem::new(RowErrorKind::Source, "", b"", reason), 0, false);
    }

    /// Reports a warning of the last row.
    pub fn warn(&mut self, problem: Problem, number: u32) {
        let (kind, index) = (problem.kind as usize, self.len().checked_sub(1));
        self.warnings.push(kind, || report(&self.sources, problem, number, index));
    }

    /// [`Rows::append`], which raises the numbers of rows in sources.
    pub(crate) fn append_after(&mut self, other: &Positions, rows_before: u32) {
        let (len, errors) = (self.len(), self.errors.list().len());
        let warnings = self.warnings.list().len();
        self.append(other);
        for row in &mut self.source_rows[len..] {
            *row = row.saturating_add(rows_before);
        }
        let errors = self.errors.list_mut()[errors..].iter_mut();
        for error in errors.chain(&mut self.warnings.list_mut()[warnings..]) {
            if error.row > 0 {
                error.row += u64::from(rows_before);
            }
        }
    }

    /// [`Positions::append`], which moves the first rows.
    pub fn append_moved(&mut self, other: Positions) {
        if self.is_empty() && self.errors.count() + self.warnings.count() == 0 {
            *self = other;
        } else {
            self.append(&other);
        }
    }

    /// Reserves memory for more rows.
    pub(crate) fn reserve(&mut self, rows: usize) {
        self.packed.reserve(rows);
        self.sources.rows.reserve(rows);
        self.source_rows.reserve(rows);
    }

    /// Frees memory that is not used.
    pub fn shrink_to_fit(&mut self) {
        self.packed.shrink();
        self.labels.storage().for_each(|column| column.shrink());
        self.sources.rows.shrink();
        self.source_rows.shrink();
    }
}

impl Rows for Positions {
    fn row_count(&self) -> usize {
        self.len()
    }

    fn heap_bytes(&self) -> usize {
        self.packed.heap_bytes()
            + self.labels.heap_bytes()
            + self.sources.heap_bytes()
            + self.source_rows.heap_bytes()
    }

    fn row_keys(&self, run: Run<'_>) -> Result<Vec<u64>, Interrupted> {
        self.keys(run)
    }

    fn select_rows(&self, indices: Vec<usize>) -> Result<Positions, CallError> {
        let wrong = indices.iter().find(|&&row| row >= self.len());
        if let Some(row) = wrong {
            let len = self.len();
            return Err(call_error!(Index("rows"), "row {row} is out of range for {len} rows"));
        }
        memory::check(self.heap_bytes() / self.len().max(1) * indices.len())?;
        Ok(self.select_valid(&indices))
    }

    fn copy_rows(&mut self, other: &Positions, rows: Range<usize>) {
        self.sources.add(&other.sources);
        self.labels.extend(&other.labels, rows.clone(), self.packed.len());
        self.packed.extend_from_slice(&other.packed[rows.clone()]);
        self.source_rows.extend_from_slice(&other.source_rows[rows.clone()]);
        self.sources.extend(&other.sources, rows);
    }

    fn copy_reports(&mut self, other: &Positions, before: usize) {
        self.sources.add(&other.sources);
        let raise = |error: &mut RowError| error.index = error.index.map(|index| index + before);
        self.errors.extend(&other.errors, raise);
        self.warnings.extend(&other.warnings, raise);
    }
}

/// Positions are equal if their rows are, whatever their sources and errors.
impl PartialEq for Positions {
    fn eq(&self, other: &Positions) -> bool {
        self.packed == other.packed && self.labels.is_same(&other.labels)
    }
}

impl Eq for Positions {}

/// Returns a report of the last source.
fn report(sources: &Sources, problem: Problem, number: u32, index: Option<usize>) -> RowError {
    let source = sources.names().last().cloned().unwrap_or_else(|| "".into());
    RowError { source, row: number.into(), index, problem }
}
