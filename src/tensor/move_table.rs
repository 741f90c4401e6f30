//! Numbers of the moves of queens and knights on an empty board, which several policies list.

use crate::types::{PieceType, Square};

/// The number of moves of a queen or a knight between two squares.
pub(super) const TABLE_MOVES: usize = 1792;
/// The number of promotions from the seventh rank: 22 pawn moves, each to four pieces.
pub(super) const PROMOTIONS: usize = 88;
/// The number of promotions to rook, bishop and knight.
pub(super) const UNDERPROMOTIONS: usize = 66;
/// Neither a queen nor a knight moves from one square to the other.
pub(super) const NONE: u16 = u16::MAX;

/// The order of the moves from one square. Squares of origin are always in ascending order.
#[derive(Clone, Copy)]
pub(super) enum Order {
    /// By target, ascending, queen and knight moves together.
    Ascending,
    /// Queen moves, then knight moves, each by target, ascending.
    QueenThenKnightAscending,
    /// Queen moves, then knight moves, each by target, descending.
    QueenThenKnightDescending,
}

/// The number of each move by origin and target.
pub(super) struct MoveTable([[u16; 64]; 64]);

impl MoveTable {
    /// The table of an order.
    pub(super) const fn new(order: Order) -> MoveTable {
        let mut numbers = [[NONE; 64]; 64];
        let (mut next, mut from) = (0, 0);
        while from < 64 {
            let mut pass = 0;
            while pass < 2 {
                let mut n = 0;
                while n < 64 {
                    let to = match order {
                        Order::QueenThenKnightDescending => 63 - n,
                        _ => n,
                    };
                    let files = (from as i8 % 8 - to as i8 % 8).abs();
                    let ranks = (from as i8 / 8 - to as i8 / 8).abs();
                    let queen = from != to && (files == 0 || ranks == 0 || files == ranks);
                    let knight = files * ranks == 2;
                    let is_listed = match order {
                        Order::Ascending => pass == 0 && (queen || knight),
                        _ => pass == 0 && queen || pass == 1 && knight,
                    };
                    if is_listed {
                        numbers[from][to] = next;
                        next += 1;
                    }
                    n += 1;
                }
                pass += 1;
            }
            from += 1;
        }
        assert!(next as usize == TABLE_MOVES);
        MoveTable(numbers)
    }

    /// The numbers by the low twelve bits of a [`Move`](crate::types::Move); [`NONE`] for the pairs
    /// of squares that have none.
    pub(super) const fn by_bits(&self) -> [u16; 4096] {
        let mut numbers = [NONE; 4096];
        let mut bits = 0;
        while bits < 4096 {
            numbers[bits] = self.0[bits & 63][bits >> 6];
            bits += 1;
        }
        numbers
    }

    /// The number of the move between two squares.
    #[inline(always)]
    pub(super) fn get(&self, from: Square, to: Square) -> Option<usize> {
        let number = self.0[from.index()][to.index()];
        (number != NONE).then_some(number as usize)
    }
}

/// The number of a promotion: by file of origin, then straight, to the left, to the right, then
/// queen, rook, bishop, knight.
#[inline(always)]
pub(super) fn promotion(from: Square, to: Square, piece: PieceType) -> Option<usize> {
    let piece = PieceType::PROMOTIONS.iter().position(|&other| other == piece)?;
    Some(4 * promotion_move(from, to)? + piece)
}

/// The number of an underpromotion: by file of origin, then straight, to the left, to the right,
/// then rook, bishop, knight.
#[inline(always)]
pub(super) fn underpromotion(from: Square, to: Square, piece: PieceType) -> Option<usize> {
    let piece = PieceType::PROMOTIONS.iter().position(|&other| other == piece)?;
    Some(3 * promotion_move(from, to)? + piece.checked_sub(1)?)
}

/// The number of the pawn move of a promotion, 0 to 21.
#[inline(always)]
fn promotion_move(from: Square, to: Square) -> Option<usize> {
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
