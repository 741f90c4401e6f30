//! Where pawns go.

use super::{Facts, MobilePiece, Mobility, steps};
use crate::attacks;
use crate::types::{Bitboard, PieceType};

impl Mobility<'_> {
    /// The squares to which a pawn may be pushed, of those that it has not, and those on which it may
    /// capture.
    ///
    /// A double push is two single ones here: it crosses an empty square. So a pawn that may be
    /// captured en passant one day has the crossed square in its reach, and the capture there is an
    /// ordinary one.
    #[inline(always)]
    pub(super) fn pawn_targets(&self, pawn: &MobilePiece, facts: &Facts) -> (Bitboard, Bitboard) {
        let fixed = facts.fixed[0] | facts.fixed[1];
        let mut pushes = steps::ahead(pawn.color, pawn.reach) - fixed - pawn.reach;
        if pushes.any() {
            pushes &= self.pawn_limit(pawn);
        }
        let prey = facts.prey[(!pawn.color).index()];
        (pushes, attacks::pawns(pawn.color, pawn.reach) & prey)
    }

    /// The squares to which a pawn may be pushed as far as the pawns ahead of it on its file are
    /// concerned: pieces that never leave the file and are never captured keep their order on it.
    ///
    /// An enemy pawn ahead comes no farther than to this pawn while there is this pawn, whether or
    /// not this one may be captured. An own pawn ahead leaves the file by promotion, if it can.
    #[inline(always)]
    fn pawn_limit(&self, pawn: &MobilePiece) -> Bitboard {
        let file = Bitboard::from_file(pawn.at.first_unchecked().file());
        let mut limit = Bitboard::FULL;
        if (pawn.reach - file).any() {
            return limit;
        }
        let ahead = steps::beyond(pawn.color, pawn.at);
        for other in &self.pieces {
            let leaves = other.taken || (other.reach - file).any();
            if other.piece_type != PieceType::Pawn || leaves || !ahead.meets(other.at) {
                continue;
            }
            if other.color != pawn.color {
                limit -= other.at | steps::beyond(pawn.color, other.at);
            } else if !other.may_promote() {
                let farthest = steps::farthest(pawn.color, other.reach);
                limit -= farthest | steps::beyond(pawn.color, farthest);
            }
        }
        limit
    }
}
