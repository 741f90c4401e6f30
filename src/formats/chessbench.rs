//! ChessBench's records: positions with a move, a probability, or both, in bags (`bag.rs`).
//!
//! | | record |
//! |---|---|
//! | behavioral cloning | FEN, move |
//! | state value | FEN, probability |
//! | action value | FEN, move, probability |
//!
//! The FEN is preceded by its length (LEB128), and so is a move that is followed by a probability.
//! Moves are in UCI notation, with castling as `e1g1`. The probability is the win probability of
//! the side to move in the position, or after the move, as a big-endian double. FENs name the
//! en-passant square if a capture is possible; castling rights are those of standard chess.
//!
//! The encoding is that of Apache Beam's `TupleCoder`, as in `searchless_chess` (Apache-2.0). Games
//! cannot be read back, since the positions are in no order.

use super::error::{FormatErrorKind, OffsetError, Unsupported, UnsupportedAt};
use super::format::{BagFields, FormatInfo, GameBytes, RecordFormat, TrainingFormat, WriteOptions};
use super::record_row::{expected_score, invalid, row};
use super::scored_game::ScoredGame;
use crate::attacks::Backend;
use crate::games::push_leb128;
use crate::notation::fen;
use crate::notation::uci::{self, CastlingDialect};
use crate::position::Position;
use crate::positions::{Problem, Row, RowErrorKind, RowLabels};
use crate::tensor::WinModel;
use crate::types::{Color, Move, NO_EVAL};

/// A format of ChessBench, by the fields of its records beside the position.
#[derive(Default)]
pub(super) struct ChessBench<const MOVE: bool, const PROBABILITY: bool>;

pub(super) type BehavioralCloning = ChessBench<true, false>;
pub(super) type StateValue = ChessBench<false, true>;
pub(super) type ActionValue = ChessBench<true, true>;

impl<const MOVE: bool, const PROBABILITY: bool> RecordFormat for ChessBench<MOVE, PROBABILITY> {}

impl<const MOVE: bool, const PROBABILITY: bool> ChessBench<MOVE, PROBABILITY> {
    const FIELDS: BagFields = BagFields { has_move: MOVE, has_probability: PROBABILITY };
}

impl<const MOVE: bool, const PROBABILITY: bool> TrainingFormat for ChessBench<MOVE, PROBABILITY> {
    const INFO: FormatInfo = {
        let (name, description) = match (MOVE, PROBABILITY) {
            (_, false) => ("behavioral_cloning", "ChessBench's positions with moves"),
            (false, true) => (
                "state_value",
                "ChessBench's positions with the win probability of the side to move",
            ),
            (true, true) => (
                "action_value",
                "ChessBench's positions with moves and the win probability after them",
            ),
        };
        let bag = Some(Self::FIELDS);
        let has_games = false;
        FormatInfo {
            name,
            description,
            bag,
            has_games,
            chess960: false,
            row_of: |record| row_of(Self::FIELDS, record),
            ..FormatInfo::GAMES
        }
    };

    fn write<B: Backend>(
        _: B,
        game: &ScoredGame,
        options: &WriteOptions,
        out: &mut GameBytes,
    ) -> Result<u64, UnsupportedAt> {
        let fields = Self::FIELDS;
        let GameBytes { bytes, lengths } = out;
        let mut skipped = 0;
        let mut position = game.start;
        if !position.has_standard_castling() {
            return Err(UnsupportedAt::game(Unsupported::Chess960));
        }
        for (ply, &m) in game.moves.iter().enumerate() {
            // the evaluation of the position, or that after the move
            let index = if fields.has_move && fields.has_probability { ply + 1 } else { ply };
            let eval = game.evals.get(index).copied().filter(|&eval| eval != NO_EVAL);
            let from_stm = |eval: i32| if position.turn() == Color::White { eval } else { -eval };
            let eval = eval.map(from_stm).or(options.missing_score.map(i32::from));
            if eval.is_none() && fields.has_probability {
                if !options.skip_unsupported {
                    return Err(UnsupportedAt { ply, reason: Unsupported::Evaluation });
                }
                skipped += 1;
            } else {
                let win_probability =
                    eval.map(|eval| WinModel::ChessBench.win_probability(f64::from(eval)));
                let before = bytes.len();
                let record = ChessBenchRecord { position, m: Some(m), win_probability };
                write_record(fields, &record, bytes);
                lengths.push(bytes.len() - before);
            }
            position.play_unchecked(m);
        }
        Ok(skipped)
    }
}

