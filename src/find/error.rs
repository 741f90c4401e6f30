//! Errors in the texts of queries.

use thiserror::Error;

use crate::types::{File, Rank, Square};

/// A text of a query is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{kind} \"{}\", character {}: {reason}", shortened(.text), .offset + 1)]
pub struct QueryError {
    /// The kind of the text, such as `pattern`.
    pub kind: &'static str,
    /// The text.
    pub text: String,
    /// The location in characters from 0.
    pub offset: usize,
    /// The reason.
    pub reason: String,
}

/// Returns the beginning of a text, for messages.
fn shortened(text: &str) -> String {
    let shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() { shown + "..." } else { shown }
}

/// The number of characters of a text that a message shows.
const SHOWN: usize = 200;

/// The longest text of a query.
const LONGEST: usize = 2000;

/// The characters of a text that is being read.
pub(super) struct Reader<'a> {
    kind: &'static str,
    text: &'a str,
    characters: Vec<char>,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(kind: &'static str, text: &'a str) -> Result<Reader<'a>, QueryError> {
        let reader =
            Reader { kind, text, characters: text.chars().take(LONGEST + 1).collect(), at: 0 };
        if reader.characters.len() > LONGEST {
            return Err(reader.error_at(LONGEST, format!("it has more than {LONGEST} characters")));
        }
        Ok(reader)
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    /// Reads a character if it is this one.
    pub(super) fn skip(&mut self, character: char) -> bool {
        let is_next = self.peek() == Some(character);
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads a decimal number up to 99, if there is one.
    pub(super) fn number(&mut self) -> Result<Option<u8>, QueryError> {
        let (start, mut number) = (self.at, None);
        while let Some(digit) = self.peek().and_then(|next| next.to_digit(10)) {
            let value = 10 * u32::from(number.unwrap_or(0_u8)) + digit;
            if value > 99 {
                return Err(self.error_at(start, "the number is larger than 99".to_owned()));
            }
            number = Some(value as u8);
            self.at += 1;
        }
        Ok(number)
    }

    /// Reads the name of a square.
    pub(super) fn square(&mut self) -> Result<Square, QueryError> {
        let file = self.peek().and_then(File::from_letter);
        let Some(file) = file else { return Err(self.expected("a file, a to h")) };
        self.next();
        let rank = self.peek().and_then(Rank::from_digit);
        let Some(rank) = rank else { return Err(self.expected("a rank, 1 to 8")) };
        self.next();
        Ok(Square::new(file, rank))
    }

    /// The location, for [`Reader::error_at`].
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn error_at(&self, offset: usize, reason: String) -> QueryError {
        QueryError { kind: self.kind, text: self.text.to_owned(), offset, reason }
    }

    /// The error of an unexpected next character.
    pub(super) fn expected(&self, what: &str) -> QueryError {
        let found = match self.peek() {
            Some(character) => format!("{character:?} is not {what}"),
            None => format!("the text ends, where {what} is expected"),
        };
        self.error_at(self.at, found)
    }
}
