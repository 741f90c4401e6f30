//! Rows of active features from a perspective.

use crate::types::{Color, Square};

/// The active features of a block, of which there may be more than the row has.
pub(super) struct Active<'a> {
    pub(super) row: &'a mut [i32],
    pub(super) count: usize,
    /// The first index of the block.
    pub(super) offset: u32,
}

impl Active<'_> {
    #[inline(always)]
    pub(super) fn push(&mut self, index: u32) {
        self.push_if(index, true);
    }

    /// Appends a feature without a branch, for conditions that no processor predicts.
    #[inline(always)]
    pub(super) fn push_if(&mut self, index: u32, is_active: bool) {
        if let Some(place) = self.row.get_mut(self.count) {
            *place = (self.offset + index) as i32;
        }
        self.count += usize::from(is_active);
    }
}

/// The bits of squares that are flipped for a perspective with its king on one half of the board.
#[inline(always)]
pub(super) const fn flip(perspective: Color, king: Square, flips_east: bool) -> u8 {
    let ranks = if matches!(perspective, Color::Black) { 56 } else { 0 };
    let is_east = king as u8 % 8 >= 4;
    if is_east == flips_east { ranks ^ 7 } else { ranks }
}
