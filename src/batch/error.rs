//! Errors of batch calls.

use std::fmt;

use crate::memory::OutOfMemory;
use crate::pool::Interrupted;
use crate::tensor::PlanesError;
use crate::tensor::rows::RowError;

/// An error of a batch call. Nothing has been written unless stated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BatchError {
    /// There are not as many plies as games.
    Lengths {
        /// The number of game indices.
        game: usize,
        /// The number of plies.
        ply: usize,
    },
    /// The game does not exist.
    Game {
        /// The index of the entry in the argument.
        index: usize,
        /// The requested game.
        game: i64,
        /// The number of games.
        games: usize,
    },
    /// The game does not have the ply.
    Ply {
        /// The index of the entry in the argument.
        index: usize,
        /// The game.
        game: i64,
        /// The requested ply.
        ply: i32,
        /// The number of valid plies.
        plies: usize,
    },
    /// The buffer does not have the size of the result.
    Size {
        /// The number of elements of the result.
        expected: usize,
        /// The number of elements of the buffer.
        found: usize,
    },
    /// The element type cannot represent the encoding.
    Planes(PlanesError),
    /// The encoding cannot express a position. Other rows may have been written.
    Row {
        /// The index of the first such entry in the argument.
        index: usize,
        /// The error.
        error: RowError,
    },
    /// A search target of a position without a search.
    NoVisits {
        /// The index of the first such entry in the argument.
        index: usize,
        /// The game.
        game: usize,
        /// The ply.
        ply: usize,
    },
    /// There is not enough memory for the result.
    Memory(OutOfMemory),
    /// The call was interrupted. Some rows may have been written.
    Interrupted,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Lengths { game, ply } => {
                write!(f, "game has {game} entries, ply has {ply}: they must have the same length")
            }
            BatchError::Game { index, game, games } => {
                write!(f, "entry {index}: game {game} does not exist; there are {games} games")
            }
            BatchError::Ply { index, game, ply, plies: 0 } => {
                write!(
                    f,
                    "entry {index}: game {game} has no moves, so none was played at ply {ply}"
                )
            }
            BatchError::Ply { index, game, ply, plies } => {
                let last = plies - 1;
                write!(f, "entry {index}: game {game} does not have ply {ply}, only 0 to {last}")
            }
            BatchError::Size { expected, found } => {
                write!(f, "the result has {expected} elements, but the buffer has {found}")
            }
            BatchError::Planes(error) => error.fmt(f),
            BatchError::Row { index, error } => write!(f, "entry {index}: {error}"),
            BatchError::NoVisits { index, game, ply } => {
                write!(f, "entry {index}: game {game} has no visits at ply {ply}")
            }
            BatchError::Memory(error) => error.fmt(f),
            BatchError::Interrupted => Interrupted.fmt(f),
        }
    }
}

impl std::error::Error for BatchError {}

impl From<OutOfMemory> for BatchError {
    fn from(error: OutOfMemory) -> BatchError {
        BatchError::Memory(error)
    }
}

impl From<Interrupted> for BatchError {
    fn from(_: Interrupted) -> BatchError {
        BatchError::Interrupted
    }
}
