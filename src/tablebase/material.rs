//! Material: how many pieces of each type a side has.

use std::fmt;

use crate::position::Placement;
use crate::types::{Color, PieceType};

/// The bits of a count.
const BITS: u32 = 4;
/// The piece types that are counted, in the order of names. Each side has one king.
const COUNTED: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];
const SIDE_BITS: u32 = BITS * COUNTED.len() as u32;
const SIDE: u64 = (1 << SIDE_BITS) - 1;

/// The numbers of pieces of both sides, displayed as in names of files: `KRPvKR`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material(u64);

impl Material {
    /// The material of a legal position of at most 15 pieces of each type and color.
    pub fn of(placement: &Placement) -> Material {
        let of_side = |color| {
            COUNTED.iter().rev().fold(0, |counts, &piece_type| {
                counts << BITS | u64::from(placement.pieces(color, piece_type).len())
            })
        };
        Material(of_side(Color::Black) << SIDE_BITS | of_side(Color::White))
    }

    /// Reads a name such as `KRPvKR`, of up to seven pieces.
    pub fn from_name(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        let of_side = |letters: &str| {
            let letters = letters.strip_prefix('K')?;
            letters.chars().try_fold(0, |counts, letter| {
                let is_type =
                    |piece_type: &PieceType| piece_type.letter().to_ascii_uppercase() == letter;
                Some(counts + (1 << (BITS * COUNTED.iter().position(is_type)? as u32)))
            })
        };
        (name.len() <= 8).then_some(())?;
        Some(Material(of_side(black)? << SIDE_BITS | of_side(white)?))
    }

    /// The material with the colors swapped.
    pub fn swapped(self) -> Material {
        Material(self.0 >> SIDE_BITS | (self.0 & SIDE) << SIDE_BITS)
    }

    /// Whether both sides have the same pieces.
    pub fn is_symmetric(self) -> bool {
        self == self.swapped()
    }

    /// The number of pieces of a color and type.
    pub fn count(self, color: Color, piece_type: PieceType) -> usize {
        let Some(at) = COUNTED.iter().position(|&counted| counted == piece_type) else { return 1 };
        let side = if color == Color::White { self.0 & SIDE } else { self.0 >> SIDE_BITS };
        (side >> (BITS * at as u32) & ((1 << BITS) - 1)) as usize
    }

    /// The number of pieces.
    pub fn pieces(self) -> usize {
        let of_type = |piece_type| {
            self.count(Color::White, piece_type) + self.count(Color::Black, piece_type)
        };
        PieceType::ALL.into_iter().map(of_type).sum()
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (color, king) in [(Color::White, "K"), (Color::Black, "vK")] {
            f.write_str(king)?;
            for piece_type in COUNTED {
                for _ in 0..self.count(color, piece_type) {
                    write!(f, "{}", piece_type.letter().to_ascii_uppercase())?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn names() {
        for name in ["KvK", "KQvK", "KRPvKR", "KNNvKPPP"] {
            assert_eq!(Material::from_name(name).unwrap().to_string(), name);
        }
        for name in ["", "K", "vK", "KQ", "QvK", "KQvKv", "KXvK", "KQQQQvKQQ", "KKvK", "kqvk"] {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
        let position = fen::read("4k3/8/8/3r4/8/8/P7/R3K3 w - - 0 1").unwrap();
        let material = Material::of(position.placement());
        assert_eq!(material.to_string(), "KRPvKR");
        assert_eq!(material.swapped().to_string(), "KRvKRP");
        assert_eq!(material.pieces(), 5);
    }
}
