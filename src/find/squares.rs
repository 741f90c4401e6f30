//! Patterns: the allowed contents of each square.

use super::piece_set::PieceSet;
use crate::position::Placement;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// The allowed contents of each square.
#[derive(Clone, PartialEq, Debug)]
pub struct Squares {
    allowed: [PieceSet; 64],
    /// The squares on which each piece is forbidden, by color and piece type.
    forbidden: [[Bitboard; 6]; 2],
    forbidden_empty: Bitboard,
}

impl Squares {
    /// A pattern of the sets of all squares, a1 to h8.
    pub fn new(allowed: [PieceSet; 64]) -> Squares {
        let without = |element: PieceSet| {
            Square::ALL
                .into_iter()
                .filter(|&square| !allowed[square as usize].has(element))
                .collect()
        };
        let forbidden = Color::ALL.map(|color| {
            PieceType::ALL.map(|piece_type| without(PieceSet::of(Piece { color, piece_type })))
        });
        Squares { allowed, forbidden, forbidden_empty: without(PieceSet::EMPTY) }
    }

    /// The pattern of exactly these pieces.
    pub(super) fn of(placement: &Placement) -> Squares {
        Squares::new(
            Square::ALL
                .map(|square| placement.piece_at(square).map_or(PieceSet::EMPTY, PieceSet::of)),
        )
    }

    /// The allowed contents of a square.
    pub fn allowed(&self, square: Square) -> PieceSet {
        self.allowed[square as usize]
    }

    /// The pattern with the colors swapped and the board turned upside down.
    pub(super) fn swapped(&self) -> Squares {
        let at = |square: usize| self.allowed[square ^ 56].swapped();
        Squares::new(std::array::from_fn(at))
    }

    /// Whether the contents of all squares are allowed.
    #[inline(always)]
    pub(super) fn matches(&self, placement: &Placement) -> bool {
        let [white, black] = Color::ALL.map(|color| placement.by_color(color));
        let mut wrong = self.forbidden_empty - (white | black);
        for (n, piece_type) in PieceType::ALL.into_iter().enumerate() {
            let forbidden = white & self.forbidden[0][n] | black & self.forbidden[1][n];
            wrong |= placement.by_type(piece_type) & forbidden;
        }
        wrong.is_empty()
    }
}
