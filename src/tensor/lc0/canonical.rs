//! The transform of lc0's canonical formats, which maps symmetric positions to one of them.

use crate::position::Position;
use crate::tensor::bits::{flip_files, reflect_in_h1_a8};
use crate::types::{Bitboard, Color, PieceType, Square};

const LEFT_HALF: u64 = 0x0F0F_0F0F_0F0F_0F0F;
const UPPER_HALF: u64 = 0xFFFF_FFFF_0000_0000;
/// The squares of the lower right quarter above the diagonal from h1 to e4.
const ABOVE_DIAGONAL: u64 = 0xE0C0_8000;
/// That diagonal within the quarter.
const DIAGONAL: u64 = 0x1020_4080;

/// The reflections that bring the side to move's king to the lower right eighth of the board: files
/// are flipped, then ranks, then the board is reflected in the diagonal from h1 to a8.
///
/// Files are flipped only without castling rights; the others also require that there are no pawns.
///
/// ```
/// use enroque::notation::fen;
/// use enroque::tensor::lc0::Transform;
/// let position = fen::read("8/8/8/8/8/4k3/8/K6R w - - 0 1").unwrap();
/// assert_eq!(Transform::of(&position).bits(), 1);
/// assert_eq!(Transform::of(&enroque::position::Position::standard()), Transform::NONE);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Transform(u8);

impl Transform {
    /// The identity.
    pub const NONE: Transform = Transform(0);

    const FLIP: u8 = 1;
    const MIRROR: u8 = 2;
    const TRANSPOSE: u8 = 4;

    /// Returns the transform of a position.
    pub fn of(position: &Position) -> Transform {
        if !position.castling().is_empty() {
            return Transform::NONE;
        }
        let placement = position.placement();
        let seen = |set: Bitboard| match position.turn() {
            Color::White => set.0,
            Color::Black => set.0.swap_bytes(),
        };
        let mut transform = Transform::NONE;
        let mut king = seen(placement.pieces(position.turn(), PieceType::King));
        if king & LEFT_HALF != 0 {
            transform.0 |= Transform::FLIP;
            king = flip_files(king);
        }
        if placement.by_type(PieceType::Pawn).any() {
            return transform;
        }
        if king & UPPER_HALF != 0 {
            transform.0 |= Transform::MIRROR;
            king = king.swap_bytes();
        }
        if king & ABOVE_DIAGONAL != 0 {
            transform.0 |= Transform::TRANSPOSE;
        } else if king & DIAGONAL != 0 {
            // the king is on the diagonal: the first asymmetric set decides
            let sets = [
                placement.occupied(),
                placement.by_color(position.turn()),
                placement.by_type(PieceType::King),
                placement.by_type(PieceType::Queen),
                placement.by_type(PieceType::Rook),
                placement.by_type(PieceType::Knight),
                placement.by_type(PieceType::Bishop),
            ];
            for set in sets {
                let set = transform.apply(seen(set));
                let image = reflect_in_h1_a8(set);
                if image != set {
                    if image < set {
                        transform.0 |= Transform::TRANSPOSE;
                    }
                    break;
                }
            }
        }
        transform
    }

    /// lc0's number: bit 0 files flipped, bit 1 ranks mirrored, bit 2 transposed.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the transform of lc0's number; bits above the third are ignored.
    pub(super) const fn from_bits(bits: u8) -> Transform {
        Transform(bits & 7)
    }

    /// Inverts [`Transform::apply`].
    pub(super) const fn undo(self, mut set: u64) -> u64 {
        if self.0 & Transform::TRANSPOSE != 0 {
            set = reflect_in_h1_a8(set);
        }
        if self.0 & Transform::MIRROR != 0 {
            set = set.swap_bytes();
        }
        if self.0 & Transform::FLIP != 0 {
            set = flip_files(set);
        }
        set
    }

    /// Returns the image of a set of squares.
    #[inline(always)]
    pub const fn apply(self, mut set: u64) -> u64 {
        if self.0 & Transform::FLIP != 0 {
            set = flip_files(set);
        }
        if self.0 & Transform::MIRROR != 0 {
            set = set.swap_bytes();
        }
        if self.0 & Transform::TRANSPOSE != 0 {
            set = reflect_in_h1_a8(set);
        }
        set
    }

    /// Returns the image of a square.
    #[inline(always)]
    pub const fn square(self, square: Square) -> Square {
        let mut index = square as u8;
        if self.0 & Transform::FLIP != 0 {
            index ^= 7;
        }
        if self.0 & Transform::MIRROR != 0 {
            index ^= 56;
        }
        if self.0 & Transform::TRANSPOSE != 0 {
            index = 63 - (index % 8 * 8 + index / 8);
        }
        Square::from_low_bits(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_sets_have_the_same_image() {
        for bits in 0..8 {
            let transform = Transform(bits);
            let mut images = Bitboard::EMPTY;
            for square in Square::ALL {
                let image = transform.square(square);
                assert_eq!(transform.apply(1 << square as u8), 1 << image as u8, "{square} {bits}");
                assert_eq!(transform.undo(1 << image as u8), 1 << square as u8);
                images = images.with(image);
            }
            assert_eq!(images, Bitboard::FULL);
        }
        assert_eq!(Transform(4).square(Square::H1), Square::H1);
        assert_eq!(Transform(4).square(Square::A1), Square::H8);
        assert_eq!(Transform(4).square(Square::E1), Square::H4);
    }
}
