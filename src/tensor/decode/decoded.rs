//! Decoded positions.

use crate::named_enum::named_enum;
use crate::position::Setup;

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
