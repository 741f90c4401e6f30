//! Where kings go, and castling.

use super::{Facts, MobilePiece, Mobility, steps};
use crate::attacks::{self, Backend};
use crate::types::{Bitboard, CastlingSide, Color, PieceType, Square};

impl Mobility<'_> {
    /// The squares to which a king may step, of those that it has not.
    #[inline(always)]
    pub(super) fn king_targets<B: Backend>(
        &self,
        backend: B,
        king: &MobilePiece,
        facts: &Facts,
        closed: Bitboard,
    ) -> Bitboard {
        let guarded = facts.guarded[(!king.color).index()];
        let targets = steps::of(PieceType::King, king.reach) - closed - guarded - king.reach;
        self.less_ends(backend, king, targets, facts)
    }

    /// The squares to which a king may go without ending the game: if the other side has nothing but
    /// its king to move, that king must find a square afterwards.
    ///
    /// The king that goes is outside its reach then, so nothing that follows from its reach is used:
    /// of the guarded squares only those that pawns and knights attack. The one thing that its going
    /// may change for the other pieces is to free its square. If it is the winner's king, its going may
    /// also uncover a check and mate, which is no end to leave out.
    #[inline(always)]
    fn less_ends<B: Backend>(
        &self,
        backend: B,
        king: &MobilePiece,
        targets: Bitboard,
        facts: &Facts,
    ) -> Bitboard {
        let (color, other) = (king.color, !king.color);
        if targets.is_empty() || facts.movable[other.index()] {
            return targets;
        }
        let others_may_appear = self.promoted[0].any() || self.promoted[1].any();
        if others_may_appear || self.position.castling().of(other).any() {
            return targets;
        }
        let is_freed = |piece: &MobilePiece| {
            let steps = match piece.piece_type {
                PieceType::King => return false,
                PieceType::Pawn => steps::ahead(other, piece.at),
                piece_type => steps::of(piece_type, piece.at),
            };
            piece.color == other && steps.meets(king.at)
        };
        if king.reach == king.at && self.pieces.iter().any(is_freed) {
            return targets;
        }
        let region = self.king(other).reach;
        let open = !(facts.fixed[other.index()] | facts.walls | facts.leapt[color.index()]);
        let goes_on = |&to: &Square| {
            let taken = attacks::king(to).with(to);
            (steps::of(PieceType::King, region - taken) & (open - taken)).any()
                || color == self.winner && self.may_uncover(backend, to, region - taken, facts)
        };
        targets.into_iter().filter(goes_on).collect()
    }

    /// Whether the winner's king, going to a square, may uncover a check to a king in `region`.
    #[inline(always)]
    fn may_uncover<B: Backend>(
        &self,
        backend: B,
        to: Square,
        region: Bitboard,
        facts: &Facts,
    ) -> bool {
        let fixed = facts.fixed[0] | facts.fixed[1];
        let sources = attacks::king(to) & self.king(self.winner).reach;
        self.pieces.iter().filter(|piece| piece.color == self.winner).any(|piece| {
            sources.into_iter().any(|from| {
                let lines = match piece.piece_type {
                    PieceType::Bishop => backend.bishop(from, fixed),
                    PieceType::Rook => backend.rook(from, fixed),
                    PieceType::Queen => backend.queen(from, fixed),
                    _ => Bitboard::EMPTY,
                };
                let kings = region & lines;
                (piece.reach & lines).into_iter().any(|slider| {
                    kings.into_iter().any(|king| attacks::between(slider, king).has(from))
                })
            })
        })
    }

    /// The king's squares after castling. King and rook jump, so no step leads there.
    #[inline(always)]
    pub(super) fn castled_king(&self, king: &MobilePiece, facts: &Facts) -> Bitboard {
        let rooks = self.position.castling().of(king.color);
        let (at, guarded) = (king.at.first_unchecked(), facts.guarded[(!king.color).index()]);
        let castled = |rook| CastlingSide::of(at, rook).king_target(king.color);
        let may_castle = |&rook: &Square| self.may_castle(king.color, at, rook, facts);
        rooks.into_iter().filter(may_castle).map(castled).collect::<Bitboard>() - guarded
    }

    /// A rook's square after castling with it.
    #[inline(always)]
    pub(super) fn castled_rook(&self, rook: &MobilePiece, facts: &Facts) -> Bitboard {
        let at = rook.at.first_unchecked();
        let king = self.position.king(rook.color);
        if self.position.castling().has(at) && self.may_castle(rook.color, king, at, facts) {
            CastlingSide::of(king, at).rook_target(rook.color).into()
        } else {
            Bitboard::EMPTY
        }
    }

    /// Whether castling may ever be legal: nobody stands for ever where king and rook pass, and the
    /// squares that the king leaves and crosses are not guarded for ever (FIDE 3.8.2, Guideline
    /// II.3.2.7). The king's target is left out: the rook's going there may end a guard, and the
    /// rook's square is what this is asked for too.
    #[inline(always)]
    fn may_castle(&self, color: Color, king: Square, rook: Square, facts: &Facts) -> bool {
        let side = CastlingSide::of(king, rook);
        let (king_to, rook_to) = (side.king_target(color), side.rook_target(color));
        let crossed = attacks::between(king, king_to).with(king).without(king_to);
        let rook_way = attacks::between(rook, rook_to).with(rook_to);
        let fixed = (facts.fixed[0] | facts.fixed[1]).without(king).without(rook);
        !fixed.meets(crossed.with(king_to) | rook_way)
            && !facts.guarded[(!color).index()].meets(crossed)
    }
}
