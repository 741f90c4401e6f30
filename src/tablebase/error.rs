//! Errors of tablebases.

use std::fmt;
use std::io;

use super::material::Material;
use crate::error::{CallError, CallErrorKind};
use thiserror::Error;

/// The kind of the values of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableKind {
    /// Results, in a file `.rtbw`.
    Wdl,
    /// Distances to zeroing, in a file `.rtbz`.
    Dtz,
}

impl TableKind {
    /// Both kinds.
    pub const ALL: [TableKind; 2] = [TableKind::Wdl, TableKind::Dtz];

    /// The extension of the files.
    pub fn extension(self) -> &'static str {
        match self {
            TableKind::Wdl => "rtbw",
            TableKind::Dtz => "rtbz",
        }
    }
}

/// A file of a set of tables, displayed by its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableFile {
    /// The material, that of White first.
    pub material: Material,
    /// The kind.
    pub kind: TableKind,
}

impl fmt::Display for TableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.material, self.kind.extension())
    }
}

/// A position that has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TableError {
    /// Castling is possible.
    #[error("positions with castling rights are in no table")]
    CastlingRights,
    /// The position has more pieces than the largest table.
    #[error("{0} pieces, but the largest table is of {1}")]
    TooManyPieces(u32, u32),
    /// The file does not exist.
    #[error("there is no table {0}")]
    Missing(TableFile),
    /// The tables have distances of another kind.
    #[error("{0}")]
    OtherDistance(&'static str),
    /// The contents of a file are impossible.
    #[error("{0}: the table is damaged: {1}")]
    Damaged(TableFile, &'static str),
    /// The system cannot read a file; the number is its error code, 0 if there is none.
    #[error("{0}: {error}", error = io::Error::from_raw_os_error(*.1))]
    Unreadable(TableFile, i32),
}

impl TableError {
    /// Whether there is no table, in contrast to a table that cannot be read.
    pub fn is_missing(self) -> bool {
        !matches!(self, TableError::Damaged(..) | TableError::Unreadable(..))
    }

    /// The error of a call, with the name of a position, or without if it is empty.
    pub(crate) fn of(self, position: &str) -> CallError {
        let kind = match self {
            TableError::Damaged(..) => CallErrorKind::DamagedTable,
            TableError::Unreadable(..) => CallErrorKind::File,
            _ => CallErrorKind::MissingTable,
        };
        let separator = if position.is_empty() { "" } else { ": " };
        CallError { kind, argument: "tablebase", message: format!("{position}{separator}{self}") }
    }
}
