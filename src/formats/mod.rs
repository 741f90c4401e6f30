//! The files that trainers of networks read: games and positions in other programs' formats.
//!
//! | format | holds | Chess960 | by |
//! |---|---|---|---|
//! | [`Format::Viriformat`] | games | yes | bullet, Viridithas |
//! | [`Format::Binpack`] | games | no | Stockfish's nnue-pytorch |
//! | [`Format::Lc0`] | records of positions, games | yes, by format 1 as far as wings tell | Leela Chess Zero |
//! | [`Format::Bulletformat`] | positions, without castling | yes | bullet |
//! | [`Format::BehavioralCloning`] and its like | positions | no | ChessBench |
//!
//! A trainer's file gives the evaluation of the position *before* each move, [`Games`](crate::games::Games) that
//! *after* each move: they are shifted on the way. So the evaluation of the start has no place in the
//! column; it is kept as the tag [`START_EVAL_TAG`]. Nor has that after the last move a place in the
//! file. Names, dates, ratings and clocks have none either.
//!
//! Everything is read a batch at a time. A file that is not what it should be is an error with the
//! number of the game or record and the byte.

mod bag;
mod binpack;
mod bulletformat;
mod chessbench;
mod course;
mod error;
mod input;
mod lc0;
mod output;
mod read;
mod record_reader;
mod scored;
mod tar;
#[cfg(test)]
mod tests;
mod viriformat;
mod write;

pub use chessbench::{ChessBenchReader, ChessBenchRecord, ChessBenchWriter};
pub use error::{FormatError, FormatErrorKind, Inexpressible, WriteError};
pub use output::Output;
pub use read::GameReader;
pub use record_reader::RecordReader;
pub use scored::START_EVAL_TAG;
pub use write::{GameWriter, WriteOptions, Written};

use crate::tensor::lc0::V6_BYTES;
use crate::tensor::records;

/// A format of files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// viriformat: a packed board, then a move and a score in four bytes each.
    Viriformat,
    /// Stockfish's binpack: chains of positions in two and a half bytes each.
    Binpack,
    /// lc0's training data: a record of planes, policy and values for each position.
    Lc0,
    /// bulletformat: positions of 32 bytes.
    Bulletformat,
    /// ChessBench's bags of positions and moves.
    BehavioralCloning,
    /// ChessBench's bags of positions and probabilities.
    StateValue,
    /// ChessBench's bags of positions, moves and probabilities.
    ActionValue,
}

impl Format {
    /// The names, as options have them.
    pub const NAMES: [(&'static str, Format); 7] = [
        ("viriformat", Format::Viriformat),
        ("binpack", Format::Binpack),
        ("lc0", Format::Lc0),
        ("bulletformat", Format::Bulletformat),
        ("behavioral_cloning", Format::BehavioralCloning),
        ("state_value", Format::StateValue),
        ("action_value", Format::ActionValue),
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        let named = Format::NAMES.iter().find(|(_, format)| *format == self);
        named.map_or("", |(name, _)| name)
    }

    /// Whether games come out of such a file: whether [`GameReader`] reads it.
    pub fn holds_games(self) -> bool {
        matches!(self, Format::Viriformat | Format::Binpack | Format::Lc0)
    }

    /// Whether the file is a row of records of one length: whether [`RecordReader`] reads it.
    pub fn record_bytes(self) -> Option<usize> {
        match self {
            Format::Lc0 => Some(V6_BYTES),
            Format::Bulletformat => Some(records::BYTES),
            _ => None,
        }
    }

    /// Whether it is one of ChessBench's: whether [`ChessBenchReader`] reads it.
    pub fn is_chessbench(self) -> bool {
        matches!(self, Format::BehavioralCloning | Format::StateValue | Format::ActionValue)
    }
}
