//! Castling rights as rook squares, and castling sides.

use super::{Bitboard, Color, File, Square};

/// The side to which a king castles: that of the rook as seen from the king (FIDE Guideline
/// II.3.2.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum CastlingSide {
    /// Towards the h-file: O-O, king to g, rook to f.
    King = 0,
    /// Towards the a-file: O-O-O, king to c, rook to d.
    Queen = 1,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// The side of a rook, as seen from its king.
    #[inline(always)]
    pub const fn of(king: Square, rook: Square) -> CastlingSide {
        if rook as u8 > king as u8 { CastlingSide::King } else { CastlingSide::Queen }
    }

    /// The file of the king after castling.
    #[inline(always)]
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::G,
            CastlingSide::Queen => File::C,
        };
        Square::new(file, color.back_rank())
    }

    /// The file of the rook after castling.
    #[inline(always)]
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::F,
            CastlingSide::Queen => File::D,
        };
        Square::new(file, color.back_rank())
    }
}

/// Castling rights: the squares of the rooks that may still castle. This represents standard chess,
/// Chess960, double Chess960 and inner rooks alike.
///
/// ```
/// use enroque::types::{CastlingRights, CastlingSide, Color, Square};
/// let rights = CastlingRights::from_iter([Square::A1, Square::H1, Square::H8]);
/// assert!(rights.has(Square::H1));
/// assert_eq!(rights.rook(Color::White, Square::E1, CastlingSide::Queen), Some(Square::A1));
/// assert_eq!(rights.rook(Color::Black, Square::E8, CastlingSide::Queen), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(transparent)]
pub struct CastlingRights(pub Bitboard);

impl CastlingRights {
    /// No castling rights.
    pub const NONE: CastlingRights = CastlingRights(Bitboard::EMPTY);

    /// Whether the rook on a square may still castle.
    #[inline(always)]
    pub const fn has(self, rook: Square) -> bool {
        self.0.has(rook)
    }

    /// Whether there are no castling rights.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The rooks of a player that may still castle.
    #[inline(always)]
    pub fn of(self, color: Color) -> Bitboard {
        self.0 & Bitboard::from_rank(color.back_rank())
    }

    /// The rook of one side, given the square of the king.
    #[inline]
    pub fn rook(self, color: Color, king: Square, side: CastlingSide) -> Option<Square> {
        self.of(color).into_iter().find(|&rook| CastlingSide::of(king, rook) == side)
    }
}

impl FromIterator<Square> for CastlingRights {
    fn from_iter<I: IntoIterator<Item = Square>>(rooks: I) -> CastlingRights {
        CastlingRights(rooks.into_iter().collect())
    }
}
