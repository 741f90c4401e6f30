//! Errors of configurations, sources and loaders.

use std::fmt::Display;

use crate::error::{CallError, call_error};
use crate::formats::FormatError;
use crate::io::ReadError;
use crate::memory::OutOfMemory;
use thiserror::Error;

/// The error of an option that is outside its range.
pub(super) fn out_of_range(
    option: &'static str,
    value: impl Display,
    allowed: impl Display,
) -> CallError {
    call_error!(Value(option), "{option} must be {allowed}, not {value}")
}

/// An error while reading a source.
#[derive(Debug, Error)]
pub enum SourceError {
    /// A PGN file cannot be opened or is truncated.
    #[error(transparent)]
    Pgn(ReadError),
    /// A file of a training format cannot be opened or is damaged.
    #[error(transparent)]
    Format(FormatError),
    /// A thread has ended unexpectedly.
    #[error("{0}")]
    Thread(String),
    /// Another error, as text.
    #[error("{0}")]
    Other(String),
}

/// An error while making batches.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The source failed.
    #[error(transparent)]
    Source(SourceError),
    /// A column cannot express a sample, or its data are missing or damaged.
    #[error(transparent)]
    Columns(CallError),
    /// An epoch has no samples.
    #[error("the source has no samples: it is empty, or the selection excludes every position")]
    Empty,
    /// There is not enough memory, as text.
    #[error("{0}")]
    Memory(String),
}

impl LoadError {
    pub(super) fn other(reason: String) -> LoadError {
        LoadError::Source(SourceError::Other(reason))
    }
}

impl From<OutOfMemory> for LoadError {
    fn from(error: OutOfMemory) -> LoadError {
        LoadError::Memory(error.to_string())
    }
}
