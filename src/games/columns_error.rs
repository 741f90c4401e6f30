//! Why columns are not valid games.

use std::fmt;

use crate::notation::fen::FenError;
use crate::types::Move;

/// Why columns are not valid games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ColumnsError {
    /// A column has the wrong length.
    Length {
        /// Its name.
        column: &'static str,
        /// Its length.
        got: usize,
        /// The required length.
        expected: usize,
    },
    /// The offsets do not ascend from 0 to the number of moves.
    Offsets,
    /// A value that is invalid in its column.
    Value {
        /// The column's name.
        column: &'static str,
        /// The game, from 0.
        game: usize,
        /// The ply, from 0, of a column of plies.
        ply: Option<usize>,
        /// The value.
        value: String,
    },
    /// A start position that is duplicated, or is a start position of (double) Chess960.
    Start(usize),
    /// A start position that cannot be read.
    Fen(usize, FenError),
    /// The tags are malformed.
    Headers(&'static str),
    /// The sources are malformed.
    Sources(&'static str),
    /// Reports that do not match the games: `errors` or `warnings`.
    Reports(&'static str),
    /// An illegal move.
    Move {
        /// The game, from 0.
        game: usize,
        /// The ply, from 0.
        ply: usize,
        /// The bits of the move.
        bits: u16,
    },
    /// A visited move that is illegal, or occurs twice in its ply.
    Visit {
        /// The game, from 0.
        game: usize,
        /// The ply, from 0.
        ply: usize,
        /// The bits of the move.
        bits: u16,
        /// Whether it occurs twice.
        is_repeated: bool,
    },
    /// The caller interrupted the call.
    Interrupted,
}

impl fmt::Display for ColumnsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnsError::Length { column, got, expected } => {
                write!(f, "column {column} has {got} entries, not {expected}")
            }
            ColumnsError::Offsets => {
                f.write_str("the offsets do not ascend from 0 to the number of moves")
            }
            ColumnsError::Value { column, game, ply, value } => {
                write!(f, "game {game}")?;
                ply.map_or(Ok(()), |ply| write!(f, ", ply {ply}"))?;
                write!(f, ": invalid value {value} in column {column}")
            }
            ColumnsError::Start(index) => {
                write!(f, "start position {index} is duplicated or is a start position of Chess960")
            }
            ColumnsError::Fen(index, error) => write!(f, "start position {index}: {error}"),
            ColumnsError::Headers(reason) => write!(f, "the headers are damaged: {reason}"),
            ColumnsError::Sources(reason) => write!(f, "the sources are damaged: {reason}"),
            ColumnsError::Reports(column) => {
                write!(
                    f,
                    "{column}: the count is too small, or the game of a report does not exist"
                )
            }
            ColumnsError::Move { game, ply, bits } => match Move::from_bits(*bits) {
                Some(m) => write!(f, "game {game}, ply {ply}: illegal move {m}"),
                None => write!(f, "game {game}, ply {ply}: 0x{bits:04x} does not encode a move"),
            },
            ColumnsError::Visit { game, ply, bits, is_repeated } => {
                write!(f, "game {game}, ply {ply}: ")?;
                match (Move::from_bits(*bits), is_repeated) {
                    (Some(m), false) => write!(f, "the visited move {m} is illegal"),
                    (Some(m), true) => write!(f, "the visited move {m} occurs twice"),
                    (None, _) => write!(f, "0x{bits:04x} does not encode a visited move"),
                }
            }
            ColumnsError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for ColumnsError {}
