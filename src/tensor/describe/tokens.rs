//! What tokens stand for.

use super::{Conventions, PIECES, sides, viewed};
use crate::tensor::{TokenEncoding, chessbench};
use crate::types::Square;

impl TokenEncoding {
    /// What each of a position's tokens shows.
    ///
    /// ```
    /// use enroque::tensor::TokenEncoding;
    /// let places = TokenEncoding::ChessBench.field_names();
    /// assert_eq!((places.len(), &*places[0], &*places[1]), (77, "side to move", "a8"));
    /// ```
    pub fn field_names(&self) -> Vec<String> {
        let square = |place: u8| Square::from_low_bits(place).to_string();
        match self {
            TokenEncoding::Squares(_) => (0..64).map(square).collect(),
            TokenEncoding::ChessBench => {
                let board = (0..64).map(|place| square(place ^ 56));
                let field = |name: &'static str, letters: usize| {
                    (1..=letters).map(move |letter| format!("{name}, letter {letter}"))
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

    /// What each token stands for, by its number.
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

    /// What the encoding takes things for.
    pub fn conventions(&self) -> Conventions {
        match self {
            TokenEncoding::ChessBench => Conventions {
                view: "White's side always, the eighth rank first",
                en_passant: "the square passed shows where a capture is legal",
                repetition: "not shown",
                chess960: "rights as in X-FEN, as far as the alphabet goes: our extension",
                source: "ChessBench (searchless_chess), commit 90ae0e6",
            },
            TokenEncoding::Squares(view) => Conventions {
                view: viewed(*view),
                en_passant: "not shown",
                repetition: "not shown",
                chess960: "castling is not shown",
                source: "enroque",
            },
        }
    }

    /// Whether Chess960's castling rights show with their rooks, in all positions that have tokens.
    pub fn distinguishes_chess960(&self) -> bool {
        *self == TokenEncoding::ChessBench
    }
}
