//! Sliding along one kind of line at a time, for those who keep tables of their own.
//!
//! Nothing here is fast: [`Backend`](super::Backend) is.

use super::rays::walk;
use crate::types::{Bitboard, Square};

/// A kind of line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// Both diagonals.
    Diagonals,
    /// The file.
    File,
    /// The rank.
    Rank,
}

impl Line {
    /// The three kinds of lines.
    pub const ALL: [Line; 3] = [Line::Diagonals, Line::File, Line::Rank];

    fn ways(self) -> &'static [(i8, i8)] {
        match self {
            Line::Diagonals => &super::rays::DIAGONAL,
            Line::File => &[(0, 1), (0, -1)],
            Line::Rank => &[(1, 0), (-1, 0)],
        }
    }

    /// What a slider attacks along these lines, up to and with the first piece on each way.
    ///
    /// ```
    /// use enroque::{attacks::Line, types::{Bitboard, Square}};
    /// let seen = Line::File.attacks(Square::E4, Square::E6.into());
    /// assert_eq!(seen, [Square::E1, Square::E2, Square::E3, Square::E5, Square::E6].into_iter().collect());
    /// ```
    pub fn attacks(self, square: Square, occupied: Bitboard) -> Bitboard {
        let seen = self.ways().iter().map(|&way| walk(square.index(), occupied.0, way));
        Bitboard(seen.fold(0, |all, one| all | one))
    }

    /// The squares on which a piece changes what a slider attacks along these lines: all of theirs but
    /// the slider's own and the last one of each way.
    pub fn mask(self, square: Square) -> Bitboard {
        let on_empty = self.attacks(square, Bitboard::EMPTY);
        let matters = |&piece: &Square| self.attacks(square, piece.into()) != on_empty;
        on_empty.into_iter().filter(matters).collect()
    }
}
