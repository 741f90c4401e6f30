//! The encoding `squares`: one token for each square.

use super::View;
use crate::position::Position;
use crate::types::{Color, PieceType};

/// The number of tokens of a position.
pub const TOKENS: usize = 64;
/// The number of different tokens.
pub const VOCABULARY: usize = 13;

/// Returns 64 tokens, a1 first: 0 for an empty square, 1 to 6 for the viewer's pawn, knight,
/// bishop, rook, queen, king, 7 to 12 for the opponent's. For Black, the board is flipped by ranks.
///
/// ```
/// use enroque::{position::Position, tensor::{View, squares}};
/// let tokens = squares::tokens(&Position::standard(), View::SideToMove);
/// assert_eq!(tokens[..9], [4, 2, 3, 5, 6, 3, 2, 4, 1]);
/// assert_eq!(tokens[60], 12);
/// ```
#[inline]
pub fn tokens(position: &Position, view: View) -> [u8; TOKENS] {
    let viewer = view.viewer(position.turn());
    let flip = if viewer == Color::Black { 56 } else { 0 };
    let mut tokens = [0; TOKENS];
    for (side, first) in [(viewer, 1), (!viewer, 7)] {
        for piece_type in PieceType::ALL {
            for square in position.placement().pieces(side, piece_type) {
                tokens[square.index() ^ flip] = first + piece_type as u8;
            }
        }
    }
    tokens
}
