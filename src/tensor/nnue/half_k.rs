//! Features of a piece on a square, combined with the square of the own king.

use super::TooManyFeatures;
use super::active::{Active, flip};
use super::block::FeatureBlock;
use crate::position::Position;
use crate::types::{Color, PieceType};

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

/// Writes the active features from a perspective, ordered by the squares of the pieces from a1 to h8,
/// and returns their number.
#[inline(always)]
pub(super) fn write(
    block: FeatureBlock,
    position: &Position,
    perspective: Color,
    offset: u32,
    row: &mut [i32; MAX_ACTIVE],
) -> Result<usize, TooManyFeatures> {
    let (placement, king) = (position.placement(), position.king(perspective));
    let flip = match (block, perspective) {
        (FeatureBlock::HalfKp, Color::Black) => 63,
        (FeatureBlock::HalfKp | FeatureBlock::HalfKa | FeatureBlock::HalfKaV2, _) => {
            56 * perspective as u8
        }
        _ => flip(perspective, king, false),
    };
    let king = u32::from(king as u8 ^ flip);
    let bucket = (7 - king / 8) * 4 + (7 - king % 8);
    // the first feature, and the last plane: where kings share one, it is that of both
    let (first, last) = match block {
        FeatureBlock::HalfKp => (1 + 641 * king, 11),
        FeatureBlock::HalfKa => (1 + 769 * king, 11),
        FeatureBlock::HalfKaV2 => (704 * king, 10),
        FeatureBlock::HalfKaV2Hm12 => (768 * bucket, 11),
        _ => (704 * bucket, 10),
    };
    // by the number of a piece: type, plus 6 for Black
    let mut offsets = [0; 12];
    for (n, of_piece) in offsets.iter_mut().enumerate() {
        let plane = 2 * (n as u32 % 6) + u32::from(n / 6 != perspective as usize);
        *of_piece = offset + first + 64 * plane.min(last);
    }
    let mut pieces = placement.occupied();
    if block == FeatureBlock::HalfKp {
        pieces -= placement.by_type(PieceType::King);
    }
    if pieces.len() as usize > MAX_ACTIVE {
        return Err(TooManyFeatures { block: block.name(), limit: MAX_ACTIVE });
    }
    let white = placement.by_color(Color::White);
    let mut count = 0;
    for (place, square) in row.iter_mut().zip(pieces) {
        let color = usize::from(!white.has(square));
        let piece = 6 * color + placement.type_at_unchecked(square).index();
        *place = (u32::from(square as u8 ^ flip) + offsets[piece]) as i32;
        count += 1;
    }
    Ok(count)
}

/// Appends the active features of [`write`], and the factors of `HalfKAv2_hm^`.
#[inline(always)]
pub(super) fn write_active(
    block: FeatureBlock,
    position: &Position,
    perspective: Color,
    active: &mut Active<'_>,
) -> Result<(), TooManyFeatures> {
    if let Some(row) = active.row.first_chunk_mut() {
        active.count = write(block, position, perspective, active.offset, row)?;
    }
    if block == FeatureBlock::HalfKaV2HmFactorized {
        let placement = position.placement();
        let flip = flip(perspective, position.king(perspective), false);
        for square in placement.occupied() {
            let is_own = placement.by_color(perspective).has(square);
            let plane = 2 * placement.type_at_unchecked(square) as u32 + u32::from(!is_own);
            active.push(HM_SIZE + 64 * plane + u32::from(square as u8 ^ flip));
        }
    }
    Ok(())
}
