//! Errors of SAN.

use std::borrow::Cow;

use thiserror::Error;

use crate::notation::uci;

/// The kind of a SAN error, as the Laws distinguish them for sealed moves (FIDE Guideline I.9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
pub enum SanErrorKind {
    /// The text is not a move.
    #[error("invalid")]
    Syntax,
    /// No piece can make this move.
    #[error("illegal")]
    Illegal,
    /// Several pieces can make this move.
    #[error("ambiguous")]
    Ambiguous,
}

/// A SAN move is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{kind} move {token:?}: {reason}")]
pub struct SanError {
    /// The kind of error.
    pub kind: SanErrorKind,
    /// The invalid text, its first 40 characters.
    pub token: Box<str>,
    /// The reason, for the message.
    pub reason: Cow<'static, str>,
}

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
