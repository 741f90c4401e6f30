//! Moves of pawns.

use super::{DerivedSets, MobilePiece, Mobility, steps};
use crate::attacks;
use crate::types::{Bitboard, PieceType};

impl Mobility<'_> {
    /// Returns the squares outside its reach to which a pawn may be pushed, and those on which it
    /// may capture.
    ///
    /// A double push counts as two single ones, since it crosses an empty square. So a pawn that
    /// may be captured en passant has the crossed square in its reach, and the capture is an
    /// ordinary one.
    #[inline(always)]
    pub(super) fn pawn_targets(
        &self,
        pawn: &MobilePiece,
        derived: &DerivedSets,
    ) -> (Bitboard, Bitboard) {
        let fixed = derived.fixed[0] | derived.fixed[1];
        let mut pushes = steps::ahead(pawn.color, pawn.reach) - fixed - pawn.reach;
        if pushes.any() {
            pushes &= self.pawn_limit(pawn);
        }
        let capturable = derived.capturable[(!pawn.color).index()];
        (pushes, attacks::pawns(pawn.color, pawn.reach) & capturable)
    }

    /// Returns the squares to which a pawn may be pushed given the pawns ahead of it on its file:
    /// pawns that never leave the file and are never captured keep their order on it.
    ///
    /// This pawn cannot pass a pawn of the opponent ahead, even if this one may be captured. A pawn
    /// of the same color ahead may leave the file by promotion.
    #[inline(always)]
    fn pawn_limit(&self, pawn: &MobilePiece) -> Bitboard {
        let file = Bitboard::from_file(pawn.origin.first_unchecked().file());
        let mut limit = Bitboard::FULL;
        if (pawn.reach - file).any() {
            return limit;
        }
        let ahead = steps::beyond(pawn.color, pawn.origin);
        for other in &self.pieces {
            let leaves = other.may_be_captured || (other.reach - file).any();
            if other.piece_type != PieceType::Pawn || leaves || !ahead.meets(other.origin) {
                continue;
            }
            if other.color != pawn.color {
                limit -= other.origin | steps::beyond(pawn.color, other.origin);
            } else if !other.may_promote() {
                let farthest = steps::farthest(pawn.color, other.reach);
                limit -= farthest | steps::beyond(pawn.color, farthest);
            }
        }
        limit
    }
}
