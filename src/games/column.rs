//! What the columns have in common: growing them, and offsets of rows of different lengths.

use std::ops::Range;

/// A column of any element type.
pub(crate) trait Column {
    /// Reserves capacity for `factor` times the current length; does nothing if memory is short.
    fn reserve_factor(&mut self, factor: f64);

    /// Releases unused capacity.
    fn shrink(&mut self);
}

impl<T> Column for Vec<T> {
    fn reserve_factor(&mut self, factor: f64) {
        let more = (factor - 1.0).max(0.0) * self.len() as f64;
        let _ = self.try_reserve_exact(more as usize);
    }

    fn shrink(&mut self) {
        self.shrink_to_fit();
    }
}

/// Appends rows of other offsets; returns the range of the values of these rows, which the caller appends.
pub(super) fn extend_offsets(
    offsets: &mut Vec<u64>,
    others: &[u64],
    rows: Range<usize>,
) -> Range<usize> {
    let before = offsets.last().copied().unwrap_or_default();
    let other = |row: usize| others.get(row).copied().unwrap_or_default();
    let (first, last) = (other(rows.start), other(rows.end));
    let ends = others.get(rows.start + 1..=rows.end).unwrap_or_default();
    offsets.extend(ends.iter().map(|end| end - first + before));
    first as usize..last as usize
}

/// Checks that offsets ascend from 0 to `end`.
pub(super) fn check_offsets(offsets: &[u64], end: usize) -> Result<(), &'static str> {
    let ascend = offsets.windows(2).all(|pair| pair[0] <= pair[1]);
    if offsets.first() == Some(&0) && offsets.last() == Some(&(end as u64)) && ascend {
        Ok(())
    } else {
        Err("the offsets do not ascend from 0 to the end")
    }
}
