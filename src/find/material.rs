//! Material: the number of pieces of each type and color.

use crate::games::{COUNTED, Counts, counts};
use crate::position::Placement;

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
