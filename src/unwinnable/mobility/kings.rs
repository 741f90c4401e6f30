//! Moves of kings, and castling.

use super::{DerivedSets, MobilePiece, Mobility, steps};
use crate::attacks::{self, Backend};
use crate::types::{Bitboard, CastlingSide, Color, PieceType, Square};

impl Mobility<'_> {
    /// Returns the squares outside its reach to which a king may step.
    #[inline(always)]
    pub(super) fn king_targets<B: Backend>(
        &self,
        backend: B,
        king: &MobilePiece,
        derived: &DerivedSets,
        closed: Bitboard,
    ) -> Bitboard {
        let guarded = derived.guarded[(!king.color).index()];
        let targets = steps::of(PieceType::King, king.reach) - closed - guarded - king.reach;
        self.without_ending_moves(backend, king, targets, derived)
    }

    /// Removes the moves of a king that end the game: if the opponent can move only the king, that
    /// king must have a square afterwards.
    ///
    /// After the move the king is outside its reach, so nothing derived from its reach may be used:
    /// of the guarded squares only those attacked by pawns and knights. The move may free the
    /// king's square for other pieces. A move of the winner's king may also discover a mate, which
    /// must not be removed.
    #[inline(always)]
    fn without_ending_moves<B: Backend>(
        &self,
        backend: B,
        king: &MobilePiece,
        targets: Bitboard,
        derived: &DerivedSets,
    ) -> Bitboard {
        let (color, other) = (king.color, !king.color);
        if targets.is_empty() || derived.movable[other.index()] {
            return targets;
        }
        let others_may_appear = self.promoted[0].any() || self.promoted[1].any();
        if others_may_appear || self.position.castling().of(other).any() {
            return targets;
        }
        let is_freed = |piece: &MobilePiece| {
            let steps = match piece.piece_type {
                PieceType::King => return false,
                PieceType::Pawn => steps::ahead(other, piece.origin),
                piece_type => steps::of(piece_type, piece.origin),
            };
            piece.color == other && steps.meets(king.origin)
        };
        if king.reach == king.origin && self.pieces.iter().any(is_freed) {
            return targets;
        }
        let region = self.king(other).reach;
        let open = !(derived.fixed[other.index()]
            | derived.uncapturable
            | derived.guarded_by_leapers[color.index()]);
        let may_continue = |&to: &Square| {
            let attacked = attacks::king(to).with(to);
            (steps::of(PieceType::King, region - attacked) & (open - attacked)).any()
                || color == self.winner
                    && self.may_discover_check(backend, to, region - attacked, derived)
        };
        targets.into_iter().filter(may_continue).collect()
    }

    /// Whether a move of the winner's king to a square may discover a check to a king in `region`.
    #[inline(always)]
    fn may_discover_check<B: Backend>(
        &self,
        backend: B,
        to: Square,
        region: Bitboard,
        derived: &DerivedSets,
    ) -> bool {
        let fixed = derived.fixed[0] | derived.fixed[1];
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

    /// Returns the king's squares after castling.
    #[inline(always)]
    pub(super) fn castled_king(&self, king: &MobilePiece, derived: &DerivedSets) -> Bitboard {
        let rooks = self.position.castling().of(king.color);
        let (origin, guarded) =
            (king.origin.first_unchecked(), derived.guarded[(!king.color).index()]);
        let castled = |rook| CastlingSide::of(origin, rook).king_target(king.color);
        let may_castle = |&rook: &Square| self.may_castle(king.color, origin, rook, derived);
        rooks.into_iter().filter(may_castle).map(castled).collect::<Bitboard>() - guarded
    }

    /// Returns the rook's square after castling.
    #[inline(always)]
    pub(super) fn castled_rook(&self, rook: &MobilePiece, derived: &DerivedSets) -> Bitboard {
        let origin = rook.origin.first_unchecked();
        let king = self.position.king(rook.color);
        if self.position.castling().has(origin)
            && self.may_castle(rook.color, king, origin, derived)
        {
            CastlingSide::of(king, origin).rook_target(rook.color).into()
        } else {
            Bitboard::EMPTY
        }
    }

    /// Whether castling may ever be legal: no fixed piece is on the squares that king and rook
    /// cross, and the squares that the king leaves and crosses are not attacked permanently (FIDE
    /// 3.8.2, Guideline II.3.2.7). The king's target is not tested, since the castling rook may
    /// block an attack on it, and since this is also used for the rook's square.
    #[inline(always)]
    fn may_castle(&self, color: Color, king: Square, rook: Square, derived: &DerivedSets) -> bool {
        let side = CastlingSide::of(king, rook);
        let (king_to, rook_to) = (side.king_target(color), side.rook_target(color));
        let crossed = attacks::between(king, king_to).with(king).without(king_to);
        let rook_way = attacks::between(rook, rook_to).with(rook_to);
        let fixed = (derived.fixed[0] | derived.fixed[1]).without(king).without(rook);
        !fixed.meets(crossed.with(king_to) | rook_way)
            && !derived.guarded[(!color).index()].meets(crossed)
    }
}
