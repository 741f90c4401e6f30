//! Files, ranks and squares.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Color;

/// A file, a to h.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the variants are the letters of the files")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// The eight files, a to h.
    pub const ALL: [File; 8] =
        [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// 0 for the a-file to 7 for the h-file.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file with this index; only its three low bits are used.
    #[inline(always)]
    pub const fn from_low_bits(index: u8) -> File {
        File::ALL[(index & 7) as usize]
    }

    /// The file of a letter of either case.
    pub const fn from_letter(letter: char) -> Option<File> {
        match letter.to_ascii_lowercase() {
            letter @ 'a'..='h' => Some(File::ALL[letter as usize - 'a' as usize]),
            _ => None,
        }
    }

    /// The letter, `a` to `h`.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }
}

/// A rank, 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the variants are the numbers of the ranks")]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// The eight ranks, first to eighth.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// 0 for the first rank to 7 for the eighth.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with this index; only its three low bits are used.
    #[inline(always)]
    pub const fn from_low_bits(index: u8) -> Rank {
        Rank::ALL[(index & 7) as usize]
    }

    /// The rank of a digit.
    pub const fn from_digit(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank::ALL[digit as usize - '1' as usize]),
            _ => None,
        }
    }

    /// The digit, `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank as seen by a player: the same for White, flipped for Black.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::from_low_bits(7 - self as u8),
        }
    }
}

impl Color {
    /// The rank on which this player's pieces start.
    #[inline(always)]
    pub const fn back_rank(self) -> Rank {
        match self {
            Color::White => Rank::First,
            Color::Black => Rank::Eighth,
        }
    }
}

macro_rules! squares {
    ($($name:ident)*) => {
        /// A square, numbered 0..64 from a1 = 0, b1 = 1 to h8 = 63.
        ///
        /// ```
        /// use enroque::types::{File, Rank, Square};
        /// let e4: Square = "e4".parse().unwrap();
        /// assert_eq!(e4, Square::E4);
        /// assert_eq!(e4.index(), 28);
        /// assert_eq!((e4.file(), e4.rank()), (File::E, Rank::Fourth));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the variants are the names of the squares")]
        pub enum Square { $($name),* }

        impl Square {
            /// The 64 squares in order, a1, b1 ... h8.
            pub const ALL: [Square; 64] = [$(Square::$name),*];
        }
    };
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// The square of a file and a rank.
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::from_low_bits((rank as u8) << 3 | file as u8)
    }

    /// 0 for a1 to 63 for h8.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The square with this index, or `None` above 63.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square::from_low_bits(index as u8)) } else { None }
    }

    /// The square with this index; only its six low bits are used.
    #[inline(always)]
    pub const fn from_low_bits(index: u8) -> Square {
        // SAFETY: Square has the 64 variants 0..=63, and `& 63` leaves one of those numbers.
        unsafe { std::mem::transmute::<u8, Square>(index & 63) }
    }

    /// The file.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::from_low_bits(self as u8)
    }

    /// The rank.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::from_low_bits(self as u8 >> 3)
    }

    /// The square with its rank flipped: a8 for a1.
    #[inline(always)]
    pub const fn mirror(self) -> Square {
        Square::from_low_bits(self as u8 ^ 56)
    }

    /// The square `steps` indices away (8 is one rank up), or `None` beyond a1 or h8. Does not
    /// check whether the steps wrap around a file edge.
    #[inline(always)]
    pub const fn offset(self, steps: i8) -> Option<Square> {
        let index = self as i8 + steps;
        if index >= 0 && index < 64 { Some(Square::from_low_bits(index as u8)) } else { None }
    }

    /// Whether the square is light, as h1 is (FIDE 2.1).
    pub const fn is_light(self) -> bool {
        (self.file() as u8 + self.rank() as u8) % 2 == 1
    }

    /// Reads two bytes such as `e4`; lower case only.
    pub const fn from_ascii(file: u8, rank: u8) -> Option<Square> {
        if file < b'a' || file > b'h' || rank < b'1' || rank > b'8' {
            return None;
        }
        Some(Square::from_low_bits((rank - b'1') << 3 | (file - b'a')))
    }
}

/// A text is not a square, `a1` to `h8` in lower case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a square must be a file a..h and a rank 1..8, such as e4")]
pub struct SquareError;

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        match text.as_bytes() {
            &[file, rank] => Square::from_ascii(file, rank).ok_or(SquareError),
            _ => Err(SquareError),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.mirror().mirror(), square);
        }
        for wrong in ["", "e", "e9", "i1", "E4", "e44", "é4"] {
            assert_eq!(wrong.parse::<Square>(), Err(SquareError), "{wrong}");
        }
    }

    #[test]
    fn color_of_squares() {
        assert!(Square::H1.is_light());
        assert!(!Square::A1.is_light());
        assert!(!Square::H8.is_light());
    }
}
