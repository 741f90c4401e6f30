//! Errors and warnings of rows.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::named_enum::named_enum;
use crate::store::Report;

/// The maximum number of errors that are listed, and of warnings; the rest is only counted.
pub const MAX_ROW_ERRORS: usize = 1000;
/// The maximum length of [`RowError::text`] in characters.
const MAX_TEXT: usize = 120;

named_enum! {
    /// The kind of an error or a warning of a row.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum RowErrorKind {
        /// The source cannot be read, is damaged, or has no positions.
        Source = "source",
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
    }
}

/// A problem of a row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

impl Report for RowError {
    const MAX_LISTED: usize = MAX_ROW_ERRORS;

    fn kind(&self) -> usize {
        self.problem.kind as usize
    }

    fn index(&mut self) -> &mut Option<usize> {
        &mut self.index
    }
}
