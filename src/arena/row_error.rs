//! Errors of rows of bytes.

use std::fmt;

use crate::notation::fen::MAX_CLOCK;
use crate::position::PositionError;
use crate::types::{Move, Square};

/// The largest number of moves of a row.
pub const MAX_ROW_MOVES: usize = 160;

/// The version of the format.
pub(super) const ROW_VERSION: u8 = 1;

/// The largest clock and number of plies of a row, far beyond those of any game.
pub const MAX_ROW_NUMBER: u32 = 2 * MAX_CLOCK;

/// The bytes are no row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowBytesError {
    /// The version of the format is another one.
    Version(u8),
    /// A square has no piece type that exists.
    Piece(Square),
    /// The earlier position is illegal.
    Position(PositionError),
    /// The en-passant square is none.
    EnPassant(u8),
    /// A clock or the number of plies is too large.
    Number(u32),
    /// There are more moves than fit into a row.
    MoveCount(u8),
    /// The bits are no move, or it is not legal.
    Move {
        /// The index of the move in the row.
        index: usize,
        /// Its bits.
        bits: u16,
    },
    /// The end of the game is unknown.
    End(u8),
}

impl fmt::Display for RowBytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowBytesError::Version(found) => {
                write!(f, "it has version {found} of the format, not {ROW_VERSION}")
            }
            RowBytesError::Piece(square) => write!(f, "the piece on {square} is unknown"),
            RowBytesError::Position(error) => error.fmt(f),
            RowBytesError::EnPassant(byte) => write!(f, "no en-passant square has number {byte}"),
            RowBytesError::Number(number) => {
                write!(f, "a clock or number of plies is above {MAX_ROW_NUMBER}: {number}")
            }
            RowBytesError::MoveCount(count) => {
                write!(f, "it has {count} moves, but at most {MAX_ROW_MOVES} fit")
            }
            RowBytesError::Move { index, bits } => match Move::from_bits(*bits) {
                Some(m) => write!(f, "its move {index}, {m}, is not legal"),
                None => write!(f, "its move {index} has the bits {bits}, which are no move"),
            },
            RowBytesError::End(byte) => write!(f, "no end of a game has number {byte}"),
        }
    }
}

impl std::error::Error for RowBytesError {}
