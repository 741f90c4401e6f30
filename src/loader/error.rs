//! Errors of configurations, sources and loaders.

use std::fmt;

use crate::formats::FormatError;
use crate::io::ReadError;
use crate::memory::OutOfMemory;
use crate::tensor::PlanesError;

/// An invalid [`Config`](super::Config).
#[derive(Clone, PartialEq, Debug)]
pub enum ConfigError {
    /// An option is outside its range.
    Range {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// The allowed values.
        allowed: String,
    },
    /// There are no columns.
    NoColumns,
    /// Two arrays have the same name.
    Name(String),
    /// A label, and a source that is not in memory.
    Label,
    /// The encoding has values that the element type of the planes cannot represent.
    Planes(PlanesError),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Range { option, value, allowed } => {
                write!(f, "{option} must be {allowed}, not {value}")
            }
            ConfigError::NoColumns => f.write_str("there must be at least one column"),
            ConfigError::Name(name) => write!(f, "two columns have the name {name:?}"),
            ConfigError::Label => f.write_str(
                "a label has a value for each game or position, so the source must be one Games \
                 or Positions in memory",
            ),
            ConfigError::Planes(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ConfigError {}

/// An error while reading a source.
#[derive(Debug)]
pub enum SourceError {
    /// A PGN file cannot be opened or is truncated.
    Pgn(ReadError),
    /// A file of a training format cannot be opened or is damaged.
    Format(FormatError),
    /// A thread has ended unexpectedly.
    Thread(String),
    /// Another error, as text.
    Other(String),
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourceError::Pgn(error) => error.fmt(f),
            SourceError::Format(error) => error.fmt(f),
            SourceError::Thread(reason) | SourceError::Other(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for SourceError {}

/// An error while making batches.
#[derive(Debug)]
pub enum LoadError {
    /// The source failed.
    Source(SourceError),
    /// An encoding or policy does not support a sample.
    Sample {
        /// The block of the source, from 0.
        block: u64,
        /// The sample in the block: its game and ply, or its row.
        sample: String,
        /// The error as text.
        reason: String,
    },
    /// An epoch has no samples.
    Empty,
    /// There is not enough memory, as text.
    Memory(String),
}

impl LoadError {
    pub(super) fn other(reason: String) -> LoadError {
        LoadError::Source(SourceError::Other(reason))
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Source(error) => error.fmt(f),
            LoadError::Memory(reason) => f.write_str(reason),
            LoadError::Sample { block, sample, reason } => {
                write!(f, "block {block}, {sample}: {reason}")
            }
            LoadError::Empty => f.write_str(
                "the source has no samples: it is empty, or the selection excludes every position",
            ),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<OutOfMemory> for LoadError {
    fn from(error: OutOfMemory) -> LoadError {
        LoadError::Memory(error.to_string())
    }
}
