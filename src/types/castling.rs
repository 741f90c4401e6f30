//! Castling rights as rook squares, and the two sides on which one castles.

use super::{Bitboard, Color, File, Square};

/// The wing on which a king castles. It is where the rook stands as seen from the king, not how
/// far either goes (FIDE Guideline II.3.2.7).
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

    /// The side of a rook as seen from its king.
    #[inline(always)]
    pub const fn of(king: Square, rook: Square) -> CastlingSide {
        if rook as u8 > king as u8 { CastlingSide::King } else { CastlingSide::Queen }
    }

    /// Where the king ends.
    #[inline(always)]
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::G,
            CastlingSide::Queen => File::C,
        };
        Square::new(file, color.back_rank())
    }

    /// Where the rook ends.
    #[inline(always)]
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::F,
            CastlingSide::Queen => File::D,
        };
        Square::new(file, color.back_rank())
    }
}

/// Who may still castle with which rook: the set of those rooks' squares. Standard chess, Chess960,
/// double Chess960 and inner rooks are all this one case.
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
    /// Nobody may castle any more.
    pub const NONE: CastlingRights = CastlingRights(Bitboard::EMPTY);

    /// Whether one may still castle with the rook on this square.
    #[inline(always)]
    pub const fn has(self, rook: Square) -> bool {
        self.0.has(rook)
    }

    /// Whether nobody may castle any more.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The rooks with which a player may still castle.
    #[inline(always)]
    pub fn of(self, color: Color) -> Bitboard {
        self.0 & Bitboard::from_rank(color.back_rank())
    }

    /// The rook of one wing, given where the king stands.
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
