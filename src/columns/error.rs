//! Errors of encoding samples.

use std::fmt;

use super::needs::Datum;
use crate::games::INVALID_START;
use crate::memory::OutOfMemory;
use crate::named_enum::named_enum;
use crate::pool::Interrupted;
use crate::tensor::chessbench::TokensError;
use crate::tensor::nnue::TooManyPieces;
use crate::tensor::records::RecordError;
use crate::tensor::{PlanesError, PolicyError};

/// A column cannot express a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowError {
    /// The policy has no index for a move.
    Policy(PolicyError),
    /// The position has no tokens.
    Tokens(TokensError),
    /// There are too many pieces for sparse features.
    Features(TooManyPieces),
    /// The position does not fit into a record.
    Record(RecordError),
    /// The search visited more moves than fit into a row.
    TooManyVisits(usize),
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowError::Policy(error) => error.fmt(f),
            RowError::Tokens(error) => error.fmt(f),
            RowError::Features(error) => error.fmt(f),
            RowError::Record(error) => error.fmt(f),
            RowError::TooManyVisits(count) => {
                write!(f, "the search visited {count} moves, more than fit into a row")
            }
        }
    }
}

impl std::error::Error for RowError {}

named_enum! {
    /// The handling of samples that a column cannot express.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Unsupported {
        /// An error is returned.
        #[default]
        Raise = "raise",
        /// The row is filled with a marker: -1 for an index, 0 for a move, 255 for each token, -1 for
        /// each feature. A legal mask has only the moves with an index.
        Mask = "mask",
    }
}

/// An error of a call that encodes samples. Nothing has been written unless stated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EncodeError {
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
    /// The start position of the game is invalid, so that it has no positions.
    Start {
        /// The index of the entry in the argument.
        index: usize,
        /// The game.
        game: i64,
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
    /// The row does not exist in the table of positions.
    Position {
        /// The index of the entry in the argument.
        index: usize,
        /// The requested row.
        row: usize,
        /// The number of rows.
        rows: usize,
    },
    /// A sample lacks what a column needs.
    Lacks {
        /// The missing data.
        datum: Datum,
        /// The name of the sample; empty if there is only one.
        sample: String,
    },
    /// A label does not have a value for each game or position.
    Label {
        /// The number of its values.
        found: usize,
        /// The number of games or positions.
        expected: usize,
        /// Whether it must have one for each position.
        by_position: bool,
    },
    /// An array does not have the size of the result.
    Size {
        /// The number of elements of the result.
        expected: usize,
        /// The number of elements of the array.
        found: usize,
    },
    /// An array does not have the element type of its column.
    Dtype {
        /// The element type of the column.
        expected: &'static str,
        /// The element type of the array.
        found: &'static str,
    },
    /// The element type cannot represent the encoding.
    Planes(PlanesError),
    /// A column cannot express a sample. Other rows may have been written.
    Row {
        /// The name of the first such sample; empty if there is only one.
        sample: String,
        /// The error.
        error: RowError,
    },
    /// There is not enough memory for the result.
    Memory(OutOfMemory),
    /// The call was interrupted. Some rows may have been written.
    Interrupted,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::Lengths { game, ply } => {
                write!(f, "game has {game} entries, ply has {ply}: they must have the same length")
            }
            EncodeError::Game { index, game, games } => {
                write!(f, "entry {index}: game {game} does not exist; there are {games} games")
            }
            EncodeError::Start { index, game } => {
                write!(f, "entry {index}: game {game} has no positions: {INVALID_START}")
            }
            EncodeError::Ply { index, game, ply, plies: 0 } => {
                write!(
                    f,
                    "entry {index}: game {game} has no moves, so none was played at ply {ply}"
                )
            }
            EncodeError::Ply { index, game, ply, plies } => {
                let last = plies - 1;
                write!(f, "entry {index}: game {game} does not have ply {ply}, only 0 to {last}")
            }
            EncodeError::Position { index, row, rows } => {
                write!(f, "entry {index}: row {row} does not exist; there are {rows} rows")
            }
            EncodeError::Lacks { datum, sample } => {
                let lacking = match datum {
                    Datum::Position => "position, since it could not be read",
                    Datum::NextMove => "next move",
                    Datum::Game => "result, evaluation or label",
                    Datum::Search => "search",
                    Datum::Visits => "visits of a search",
                    Datum::Moves => "column of moves",
                    Datum::Results => "column of results",
                    Datum::Evals => "column of evaluations",
                    Datum::ExpectedScores => "column of expected scores",
                };
                let sample = if sample.is_empty() { "the position" } else { sample };
                write!(f, "{sample} has no {lacking}")
            }
            EncodeError::Label { found, expected, by_position } => {
                let each = if *by_position { "position" } else { "game" };
                write!(f, "a label must have a value for each {each}, {expected}, not {found}")
            }
            EncodeError::Size { expected, found } => {
                write!(f, "the result has {expected} elements, but the array has {found}")
            }
            EncodeError::Dtype { expected, found } => {
                write!(f, "the result has dtype {expected}, but the array has {found}")
            }
            EncodeError::Planes(error) => error.fmt(f),
            EncodeError::Row { sample, error } if sample.is_empty() => error.fmt(f),
            EncodeError::Row { sample, error } => write!(f, "{sample}: {error}"),
            EncodeError::Memory(error) => error.fmt(f),
            EncodeError::Interrupted => Interrupted.fmt(f),
        }
    }
}

impl std::error::Error for EncodeError {}

impl From<OutOfMemory> for EncodeError {
    fn from(error: OutOfMemory) -> EncodeError {
        EncodeError::Memory(error)
    }
}

impl From<Interrupted> for EncodeError {
    fn from(_: Interrupted) -> EncodeError {
        EncodeError::Interrupted
    }
}
