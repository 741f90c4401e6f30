//! Decoded positions and errors of decoding.

use std::fmt;

use crate::named_enum::named_enum;
use crate::notation::fen::FenError;
use crate::position::Setup;
use crate::types::Square;

named_enum! {
    /// A property of a position that an encoding does not contain.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Missing {
        /// The side to move.
        Turn = "side to move",
        /// The castling rights.
        Castling = "castling rights",
        /// The en-passant square.
        EnPassant = "en-passant square",
        /// The halfmove clock.
        HalfmoveClock = "halfmove clock",
        /// The move number.
        FullmoveNumber = "move number",
    }
}

/// A decoded array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The setup. Missing properties are White to move (the side to move is then White), no
    /// castling rights, no en-passant square, halfmove clock 0, move number 1.
    pub setup: Setup,
    /// The properties that the encoding does not contain; in many, the move number.
    pub missing: Vec<Missing>,
}

impl Decoded {
    /// Returns the result for an encoding that contains pieces only.
    pub(in crate::tensor) fn of_pieces(setup: Setup) -> Decoded {
        Decoded { setup, missing: Missing::ALL.to_vec() }
    }
}

/// An error of decoding an array.
#[derive(Clone, PartialEq, Debug)]
pub enum DecodeError {
    /// The array does not have the size of the encoding.
    Size {
        /// The number of elements of the encoding.
        expected: usize,
        /// The number of elements of the array.
        found: usize,
    },
    /// The encoding or the contents of the array cannot be decoded, for this reason.
    Unsupported(String),
    /// A plane has an invalid value.
    Channel {
        /// The channel of the plane.
        index: usize,
        /// The value.
        value: f32,
    },
    /// A token has an invalid value.
    Token {
        /// The index of the token.
        index: usize,
        /// The value.
        value: u8,
    },
    /// Two pieces are on the same square.
    TwoPieces(Square),
    /// The tokens are not a FEN.
    Fen(FenError),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::Size { expected, found } => {
                write!(f, "the encoding has {expected} elements, but the array has {found}")
            }
            DecodeError::Unsupported(reason) => f.write_str(reason),
            DecodeError::Channel { index, value } => {
                write!(f, "invalid value {value} in channel {index}")
            }
            DecodeError::Token { index, value } => {
                write!(f, "invalid value {value} in token {index}")
            }
            DecodeError::TwoPieces(square) => write!(f, "two pieces are on {square}"),
            DecodeError::Fen(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DecodeError {}
