//! Squares that are attacked permanently, to which a king never moves.

use super::Mobility;
use crate::attacks::{self, Backend};
use crate::types::{Bitboard, Color, PieceType};

/// Pieces with more squares than this hardly ever attack one square from all of them.
const MAX_REACH: u32 = 8;

impl Mobility<'_> {
    /// Returns the squares that pieces of `color` attack permanently, and those of them attacked by
    /// pawns and knights. `sets` are the squares that pieces of each color and type may occupy.
    ///
    /// A square is attacked permanently by a piece that is never captured and attacks it from all
    /// its squares, with no piece ever in between. The attacked king does not count as in between,
    /// nor does a piece that attacks along the same line and thus replaces the attacker.
    #[inline(always)]
    pub(super) fn guarded<B: Backend>(
        &self,
        backend: B,
        color: Color,
        sets: &[[Bitboard; 6]; 2],
    ) -> (Bitboard, Bitboard) {
        use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
        let of = |owner: Color, types: &[PieceType]| {
            let sets = types.iter().map(|piece_type| sets[owner.index()][piece_type.index()]);
            sets.fold(Bitboard::EMPTY, |all, set| all | set)
        };
        let promoted = self.promoted[0] | self.promoted[1];
        let opponents = of(!color, &[Pawn, Knight, Bishop, Rook, Queen]);
        let others = promoted | opponents | of(color, &[Pawn, Knight, King]);
        let (bishops, rooks) = (of(color, &[Bishop]), of(color, &[Rook]));
        let bishop = |square| backend.bishop(square, others | rooks);
        let rook = |square| backend.rook(square, others | bishops);
        let [mut guarded, mut guarded_by_leapers] = [Bitboard::EMPTY; 2];
        for piece in &self.pieces {
            if piece.color != color
                || piece.may_be_captured
                || piece.may_promote()
                || piece.reach.len() > MAX_REACH
            {
                continue;
            }
            let mut common = Bitboard::FULL;
            for square in piece.reach {
                common &= match piece.piece_type {
                    Pawn => attacks::pawn(color, square),
                    Knight => attacks::knight(square),
                    King => attacks::king(square),
                    Bishop => bishop(square),
                    Rook => rook(square),
                    Queen => bishop(square) | rook(square),
                };
                if common.is_empty() {
                    break;
                }
            }
            guarded |= common;
            if matches!(piece.piece_type, Pawn | Knight) {
                guarded_by_leapers |= common;
            }
        }
        (guarded, guarded_by_leapers)
    }
}
