//! Errors and warnings of rows.

use std::fmt;
use std::sync::Arc;

use crate::named_enum::named_enum;

/// The maximum number of errors that are listed, and of warnings; the rest is only counted.
pub const MAX_ROW_ERRORS: usize = 1000;
/// The maximum length of [`RowError::text`] in characters.
const MAX_TEXT: usize = 120;

named_enum! {
    /// The kind of an error or a warning of a row.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum RowErrorKind {
        /// The row does not have the form of its format.
        Syntax = "syntax",
        /// The text of the position is not a FEN.
        InvalidFen = "invalid_fen",
        /// The FEN is of an illegal position; as a warning, of a castling right without its rook or
        /// an en-passant square that no double push passed, which are dropped.
        ImpossiblePosition = "impossible_position",
        /// An evaluation, a result or a probability is not one.
        InvalidScore = "invalid_score",
        /// A move is not legal in the position.
        InvalidMove = "invalid_move",
        /// Another number is not one, or out of range.
        InvalidNumber = "invalid_number",
        /// There is no evaluation, result or move where the format has one.
        MissingLabel = "missing_label",
        /// A value is valid and does not fit, such as a halfmove clock above 255.
        Unsupported = "unsupported",
        /// The source cannot be read, is damaged, or has no positions.
        Source = "source",
    }
}

/// A problem of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The kind.
    pub kind: RowErrorKind,
    /// The name of the column or field; empty if it is the whole row.
    pub column: Box<str>,
    /// The text that is wrong, shortened if it is long.
    pub text: Box<str>,
    /// The reason.
    pub reason: Box<str>,
}

impl Problem {
    /// Creates a problem; the text may be in any encoding.
    #[cold]
    pub fn new(
        kind: RowErrorKind,
        column: &str,
        text: &[u8],
        reason: impl fmt::Display,
    ) -> Problem {
        let text = String::from_utf8_lossy(&text[..text.len().min(4 * MAX_TEXT)]);
        let text: String = text.chars().take(MAX_TEXT).collect();
        let reason = reason.to_string().into();
        Problem { kind, column: column.into(), text: text.into(), reason }
    }
}

/// An error or a warning of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowError {
    /// The name of the source.
    pub source: Arc<str>,
    /// The number of the row in the source, from 1; 0 if it is the whole source.
    pub row: u64,
    /// The index of the row in the [`Positions`](super::Positions), if it is there.
    pub index: Option<usize>,
    /// The problem.
    pub problem: Problem,
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RowError { source, row, problem, .. } = self;
        f.write_str(source)?;
        if *row > 0 {
            write!(f, ": row {row}")?;
        }
        if !problem.column.is_empty() {
            write!(f, ", {}", problem.column)?;
        }
        if !problem.text.is_empty() {
            write!(f, ": {:?}", problem.text)?;
        }
        write!(f, ": {}", problem.reason)
    }
}

impl std::error::Error for RowError {}

/// Errors or warnings: the first ones in full, and their number by kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reports {
    list: Vec<RowError>,
    counts: [u64; RowErrorKind::ALL.len()],
}

impl Reports {
    /// Creates reports from a list and the number of each kind.
    pub fn from_parts(
        mut list: Vec<RowError>,
        counts: impl IntoIterator<Item = (RowErrorKind, u64)>,
    ) -> Reports {
        list.truncate(MAX_ROW_ERRORS);
        let mut reports = Reports { list, ..Reports::default() };
        counts.into_iter().for_each(|(kind, count)| reports.counts[kind as usize] = count);
        reports
    }

    /// The first reports, [`MAX_ROW_ERRORS`] at most, in the order of the rows.
    pub fn list(&self) -> &[RowError] {
        &self.list
    }

    /// The number of reports.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The number of reports by kind, without kinds that do not occur.
    pub fn counts(&self) -> impl Iterator<Item = (RowErrorKind, u64)> {
        let counts = RowErrorKind::ALL.into_iter().zip(self.counts);
        counts.filter(|&(_, count)| count > 0)
    }

    pub(super) fn add(&mut self, error: RowError) {
        self.counts[error.problem.kind as usize] += 1;
        if self.list.len() < MAX_ROW_ERRORS {
            self.list.push(error);
        }
    }

    /// Appends reports of later rows, whose sources have a name and whose numbers and indices are
    /// raised.
    pub(super) fn extend(&mut self, other: &Reports, change: impl Fn(&mut RowError)) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        let capacity = MAX_ROW_ERRORS - self.list.len();
        self.list.extend(other.list.iter().take(capacity).map(|error| {
            let mut error = error.clone();
            change(&mut error);
            error
        }));
    }

    /// The reports without those of the rows from an index on.
    pub(super) fn before(&self, end: usize) -> Reports {
        let mut reports = self.clone();
        reports.list.retain(|error| {
            let is_before = error.index.is_none_or(|index| index < end);
            if !is_before {
                let count = &mut reports.counts[error.problem.kind as usize];
                *count = count.saturating_sub(1);
            }
            is_before
        });
        reports
    }

    /// The reports of some rows, with their new indices.
    pub(super) fn of_rows(&self, new_index: impl Fn(usize) -> Option<usize>) -> Reports {
        let mut reports = Reports::default();
        for error in &self.list {
            if let Some(index) = error.index.and_then(&new_index) {
                reports.add(RowError { index: Some(index), ..error.clone() });
            }
        }
        reports
    }
}
