//! [`Positions`]: rows of positions and labels as columns.

use std::borrow::Cow;
use std::sync::Arc;

use super::labels::{Labels, RowLabels};
use super::lists::{Lists, NameLists};
use super::packed::PackedPosition;
use super::reports::{Problem, Reports, RowError, RowErrorKind};
use crate::position::Position;
use crate::types::Move;

/// A row to be appended.
#[derive(Clone, Debug)]
pub struct Row<'t> {
    /// The position.
    pub position: PackedPosition,
    /// The labels.
    pub labels: RowLabels,
    /// The principal variation or the solution; empty if there is none.
    pub line: Vec<Move>,
    /// The themes of a puzzle, separated by spaces.
    pub themes: &'t str,
    /// The openings of a puzzle, separated by spaces.
    pub openings: &'t str,
    /// The name of the position; empty if there is none.
    pub id: Cow<'t, str>,
}

impl Default for Row<'_> {
    fn default() -> Self {
        Row {
            position: PackedPosition::NONE,
            labels: RowLabels::NONE,
            line: Vec::new(),
            themes: "",
            openings: "",
            id: Cow::Borrowed(""),
        }
    }
}

impl Row<'_> {
    /// Removes all values; the memory of the line stays.
    #[inline]
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
    pub(super) lines: Option<Lists<u16>>,
    pub(super) themes: Option<NameLists>,
    pub(super) openings: Option<NameLists>,
    pub(super) ids: Option<Lists<u8>>,
    /// The names of the sources.
    pub(super) source_names: Vec<Arc<str>>,
    /// The number of the source of each row.
    pub(super) sources: Vec<u32>,
    /// The number of each row in its source, from 1.
    pub(super) source_rows: Vec<u32>,
    pub(super) errors: Reports,
    pub(super) warnings: Reports,
}

impl Positions {
    /// No rows.
    pub fn new() -> Positions {
        Positions::default()
    }

