//! Features of a piece on a square, combined with a bucket of the own king's square (bullet).

use std::num::IntErrorKind::PosOverflow;
use std::num::ParseIntError;

use super::active::Active;
use super::block::FeatureBlock;
use crate::position::Position;
use crate::types::Color;

/// The features of a bucket.
const PLANES: u32 = 768;

/// The bucket of each square of the own king, from the side of the perspective.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Buckets {
    squares: [u8; 64],
    /// The number of squares that were given: 1, 32 if files are flipped, or 64.
    given: u8,
}

impl Default for Buckets {
    /// One bucket.
    fn default() -> Buckets {
        Buckets { squares: [0; 64], given: 1 }
    }
}

impl Buckets {
    /// Parses numbers separated by spaces: 64, by square, or 32, for the files a to d, with the
    /// board flipped so that the own king is there, or a single 0.
    pub(super) fn parse(text: &str) -> Result<Buckets, String> {
        let bucket = |word: &str| {
            word.parse().map_err(|error: ParseIntError| match error.kind() {
                PosOverflow => format!("{word} is above 255"),
                _ => format!("{word:?} is no number of a bucket"),
            })
        };
        let given = text.split_whitespace().map(bucket).collect::<Result<Vec<u8>, _>>()?;
        let mut squares = [0; 64];
        for (n, square) in squares.iter_mut().enumerate() {
            let file = n % 8;
            *square = match given.len() {
                1 => 0,
                32 => given[n / 8 * 4 + file.min(7 - file)],
                64 => given[n],
                count => return Err(format!("1, 32 or 64 buckets are needed, not {count}")),
            };
        }
        let buckets = Buckets { squares, given: given.len() as u8 };
        if given == [0] || given.len() > 1 {
            return Ok(buckets);
        }
        Err(format!("a single bucket is 0, not {}", given[0]))
    }

    /// The text that [`Buckets::parse`] reads.
    pub(super) fn text(&self) -> String {
        let width = usize::from(self.given.div_ceil(8));
        let numbers = self.squares.chunks_exact(8).flat_map(|rank| &rank[..width]);
        let numbers = numbers.take(self.given.into()).map(u8::to_string);
        numbers.collect::<Vec<_>>().join(" ")
    }

    /// The number of features without factors.
    pub(super) fn size(&self) -> u32 {
        let last = self.squares.iter().copied().max().unwrap_or(0);
        (u32::from(last) + 1) * PLANES
    }
}

/// Writes the active features from a perspective, ordered by the squares of the pieces from a1 to h8.
/// With factors, which have the first indices, each stands behind its feature.
#[inline(always)]
pub(super) fn write(
    block: FeatureBlock,
    buckets: &Buckets,
    position: &Position,
    perspective: Color,
    active: &mut Active<'_>,
) {
    let placement = position.placement();
    let own = placement.by_color(perspective);
    let ranks = 56 * perspective as u8;
    let king = position.king(perspective) as u8 ^ ranks;
    let flip = if buckets.given == 32 && king % 8 > 3 { ranks ^ 7 } else { ranks };
    let bucket = PLANES * u32::from(buckets.squares[usize::from(king)]);
    for square in placement.occupied() {
        let color = if own.has(square) { 0 } else { 384 };
        let plane = color + 64 * placement.type_at_unchecked(square) as u32;
        let feature = plane + u32::from(square as u8 ^ flip);
        match block {
            FeatureBlock::Chess768Factorized => {
                active.push(PLANES + bucket + feature);
                active.push(feature);
            }
            _ => active.push(bucket + feature),
        }
    }
}
