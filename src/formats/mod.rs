//! Training formats: files of games and positions that other programs train networks on.
//!
//! | format | contents | Chess960 | used by |
//! |---|---|---|---|
//! | [`Format::Viriformat`] | games | yes | bullet, Viridithas |
//! | [`Format::Binpack`] | games | no | Stockfish's nnue-pytorch |
//! | [`Format::Lc0`] | games, as records of positions | yes, except in input format 1 | Leela Chess Zero |
//! | [`Format::Bulletformat`] | positions, without castling | yes | bullet |
//! | [`Format::BehavioralCloning`], `StateValue`, `ActionValue` | positions | no | ChessBench |
//!
//! Training formats store the evaluation of the position *before* each move,
//! [`Games`](crate::games::Games) that *after* each move, so readers and writers shift them by one
//! ply. The evaluation of the start position becomes the tag [`START_EVAL_TAG`]; that after the
//! last move is not written. Names, dates, ratings and clocks are not stored in these formats.
//!
//! Readers return batches. Errors name the number of the game or record and the byte offset.
//!
//! # Adding a format
//!
//! Write a file for the format here, with a function that reads one game into `ScoredGame`
//! (`scored_game.rs`) and one that writes it. Add a variant to [`Format`] and the calls in
//! `game_reader.rs`, `game_writer.rs` and, for records of fixed size, `record_reader.rs`. Then add
//! a row to `python/enroque/formats/_formats.py`.

mod bag;
mod binpack;
mod bulletformat;
mod byte_reader;
mod chessbench;
mod compressed_file;
mod error;
mod game_reader;
mod game_writer;
mod lc0;
mod lc0_search;
mod reader_state;
mod record_reader;
mod scored_game;
mod tar;
#[cfg(test)]
mod tests;
mod viriformat;

pub use chessbench::{ChessBenchReader, ChessBenchRecord, ChessBenchWriter};
pub use compressed_file::CompressedFile;
pub use error::{FormatError, FormatErrorKind, Unsupported, WriteError};
pub use game_reader::GameReader;
pub use game_writer::{GameWriter, WriteOptions, Written};
pub use record_reader::RecordReader;
pub use scored_game::START_EVAL_TAG;

use crate::tensor::lc0::V6_BYTES;
use crate::tensor::records;

/// A training format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// viriformat: a packed board, then four bytes for each move and its score.
    Viriformat,
    /// Stockfish's binpack: chains of positions, about 2.5 bytes each.
    Binpack,
    /// lc0's training data: a record of planes, policy and values for each position.
    Lc0,
    /// bulletformat: positions in 32 bytes each.
    Bulletformat,
    /// ChessBench's bags of positions and moves.
    BehavioralCloning,
    /// ChessBench's bags of positions and probabilities.
    StateValue,
    /// ChessBench's bags of positions, moves and probabilities.
    ActionValue,
}

impl Format {
    /// All formats with their names in options.
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

    /// Whether [`GameReader`] can read games from it.
    pub fn has_games(self) -> bool {
        matches!(self, Format::Viriformat | Format::Binpack | Format::Lc0)
    }

    /// The size of a record if all have the same size, so that [`RecordReader`] can read them.
    pub fn record_bytes(self) -> Option<usize> {
        match self {
            Format::Lc0 => Some(V6_BYTES),
            Format::Bulletformat => Some(records::BYTES),
            _ => None,
        }
    }

    /// Whether it is a format of ChessBench, read by [`ChessBenchReader`].
    pub fn is_chessbench(self) -> bool {
        matches!(self, Format::BehavioralCloning | Format::StateValue | Format::ActionValue)
    }
}
