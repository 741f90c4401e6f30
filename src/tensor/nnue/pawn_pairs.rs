//! Features of two pawns of any color on the same or adjacent files (nnue-pytorch's `PP_3Wide`).

use super::active::{Active, flip};
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType};

/// The number of pawns by color, relative to the perspective, and square.
const PAWNS: usize = 2 * 48;

/// The number of features.
pub(super) const SIZE: usize = PAWNS * (PAWNS - 1) / 2;

/// The largest number of active features; 16 pawns have at most 120.
pub(super) const MAX_ACTIVE: usize = 128;

/// Writes the active features from a perspective: the own pawns first, each with the pawns
/// on the squares before it.
#[inline(always)]
pub(super) fn write(position: &Position, perspective: Color, active: &mut Active<'_>) {
    let placement = position.placement();
    let pawns = placement.by_type(PieceType::Pawn);
    let flip = flip(perspective, position.king(perspective), true);
    let number =
        |square, is_own: bool| u32::from(square as u8 ^ flip) - 8 + if is_own { 0 } else { 48 };
    let own = placement.by_color(perspective);
    for is_own in [true, false] {
        for square in if is_own { pawns & own } else { pawns - own } {
            let file = Bitboard::from_file(square.file());
            let before = Bitboard((1 << square as u8) - 1);
            for other in pawns & before & (file | file.east() | file.west()) {
                let (a, b) = (number(square, is_own), number(other, own.has(other)));
                let (low, high) = (a.min(b), a.max(b));
                active.push(high * (high - 1) / 2 + low);
            }
        }
    }
}
