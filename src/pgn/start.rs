//! The position and the rules that a game's tags give.

use super::cursor::Cursor;
use super::error::PgnErrorKind as Kind;
use super::game_record::GameRecord;
use super::tag::decode_value;
use super::variant::Variant;
use crate::notation::fen::{self, FenError};

/// Sets the start position and the castling dialect, or the record's error.
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
        let promised = if rules == Variant::Chess960 { variant } else { None };
        if let Some(tag) = promised.or_else(|| set_up.clone().filter(|_| is_set_up(b"1"))) {
            let reason = "no FEN tag says from which position: the standard start is taken";
            let raw = cursor.between(tag.value.clone());
            record.warn(Kind::MissingFen, tag.value.start, raw, reason);
        }
        return;
    };
    let raw = cursor.between(tag.value.clone());
    if is_set_up(b"0") {
        let reason = "SetUp says that there is no FEN: the FEN counts";
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
                let reason = "a right to castle without its king and rook is left out";
                record.warn(Kind::OddStart, tag.value.start, raw, reason);
            }
        }
        Err::<_, FenError>(error) => {
            record.fail(Kind::InvalidFen, tag.value.start, raw, &error.to_string());
        }
    }
}