/// A record of ChessBench.
#[derive(Clone, PartialEq, Debug)]
pub struct ChessBenchRecord {
    /// The position.
    pub position: Position,
    /// The move, if the format has one.
    pub m: Option<Move>,
    /// The win probability of the side to move, if the format has one.
    pub win_probability: Option<f64>,
}

/// Decodes a record at an offset of the file.
pub(super) fn read(
    fields: BagFields,
    offset: u64,
    bytes: &[u8],
) -> Result<ChessBenchRecord, OffsetError> {
    let BagFields { has_move, has_probability } = fields;
    let mut rest = bytes;
    let offset_of = |rest: &[u8]| offset + (bytes.len() - rest.len()) as u64;
    let unexpected_end = |rest: &[u8]| OffsetError::unexpected_end(offset_of(rest), "a record");
    let text = |bytes: &[u8], at| {
        std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| {
            OffsetError::new(at, FormatErrorKind::Text("the text is not UTF-8".into()))
        })
    };
    let at = offset_of(rest);
    let fen_text = text(take_prefixed(&mut rest).ok_or_else(|| unexpected_end(rest))?, at)?;
    let position = fen::read(&fen_text)
        .map_err(|error| OffsetError::new(at, FormatErrorKind::Text(error.to_string().into())))?;
    let at = offset_of(rest);
    let m = if has_move {
        let bytes = match has_probability {
            true => take_prefixed(&mut rest).ok_or_else(|| unexpected_end(rest))?,
            false => std::mem::take(&mut rest),
        };
        let token = text(bytes, at)?;
        Some(uci::read(&position, &token).map_err(|error| {
            OffsetError::new(at, FormatErrorKind::Text(format!("{error}: {fen_text}").into()))
        })?)
    } else {
        None
    };
    let win_probability = if has_probability {
        let (&bytes, after) = rest.split_first_chunk::<8>().ok_or_else(|| unexpected_end(rest))?;
        rest = after;
        Some(f64::from_be_bytes(bytes))
    } else {
        None
    };
    if !rest.is_empty() {
        let kind = FormatErrorKind::Magic { expected: "the end of the record" };
        return Err(OffsetError::new(offset_of(rest), kind));
    }
    Ok(ChessBenchRecord { position, m, win_probability })
}

/// Decodes a record as a position with its labels.
fn row_of(fields: BagFields, record: &[u8]) -> Result<Row<'static>, Problem> {
    let record =
        read(fields, 0, record).map_err(|error| invalid(RowErrorKind::Syntax, error.kind))?;
    let mut labels = RowLabels::NONE;
    if let Some(m) = record.m {
        labels.moves = m.bits();
    }
    if let Some(probability) = record.win_probability {
        labels.expected_score = expected_score(&record.position, probability);
        if labels.expected_score.is_nan() {
            let reason = format!("{probability} is not a win probability");
            return Err(invalid(RowErrorKind::InvalidScore, reason));
        }
    }
    row(&record.position, labels)
}

/// Removes a length (LEB128) and as many bytes from the front; returns the bytes.
fn take_prefixed<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let mut length = 0usize;
    for shift in (0..28).step_by(7) {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        length |= usize::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            let (bytes, after) = rest.split_at_checked(length)?;
            *rest = after;
            return Some(bytes);
        }
    }
    None
}

fn push_prefixed(bytes: &mut Vec<u8>, text: &[u8]) {
    push_leb128(bytes, text.len() as u64);
    bytes.extend_from_slice(text);
}

/// Appends the bytes of a record.
pub(super) fn write_record(fields: BagFields, record: &ChessBenchRecord, bytes: &mut Vec<u8>) {
    let BagFields { has_move, has_probability } = fields;
    push_prefixed(bytes, fen::write(&record.position).as_bytes());
    if let Some(m) = record.m.filter(|_| has_move) {
        let text = uci::write(&record.position, m, CastlingDialect::Standard);
        match has_probability {
            true => push_prefixed(bytes, text.as_bytes()),
            false => bytes.extend_from_slice(text.as_bytes()),
        }
    }
    if let Some(probability) = record.win_probability.filter(|_| has_probability) {
        bytes.extend_from_slice(&probability.to_be_bytes());
    }
}
