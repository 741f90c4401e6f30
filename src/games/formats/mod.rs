//! The files that trainers of networks read: games and positions in other programs' formats.
//!
//! | format | holds | Chess960 | by |
//! |---|---|---|---|
//! | [`GameFormat::Viriformat`] | games | yes | bullet, Viridithas |
//! | [`GameFormat::Binpack`] | games | no | Stockfish's nnue-pytorch |
//!
//! A trainer's file gives the evaluation of the position *before* each move, [`Games`](super::Games) that
//! *after* each move: they are shifted on the way. So the evaluation of the start has no place in the
//! column; it is kept as the tag [`START_EVAL_TAG`]. Nor has that after the last move a place in the
//! file. Names, dates, ratings and clocks have none either.
//!
//! Everything is read a batch at a time. A file that is not what it should be is an error with the
//! number of the game or record and the byte.

mod binpack;
mod error;
mod input;
mod output;
mod read;
mod score;
mod scored;
#[cfg(test)]
mod tests;
mod viriformat;
mod write;

pub use error::{FormatError, FormatErrorKind, Inexpressible, WriteError};
pub use output::{Compression, Output};
pub use read::GameReader;
pub use score::{NO_SCORE, eval_of, score_of};
pub use scored::START_EVAL_TAG;
pub use write::{GameWriter, WriteOptions, Written};

/// A format of files that hold games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameFormat {
    /// viriformat: a packed board, then a move and a score in four bytes each.
    Viriformat,
    /// Stockfish's binpack: chains of positions in two and a half bytes each.
    Binpack,
}

impl GameFormat {
    /// The names, as options have them.
    pub const NAMES: [(&'static str, GameFormat); 2] =
        [("viriformat", GameFormat::Viriformat), ("binpack", GameFormat::Binpack)];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            GameFormat::Viriformat => "viriformat",
            GameFormat::Binpack => "binpack",
        }
    }
}
