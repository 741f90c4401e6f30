//! Arrows and colored squares (`%cal`, `%csl`) as a column with a list for each ply.

use std::ops::Range;

use super::column::{Column, check_offsets, extend_offsets};
use crate::pgn::Arrow;

/// The arrows of many plies, concatenated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Arrows {
    /// [`Arrow::bits`].
    values: Vec<u16>,
    /// The start of each ply's arrows in `values`, and the end of the last ply's.
    offsets: Vec<u64>,
}

impl Default for Arrows {
    fn default() -> Arrows {
        Arrows { values: Vec::new(), offsets: vec![0] }
    }
}

impl Arrows {
    /// Validates the arrows of `plies` plies.
    pub(crate) fn checked(
        values: Vec<u16>,
        offsets: Vec<u64>,
        plies: usize,
    ) -> Result<Arrows, &'static str> {
        if offsets.len() != plies + 1 {
            return Err("the number of lists of arrows is not the number of moves");
        }
        check_offsets(&offsets, values.len())?;
        if !values.iter().all(|&bits| Arrow::from_bits(bits).is_some()) {
            return Err("a value does not encode an arrow");
        }
        Ok(Arrows { values, offsets })
    }

    pub(crate) fn values(&self) -> &[u16] {
        &self.values
    }

    pub(crate) fn offsets(&self) -> &[u64] {
        &self.offsets
    }

    pub(crate) fn plies(&self) -> usize {
        self.offsets.len() - 1
    }

    fn range(&self, ply: usize) -> Range<usize> {
        let offset = |ply| self.offsets.get(ply).map_or(self.values.len(), |&at| at as usize);
        offset(ply)..offset(ply + 1)
    }

    /// Whether any of these plies has an arrow.
    pub(crate) fn has_any(&self, plies: Range<usize>) -> bool {
        self.range(plies.start).start < self.range(plies.end).start
    }

    /// Returns the arrows of a ply.
    pub(crate) fn of(&self, ply: usize) -> impl Iterator<Item = Arrow> + use<'_> {
        let bits = self.values.get(self.range(ply)).unwrap_or_default();
        bits.iter().filter_map(|&bits| Arrow::from_bits(bits))
    }

    /// Extends the column to `plies` plies, the new ones without arrows.
    pub(crate) fn resize(&mut self, plies: usize) {
        self.offsets.resize(plies + 1, self.values.len() as u64);
    }

    /// Adds a game of `plies` plies: its arrows, each with the index of its ply, in ascending
    /// order.
    pub(crate) fn push_game(&mut self, arrows: &[(usize, Arrow)], plies: usize) {
        let before = self.plies();
        for &(ply, arrow) in arrows {
            // up to the arrow's ply, whose end is not known yet
            self.resize(before + ply);
            self.values.push(arrow.bits());
        }
        self.resize(before + plies);
    }

    /// Adds a range of plies of another column.
    pub(crate) fn extend(&mut self, others: &Arrows, plies: Range<usize>) {
        let values = extend_offsets(&mut self.offsets, &others.offsets, plies);
        self.values.extend_from_slice(others.values.get(values).unwrap_or_default());
    }

    pub(crate) fn clear(&mut self) {
        self.values.clear();
        self.offsets.truncate(1);
    }

    pub(crate) fn columns(&mut self) -> [&mut dyn Column; 2] {
        [&mut self.values, &mut self.offsets]
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        2 * self.values.capacity() + 8 * self.offsets.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrow(text: &str) -> Arrow {
        Arrow::from_ascii(text.as_bytes()).unwrap()
    }

    #[test]
    fn lists_of_plies() {
        let mut all = Arrows::default();
        all.push_game(&[(1, arrow("Ge4")), (1, arrow("Re2e4")), (3, arrow("Bh8"))], 4);
        all.push_game(&[], 2);
        all.push_game(&[(0, arrow("Ya1"))], 1);
        assert_eq!(all.offsets(), [0, 0, 2, 2, 3, 3, 3, 4]);
        assert_eq!(all.of(1).collect::<Vec<_>>(), [arrow("Ge4"), arrow("Re2e4")]);
        assert_eq!(all.of(7).count(), 0);
        let mut some = Arrows::default();
        some.extend(&all, 3..6);
        some.extend(&all, 0..2);
        assert_eq!(some.offsets(), [0, 1, 1, 1, 1, 3]);
        assert_eq!(some.of(4).collect::<Vec<_>>(), [arrow("Ge4"), arrow("Re2e4")]);
        let again = Arrows::checked(some.values().to_vec(), some.offsets().to_vec(), 5);
        assert_eq!(again.as_ref(), Ok(&some));
        assert!(Arrows::checked(vec![], vec![0], 1).is_err());
        assert!(Arrows::checked(vec![1 << 14], vec![0, 1], 1).is_err());
        assert!(Arrows::checked(vec![0], vec![0, 2], 1).is_err());
        assert!(Arrows::checked(vec![0, 0], vec![0, 2, 1, 2], 3).is_err());
    }
}
