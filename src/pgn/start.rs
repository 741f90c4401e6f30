//! The start position and the variant from a game's tags.

use std::sync::LazyLock;

use super::contents::{Contents, Diagnostic};
use super::cursor::Cursor;
use super::error::PgnErrorKind as Kind;
use super::tag::decode_value;
use super::tags::StartTag;
use super::variant::Variant;
use crate::notation::fen::{self, FenError};
use crate::notation::uci::CastlingDialect;
use crate::position::Position;

/// The start position of a game, and whether it is Chess960.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The start position.
    pub position: Position,
    /// Whether the game is Chess960: by the `Variant` tag, or because the castling rights do not
    /// exist in standard chess.
    pub chess960: bool,
}

impl Start {
    /// Returns the start from the values of the tags `Variant`, `SetUp` and `FEN`; `None` after an
    /// error. Calls `report` for each error or warning, with the tag that it is about.
    pub(crate) fn from_tags(
        [variant, set_up, fen]: [Option<&str>; 3],
        mut report: impl FnMut(StartTag, Kind, &str),
    ) -> Option<Start> {
        let chess960 = match variant.map_or(Variant::Standard, Variant::from_tag) {
            Variant::Standard => false,
            Variant::Chess960 => true,
            Variant::Unsupported => {
                let reason = "the variant is not supported";
                report(StartTag::Variant, Kind::UnsupportedVariant, reason);
                return None;
            }
        };
        let Some(fen) = fen else {
            if chess960 || set_up == Some("1") {
                let tag = if chess960 { StartTag::Variant } else { StartTag::SetUp };
                let reason = "there is no FEN tag; the game starts from the standard position";
                report(tag, Kind::MissingFen, reason);
            }
            return Some(Start { chess960, ..*Start::standard() });
        };
        if set_up == Some("0") {
            let reason = "SetUp is 0, but there is a FEN; the FEN counts";
            report(StartTag::Fen, Kind::OddStart, reason);
        }
        let read = || {
            let setup = fen::parse(fen)?;
            Ok((fen::position(setup)?, setup.castling == setup.possible_castling()))
        };
        match read() {
            Ok((position, keeps_rights)) => {
                if !keeps_rights {
                    let reason = "a castling right without its king and rook is ignored";
                    report(StartTag::Fen, Kind::OddStart, reason);
                }
                let chess960 = chess960 || !position.has_standard_castling();
                Some(Start { position, chess960 })
            }
            Err::<_, FenError>(error) => {
                report(StartTag::Fen, Kind::InvalidFen, &error.to_string());
                None
            }
        }
    }

    /// Returns the start of standard chess, made once.
    pub(crate) fn standard() -> &'static Start {
        static STANDARD: LazyLock<Start> =
            LazyLock::new(|| Start { position: Position::standard(), chess960: false });
        &STANDARD
    }

    /// Returns the notation of castling.
    pub fn dialect(&self) -> CastlingDialect {
        if self.chess960 { CastlingDialect::Chess960 } else { CastlingDialect::Standard }
    }
}

/// Returns the start from the tags that have been read; `None` after an error, which is reported.
#[inline]
pub(super) fn resolve<C: Contents>(
    cursor: &Cursor<'_>,
    contents: &mut C,
) -> Result<Option<Start>, C::Stop> {
    if contents.tags().are_about_start() {
        return resolve_tags(cursor, contents);
    }
    Ok(Some(*Start::standard()))
}

#[inline(never)]
fn resolve_tags<C: Contents>(
    cursor: &Cursor<'_>,
    contents: &mut C,
) -> Result<Option<Start>, C::Stop> {
    let tags = StartTag::ALL.map(|tag| contents.tags().start_tag(tag).cloned());
    let raw = |index: usize| tags[index].as_ref().map(|tag| cursor.between(tag.value.clone()));
    let values = [0, 1, 2].map(|index| {
        let tag = tags[index].as_ref()?;
        Some(decode_value(cursor.between(tag.value.clone()), tag.has_escapes))
    });
    let mut reports = Vec::new();
    let start = Start::from_tags(values.each_ref().map(Option::as_deref), |tag, kind, reason| {
        reports.push((tag as usize, kind, reason.to_owned()));
    });
    for (index, kind, reason) in reports {
        let at = tags[index].as_ref().map_or(0, |tag| tag.value.start);
        let token = raw(index).unwrap_or_default();
        contents.report(Diagnostic { kind, at, token, reason: &reason })?;
    }
    Ok(start)
}
