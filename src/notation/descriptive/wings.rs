//! The king's and the queen's pieces: `QR`, `KN`.

use crate::position::Position;
use crate::types::{Bitboard, Color, Move, PieceType};

/// A side of the board: the king's or the queen's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Wing {
    Queen,
    King,
}

/// The knights, bishops and rooks that are known as the king's or the queen's (`KR`, `QN`).
///
/// In a game these are the two of a type that it began with, wherever they stand now: the one nearer
/// the a-file is the queen's. Promoted pieces are neither. [`Wings::of`] a position without its
/// history applies the same rule to where the pieces stand.
///
/// ```
/// use enroque::notation::descriptive::{Descriptive, Wings};
/// use enroque::notation::fen;
/// let position = fen::read("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1").unwrap();
/// let m = Descriptive::ENGLISH.read(&position, "QR-Q1").unwrap();
/// assert_eq!(m.to_string(), "a1d1");
/// // the rooks changed sides during the game
/// let start = fen::read("4k3/8/8/8/8/8/5R2/R5K1 w - - 0 1").unwrap();
/// let (mut position, mut wings) = (start, Wings::of(&start));
/// for text in ["R-R8ch", "K-K2", "R(8)-KR8", "K-K3", "R-B1", "K-K2", "R-Q1", "K-K3"] {
///     let m = Descriptive::ENGLISH.read_in(&position, &wings, text).unwrap().0;
///     wings.play(&position, m);
///     position.play_unchecked(m);
/// }
/// let m = Descriptive::ENGLISH.read_in(&position, &wings, "QR-R1").unwrap().0;
/// assert_eq!(m.to_string(), "h8h1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wings {
    queens: Bitboard,
    kings: Bitboard,
}

impl Wings {
    /// Returns the sides of the pieces of a position without its history.
    ///
    /// If a player has two pieces of a type on different files, the one nearer the a-file is the
    /// queen's. Bishops often change sides; so those that left their first rank are known only if
    /// the rule agrees with the color of their squares in the standard start position.
    pub fn of(position: &Position) -> Wings {
        let mut wings = Wings::default();
        for color in [Color::White, Color::Black] {
            for piece_type in [PieceType::Knight, PieceType::Bishop, PieceType::Rook] {
                let pieces = position.placement().pieces(color, piece_type);
                let (Some(one), Some(other)) = (pieces.first(), pieces.last()) else { continue };
                let (queen, king) =
                    if one.file() < other.file() { (one, other) } else { (other, one) };
                let home = Bitboard::from_rank(color.back_rank());
                let is_known = piece_type != PieceType::Bishop
                    || (pieces & home) == pieces
                    || queen.is_light() == (color == Color::Black)
                        && king.is_light() == (color == Color::White);
                if pieces.len() == 2 && queen.file() != king.file() && is_known {
                    wings.queens = wings.queens.with(queen);
                    wings.kings = wings.kings.with(king);
                }
            }
        }
        wings
    }

    /// Follows the pieces through a legal move of a position.
    pub fn play(&mut self, position: &Position, m: Move) {
        let (from, to) = match position.castling_side(m) {
            Some(side) => (m.to(), side.rook_target(position.turn())),
            None => (m.from(), m.to()),
        };
        for pieces in [&mut self.queens, &mut self.kings] {
            let moves = pieces.has(from);
            *pieces = pieces.without(from).without(to);
            if moves {
                *pieces = pieces.with(to);
            }
        }
    }

    /// The side of the piece on a square, if it is known.
    pub(super) fn get(&self, square: crate::types::Square) -> Option<Wing> {
        if self.queens.has(square) {
            Some(Wing::Queen)
        } else if self.kings.has(square) {
            Some(Wing::King)
        } else {
            None
        }
    }

    /// The sides that two sources agree on.
    pub(super) fn intersection(self, other: Wings) -> Wings {
        Wings { queens: self.queens & other.queens, kings: self.kings & other.kings }
    }
}
