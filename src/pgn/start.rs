//! The start position and the variant from a game's tags.

use super::cursor::Cursor;
use super::error::{PgnErrorKind as Kind, UNSUPPORTED_VARIANT};
use super::game_record::GameRecord;
use super::tag::decode_value;
use super::variant::Variant;
use crate::notation::fen::{self, FenError};

/// Sets the start position and `chess960`, or the record's error.
#[inline(never)]
pub(super) fn resolve(record: &mut GameRecord, cursor: &Cursor<'_>) {
    let set_up = record.tag(record.roles.set_up).cloned();
    let variant = record.tag(record.roles.variant).cloned();
    let fen = record.tag(record.roles.fen).cloned();
    record.start = record.standard;
    let is_set_up = |value: &[u8]| {
        set_up.as_ref().is_some_and(|tag| cursor.between(tag.value.clone()) == value)
    };
    if variant.is_none() && fen.is_none() && !is_set_up(b"1") {
        return;
    }
    let rules = match &variant {
        Some(tag) => {
            let raw = cursor.between(tag.value.clone());
            match Variant::from_tag(&decode_value(raw, tag.has_escapes)) {
                Variant::Unsupported => {
                    let (kind, reason) = (Kind::UnsupportedVariant, UNSUPPORTED_VARIANT);
                    return record.fail(kind, tag.value.start, raw, reason);
                }
                rules => rules,
            }
        }
        None => Variant::Standard,
    };
    record.chess960 = rules == Variant::Chess960;
    let Some(tag) = fen else {
        let claimed = if rules == Variant::Chess960 { variant } else { None };
        if let Some(tag) = claimed.or_else(|| set_up.clone().filter(|_| is_set_up(b"1"))) {
            let reason = "there is no FEN tag; the game starts from the standard position";
            let raw = cursor.between(tag.value.clone());
            record.warn(Kind::MissingFen, tag.value.start, raw, reason);
        }
        return;
    };
    let raw = cursor.between(tag.value.clone());
    if is_set_up(b"0") {
        let reason = "SetUp is 0, but there is a FEN; the FEN counts";
        record.warn(Kind::OddStart, tag.value.start, raw, reason);
    }
    let read = |text: &str| {
        let setup = fen::parse(text)?;
        Ok((fen::position(setup)?, setup.castling == setup.possible_castling()))
    };
    match read(&decode_value(raw, tag.has_escapes)) {
        Ok((position, keeps_rights)) => {
            record.start = position;
            record.chess960 |= !position.has_standard_castling();
            if !keeps_rights {
                let reason = "a castling right without its king and rook is ignored";
                record.warn(Kind::OddStart, tag.value.start, raw, reason);
            }
        }
        Err::<_, FenError>(error) => {
            record.fail(Kind::InvalidFen, tag.value.start, raw, &error.to_string());
        }
    }
}
