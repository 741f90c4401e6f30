//! The tokenizer of movetext.
//!
//! A word is a run of bytes that could be a move: everything except whitespace, comments, numbers
//! and punctuation with a special meaning. Words are interpreted later. The tokenizer drops only
//! whitespace, commas, byte order marks, NUL and control characters.

use super::cursor::Cursor;
use super::spaces;
use crate::notation::san::is_hyphen;
use crate::rules::GameResult;

/// A token of movetext.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token<'t> {
    /// A move number, `12`, `12.`, `12:` or `0001...`: its value and its text.
    Number(u32, &'t [u8]),
    /// Dots without a number.
    Dots,
    /// Anything that could be a move.
    Word(&'t [u8]),
    /// `1-0`, `0-1`, `1/2-1/2`, `*`.
    Result(GameResult),
    /// `!`, `?`, `!?` and so on.
    Suffix(&'t [u8]),
    /// A NAG: the text after the `$`.
    Nag(&'t [u8]),
    /// `{`; the comment has not been read.
    BraceOpen,
    /// `}` outside comments.
    BraceClose,
    /// A comment from `;` to the end of the line.
    LineComment(&'t [u8]),
    /// `(`.
    ParenOpen,
    /// `)`.
    ParenClose,
    /// `[`.
    BracketOpen,
    /// `]` outside tags.
    BracketClose,
    /// The end of the text.
    End,
}

/// The class of a byte: the kind of token that it can begin.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Class {
    Whitespace,
    Digit,
    Word,
    /// 0x80 and above: UTF-8 or a letter of Latin-1.
    High,
    Mark,
}

static CLASSES: [Class; 256] = {
    let mut table = [Class::Word; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            0..=b' ' | b',' | 0x7F => Class::Whitespace,
            b'0'..=b'9' => Class::Digit,
            b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$' | b'*' | b'.' | b'!' | b'?'
            | b'%' => Class::Mark,
            0x80.. => Class::High,
            _ => Class::Word,
        };
        byte += 1;
    }
    table
};

#[inline(always)]
fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

impl<'t> Cursor<'t> {
    /// Reads the next token.
    #[inline(always)]
    pub(super) fn token(&mut self) -> Token<'t> {
        loop {
            let Some(byte) = self.peek() else { return Token::End };
            match class(byte) {
                Class::Whitespace => self.advance(1),
                Class::Digit => return self.number(),
                Class::Word => return self.word(),
                Class::High => {
                    let space = self.wide_space();
                    if space > 0 {
                        self.advance(space);
                    } else if self.wide_dot() > 0 {
                        self.skip_dots();
                        return Token::Dots;
                    } else {
                        return self.word();
                    }
                }
                Class::Mark => {
                    if let Some(token) = self.mark(byte) {
                        return token;
                    }
                }
            }
        }
    }

    /// Advances to the first byte that is not whitespace.
    pub(super) fn skip_whitespace(&mut self) {
        while let Some(byte) = self.peek() {
            let space = match class(byte) {
                Class::Whitespace => 1,
                Class::High => self.wide_space(),
                _ => 0,
            };
            if space == 0 {
                return;
            }
            self.advance(space);
        }
    }

    /// Whether the dash at the cursor is in the middle of a result that is a separate word; the
    /// cursor is then after the result.
    pub(super) fn is_dash_of_result(&mut self) -> bool {
        let dash = self.pos();
        for (before, after) in [(1, 2), (3, 4)] {
            let Some(start) = dash.checked_sub(before) else { return false };
            let is_result = GameResult::from_ascii(self.between(start..dash + after)).is_some();
            let is_word_byte =
                |byte| matches!(class(byte), Class::Word | Class::Digit | Class::High);
            let begins =
                start.checked_sub(1).and_then(|at| self.byte(at)).is_none_or(|b| !is_word_byte(b));
            if is_result && begins {
                self.set_pos(dash + after);
                if self.peek().is_none_or(|byte| !is_word_byte(byte) || self.wide_space() > 0) {
                    return true;
                }
                self.set_pos(dash);
            }
        }
        // the text may end inside a result
        self.peek_at(3);
        false
    }

    /// Reads a run of word bytes and digits.
    #[inline(always)]
    fn word(&mut self) -> Token<'t> {
        let start = self.pos();
        self.skip_word();
        Token::Word(self.since(start))
    }

    #[inline(always)]
    fn skip_word(&mut self) {
        while let Some(byte) = self.peek() {
            match class(byte) {
                Class::Word | Class::Digit => self.advance(1),
                Class::Whitespace => return,
                Class::High if self.wide_space() == 0 && self.wide_dot() == 0 => self.advance(1),
                Class::High => return,
                Class::Mark => {
                    let inside = self.mark_inside_word(byte);
                    if inside == 0 {
                        return;
                    }
                    self.advance(inside);
                }
            }
        }
    }

    /// Returns the length of punctuation inside a word: the promotion `c8(R)`, the draw offer
    /// `(=)`, `e.p.` and `a.p.`.
    #[cold]
    fn mark_inside_word(&mut self, byte: u8) -> usize {
        let before = self.before();
        match byte {
            b'(' if matches!(before, Some(b'1' | b'8')) => {
                let piece = matches!(
                    self.peek_at(1),
                    Some(b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n')
                );
                if piece && self.peek_at(2) == Some(b')') { 3 } else { 0 }
            }
            b'(' if self.starts_with(b"(=)") => 3,
            b'.' if matches!(before, Some(b'e' | b'a')) && self.peek_at(1) == Some(b'p') => {
                if self.peek_at(2) == Some(b'.') { 3 } else { 2 }
            }
            _ => 0,
        }
    }

    /// Returns the length of whitespace that is not ASCII, 0 if there is none.
    #[cold]
    fn wide_space(&mut self) -> usize {
        self.wide(spaces::wide_space)
    }

    /// Returns the length of a dot that is not ASCII, 0 if there is none.
    #[cold]
    fn wide_dot(&mut self) -> usize {
        self.wide(spaces::wide_dot)
    }

    fn wide(&mut self, length: fn(&[u8]) -> usize) -> usize {
        // the character may continue after the end of the text
        self.peek_at(2);
        match length(self.rest()) {
            // not if it is the second byte of a character
            1 if self.before().is_some_and(|byte| byte >= 0x80) => 0,
            length => length,
        }
    }

    /// Reads a move number, or a word that begins with a digit: a result, castling with zeros.
    #[inline(always)]
    fn number(&mut self) -> Token<'t> {
        let start = self.pos();
        let mut value = 0u32;
        let after = loop {
            match self.peek() {
                Some(digit @ b'0'..=b'9') => {
                    value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
                    self.advance(1);
                }
                after => break after,
            }
        };
        if after == Some(b'.') {
            self.skip_dots();
            return Token::Number(value, self.since(start));
        }
        let joins = match after {
            Some(b'-' | b'/') => true,
            Some(b':') => matches!(self.peek_at(1), Some(b'0'..=b'9' | 0xBD | 0xC2)),
            Some(b'F' | b'f') => matches!(self.peek_at(1), Some(b'-' | b':')),
            Some(0xE2) => self.is_dash_before_points(),
            _ => false,
        };
        if joins || self.since(start) == b"0000" {
            return self.numeric_word(start);
        }
        if after == Some(b':') {
            self.advance(1);
        }
        if matches!(after, Some(b':' | 0x80..)) {
            self.skip_dots();
        }
        Token::Number(value, self.since(start))
    }

    /// Whether a dash that is not ASCII comes next, and then a digit or `½`: `1–0`, castling `0–0`.
    #[cold]
    fn is_dash_before_points(&mut self) -> bool {
        matches!(self.peek_at(3), Some(b'0'..=b'9' | 0xC2 | 0xBD))
            && std::str::from_utf8(self.rest().get(..3).unwrap_or_default())
                .is_ok_and(|sign| sign.chars().all(is_hyphen))
    }

    #[inline(always)]
    fn skip_dots(&mut self) {
        while let Some(byte @ (b'.' | 0x80..)) = self.peek() {
            let length = if byte == b'.' { 1 } else { self.wide_dot() };
            if length == 0 {
                return;
            }
            self.advance(length);
        }
    }

    #[cold]
    fn numeric_word(&mut self, start: usize) -> Token<'t> {
        // the start of `0.5-0.5` or `0,5-0,5`, which looks like a move number
        let half = start
            .checked_sub(2)
            .filter(|&at| matches!(self.between(at..start + 1), b"0.5" | b"0,5"));
        self.skip_word();
        let start = half.unwrap_or(start);
        if let [.., before, b'0'] = self.since(start)
            && !before.is_ascii_digit()
            && matches!((self.peek(), self.peek_at(1)), (Some(b'.' | b','), Some(b'5')))
        {
            self.advance(2);
            self.skip_word();
        }
        let word = self.since(start);
        match GameResult::from_ascii(word) {
            Some(result) => Token::Result(result),
            None => Token::Word(word),
        }
    }

    /// Reads a token that begins with punctuation; returns `None` after an escaped line.
    #[inline(always)]
    fn mark(&mut self, byte: u8) -> Option<Token<'t>> {
        let start = self.pos();
        let at_line_start = self.is_line_start();
        self.advance(1);
        Some(match byte {
            b'{' => Token::BraceOpen,
            b'}' => Token::BraceClose,
            b'(' => Token::ParenOpen,
            b')' => Token::ParenClose,
            b'[' => Token::BracketOpen,
            b']' => Token::BracketClose,
            b'*' => Token::Result(GameResult::Unknown),
            b'.' => {
                self.skip_dots();
                Token::Dots
            }
            b';' => {
                self.skip_line();
                Token::LineComment(self.since(start + 1))
            }
            b'$' => {
                self.skip_nag();
                Token::Nag(self.since(start + 1))
            }
            b'%' if at_line_start => {
                self.skip_line();
                return None;
            }
            b'%' => {
                self.skip_word();
                Token::Word(self.since(start))
            }
            _ => {
                while matches!(self.peek(), Some(b'!' | b'?')) {
                    self.advance(1);
                }
                Token::Suffix(self.since(start))
            }
        })
    }

    /// Skips the number of a NAG, or the word after the dollar sign if it is not a number.
    fn skip_nag(&mut self) {
        match self.peek() {
            Some(b'0'..=b'9') => {
                while matches!(self.peek(), Some(b'0'..=b'9')) {
                    self.advance(1);
                }
            }
            _ => self.skip_word(),
        }
    }
}
