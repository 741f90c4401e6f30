//! Calls of the token encoding that was selected at run time.

use super::decode::{Decoded, check_size};
use super::describe::Conventions;
use super::options::dispatch;
use super::registry::{TokenEncoding, with_tokens};
use super::tokenizer::{Tokenizer, TokensError};
use crate::error::{CallError, call_error};
use crate::position::Position;

impl TokenEncoding {
    /// The value of all tokens of a position that cannot be encoded.
    pub const NO_TOKEN: u8 = u8::MAX;

    dispatch! { with_tokens:
        /// The name.
        pub fn name(&self) -> &'static str;
        /// The number of tokens of a position.
        pub fn count(&self) -> usize;
        /// The number of different tokens.
        pub fn vocabulary(&self) -> usize;
        /// Returns the field of each token of a position.
        ///
        /// ```
        /// use enroque::tensor::TokenEncoding;
        /// let fields = TokenEncoding::named("chessbench", &[]).unwrap().field_names();
        /// assert_eq!((fields.len(), &*fields[0], &*fields[1]), (77, "side to move", "a8"));
        /// ```
        pub fn field_names(&self) -> Vec<String>;
        /// Returns the meaning of each token.
        pub fn token_names(&self) -> Vec<String>;
        /// Returns the conventions of the encoding.
        pub fn conventions(&self) -> Conventions;
        /// Whether positions that differ only in Chess960 castling rights are encoded differently.
        pub fn distinguishes_chess960(&self) -> bool;
        /// Writes the tokens of a position into `out`, which has [`TokenEncoding::count`] elements.
        ///
        /// # Errors
        /// If the encoding cannot express the position; `out` is unchanged.
        ///
        /// # Panics
        /// If `out` does not have [`TokenEncoding::count`] elements.
        #[inline]
        pub fn write(&self, position: &Position, out: &mut [u8]) -> Result<(), TokensError>;
    }

    /// Decodes tokens.
    ///
    /// # Errors
    /// If the tokens are not those of a position.
    pub fn decode(&self, tokens: &[u8]) -> Result<Decoded, CallError> {
        check_size(self.count(), tokens.len())?;
        let vocabulary = self.vocabulary();
        if let Some(index) = tokens.iter().position(|&token| usize::from(token) >= vocabulary) {
            return Err(call_error!(
                Encoding("array"),
                "invalid value {} in token {index}",
                tokens[index]
            ));
        }
        with_tokens!(self, encoding => encoding.decode(tokens))
    }
}
