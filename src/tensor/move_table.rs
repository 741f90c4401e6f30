//! The ways that pieces can go on an empty board, numbered: what several policies list.

use crate::types::{PieceType, Square};

/// Ways of a queen or a knight between two squares, all 1792 of them.
pub(super) const WAYS: usize = 1792;
/// Promotions from the seventh rank: 22 ways of four pieces.
pub(super) const PROMOTIONS: usize = 88;
/// The same without those to queens.
pub(super) const UNDERPROMOTIONS: usize = 66;
/// No way leads from one square to the other.
const NONE: u16 = u16::MAX;

/// For each origin and target, the number of the way.
pub(super) struct Ways([[u16; 64]; 64]);

impl Ways {
    /// By origin from a1 to h8; for each, those of a queen and then those of a knight, by target in
    /// ascending or descending order.
    pub(super) const fn queen_then_knight(descending: bool) -> Ways {
        let mut ways = [[NONE; 64]; 64];
        let (mut next, mut from) = (0, 0);
        while from < 64 {
            let mut pass = 0;
            while pass < 2 {
                let mut n = 0;
                while n < 64 {
                    let to = if descending { 63 - n } else { n };
                    let files = (from as i8 % 8 - to as i8 % 8).abs();
                    let ranks = (from as i8 / 8 - to as i8 / 8).abs();
                    let queen = from != to && (files == 0 || ranks == 0 || files == ranks);
                    let knight = files * ranks == 2;
                    if pass == 0 && queen || pass == 1 && knight {
                        ways[from][to] = next;
                        next += 1;
                    }
                    n += 1;
                }
                pass += 1;
            }
            from += 1;
        }
        assert!(next as usize == WAYS);
        Ways(ways)
    }

    /// The number of the way between two squares.
    #[inline(always)]
    pub(super) fn get(&self, from: Square, to: Square) -> Option<usize> {
        let number = self.0[from.index()][to.index()];
        (number != NONE).then_some(number as usize)
    }
}

/// The number of a promotion: by file of origin; for each, straight, to the left, to the right; for
/// each, queen, rook, bishop, knight.
#[inline(always)]
pub(super) fn promotion(from: Square, to: Square, piece: PieceType) -> Option<usize> {
    let piece = PieceType::PROMOTIONS.iter().position(|&other| other == piece)?;
    Some(4 * promotion_way(from, to)? + piece)
}

/// The number of a promotion to another piece than a queen: by file of origin; for each, straight, to
/// the left, to the right; for each, rook, bishop, knight.
#[inline(always)]
pub(super) fn underpromotion(from: Square, to: Square, piece: PieceType) -> Option<usize> {
    let piece = PieceType::PROMOTIONS.iter().position(|&other| other == piece)?;
    Some(3 * promotion_way(from, to)? + piece.checked_sub(1)?)
}

/// The number of the way of a promotion, 22 of them.
#[inline(always)]
fn promotion_way(from: Square, to: Square) -> Option<usize> {
    let (from, to) = (from.file().index(), to.file().index());
    let direction = match to as i8 - from as i8 {
        0 => 0,
        -1 => 1,
        // the a-file has nothing to its left
        1 if from == 0 => 1,
        1 => 2,
        _ => return None,
    };
    let files_before = if from == 0 { 0 } else { 3 * from - 1 };
    Some(files_before + direction)
}
