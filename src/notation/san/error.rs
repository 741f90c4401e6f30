//! Why a text was refused.

use std::fmt;

use crate::notation::uci;

/// Why a SAN move was refused: the three verdicts on a sealed move (FIDE Guideline I.9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanErrorKind {
    /// The text is no move in this notation.
    Syntax,
    /// No piece can make this move here.
    Illegal,
    /// Two or more pieces can.
    Ambiguous,
}

/// A SAN move could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanError {
    /// Why.
    pub kind: SanErrorKind,
    /// The text that was refused, cut to 40 characters.
    pub token: Box<str>,
    /// What exactly is wrong, in words that complete "`token`: ...".
    pub reason: &'static str,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            SanErrorKind::Syntax => "invalid",
            SanErrorKind::Illegal => "illegal",
            SanErrorKind::Ambiguous => "ambiguous",
        };
        write!(f, "{kind} move {:?}: {}", self.token, self.reason)
    }
}

impl std::error::Error for SanError {}

/// A refusal before the text is attached to it: two registers on the hot path.
#[derive(Clone, Copy)]
pub(super) struct Refusal {
    pub(super) kind: SanErrorKind,
    pub(super) reason: &'static str,
}

pub(super) const fn syntax(reason: &'static str) -> Refusal {
    Refusal { kind: SanErrorKind::Syntax, reason }
}

pub(super) const fn illegal(reason: &'static str) -> Refusal {
    Refusal { kind: SanErrorKind::Illegal, reason }
}

impl Refusal {
    #[cold]
    pub(super) fn of(self, text: &[u8]) -> SanError {
        let text = &text[..text.len().min(160)];
        let token = uci::shortened(&String::from_utf8_lossy(text));
        SanError { kind: self.kind, token, reason: self.reason }
    }
}
