//! `squares`: one token for each square and nothing else.

use super::View;
use crate::position::Position;
use crate::types::{Color, PieceType};

/// How many tokens a position has.
pub const TOKENS: usize = 64;
/// How many different tokens there are.
pub const VOCABULARY: usize = 13;

/// 64 tokens, the viewer's a1 first: 0 an empty square, 1 to 6 the viewer's pawn, knight, bishop,
/// rook, queen, king, 7 to 12 the opponent's. Black's board is flipped by ranks.
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
    let turn = if viewer == Color::Black { 56 } else { 0 };
    let mut tokens = [0; TOKENS];
    for (side, first) in [(viewer, 1), (!viewer, 7)] {
        for piece_type in PieceType::ALL {
            for square in position.placement().pieces(side, piece_type) {
                tokens[square.index() ^ turn] = first + piece_type as u8;
            }
        }
    }
    tokens
}
