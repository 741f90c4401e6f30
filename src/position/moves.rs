//! Properties of moves before they are made: capture, castling, en passant.
//!
//! Results follow FIDE 3 for legal moves; for illegal moves they depend on the squares only.

use super::{Position, Setup};
use crate::types::{CastlingSide, Move, PieceType};

/// Methods that use only fields that both a position and a setup have.
macro_rules! kinds_of_moves {
    ($kind:ident) => {
        impl $kind {
            /// Whether a move captures en passant (FIDE 3.7.3.1).
            pub fn is_en_passant(&self, m: Move) -> bool {
                self.ep_square == Some(m.to()) && self.ep_capturers().has(m.from())
            }

            /// Whether a move captures a piece, en passant included (FIDE 3.1.1).
            ///
            /// ```
            /// use enroque::notation::{fen, uci};
            /// let position = fen::read("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").unwrap();
            /// let m = uci::read(&position, "e5d6").unwrap();
            /// assert!(position.is_capture(m) && position.is_en_passant(m));
            /// assert!(position.to_setup().is_capture(m));
            /// ```
            pub fn is_capture(&self, m: Move) -> bool {
                self.placement.by_color(!self.turn).has(m.to()) || self.is_en_passant(m)
            }

            /// Whether a move resets the halfmove clock: a capture or a pawn move (FIDE 9.3).
            pub fn is_zeroing(&self, m: Move) -> bool {
                self.is_capture(m)
                    || self.placement.pieces(self.turn, PieceType::Pawn).has(m.from())
            }

            /// The side to which a move castles, if it is castling (FIDE 3.8.2).
            pub fn castling_side(&self, m: Move) -> Option<CastlingSide> {
                let own = |piece_type| self.placement.pieces(self.turn, piece_type);
                (own(PieceType::King).has(m.from()) && own(PieceType::Rook).has(m.to()))
                    .then(|| CastlingSide::of(m.from(), m.to()))
            }
        }
    };
}

kinds_of_moves!(Position);
kinds_of_moves!(Setup);

impl Position {
    /// Whether no later position can be the same as this one: the move is a pawn move or a capture,
    /// loses a castling right, or ends a legal en-passant capture.
    pub fn is_irreversible(&self, m: Move) -> bool {
        self.is_zeroing(m)
            || self.after(m).castling() != self.castling()
            || self.legal_ep_square().is_some()
    }
}

impl Setup {
    /// [`Position::is_irreversible`] in a setup that may be illegal.
    pub fn is_irreversible(&self, m: Move) -> bool {
        self.is_zeroing(m)
            || self.after(Some(m)).castling != self.castling
            || self.legal_ep_square().is_some()
    }
}
