//! What can be wrong with a request for many positions.

use std::fmt;

use crate::pool::Interrupted;
use crate::tensor::PlanesError;
use crate::tensor::rows::RowError;

/// Positions cannot be written as asked. Nothing has been written then, except where said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BatchError {
    /// There are not as many plies as games.
    Lengths {
        /// How many numbers of games.
        game: usize,
        /// How many plies.
        ply: usize,
    },
    /// There is no such game.
    Game {
        /// The place in the array of pairs, from 0.
        at: usize,
        /// The number that was asked for.
        game: i64,
        /// How many games there are.
        games: usize,
    },
    /// The game has no such ply.
    Ply {
        /// The place in the array of pairs, from 0.
        at: usize,
        /// The game.
        game: i64,
        /// The ply that was asked for.
        ply: i32,
        /// How many plies can be asked for: 0 to one less.
        plies: usize,
    },
    /// The buffer has not the size of the result.
    Size {
        /// How many elements the result has.
        expected: usize,
        /// How many the buffer has.
        found: usize,
    },
    /// The encoding and the element type do not go together.
    Planes(PlanesError),
    /// The encoding cannot express a position; other rows may have been written.
    Row {
        /// The place in the array of pairs, from 0; the first, if there are several.
        at: usize,
        /// What is wrong.
        error: RowError,
    },
    /// The call was told to stop; some rows have been written.
    Interrupted,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Lengths { game, ply } => {
                write!(f, "game has {game} entries, ply has {ply}: they go in pairs")
            }
            BatchError::Game { at, game, games } => {
                write!(f, "pair {at}: there is no game {game}, there are {games}")
            }
            BatchError::Ply { at, game, ply, plies: 0 } => {
                write!(f, "pair {at}: game {game} has no moves, so none was played at ply {ply}")
            }
            BatchError::Ply { at, game, ply, plies } => {
                write!(f, "pair {at}: game {game} has no ply {ply}, only 0 to {}", plies - 1)
            }
            BatchError::Size { expected, found } => {
                write!(f, "the result has {expected} elements, the buffer {found}")
            }
            BatchError::Planes(error) => error.fmt(f),
            BatchError::Row { at, error } => write!(f, "pair {at}: {error}"),
            BatchError::Interrupted => Interrupted.fmt(f),
        }
    }
}

impl std::error::Error for BatchError {}

impl From<Interrupted> for BatchError {
    fn from(_: Interrupted) -> BatchError {
        BatchError::Interrupted
    }
}
