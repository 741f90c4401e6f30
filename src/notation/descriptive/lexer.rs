//! Splitting a text into tokens.

use super::token::Token;
use super::words::Words;

/// A token and its offset in the text, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme {
    pub(super) token: Token,
    pub(super) offset: usize,
}

/// Splits a text into tokens.
///
/// # Errors
/// The offset of a character that begins no token.
pub(super) fn tokens(words: &Words, text: &str) -> Result<Vec<Lexeme>, usize> {
    let mut found = Vec::new();
    let mut offset = 0;
    while let Some(sign) = text[offset..].chars().next() {
        if sign.is_whitespace() {
            offset += sign.len_utf8();
            continue;
        }
        let (token, length) = words.token(&text[offset..]).ok_or(offset)?;
        if token != Token::Nothing {
            found.push(Lexeme { token, offset });
        }
        offset += length;
    }
    Ok(found)
}
