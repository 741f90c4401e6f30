//! Errors of reading PGN.

use std::io;

use thiserror::Error;

use crate::games::GameError;

/// An error that ends the reading of PGN.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A file does not exist or cannot be read. Nothing was read.
    #[error("{source}: {error}")]
    Open {
        /// The name of the file.
        r#source: String,
        /// The error of the system.
        error: io::Error,
    },
    /// A game or a source is broken or damaged, and reading was strict.
    #[error(transparent)]
    Broken(Box<GameError>),
    /// [`Run::stop`](crate::pool::Run::stop) returned true.
    #[error("interrupted")]
    Interrupted,
}
