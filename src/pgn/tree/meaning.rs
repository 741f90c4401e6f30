//! The meaning of words of a game tree's movetext that are not legal SAN.

use crate::attacks::Backend;
use crate::notation::san::{self, SanError};
use crate::pgn::error::PgnErrorKind as Kind;
use crate::pgn::repair::{self, Repair};
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::Move;

/// The meaning of a word that is not a legal move in SAN.
pub(crate) enum Meaning {
    /// A move in another spelling, or a null move (`None`); and the result that follows it without
    /// a space.
    Move(Option<Move>, Option<GameResult>),
    /// A result in a nonstandard spelling.
    Result(GameResult),
    /// An annotation.
    Annotation,
    /// An illegal move or an unknown word, with the error.
    Unknown(Kind, String),
}

/// Interprets a word for which [`crate::notation::san`] returned an error.
#[cold]
pub(crate) fn meaning<B: Backend>(
    backend: B,
    position: &Position,
    text: &[u8],
    error: SanError,
) -> Meaning {
    match repair::repair(|text: &[u8]| san::read_with(backend, position, text), text, error) {
        Repair::Move(m, _) => Meaning::Move(Some(m), None),
        Repair::LastMove(m, result) => Meaning::Move(Some(m), Some(result)),
        Repair::Result(result) => Meaning::Result(result),
        Repair::Annotation => Meaning::Annotation,
        Repair::None(Kind::NullMove, _) if position.is_check() => {
            Meaning::Unknown(Kind::NullMove, "a null move in check".to_owned())
        }
        Repair::None(Kind::NullMove, _) => Meaning::Move(None, None),
        Repair::None(kind, reason) => Meaning::Unknown(kind, reason.into_owned()),
    }
}
