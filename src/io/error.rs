//! Errors of reading PGN.

use std::fmt;
use std::io;

use crate::games::GameError;

/// An error that ends the reading of PGN.
#[derive(Debug)]
pub enum ReadError {
    /// A file does not exist or cannot be read. Nothing was read.
    Open {
        /// The name of the file.
        source: String,
        /// The error of the system.
        error: io::Error,
    },
    /// A game or a source is broken or damaged, and reading was strict.
    Broken(Box<GameError>),
    /// [`Run::stop`](crate::pool::Run::stop) returned true.
    Interrupted,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Open { source, error } => write!(f, "{source}: {error}"),
            ReadError::Broken(error) => error.fmt(f),
            ReadError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for ReadError {}
