//! Token encodings chosen at run time, by name and options.

use super::chessbench::{self, TokensError};
use super::encoding::{VIEWS, name_of};
use super::options::{self, NameError, OptionValue, Options};
use super::{View, squares};
use crate::position::Position;

/// Any of the token encodings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TokenEncoding {
    /// `"chessbench"`: 77 letters of a FEN; see [`chessbench::tokens`].
    ChessBench,
    /// `"squares"`: a token for each square; see [`squares::tokens`].
    Squares(View),
}

impl TokenEncoding {
    /// The names.
    pub const NAMES: &'static [&'static str] = &["chessbench", "squares"];

    /// What stands for each token of a position that has none.
    pub const NO_TOKEN: u8 = u8::MAX;

    /// The encoding of a name. `squares` has the option `view`, `side_to_move` unless said or `white`.
    ///
    /// # Errors
    /// When the name, an option or its value is unknown; the error lists those that are known.
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

    /// All options with their values, from which [`TokenEncoding::named`] makes the same encoding.
    pub fn options(&self) -> Vec<(String, OptionValue)> {
        match self {
            TokenEncoding::ChessBench => vec![],
            TokenEncoding::Squares(view) => vec![options::word("view", name_of(&VIEWS, *view))],
        }
    }

    /// How many tokens a position has.
    pub fn count(&self) -> usize {
        match self {
            TokenEncoding::ChessBench => chessbench::TOKENS,
            TokenEncoding::Squares(_) => squares::TOKENS,
        }
    }

    /// How many different tokens there are.
    pub fn vocabulary(&self) -> usize {
        match self {
            TokenEncoding::ChessBench => chessbench::VOCABULARY,
            TokenEncoding::Squares(_) => squares::VOCABULARY,
        }
    }

    /// Writes the tokens of a position into `out`, which has [`TokenEncoding::count`] elements.
    ///
    /// # Errors
    /// When the position has what the encoding cannot tell; `out` is unchanged.
    ///
    /// # Panics
    /// When `out` has another number of elements.
    #[inline]
    pub fn write(&self, position: &Position, out: &mut [u8]) -> Result<(), TokensError> {
        match self {
            TokenEncoding::ChessBench => out.copy_from_slice(&chessbench::tokens(position)?),
            TokenEncoding::Squares(view) => out.copy_from_slice(&squares::tokens(position, *view)),
        }
        Ok(())
    }
}
