//! Moves on a [`Setup`], which may be illegal.

use super::Setup;
use crate::types::{Color, Move, Piece, PieceType, Rank, Square};

impl Setup {
    /// The setup after a pseudo-legal move or, for `None`, a null move. Castling is king takes
    /// rook.
    ///
    /// With a move that is not pseudo-legal the result is meaningless, but a valid value.
    ///
    /// ```
    /// use enroque::notation::fen;
    /// use enroque::types::{Move, Square};
    /// let setup = fen::parse("8/8/8/8/8/8/4P3/8 w - - 0 1").unwrap(); // no kings
    /// let after = setup.after(Move::new(Square::E2, Square::E4));
    /// assert_eq!(after.ep_square, Some(Square::E3));
    /// assert_eq!(after.after(None).fullmove_number, 2);
    /// ```
    #[must_use]
    pub fn after(&self, m: Option<Move>) -> Setup {
        let own = self.turn;
        let mut after = Setup {
            turn: !own,
            ep_square: None,
            halfmove_clock: self.halfmove_clock.saturating_add(1),
            fullmove_number: self.fullmove_number.saturating_add(own as u32),
            ..*self
        };
        let Some(m) = m else { return after };
        let (from, to) = (m.from(), m.to());
        let Some(moved) = self.placement.piece_at(from) else { return after };
        if self.is_zeroing(m) {
            after.halfmove_clock = 0;
        }
        after.castling.0 = after.castling.0.without(from).without(to);
        if moved.piece_type == PieceType::King {
            after.castling.0 -= own.back_rank().into();
        }
        after.placement.remove(from);
        if let Some(side) = self.castling_side(m) {
            after.placement.remove(to);
            after.placement.put(side.king_target(own), moved);
            let rook = Piece { color: own, piece_type: PieceType::Rook };
            after.placement.put(side.rook_target(own), rook);
            return after;
        }
        if self.is_en_passant(m) {
            after.placement.remove(Square::from_low_bits(to as u8 ^ 8));
        }
        let piece_type = m.promoted().unwrap_or(moved.piece_type);
        after.placement.put(to, Piece { piece_type, ..moved });
        let is_double_push = moved.piece_type == PieceType::Pawn
            && from.file() == to.file()
            && from.rank().relative_to(own) == Rank::Second
            && to.rank().relative_to(own) == Rank::Fourth;
        if is_double_push {
            let back: u8 = if own == Color::White { 8u8.wrapping_neg() } else { 8 };
            after.ep_square = Some(Square::from_low_bits((to as u8).wrapping_add(back)));
        }
        after
    }
}

#[cfg(test)]
mod tests {
    use crate::movegen::legal_moves;
    use crate::notation::fen;

    #[test]
    fn agrees_with_moves_of_positions() {
        for text in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ] {
            let start = fen::read(text).unwrap();
            for first in legal_moves(&start) {
                let middle = start.after(first);
                for m in legal_moves(&middle) {
                    assert_eq!(middle.to_setup().after(Some(m)), middle.after(m).to_setup());
                }
            }
        }
    }
}
