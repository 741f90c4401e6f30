//! The encoding `squares`: one token for each square.

use super::View;
use super::decode::Decoded;
use super::describe::{Conventions, piece_names};
use super::options::{NameError, Options};
use super::tokenizer::{Tokenizer, TokensError};
use crate::error::CallError;
use crate::position::{Position, Setup};
use crate::types::{Color, Piece, PieceType, Square};

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

/// The encoding `squares`; see [`tokens`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Squares {
    /// The viewer, whose pieces come first.
    pub view: View,
}

impl Tokenizer for Squares {
    fn name(&self) -> &'static str {
        "squares"
    }

    fn configure(&mut self, options: &mut Options<'_>) -> Result<(), NameError> {
        options.choose("view", &mut self.view, &View::NAMES)
    }

    fn count(&self) -> usize {
        TOKENS
    }

    fn vocabulary(&self) -> usize {
        VOCABULARY
    }

    fn field_names(&self) -> Vec<String> {
        Square::ALL.iter().map(Square::to_string).collect()
    }

    fn token_names(&self) -> Vec<String> {
        let pieces = piece_names(self.view, 0).into_iter();
        let pieces = pieces.map(|name| name.trim_end_matches('s').to_owned());
        std::iter::once("empty".to_owned()).chain(pieces).collect()
    }

    fn conventions(&self) -> Conventions {
        Conventions { view: self.view.description(), ..Conventions::default() }
    }

    #[inline]
    fn write(&self, position: &Position, out: &mut [u8]) -> Result<(), TokensError> {
        out.copy_from_slice(&tokens(position, self.view));
        Ok(())
    }

    /// From the side to move's side the colors are unknown, from White's the side to move.
    fn decode(&self, tokens: &[u8]) -> Result<Decoded, CallError> {
        let mut setup = Setup::EMPTY;
        for (square, &token) in Square::ALL.into_iter().zip(tokens) {
            let Some(piece) = token.checked_sub(1) else { continue };
            let color = if piece < 6 { Color::White } else { Color::Black };
            if let Some(piece_type) = PieceType::from_index((piece % 6).into()) {
                setup.placement.put(square, Piece { color, piece_type });
            }
        }
        Ok(Decoded::of_pieces(setup))
    }
}
