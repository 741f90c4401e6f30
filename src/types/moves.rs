//! Moves in 16 bits, and lists of them.

use std::fmt;

use arrayvec::ArrayVec;

use super::{PieceType, Square};

/// An upper bound of the legal moves of a position. The record of positions that can arise is 218;
/// with any number of pieces, queens reach a square from at most 8 directions and knights from 8
/// squares, so there are fewer than 450.
pub const MAX_MOVES: usize = 512;

/// The legal moves of a position, without an allocation.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// A move: origin, target and promotion.
///
/// Castling is stored as *king takes own rook* (`e1h1`), in standard chess and Chess960. En passant
/// is stored as the pawn's diagonal step.
///
/// Bits 0..6 are the origin, 6..12 the target, 12..15 the promotion (0 none, 1 knight, 2 bishop,
/// 3 rook, 4 queen). Origin and target differ, so no move is 0.
///
/// ```
/// use enroque::types::{Move, PieceType, Square};
/// let m = Move::promotion(Square::E7, Square::E8, PieceType::Queen).unwrap();
/// assert_eq!((m.from(), m.to(), m.promoted()), (Square::E7, Square::E8, Some(PieceType::Queen)));
/// assert_eq!(Move::from_bits(m.bits()), Some(m));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(u16);

impl Move {
    /// A move without promotion; `None` if origin and target are equal.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Option<Move> {
        if from as u8 == to as u8 { None } else { Some(Move::build(from, to, 0)) }
    }

    /// A promotion; `None` if origin and target are equal, or if it is to a pawn or a king.
    #[inline]
    pub const fn promotion(from: Square, to: Square, piece: PieceType) -> Option<Move> {
        if from as u8 == to as u8 || matches!(piece, PieceType::Pawn | PieceType::King) {
            return None;
        }
        Some(Move::build(from, to, piece as u16))
    }

    /// A move with the promotion of this index. Origin and target must differ.
    #[inline(always)]
    pub(crate) const fn build(from: Square, to: Square, promotion: u16) -> Move {
        debug_assert!(promotion < 5);
        Move(from as u16 | (to as u16) << 6 | promotion << 12)
    }

    /// The 16 bits.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move with these bits, or `None` if no move has them.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let (from, to) = (bits & 63, bits >> 6 & 63);
        if from == to || bits >> 12 > 4 { None } else { Some(Move(bits)) }
    }

    /// The origin. For castling, the king's square.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.bits() as u8)
    }

    /// The target. For castling, the rook's square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.bits() >> 6) as u8)
    }

    /// The piece type of a promotion.
    #[inline(always)]
    pub const fn promoted(self) -> Option<PieceType> {
        match self.bits() >> 12 {
            0 => None,
            index => PieceType::from_index(index as usize),
        }
    }
}

/// The coordinates, with castling as king takes rook: `e2e4`, `e7e8q`, `e1h1`.
/// For the UCI dialect of a game use [`crate::notation::uci`].
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promoted() {
            Some(piece) => write!(f, "{}", piece.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_bits() {
        let valid = (0..=u16::MAX).filter_map(Move::from_bits).count();
        assert_eq!(valid, 64 * 63 * 5);
        for bits in 0..=u16::MAX {
            if let Some(m) = Move::from_bits(bits) {
                assert_eq!(m.bits(), bits);
                let again = match m.promoted() {
                    None => Move::new(m.from(), m.to()),
                    Some(piece) => Move::promotion(m.from(), m.to(), piece),
                };
                assert_eq!(again, Some(m));
            }
        }
        assert_eq!(Move::new(Square::E4, Square::E4), None);
        assert_eq!(Move::promotion(Square::E7, Square::E8, PieceType::King), None);
    }
}
