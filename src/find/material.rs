//! Material: how many pieces of each kind there are.

use crate::position::Placement;
use crate::types::{Color, PieceType};

/// The piece types that are counted: all but the king.
pub(super) const COUNTED: usize = 5;

/// For each color, a number of each of pawn, knight, bishop, rook and queen.
pub type Counts = [[u8; COUNTED]; 2];

/// A number without an upper bound.
pub(super) const UNBOUNDED: u8 = u8::MAX;

/// The number of pieces of each color and type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Material {
    /// The least numbers.
    pub least: Counts,
    /// The largest numbers.
    pub most: Counts,
}

/// The numbers of White's pieces minus Black's, of each type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The least differences.
    pub least: [i16; COUNTED],
    /// The largest differences.
    pub most: [i16; COUNTED],
}

/// Counts the pieces.
#[inline(always)]
pub(super) fn counts(placement: &Placement) -> Counts {
    let mut counts = Counts::default();
    for (color, counts) in Color::ALL.into_iter().zip(&mut counts) {
        for (piece_type, count) in PieceType::ALL.into_iter().zip(counts) {
            *count = placement.pieces(color, piece_type).len() as u8;
        }
    }
    counts
}

impl Material {
    pub(super) fn swapped(self) -> Material {
        let ([a, b], [c, d]) = (self.least, self.most);
        Material { least: [b, a], most: [d, c] }
    }

    #[inline(always)]
    pub(super) fn matches(&self, placement: &Placement) -> bool {
        let counts = counts(placement);
        let all = |a: &Counts, b: &Counts| {
            a.iter().flatten().zip(b.iter().flatten()).all(|(a, b)| a <= b)
        };
        all(&self.least, &counts) && all(&counts, &self.most)
    }
}

impl Difference {
    pub(super) fn swapped(self) -> Difference {
        Difference { least: self.most.map(|n| -n), most: self.least.map(|n| -n) }
    }

    #[inline(always)]
    pub(super) fn matches(&self, placement: &Placement) -> bool {
        let [white, black] = counts(placement);
        (0..COUNTED).all(|n| {
            let difference = i16::from(white[n]) - i16::from(black[n]);
            (self.least[n]..=self.most[n]).contains(&difference)
        })
    }
}
