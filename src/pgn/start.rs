//! The position and the rules that a game's tags give.

use super::cursor::Cursor;
use super::error::PgnErrorKind as Kind;
use super::record::Record;
use super::tag::decode_value;
use super::variant::Variant;
use crate::notation::fen;

/// Sets the start position and the castling dialect, or the record's error.
#[inline(never)]
pub(super) fn resolve(record: &mut Record, cursor: &Cursor<'_>) {
    let variant = record.tag(record.roles.variant).cloned();
    let fen = record.tag(record.roles.fen).cloned();
    record.start = record.standard;
    if variant.is_none() && fen.is_none() {
        return;
    }
    let rules = match &variant {
        Some(tag) => {
            let raw = cursor.between(tag.value.clone());
            match Variant::from_tag(&decode_value(raw, tag.has_escapes)) {
                Variant::Unsupported => {
                    let reason = "the Variant tag names no chess that is known here";
                    return record.fail(Kind::UnsupportedVariant, tag.value.start, raw, reason);
                }
                rules => rules,
            }
        }
        None => Variant::Standard,
    };
    record.chess960 = rules == Variant::Chess960;
    let Some(tag) = fen else {
        if let (Variant::Chess960, Some(tag)) = (rules, variant) {
            let reason = "no FEN tag says from which position: the standard start is taken";
            let raw = cursor.between(tag.value.clone());
            record.warn(Kind::MissingFen, tag.value.start, raw, reason);
        }
        return;
    };
    let raw = cursor.between(tag.value.clone());
    match fen::read(&decode_value(raw, tag.has_escapes)) {
        Ok(position) => {
            record.start = position;
            record.chess960 |= !position.has_standard_castling();
        }
        Err(error) => {
            record.fail(Kind::InvalidFen, tag.value.start, raw, &error.to_string());
        }
    }
}
