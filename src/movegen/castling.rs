//! The squares that must be empty for castling.

use crate::types::{Bitboard, Square};

/// For each file of the king and of the rook, the files that both cross and reach, without those
/// on which they stand.
static PATHS: [[u8; 8]; 8] = {
    let mut table = [[0; 8]; 8];
    let mut king = 0;
    while king < 8 {
        let mut rook = 0;
        while rook < 8 {
            let (king_to, rook_to) = if rook > king { (6, 5) } else { (2, 3) };
            let paths = files(king, king_to) | files(rook, rook_to);
            table[king][rook] = paths & !(1 << king | 1 << rook);
            rook += 1;
        }
        king += 1;
    }
    table
};

/// The files from one to another, both included.
const fn files(a: usize, b: usize) -> u8 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    ((1u16 << (high + 1)) - (1 << low)) as u8
}

/// The squares that king and rook cross and reach in castling (FIDE 3.8.2, Guideline II.3.2.7),
/// without those on which they stand.
#[inline(always)]
pub(super) fn path(king: Square, rook: Square) -> Bitboard {
    let files = PATHS[king.file().index()][rook.file().index()];
    Bitboard(u64::from(files) << (8 * king.rank() as u8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::between;
    use crate::types::{CastlingSide, Color};

    /// Every king and rook of a back rank.
    #[test]
    fn paths_are_between_origins_and_targets() {
        for color in Color::ALL {
            let rank = Bitboard::from_rank(color.back_rank());
            for king in rank {
                for rook in rank.without(king) {
                    let side = CastlingSide::of(king, rook);
                    let (king_to, rook_to) = (side.king_target(color), side.rook_target(color));
                    let crossed = between(king, king_to) | between(rook, rook_to);
                    let expected = crossed.with(king_to).with(rook_to).without(king).without(rook);
                    assert_eq!(path(king, rook), expected, "{king} {rook}");
                }
            }
        }
    }
}
