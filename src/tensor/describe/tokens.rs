//! Descriptions of tokens.

use super::{Conventions, PIECES, sides, view_name};
use crate::tensor::{TokenEncoding, chessbench};
use crate::types::Square;

impl TokenEncoding {
    /// Returns the field of each token of a position.
    ///
    /// ```
    /// use enroque::tensor::TokenEncoding;
    /// let fields = TokenEncoding::ChessBench.field_names();
    /// assert_eq!((fields.len(), &*fields[0], &*fields[1]), (77, "side to move", "a8"));
    /// ```
    pub fn field_names(&self) -> Vec<String> {
        let square = |index: u8| Square::from_low_bits(index).to_string();
        match self {
            TokenEncoding::Squares(_) => (0..64).map(square).collect(),
            TokenEncoding::ChessBench => {
                let board = (0..64).map(|index| square(index ^ 56));
                let field = |name: &'static str, characters: usize| {
                    (1..=characters).map(move |n| format!("{name}, character {n}"))
                };
                std::iter::once("side to move".to_owned())
                    .chain(board)
                    .chain(field("castling", 4))
                    .chain(field("en-passant square", 2))
                    .chain(field("halfmove clock", 3))
                    .chain(field("move number", 3))
                    .collect()
            }
        }
    }

    /// Returns the meaning of each token.
    pub fn token_names(&self) -> Vec<String> {
        match self {
            TokenEncoding::ChessBench => {
                chessbench::ALPHABET.iter().map(|&letter| char::from(letter).to_string()).collect()
            }
            TokenEncoding::Squares(view) => {
                let piece =
                    |side: &str, pieces: &str| format!("{side} {}", pieces.trim_end_matches('s'));
                let pieces = sides(*view)
                    .into_iter()
                    .flat_map(|side| PIECES.map(|pieces| piece(side, pieces)));
                std::iter::once("empty".to_owned()).chain(pieces).collect()
            }
        }
    }

    /// Returns the conventions of the encoding.
    pub fn conventions(&self) -> Conventions {
        match self {
            TokenEncoding::ChessBench => Conventions {
                view: "always White, eighth rank first",
                en_passant: "the square passed is encoded if a capture is legal",
                repetition: "not encoded",
                chess960: "extension by enroque: rights as in X-FEN, as far as the alphabet allows",
                source: "ChessBench (searchless_chess), commit 90ae0e6",
            },
            TokenEncoding::Squares(view) => Conventions {
                view: view_name(*view),
                en_passant: "not encoded",
                repetition: "not encoded",
                chess960: "castling rights are not encoded",
                source: "enroque",
            },
        }
    }

    /// Whether positions that differ only in Chess960 castling rights are encoded differently.
    pub fn distinguishes_chess960(&self) -> bool {
        *self == TokenEncoding::ChessBench
    }
}
