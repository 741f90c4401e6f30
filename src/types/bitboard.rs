//! Sets of squares.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::{File, Rank, Square};

/// A set of squares; bit n is square n.
///
/// ```
/// use enroque::types::{Bitboard, File, Rank, Square};
/// let board = Bitboard::from(File::E) & Bitboard::from(Rank::Fourth);
/// assert_eq!(board.first(), Some(Square::E4));
/// assert_eq!(board.len(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The dark squares, such as a1.
    pub const DARK: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);
    /// The light squares, such as h1.
    pub const LIGHT: Bitboard = Bitboard(!0xAA55_AA55_AA55_AA55);
    /// The first and the eighth rank.
    pub const BACK_RANKS: Bitboard = Bitboard(0xFF00_0000_0000_00FF);

    /// The set of one square.
    #[inline(always)]
    pub const fn from_square(square: Square) -> Bitboard {
        Bitboard(1 << square as u8)
    }

    /// The eight squares of a file.
    #[inline(always)]
    pub const fn from_file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u8)
    }

    /// The eight squares of a rank.
    #[inline(always)]
    pub const fn from_rank(rank: Rank) -> Bitboard {
        Bitboard(0xFF << (8 * rank as u8))
    }

    /// The number of squares.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has a square.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two or more squares.
    #[inline(always)]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the set contains a square.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// Whether the sets have a square in common.
    #[inline(always)]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// The set with a square added.
    #[inline(always)]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square as u8)
    }

    /// The set with a square removed.
    #[inline(always)]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square as u8))
    }

    /// The lowest square, or `None` if the set is empty.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_low_bits(self.0.trailing_zeros() as u8)) }
    }

    /// The highest square, or `None` if the set is empty.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_low_bits(63 - self.0.leading_zeros() as u8))
        }
    }

    /// The lowest square of a nonempty set; a1 for the empty set.
    #[inline(always)]
    pub const fn first_unchecked(self) -> Square {
        Square::from_low_bits(self.0.trailing_zeros() as u8)
    }

    /// The highest square of a nonempty set; h8 for the empty set.
    #[inline(always)]
    pub const fn last_unchecked(self) -> Square {
        Square::from_low_bits(63u8.wrapping_sub(self.0.leading_zeros() as u8))
    }

    /// The set with ranks in reverse order: a1 becomes a8.
    #[inline(always)]
    pub const fn flip_vertical(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The set with files in reverse order: a1 becomes h1.
    pub const fn flip_horizontal(self) -> Bitboard {
        // reversing all bits rotates by 180 degrees; flipping the ranks back leaves flipped files
        Bitboard(self.0.reverse_bits().swap_bytes())
    }

    /// The set mirrored at the diagonal from a1 to h8: h1 becomes a8.
    pub const fn flip_diagonal(self) -> Bitboard {
        // swaps 4x4 blocks, then 2x2 blocks, then single squares across the diagonal
        let far = (self.0 ^ self.0 << 28) & 0x0F0F_0F0F_0000_0000;
        let x = self.0 ^ far ^ far >> 28;
        let middle = (x ^ x << 14) & 0x3333_0000_3333_0000;
        let x = x ^ middle ^ middle >> 14;
        let near = (x ^ x << 7) & 0x5500_5500_5500_5500;
        Bitboard(x ^ near ^ near >> 7)
    }

    /// The set mirrored at the diagonal from a8 to h1: a1 becomes h8.
    pub const fn flip_anti_diagonal(self) -> Bitboard {
        Bitboard(self.0.reverse_bits()).flip_diagonal()
    }

    /// All subsets in ascending order of their bits, beginning with the empty set.
    ///
    /// ```
    /// use enroque::types::Bitboard;
    /// let subsets: Vec<u64> = Bitboard(0b101).subsets().map(|subset| subset.0).collect();
    /// assert_eq!(subsets, [0b000, 0b001, 0b100, 0b101]);
    /// ```
    pub const fn subsets(self) -> Subsets {
        Subsets { set: self, next: Some(Bitboard::EMPTY) }
    }

    /// The squares shifted up by one rank; squares that leave the board are dropped.
    #[inline(always)]
    pub const fn north(self) -> Bitboard {
        Bitboard(self.0 << 8)
    }

    /// The squares shifted down by one rank; squares that leave the board are dropped.
    #[inline(always)]
    pub const fn south(self) -> Bitboard {
        Bitboard(self.0 >> 8)
    }

    /// The squares shifted right by one file; squares that leave the board are dropped.
    #[inline(always)]
    pub const fn east(self) -> Bitboard {
        Bitboard(self.0 << 1 & !0x0101_0101_0101_0101)
    }

    /// The squares shifted left by one file; squares that leave the board are dropped.
    #[inline(always)]
    pub const fn west(self) -> Bitboard {
        Bitboard(self.0 >> 1 & !0x8080_8080_8080_8080)
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Bitboard {
        Bitboard::from_square(square)
    }
}

impl From<File> for Bitboard {
    #[inline(always)]
    fn from(file: File) -> Bitboard {
        Bitboard::from_file(file)
    }
}

impl From<Rank> for Bitboard {
    #[inline(always)]
    fn from(rank: Rank) -> Bitboard {
        Bitboard::from_rank(rank)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

macro_rules! set_operator {
    ($($trait:ident $method:ident $assign_trait:ident $assign_method:ident |$a:ident, $b:ident| $body:expr;)*) => {$(
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($body)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = $trait::$method(*self, other);
            }
        }
    )*};
}

set_operator! {
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// The squares of a [`Bitboard`] in ascending order.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// Iterator over all subsets of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Subsets {
    set: Bitboard,
    next: Option<Bitboard>,
}

impl Iterator for Subsets {
    type Item = Bitboard;

    fn next(&mut self) -> Option<Bitboard> {
        let subset = self.next?;
        // bits outside the set are set to 1, so that the carry propagates through them
        let following = Bitboard(subset.0.wrapping_sub(self.set.0)) & self.set;
        self.next = following.any().then_some(following);
        Some(subset)
    }
}

/// Eight lines of `1` and `.`, the eighth rank first.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let dot = if self.has(Square::new(file, rank)) { '1' } else { '.' };
                let end = if file == File::H { '\n' } else { ' ' };
                write!(f, "{dot}{end}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard(0x{:016x})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_do_not_wrap() {
        assert_eq!(Bitboard::from(File::H).east(), Bitboard::EMPTY);
        assert_eq!(Bitboard::from(File::A).west(), Bitboard::EMPTY);
        assert_eq!(Bitboard::from(Rank::Eighth).north(), Bitboard::EMPTY);
        assert_eq!(Bitboard::from(Rank::First).south(), Bitboard::EMPTY);
        assert_eq!(Bitboard::from(Square::E4).east().north(), Square::F5.into());
    }

    #[test]
    fn flips_of_every_square() {
        for square in Square::ALL {
            let (file, rank) = (square.file() as u8, square.rank() as u8);
            let there = |file, rank| {
                Bitboard::from(Square::new(File::from_low_bits(file), Rank::from_low_bits(rank)))
            };
            let set = Bitboard::from(square);
            assert_eq!(set.flip_vertical(), there(file, 7 - rank));
            assert_eq!(set.flip_horizontal(), there(7 - file, rank));
            assert_eq!(set.flip_diagonal(), there(rank, file));
            assert_eq!(set.flip_anti_diagonal(), there(7 - rank, 7 - file));
        }
    }

    #[test]
    fn subsets_of_the_full_board_end() {
        let set = Bitboard(1 << 63 | 0b1010);
        let subsets: Vec<_> = set.subsets().collect();
        assert_eq!(subsets.len(), 8);
        assert!(
            subsets.is_sorted() && subsets.iter().all(|&subset| subset - set == Bitboard::EMPTY)
        );
        assert_eq!(Bitboard::EMPTY.subsets().collect::<Vec<_>>(), [Bitboard::EMPTY]);
        assert_eq!(Bitboard::FULL.subsets().nth(5), Some(Bitboard(5)));
    }

    #[test]
    fn iterates_in_order() {
        let set: Bitboard = [Square::H8, Square::A1, Square::E4].into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::E4, Square::H8]);
        assert_eq!(set.last(), Some(Square::H8));
        assert_eq!(Bitboard::EMPTY.first(), None);
        assert_eq!(Bitboard::LIGHT.len(), 32);
        assert!(Square::ALL.iter().all(|&s| Bitboard::LIGHT.has(s) == s.is_light()));
    }
}
