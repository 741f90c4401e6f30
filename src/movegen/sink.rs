//! Where generated moves go: into a number, a list, or a question.

use crate::types::{Bitboard, Move, MoveList, PieceType, Square};

/// Takes moves as the generator finds them: whole sets of targets, never a move at a time.
pub(crate) trait Sink {
    /// One knight, bishop, rook, queen or king goes to any of these squares. A queen comes twice,
    /// once as a rook and once as a bishop.
    fn piece(&mut self, from: Square, targets: Bitboard);

    /// Pawns arrive on these squares, each from `target - step`.
    fn pawns(&mut self, targets: Bitboard, step: i8);

    /// Pawns arrive on these squares of the last rank, each from `target - step`.
    fn promotions(&mut self, targets: Bitboard, step: i8);

    /// One move that fits nowhere else: castling, en passant.
    fn single(&mut self, from: Square, to: Square);
}

/// How many moves.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u64);

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.len() as u64;
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8) {
        self.0 += targets.len() as u64;
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8) {
        self.0 += 4 * targets.len() as u64;
    }

    #[inline(always)]
    fn single(&mut self, _: Square, _: Square) {
        self.0 += 1;
    }
}

/// Whether there is a move at all.
#[derive(Default)]
pub(crate) struct Any(pub(crate) bool);

impl Sink for Any {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 |= targets.any();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8) {
        self.0 |= targets.any();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8) {
        self.0 |= targets.any();
    }

    #[inline(always)]
    fn single(&mut self, _: Square, _: Square) {
        self.0 = true;
    }
}

impl Sink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::build(from, to, 0));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            self.push(Move::build(origin(to, step), to, 0));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            for piece in PieceType::PROMOTIONS {
                self.push(Move::build(origin(to, step), to, piece as u16));
            }
        }
    }

    #[inline(always)]
    fn single(&mut self, from: Square, to: Square) {
        self.push(Move::build(from, to, 0));
    }
}

/// Where a pawn that arrived with this step came from.
#[inline(always)]
fn origin(to: Square, step: i8) -> Square {
    Square::from_low_bits((to as i8 - step) as u8)
}
