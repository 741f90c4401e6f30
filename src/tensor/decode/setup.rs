//! Setups from masks of pieces.

use crate::error::{CallError, call_error};
use crate::position::Setup;
use crate::tensor::bits::from_side_of;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// Puts pieces on a set of empty squares.
pub(in crate::tensor) fn put(set: u64, piece: Piece, setup: &mut Setup) -> Result<(), CallError> {
    let set = Bitboard(set);
    if let Some(square) = (set & setup.placement.occupied()).first() {
        return Err(call_error!(Encoding("array"), "two pieces are on {square}"));
    }
    for square in set {
        setup.placement.put(square, piece);
    }
    Ok(())
}

/// Whether the last move may have been a double push of a pawn beside a pawn of the side to move.
pub(in crate::tensor) fn may_capture_en_passant(setup: &Setup) -> bool {
    let us = setup.turn;
    let pawns = |color| from_side_of(us, setup.placement.pieces(color, PieceType::Pawn).0);
    let (own, free) = (pawns(us), !from_side_of(us, setup.placement.occupied().0));
    let pushed = pawns(!us) & 0xFF << 32 & free >> 8 & free >> 16;
    const NOT_A_FILE: u64 = !0x0101_0101_0101_0101;
    const NOT_H_FILE: u64 = !0x8080_8080_8080_8080;
    pushed & ((own & NOT_H_FILE) << 1 | (own & NOT_A_FILE) >> 1) != 0
}

/// Returns the square that the last move passed if it was a double push, from the masks of the
/// opponent's pawns after and before it, from the side to move's side.
pub(in crate::tensor) fn double_push(now: u64, before: u64, us: Color) -> Option<Square> {
    let removed = before & !now;
    let added = now & !before;
    // from the seventh rank to the fifth
    let is_push = added.count_ones() == 1 && removed == added << 16 && added & 0xFF << 32 != 0;
    let passed = Square::from_low_bits((added << 8).trailing_zeros() as u8);
    is_push.then_some(match us {
        Color::White => passed,
        Color::Black => passed.mirror(),
    })
}

/// Puts the pieces of twelve masks from the viewer's side, the viewer's pieces first.
pub(in crate::tensor) fn put_pieces(
    masks: [u64; 12],
    viewer: Color,
    setup: &mut Setup,
) -> Result<(), CallError> {
    let kinds = [viewer, !viewer]
        .into_iter()
        .flat_map(|color| PieceType::ALL.map(|piece_type| Piece { color, piece_type }));
    for (piece, mask) in kinds.zip(masks) {
        put(from_side_of(viewer, mask), piece, setup)?;
    }
    Ok(())
}
