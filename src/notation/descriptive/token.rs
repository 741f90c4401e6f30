//! Tokens of a move.

use super::words::Words;
use crate::types::{CastlingSide, PieceType};

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A letter of a piece, of a file or of a side.
    Piece(PieceType),
    /// A rank, from 0, as seen by the side to move.
    Rank(u8),
    Hyphen,
    Times,
    Open,
    Close,
    Slash,
    Equals,
    /// A letter O or a zero.
    Oh,
    /// The word for castling.
    Castles(Option<CastlingSide>),
    Mark(Mark),
    /// A token without a meaning, which is skipped.
    Nothing,
}

/// A mark after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    EnPassant,
    Check,
    Double,
    Discovered,
    Mate,
    /// `++`: mate, or a double check.
    DoublePlus,
    DrawOffer,
    Assessment,
}

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
