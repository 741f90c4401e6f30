//! The interface of encodings as tokens.

use thiserror::Error;

use super::decode::Decoded;
use super::describe::Conventions;
use super::options::{NameError, Options};
use crate::error::CallError;
use crate::position::Position;
use crate::types::Square;

/// An encoding of a position as tokens.
///
/// Each encoding is defined in one file, by implementing this trait; the registry in
/// `tensor/mod.rs` lists the types.
pub trait Tokenizer {
    /// The name.
    fn name(&self) -> &'static str;

    /// Sets the options that are given, each by one call of [`Options::choose`] or [`Options::text`],
    /// in the order in which they are listed.
    ///
    /// # Errors
    /// If the value of an option is unknown.
    fn configure(&mut self, _: &mut Options<'_>) -> Result<(), NameError> {
        Ok(())
    }

    /// The number of tokens of a position.
    fn count(&self) -> usize;

    /// The number of different tokens.
    fn vocabulary(&self) -> usize;

    /// Returns the field of each token of a position.
    fn field_names(&self) -> Vec<String>;

    /// Returns the meaning of each token.
    fn token_names(&self) -> Vec<String>;

    /// Returns the conventions in words.
    fn conventions(&self) -> Conventions;

    /// Whether positions that differ only in Chess960 castling rights are encoded differently.
    fn distinguishes_chess960(&self) -> bool {
        false
    }

    /// Writes the tokens of a position into `out`, which has [`Tokenizer::count`] elements.
    ///
    /// # Errors
    /// If the encoding cannot express the position; `out` is unchanged.
    ///
    /// # Panics
    /// If `out` does not have [`Tokenizer::count`] elements.
    fn write(&self, position: &Position, out: &mut [u8]) -> Result<(), TokensError>;

    /// Returns the position of [`Tokenizer::count`] tokens, each below [`Tokenizer::vocabulary`].
    ///
    /// # Errors
    /// If the tokens are not those of a position.
    fn decode(&self, tokens: &[u8]) -> Result<Decoded, CallError>;
}

/// An error of encoding a position as tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TokensError {
    /// A castling right that X-FEN writes with a letter outside the alphabet: that of a white inner
    /// rook.
    #[error("ChessBench has no token for the castling right of the inner rook on {0}")]
    Castling(Square),
    /// A clock of more than three digits.
    #[error("ChessBench has three tokens for a clock, too few for {0}")]
    Clock(u32),
}
