//! Slider attacks along one kind of line, for tables such as python-chess's.
//!
//! These functions are slow; use [`Backend`](super::Backend) for speed.

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

    fn directions(self) -> &'static [(i8, i8)] {
        match self {
            Line::Diagonals => &super::rays::DIAGONAL,
            Line::File => &[(0, 1), (0, -1)],
            Line::Rank => &[(1, 0), (-1, 0)],
        }
    }

    /// The attacks of a slider along these lines, up to and including the first piece in each
    /// direction.
    ///
    /// ```
    /// use enroque::{attacks::Line, types::{Bitboard, Square}};
    /// use Square::{E1, E2, E3, E5, E6};
    /// let attacks = Line::File.attacks(Square::E4, Square::E6.into());
    /// assert_eq!(attacks, [E1, E2, E3, E5, E6].into_iter().collect());
    /// ```
    pub fn attacks(self, square: Square, occupied: Bitboard) -> Bitboard {
        let index = square.index();
        let attacks = self.directions().iter().map(|&direction| walk(index, occupied.0, direction));
        Bitboard(attacks.fold(0, |all, one| all | one))
    }

    /// The relevant occupancy of a slider on these lines: their squares except the slider's own and
    /// the last one in each direction.
    pub fn mask(self, square: Square) -> Bitboard {
        let on_empty = self.attacks(square, Bitboard::EMPTY);
        let matters = |&piece: &Square| self.attacks(square, piece.into()) != on_empty;
        on_empty.into_iter().filter(matters).collect()
    }
}