    /// No rows yet, of a source.
    pub fn of_source(name: &Arc<str>) -> Positions {
        Positions { source_names: vec![name.clone()], ..Positions::default() }
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
    #[inline]
    pub fn position(&self, index: usize) -> Option<Position> {
        self.packed[index].position()
    }

    /// The columns of labels.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// The principal variations or solutions, as bits of moves.
    pub fn lines(&self) -> Option<&Lists<u16>> {
        self.lines.as_ref()
    }

    /// The themes of puzzles.
    pub fn themes(&self) -> Option<&NameLists> {
        self.themes.as_ref()
    }

    /// The openings of puzzles.
    pub fn openings(&self) -> Option<&NameLists> {
        self.openings.as_ref()
    }

    /// The names of the rows in UTF-8.
    pub fn ids(&self) -> Option<&Lists<u8>> {
        self.ids.as_ref()
    }

    /// The name of a row, which must exist; empty if there is none.
    pub fn id(&self, index: usize) -> &str {
        let id = self.ids.as_ref().map_or(&[][..], |ids| ids.row(index));
        str::from_utf8(id).unwrap_or_default()
    }

    /// The names of the sources.
    pub fn source_names(&self) -> &[Arc<str>] {
        &self.source_names
    }

    /// The number of the source of each row, an index of [`Positions::source_names`].
    pub fn sources(&self) -> &[u32] {
        &self.sources
    }

    /// The number of each row in its source, from 1.
    pub fn source_rows(&self) -> &[u32] {
        &self.source_rows
    }

    /// The errors: of rows that could not be read, which are not there, or have no position.
    pub fn errors(&self) -> &Reports {
        &self.errors
    }

    /// The warnings: of rows that are there without a value that was wrong.
    pub fn warnings(&self) -> &Reports {
        &self.warnings
    }

    /// The number of rows without a position.
    pub fn broken_count(&self) -> usize {
        self.packed.iter().filter(|packed| packed.is_none()).count()
    }

    /// The memory of the columns in bytes.
    pub fn bytes(&self) -> usize {
        let names = |names: &Option<NameLists>| names.as_ref().map_or(0, NameLists::bytes);
        size_of_val(&self.packed[..])
            + self.labels.bytes()
            + self.lines.as_ref().map_or(0, Lists::bytes)
            + names(&self.themes)
            + names(&self.openings)
            + self.ids.as_ref().map_or(0, Lists::bytes)
            + size_of_val(&self.sources[..])
            + size_of_val(&self.source_rows[..])
    }

    /// Appends a row of the last source.
    #[inline]
    pub fn push(&mut self, row: &Row<'_>, number: u32) {
        let len = self.len();
        self.packed.push(row.position);
        self.labels.push(&row.labels);
        self.sources.push(self.last_source());
        self.source_rows.push(number);
        let has_lists = self.lines.is_some() | self.ids.is_some();
        let has_names = self.themes.is_some() | self.openings.is_some();
        let lengths = row.line.len() | row.id.len() | row.themes.len() | row.openings.len();
        if has_lists | has_names | (lengths > 0) {
            self.push_lists(row, len, number);
        }
    }

    /// Appends the lists of a row, of which there is one.
    fn push_lists(&mut self, row: &Row<'_>, len: usize, number: u32) {
        if !row.line.is_empty() || self.lines.is_some() {
            let lines = self.lines.get_or_insert_with(|| Lists::empty(len));
            lines.push(row.line.iter().map(|m| m.bits()));
        }
        if !row.id.is_empty() || self.ids.is_some() {
            self.ids.get_or_insert_with(|| Lists::empty(len)).push(row.id.bytes());
        }
        let mut are_all_named = true;
        for (names, of_row) in [(&mut self.themes, row.themes), (&mut self.openings, row.openings)]
        {
            if !of_row.is_empty() || names.is_some() {
                are_all_named &= names.get_or_insert_with(|| NameLists::empty(len)).push(of_row);
            }
        }
        if !are_all_named {
            self.warn(too_many_names(), number);
        }
    }

    fn last_source(&self) -> u32 {
        self.source_names.len().saturating_sub(1) as u32
    }

    /// Reports an error of the last source; with `keeps_row`, a row without a position is appended.
    pub fn report_error(&mut self, problem: Problem, number: u32, keeps_row: bool) {
        let index = keeps_row.then_some(self.len());
        if keeps_row {
            self.push(&Row::default(), number);
        }
        self.errors.add(self.report(problem, number, index));
    }

    /// Reports that the last source cannot be read, or not to its end.
    #[cold]
    pub(crate) fn report_source(&mut self, reason: impl std::fmt::Display) {
        self.report_error(Problem::new(RowErrorKind::Source, "", b"", reason), 0, false);
    }

    /// Reports a warning of the last row.
    pub fn warn(&mut self, problem: Problem, number: u32) {
        self.warnings.add(self.report(problem, number, self.len().checked_sub(1)));
    }

    fn report(&self, problem: Problem, number: u32, index: Option<usize>) -> RowError {
        let source = self.source_names.last().cloned().unwrap_or_else(|| "".into());
        RowError { source, row: number.into(), index, problem }
    }

    /// Appends the rows of others, with their errors and warnings. The numbers of rows in sources
    /// are raised.
    pub(crate) fn extend_from(&mut self, other: &Positions, rows_before: u32) {
        let len = self.len();
        let mut are_all_named = true;
        extend(&mut self.lines, len, other, other.lines.as_ref(), Lists::empty, |lines, other| {
            lines.extend(other);
        });
        extend(&mut self.ids, len, other, other.ids.as_ref(), Lists::empty, |ids, other| {
            ids.extend(other);
        });
        for (names, of_other) in [
            (&mut self.themes, other.themes.as_ref()),
            (&mut self.openings, other.openings.as_ref()),
        ] {
            extend(names, len, other, of_other, NameLists::empty, |names, other| {
                are_all_named &= names.extend(other);
            });
        }
        self.packed.extend_from_slice(&other.packed);
        self.labels.extend(&other.labels);
        let numbers: Vec<u32> =
            other.source_names.iter().map(|name| self.number_of_source(name)).collect();
        self.sources.extend(other.sources.iter().map(|&source| numbers[source as usize]));
        self.source_rows
            .extend(other.source_rows.iter().map(|row| row.saturating_add(rows_before)));
        let change = |error: &mut RowError| {
            error.index = error.index.map(|index| index + len);
            if error.row > 0 {
                error.row += u64::from(rows_before);
            }
        };
        self.errors.extend(&other.errors, change);
        self.warnings.extend(&other.warnings, change);
        if !are_all_named {
            self.warn(too_many_names(), 0);
        }
    }

    /// Appends the rows of others, with their errors and warnings.
    pub fn append(&mut self, other: &Positions) {
        self.extend_from(other, 0);
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
        self.sources.reserve(rows);
        self.source_rows.reserve(rows);
    }

    /// The number of a source, which is added if it is not the last or one before.
    fn number_of_source(&mut self, name: &Arc<str>) -> u32 {
        let found = self.source_names.iter().rposition(|known| known == name);
        let number = found.unwrap_or_else(|| {
            self.source_names.push(name.clone());
            self.source_names.len() - 1
        });
        number as u32
    }

    /// Frees memory that is not used.
    pub fn shrink_to_fit(&mut self) {
        self.packed.shrink_to_fit();
        self.labels.shrink_to_fit();
        self.lines.iter_mut().for_each(Lists::shrink_to_fit);
        self.ids.iter_mut().for_each(Lists::shrink_to_fit);
        self.themes.iter_mut().for_each(NameLists::shrink_to_fit);
        self.openings.iter_mut().for_each(NameLists::shrink_to_fit);
        self.sources.shrink_to_fit();
        self.source_rows.shrink_to_fit();
    }
}

/// Positions are equal if their rows are, whatever their sources and errors.
impl PartialEq for Positions {
    fn eq(&self, other: &Positions) -> bool {
        let are_same = |one: &Option<NameLists>, other: &Option<NameLists>| match (one, other) {
            (Some(one), Some(other)) => one.is_same(other),
            (None, None) => true,
            _ => false,
        };
        self.packed == other.packed
            && self.labels.is_same(&other.labels)
            && self.lines == other.lines
            && self.ids == other.ids
            && are_same(&self.themes, &other.themes)
            && are_same(&self.openings, &other.openings)
    }
}

impl Eq for Positions {}

#[cold]
fn too_many_names() -> Problem {
    let reason = "more than 65536 distinct names: this one is dropped";
    Problem::new(RowErrorKind::Unsupported, "themes or openings", b"", reason)
}

/// Appends the lists of other rows, which may have none.
fn extend<T>(
    lists: &mut Option<T>,
    len: usize,
    other: &Positions,
    of_other: Option<&T>,
    empty: impl Fn(usize) -> T,
    mut append: impl FnMut(&mut T, &T),
) {
    match of_other {
        Some(of_other) => append(lists.get_or_insert_with(|| empty(len)), of_other),
        None => {
            if let Some(lists) = lists {
                append(lists, &empty(other.len()));
            }
        }
    }
}
