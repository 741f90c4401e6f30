//! Token encodings selected at run time by name and options.

use super::chessbench::{self, TokensError};
use super::encoding::{VIEWS, name_of};
use super::options::{self, NameError, OptionValue, Options};
use super::{View, squares};
use crate::position::Position;

/// A token encoding selected by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TokenEncoding {
    /// `"chessbench"`: 77 characters of a FEN; see [`chessbench::tokens`].
    ChessBench,
    /// `"squares"`: a token for each square; see [`squares::tokens`].
    Squares(View),
}

impl TokenEncoding {
    /// The names of all token encodings.
    pub const NAMES: &'static [&'static str] = &["chessbench", "squares"];

    /// The value of all tokens of a position that cannot be encoded.
    pub const NO_TOKEN: u8 = u8::MAX;

    /// Returns the encoding of a name. `squares` has the option `view`: `side_to_move` (default) or
    /// `white`.
    ///
    /// # Errors
    /// If the name, an option or its value is unknown; the error lists the known ones.
    pub fn named(
        name: &str,
        options: &[(String, OptionValue)],
    ) -> Result<TokenEncoding, NameError> {
        let Some(&name) = TokenEncoding::NAMES.iter().find(|&&known| known == name) else {
            let (kind, name) = ("token encoding", name.to_owned());
            return Err(NameError::Unknown { kind, name, known: TokenEncoding::NAMES });
        };
        let mut options = Options::new(name, options);
        let tokens = match name {
            "chessbench" => TokenEncoding::ChessBench,
            _ => TokenEncoding::Squares(options.word("view", &VIEWS)?),
        };
        options.finish()?;
        Ok(tokens)
    }

    /// The name.
    pub fn name(&self) -> &'static str {
        match self {
            TokenEncoding::ChessBench => "chessbench",
            TokenEncoding::Squares(_) => "squares",
        }
    }

    /// Returns all options with their values, as [`TokenEncoding::named`] takes them.
    pub fn options(&self) -> Vec<(String, OptionValue)> {
        match self {
            TokenEncoding::ChessBench => vec![],
            TokenEncoding::Squares(view) => vec![options::word("view", name_of(&VIEWS, *view))],
        }
    }

    /// The number of tokens of a position.
    pub fn count(&self) -> usize {
        match self {
            TokenEncoding::ChessBench => chessbench::TOKENS,
            TokenEncoding::Squares(_) => squares::TOKENS,
        }
    }

    /// The number of different tokens.
    pub fn vocabulary(&self) -> usize {
        match self {
            TokenEncoding::ChessBench => chessbench::VOCABULARY,
            TokenEncoding::Squares(_) => squares::VOCABULARY,
        }
    }

    /// Writes the tokens of a position into `out`, which has [`TokenEncoding::count`] elements.
    ///
    /// # Errors
    /// If the encoding cannot express the position; `out` is unchanged.
    ///
    /// # Panics
    /// If `out` does not have [`TokenEncoding::count`] elements.
    #[inline]
    pub fn write(&self, position: &Position, out: &mut [u8]) -> Result<(), TokensError> {
        match self {
            TokenEncoding::ChessBench => out.copy_from_slice(&chessbench::tokens(position)?),
            TokenEncoding::Squares(view) => out.copy_from_slice(&squares::tokens(position, *view)),
        }
        Ok(())
    }
}
