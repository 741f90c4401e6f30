//! Reflections of bitboards.

use crate::types::Color;

/// Returns all squares or none.
#[inline(always)]
pub(super) const fn filled_plane(is_filled: bool) -> u64 {
    if is_filled { !0 } else { 0 }
}

/// Converts a set between White's side and the viewer's side.
#[inline(always)]
pub(super) const fn from_side_of(viewer: Color, set: u64) -> u64 {
    match viewer {
        Color::White => set,
        Color::Black => set.swap_bytes(),
    }
}

/// Reverses the files: the bits within each byte.
pub(super) const fn flip_files(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}

/// Reflects the board in the diagonal from h1 to a8: file f, rank r becomes file 7 - r, rank 7 - f.
/// Swaps quarters across the diagonal, then the quarters of each quarter, then single squares.
pub(super) const fn reflect_in_h1_a8(set: u64) -> u64 {
    let set = swap(set, 36, 0x0000_0000_0F0F_0F0F);
    let set = swap(set, 18, 0x0000_3333_0000_3333);
    swap(set, 9, 0x0055_0055_0055_0055)
}

/// Reflects the board in the diagonal from a1 to h8: file f, rank r becomes file r, rank f. This is
/// the transpose of the matrix whose rows are the bytes.
#[inline(always)]
pub(super) const fn transpose(set: u64) -> u64 {
    let set = swap(set, 28, 0x0000_0000_F0F0_F0F0);
    let set = swap(set, 14, 0x0000_CCCC_0000_CCCC);
    swap(set, 7, 0x00AA_00AA_00AA_00AA)
}

/// Swaps each square of `lower` with the square that is `distance` higher.
#[inline(always)]
const fn swap(set: u64, distance: u32, lower: u64) -> u64 {
    let different = (set ^ set >> distance) & lower;
    set ^ different ^ different << distance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_mapped() {
        for square in 0..64_u32 {
            let (file, rank) = (square % 8, square / 8);
            let bit = |file: u32, rank: u32| 1_u64 << (8 * rank + file);
            let set = bit(file, rank);
            assert_eq!(flip_files(set), bit(7 - file, rank));
            assert_eq!(reflect_in_h1_a8(set), bit(7 - rank, 7 - file));
            assert_eq!(transpose(set), bit(rank, file));
        }
    }
}
