//! Errors of arenas.

use std::fmt;

use super::options::NO_ACTION;
use super::row_error::RowBytesError;
use crate::pool::Interrupted;
use crate::types::Move;

/// A call of an arena that was refused. The arena is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArenaError {
    /// An arena without slots.
    NoSlots,
    /// A ply limit of 0.
    MaxPlies,
    /// An option is impossible, such as a rule set that ends every game before its first move.
    Options(&'static str),
    /// There is no such slot.
    Slot {
        /// The index.
        slot: usize,
        /// The number of slots.
        slots: usize,
    },
    /// A slot occurs twice in a call.
    SlotTwice {
        /// The index.
        slot: usize,
    },
    /// There is not one target for each source.
    CopyCount {
        /// The number of sources.
        sources: usize,
        /// The number of targets.
        targets: usize,
    },
    /// There is not one action for each slot.
    ActionCount {
        /// The number of actions.
        actions: usize,
        /// The number of slots of the call.
        slots: usize,
    },
    /// The action is no legal move of the slot's game.
    IllegalAction {
        /// The slot.
        slot: usize,
        /// The action.
        action: i64,
        /// The move with these bits, if the actions are moves.
        m: Option<Move>,
        /// The number of legal moves.
        legal: usize,
        /// The actions are indices of this policy, if they are.
        policy: Option<&'static str>,
    },
    /// The slot's game is over.
    GameOver {
        /// The slot.
        slot: usize,
    },
    /// The policy has no index for a legal move.
    NoIndex {
        /// The slot.
        slot: usize,
        /// The move.
        m: Move,
        /// The name of the policy.
        policy: &'static str,
    },
    /// An array does not have the size of the rows.
    Size {
        /// The number of elements that is needed.
        expected: usize,
        /// The number that was given.
        found: usize,
    },
    /// The temperature is negative or not finite.
    Temperature,
    /// The scores have another number of elements than needed.
    Scores {
        /// The number that is needed.
        expected: usize,
        /// The number that was given.
        found: usize,
    },
    /// The offsets of ragged scores are not those of the legal moves.
    Offsets {
        /// The first slot whose row does not fit.
        slot: usize,
        /// The number of its legal moves.
        legal: usize,
    },
    /// The score of a legal move is impossible.
    Score {
        /// The slot.
        slot: usize,
        /// The move.
        m: Move,
        /// The score.
        score: String,
    },
    /// No legal move has a weight.
    NoWeight {
        /// The slot.
        slot: usize,
    },
    /// A snapshot has another number of slots than the arena has games.
    SnapshotSize {
        /// The number of slots of the snapshot.
        found: usize,
        /// The number of games of the arena.
        games: usize,
    },
    /// A snapshot has an illegal move.
    SnapshotMove {
        /// The slot.
        slot: usize,
        /// The index of the move in its game.
        ply: usize,
        /// The move.
        m: Move,
    },
    /// A game to set has an illegal move.
    SetMove {
        /// The slot.
        slot: usize,
        /// The index of the move in its game.
        ply: usize,
        /// The move.
        m: Move,
    },
    /// A row of bytes is no game.
    RowBytes {
        /// The index of the row.
        row: usize,
        /// The reason.
        error: RowBytesError,
    },
    /// A snapshot has notes that do not belong to a game.
    SnapshotNotes {
        /// The slot.
        slot: usize,
    },
    /// An array of a note has the wrong size.
    NoteSize {
        /// The array.
        column: &'static str,
        /// The size it must have.
        expected: usize,
        /// The size it has.
        found: usize,
    },
    /// A number of a note is impossible.
    Note {
        /// The slot.
        slot: usize,
        /// The array.
        column: &'static str,
        /// The number, or the numbers of win, draw and loss.
        value: String,
    },
    /// A note has a weight at an index that no legal move has.
    IllegalWeight {
        /// The slot.
        slot: usize,
        /// The index of the policy.
        action: usize,
        /// The weight.
        weight: String,
    },
    /// There is not enough memory.
    Memory,
    /// The call was interrupted.
    Interrupted,
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArenaError::NoSlots => f.write_str("an arena must have at least 1 game"),
            ArenaError::MaxPlies => f.write_str("max_plies must be None or at least 1"),
            ArenaError::Options(error) => f.write_str(error),
            ArenaError::Slot { slot, slots } => {
                write!(f, "game {slot} is out of range for an arena of {slots} games")
            }
            ArenaError::SlotTwice { slot } => write!(f, "game {slot} occurs twice"),
            ArenaError::CopyCount { sources, targets } => {
                write!(f, "{sources} games cannot be copied to {targets} slots")
            }
            ArenaError::ActionCount { actions, slots } => {
                write!(f, "there must be one action for each of {slots} games, not {actions}")
            }
            ArenaError::IllegalAction { slot, action, m: Some(m), .. } => {
                write!(f, "illegal action {action} of game {slot}: the move {m} is not legal")
            }
            ArenaError::IllegalAction { slot, action, policy: Some(policy), .. } => write!(
                f,
                "illegal action {action} of game {slot}: no legal move has this index in {policy}"
            ),
            ArenaError::IllegalAction { slot, action, legal, .. } => {
                write!(f, "illegal action {action} of game {slot}, which has {legal} legal moves")
            }
            ArenaError::GameOver { slot } => {
                write!(f, "game {slot} is over: reset it, or give it the action {}", NO_ACTION)
            }
            ArenaError::NoIndex { slot, m, policy } => {
                write!(f, "{policy} has no index for the move {m} of game {slot}")
            }
            ArenaError::Size { expected, found } => {
                write!(f, "the array must have {expected} elements, not {found}")
            }
            ArenaError::Temperature => f.write_str("temperature must be finite and 0 or more"),
            ArenaError::Scores { expected, found } => {
                write!(f, "there must be {expected} scores or offsets, not {found}")
            }
            ArenaError::Offsets { slot, legal } => write!(
                f,
                "the offsets do not fit: game {slot} has {legal} legal moves (see legal_indices)"
            ),
            ArenaError::Score { slot, m, score } => {
                write!(f, "the score {score} of the move {m} of game {slot} is impossible")
            }
            ArenaError::NoWeight { slot } => {
                write!(f, "no legal move of game {slot} has a weight above 0")
            }
            ArenaError::SnapshotSize { found, games } => {
                write!(f, "the state has {found} games, but the arena has {games}")
            }
            ArenaError::SnapshotMove { slot, ply, m } => write!(
                f,
                "the state has the move {m} at ply {ply} of game {slot}, which is not legal there"
            ),
            ArenaError::SetMove { slot, ply, m } => {
                write!(f, "the move {m} at ply {ply} of the game for slot {slot} is not legal")
            }
            ArenaError::RowBytes { row, error } => write!(f, "row {row}: {error}"),
            ArenaError::SnapshotNotes { slot } => {
                write!(f, "the notes of game {slot} in the state do not belong to its moves")
            }
            ArenaError::NoteSize { column, expected, found } => {
                write!(f, "{column} must have {expected} numbers, not {found}")
            }
            ArenaError::Note { slot, column: "value" | "network_value", value } => {
                write!(f, "the value {value} of game {slot} is not from -1 to 1")
            }
            ArenaError::Note { slot, column: "weight", value } => {
                write!(f, "the weight {value} of game {slot} is not a number of 0 or more")
            }
            ArenaError::Note { slot, column: "wdl", value } => {
                write!(f, "the wdl {value} of game {slot} are not probabilities with the sum 1")
            }
            ArenaError::Note { slot, column, value } => {
                write!(f, "the {column} {value} of game {slot} are impossible")
            }
            ArenaError::IllegalWeight { slot, action, weight } => write!(
                f,
                "game {slot} has the weight {weight} at index {action}, which no legal move has"
            ),
            ArenaError::Memory => {
                f.write_str("there is not enough memory for this number of games")
            }
            ArenaError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for ArenaError {}

impl From<Interrupted> for ArenaError {
    fn from(_: Interrupted) -> ArenaError {
        ArenaError::Interrupted
    }
}
