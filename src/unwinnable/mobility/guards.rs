//! Squares that are attacked for ever, onto which a king never goes.

use super::Mobility;
use crate::attacks::{self, Backend};
use crate::types::{Bitboard, Color, PieceType};

/// Pieces with more squares than these hardly ever attack one square from all of them.
const MAX_REACH: u32 = 8;

impl Mobility<'_> {
    /// The squares that pieces of `color` attack for ever, and those of them that pawns and knights
    /// attack. `sets` are the squares that pieces of each color and kind have together.
    ///
    /// They are the squares attacked by a piece that is never captured, from wherever it may stand,
    /// along lines on which nobody can ever stand between. The attacked king does not count as
    /// between, since it cannot hide behind itself; nor does a piece that attacks along the same line
    /// and takes the attack over.
    #[inline(always)]
    pub(super) fn guarded<B: Backend>(
        &self,
        backend: B,
        color: Color,
        sets: &[[Bitboard; 6]; 2],
    ) -> (Bitboard, Bitboard) {
        use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
        let of = |owner: Color, piece_type: PieceType| sets[owner.index()][piece_type.index()];
        let others = [
            self.promoted[0],
            self.promoted[1],
            of(color, Pawn),
            of(color, Knight),
            of(color, King),
            of(!color, Pawn),
            of(!color, Knight),
            of(!color, Bishop),
            of(!color, Rook),
            of(!color, Queen),
        ];
        let others = others.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
        let (bishops, rooks) = (of(color, Bishop), of(color, Rook));
        let bishop = |square| backend.bishop(square, others | rooks);
        let rook = |square| backend.rook(square, others | bishops);
        let [mut guarded, mut leapt] = [Bitboard::EMPTY; 2];
        for piece in &self.pieces {
            if piece.color != color
                || piece.taken
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
                leapt |= common;
            }
        }
        (guarded, leapt)
    }
}
