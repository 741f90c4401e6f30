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
//! Write a file with a type for the format that implements `TrainingFormat` (`format.rs`), and add it
//! to the registry (`registry.rs`).

mod bag;
mod binpack;
mod bulletformat;
mod byte_reader;
mod chessbench;
mod chessbench_file;
mod error;
mod format;
mod game_reader;
mod game_writer;
mod lc0;
mod lc0_chunks;
mod lc0_search;
mod position_reader;
mod reader_state;
mod record_reader;
mod record_row;
mod registry;
mod scored_game;
mod tar;
#[cfg(test)]
mod tests;
mod viriformat;

pub use chessbench::ChessBenchRecord;
pub use chessbench_file::{ChessBenchReader, ChessBenchWriter};
pub use error::{FormatError, FormatErrorKind, MISSING_SCORE, Unsupported, WriteError};
pub use format::{BagFields, FormatInfo, WriteOptions};
pub use game_reader::GameReader;
pub use game_writer::{GameWriter, Written};
pub use position_reader::PositionRecordReader;
pub use record_reader::RecordReader;
pub use registry::Format;
pub use scored_game::START_EVAL_TAG;
