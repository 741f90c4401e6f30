//! Features of a piece on a square, combined with the square of the own king.

use super::active::{Active, flip};
use super::block::FeatureBlock;
use crate::position::Position;
use crate::types::{Color, PieceType, Square};

/// The largest number of active features: pieces.
pub(super) const MAX_ACTIVE: usize = 32;

/// The features of `HalfKAv2_hm`, after which its factors begin.
const HM_SIZE: u32 = 32 * 704;

/// The number of features.
pub(super) const fn size(block: FeatureBlock) -> usize {
    match block {
        FeatureBlock::HalfKp => 64 * 641,
        FeatureBlock::HalfKa => 64 * 769,
        FeatureBlock::HalfKaV2 => 64 * 704,
        FeatureBlock::HalfKaV2HmFactorized => HM_SIZE as usize + 768,
        FeatureBlock::HalfKaV2Hm12 => 32 * 768,
        _ => HM_SIZE as usize,
    }
}

/// Returns the feature of a piece on the square that is flipped to 0.
#[inline(always)]
const fn first_of_plane(block: FeatureBlock, plane: u32, king: u32) -> u32 {
    // of several planes, the last two are those of the kings
    let merged = if plane > 10 { 10 } else { plane };
    let bucket = (7 - king / 8) * 4 + (7 - king % 8);
    match block {
        FeatureBlock::HalfKp => 1 + 64 * plane + 641 * king,
        FeatureBlock::HalfKa => 1 + 64 * plane + 769 * king,
        FeatureBlock::HalfKaV2 => 64 * merged + 704 * king,
        FeatureBlock::HalfKaV2Hm12 => 64 * plane + 768 * bucket,
        _ => 64 * merged + 704 * bucket,
    }
}

/// Writes the active features from a perspective, ordered by the squares of the pieces from a1 to h8.
#[inline(always)]
pub(super) fn write(
    block: FeatureBlock,
    position: &Position,
    perspective: Color,
    active: &mut Active<'_>,
) {
    let (placement, king) = (position.placement(), position.king(perspective));
    let flip = match (block, perspective) {
        (FeatureBlock::HalfKp, Color::Black) => 63,
        (FeatureBlock::HalfKp | FeatureBlock::HalfKa | FeatureBlock::HalfKaV2, _) => {
            56 * perspective as u8
        }
        _ => flip(perspective, king, false),
    };
    // by the number of a piece: type, plus 6 for Black
    let mut offsets = [0; 12];
    for (n, offset) in offsets.iter_mut().enumerate() {
        let plane = 2 * (n as u32 % 6) + u32::from(n / 6 != perspective as usize);
        *offset = first_of_plane(block, plane, u32::from(king as u8 ^ flip));
    }
    let mut pieces = placement.occupied();
    if block == FeatureBlock::HalfKp {
        pieces -= placement.by_type(PieceType::King);
    }
    let white = placement.by_color(Color::White);
    let piece = |square: Square| {
        6 * usize::from(!white.has(square)) + placement.type_at_unchecked(square).index()
    };
    active.count = pieces.len() as usize;
    for (place, square) in active.row.iter_mut().zip(pieces) {
        *place = (u32::from(square as u8 ^ flip) + offsets[piece(square)]) as i32;
    }
    if block == FeatureBlock::HalfKaV2HmFactorized {
        for square in pieces {
            let n = piece(square);
            let plane = 2 * (n as u32 % 6) + u32::from(n / 6 != perspective as usize);
            active.push(HM_SIZE + 64 * plane + u32::from(square as u8 ^ flip));
        }
    }
}
