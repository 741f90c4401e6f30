//! Errors of SAN.

use std::borrow::Cow;
use std::fmt;

use crate::notation::uci;

/// The kind of a SAN error, as the Laws distinguish them for sealed moves (FIDE Guideline I.9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanErrorKind {
    /// The text is not a move.
    Syntax,
    /// No piece can make this move.
    Illegal,
    /// Several pieces can make this move.
    Ambiguous,
}

/// A SAN move is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanError {
    /// The kind of error.
    pub kind: SanErrorKind,
    /// The invalid text, its first 40 characters.
    pub token: Box<str>,
    /// The reason, for the message.
    pub reason: Cow<'static, str>,
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

/// An error without its text: two registers on the hot path.
#[derive(Clone, Copy)]
pub(super) struct SanErrorWithoutText {
    pub(super) kind: SanErrorKind,
    pub(super) reason: &'static str,
}

pub(super) const fn syntax(reason: &'static str) -> SanErrorWithoutText {
    SanErrorWithoutText { kind: SanErrorKind::Syntax, reason }
}

pub(super) const fn illegal(reason: &'static str) -> SanErrorWithoutText {
    SanErrorWithoutText { kind: SanErrorKind::Illegal, reason }
}

impl SanErrorWithoutText {
    #[cold]
    pub(super) fn with_text(self, text: &[u8]) -> SanError {
        let text = &text[..text.len().min(160)];
        let token = uci::shortened(&String::from_utf8_lossy(text));
        SanError { kind: self.kind, token, reason: self.reason.into() }
    }
}
