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

/// Writes the active features of the pawns of player `n` from the perspectives of both players: each
/// pawn with the pawns on the squares before it.
#[inline(always)]
pub(super) fn write(
    position: &Position,
    players: [Color; 2],
    n: usize,
    mut active: [&mut Active<'_>; 2],
) {
    let placement = position.placement();
    let pawns = placement.by_type(PieceType::Pawn);
    let flips = players.map(|player| flip(player, position.king(player), true));
    let first = placement.by_color(players[0]);
    for square in pawns & placement.by_color(players[n]) {
        let file = Bitboard::from_file(square.file());
        let before = Bitboard((1 << square as u8) - 1);
        for other in pawns & before & (file | file.east() | file.west()) {
            let other_color = usize::from(!first.has(other));
            for (n_of_view, (active, flip)) in active.iter_mut().zip(flips).enumerate() {
                let number = |square, color: usize| {
                    u32::from(square as u8 ^ flip) - 8 + 48 * (color ^ n_of_view) as u32
                };
                let (a, b) = (number(square, n), number(other, other_color));
                let (low, high) = (a.min(b), a.max(b));
                active.push(high * (high - 1) / 2 + low);
            }
        }
    }
}
