//! Errors of encoding samples.

use crate::error::{CallError, call_error};
use crate::named_enum::named_enum;
use crate::tablebase::TableError;
use crate::tensor::PolicyError;
use crate::tensor::chessbench::TokensError;
use crate::tensor::nnue::TooManyFeatures;
use crate::tensor::records::RecordError;
use thiserror::Error;

/// A column cannot express a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RowError {
    /// The policy has no index for a move.
    #[error(transparent)]
    Policy(PolicyError),
    /// The position has no tokens.
    #[error(transparent)]
    Tokens(TokensError),
    /// There are too many sparse features.
    #[error(transparent)]
    Features(TooManyFeatures),
    /// The position does not fit into a record.
    #[error(transparent)]
    Record(RecordError),
    /// The sample lacks the label of a column.
    #[error("no {0}; on_missing=\"nan\" writes NaN, and on_missing=\"skip\" lets a Loader skip it")]
    Missing(&'static str),
    /// There is no endgame table, or it cannot be read.
    #[error(transparent)]
    Table(TableError),
    /// There is no endgame table, and a [`Loader`](crate::loader::Loader) skips such positions.
    #[error(transparent)]
    Skipped(TableError),
    /// The column is not of positions.
    #[error("tokens of games are columns of a SequenceLoader")]
    Sequence,
    /// The search visited more moves than fit into a row.
    #[error("the search visited {0} moves, more than fit into a row")]
    TooManyVisits(usize),
}

impl RowError {
    /// Whether data are missing or damaged, in contrast to a position that a column cannot express.
    pub(crate) fn is_of_data(self) -> bool {
        self.rank() == 3
    }

    /// The order of the errors of one sample, of which the greatest counts.
    pub(super) fn rank(self) -> u8 {
        match self {
            RowError::Missing(_) => 3,
            RowError::Table(error) if !error.is_missing() => 3,
            RowError::Skipped(_) => 2,
            _ => 1,
        }
    }
}

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

/// The visits of a search, as messages name them.
pub(super) const VISITS: &str = "visits of a search";

/// The data of players, as messages name them.
pub(super) const PLAYERS: &str = "rating or clock of a player";

/// The rest of a game, as messages name it.
pub(super) const LATER: &str = "later positions of the game";

/// The error of a sample that lacks what a column needs.
pub(super) fn lacks(sample: &str, lacking: &str) -> CallError {
    let sample = if sample.is_empty() { "the position" } else { sample };
    call_error!(Value("columns"), "{sample} has no {lacking}")
}

/// The error of a ply of a game that has `plies` of them.
pub(super) fn wrong_ply(index: usize, game: i64, ply: i32, plies: usize) -> CallError {
    match plies.checked_sub(1) {
        None => call_error!(
            Index("ply"),
            "entry {index}: game {game} has no moves, so none was played at ply {ply}"
        ),
        Some(last) => call_error!(
            Index("ply"),
            "entry {index}: game {game} does not have ply {ply}, only 0 to {last}"
        ),
    }
}

/// The error of a sample that a column cannot express, with the name of the sample, which is empty
/// if there is only one.
pub(crate) fn unsupported_row(sample: &str, error: RowError) -> CallError {
    let separator = if sample.is_empty() { "" } else { ": " };
    match error {
        RowError::Missing(_) => call_error!(Value("on_missing"), "{sample}{separator}{error}"),
        RowError::Table(error) | RowError::Skipped(error) => error.of(sample),
        _ => call_error!(Encoding("columns"), "{sample}{separator}{error}"),
    }
}
