//! Squares that are attacked for ever, onto which a king never goes.

use super::{Mobility, steps};
use crate::attacks::{self, Backend};
use crate::types::{Bitboard, Color, PieceType};

/// Men with more squares than these hardly ever attack one square from all of them.
const MAX_REACH: u32 = 8;

impl Mobility<'_> {
    /// The squares near the other king that men of `color` attack for ever, and those of them that
    /// pawns and knights attack.
    ///
    /// They are the squares attacked by a man that is never captured, from wherever it may stand,
    /// along lines on which nobody can ever stand between. The attacked king does not count as
    /// between, since it cannot hide behind itself; nor does a man that attacks along the same line
    /// and takes the attack over.
    #[inline(always)]
    pub(super) fn guarded<B: Backend>(&self, backend: B, color: Color) -> (Bitboard, Bitboard) {
        let king = self.king(!color).reach;
        let near_king = king | steps::of(PieceType::King, king);
        let mut others = self.promoted[0] | self.promoted[1];
        let [mut bishops, mut rooks] = [Bitboard::EMPTY; 2];
        for man in &self.men {
            let set = match man.piece_type {
                PieceType::King if man.color != color => continue,
                PieceType::Queen if man.color == color => continue,
                PieceType::Bishop if man.color == color => &mut bishops,
                PieceType::Rook if man.color == color => &mut rooks,
                _ => &mut others,
            };
            *set |= man.reach;
        }
        let bishop = |square| backend.bishop(square, others | rooks);
        let rook = |square| backend.rook(square, others | bishops);
        let [mut guarded, mut leapt] = [Bitboard::EMPTY; 2];
        for man in &self.men {
            if man.color != color || man.taken || man.may_promote() || man.reach.len() > MAX_REACH {
                continue;
            }
            let mut common = near_king;
            for square in man.reach {
                common &= match man.piece_type {
                    PieceType::Pawn => attacks::pawn(color, square),
                    PieceType::Knight => attacks::knight(square),
                    PieceType::King => attacks::king(square),
                    PieceType::Bishop => bishop(square),
                    PieceType::Rook => rook(square),
                    PieceType::Queen => bishop(square) | rook(square),
                };
                if common.is_empty() {
                    break;
                }
            }
            guarded |= common;
            if matches!(man.piece_type, PieceType::Pawn | PieceType::Knight) {
                leapt |= common;
            }
        }
        (guarded, leapt)
    }
}
