//! Lines with an evaluation and a result: bullet's and Ethereal's text.

use super::field::{Field, integer, trimmed};
use super::row_sink::RowSink;
use super::score::{Scores, invalid_score};
use crate::attacks::Backend;
use crate::positions::{Problem, Row, RowErrorKind};

/// Reads `FEN | score | result`: White's centipawns in 16 bits; `1.0`, `0.5`, `0.0`, `[1.0]`, or
/// `1`, `1/2`, `0`.
///
/// Source: the crate bulletformat, `ChessBoard::from_str`.
#[inline(always)]
pub(super) fn read_bullet<B: Backend>(
    backend: B,
    line: &[u8],
    row: &mut Row<'_>,
    sink: &mut RowSink,
) -> Result<(), Problem> {
    let mut fields = line.split(|byte| *byte == b'|');
    let (Some(fen), Some(score), Some(result), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        let reason = "not a FEN, a score and a result, separated by |";
        return Err(Problem::new(RowErrorKind::Syntax, "", line, reason));
    };
    let fen = sink.fen(backend, trimmed(fen), row)?;
    row.labels.evals = small_score(score, fen.is_black())?;
    row.labels.result = match trimmed(result) {
        b"1.0" | b"[1.0]" | b"1" => 1,
        b"0.5" | b"[0.5]" | b"1/2" => 0,
        b"0.0" | b"[0.0]" | b"0" => -1,
        _ => return Err(invalid_score("result", Field::Text(result), "not a result")),
    };
    Ok(())
}

/// Reads `FEN [result] score`, where the score may be missing.
///
/// Source: Ethereal, `src/tuner.c`.
#[inline(always)]
pub(super) fn read_ethereal<B: Backend>(
    backend: B,
    line: &[u8],
    row: &mut Row<'_>,
    sink: &mut RowSink,
) -> Result<(), Problem> {
    let brackets = memchr::memchr(b'[', line).zip(memchr::memchr(b']', line));
    let Some((open, close)) = brackets.filter(|(open, close)| open < close) else {
        let reason = "not a FEN, a result in brackets and a score";
        return Err(Problem::new(RowErrorKind::Syntax, "", line, reason));
    };
    let fen = sink.fen(backend, trimmed(&line[..open]), row)?;
    row.labels.result = match &line[open + 1..close] {
        b"1.0" => 1,
        b"0.5" => 0,
        b"0.0" => -1,
        result => {
            return Err(invalid_score("result", Field::Text(result), "not 1.0, 0.5 or 0.0"));
        }
    };
    let score = trimmed(&line[close + 1..]);
    if !score.is_empty() {
        row.labels.evals = small_score(score, fen.is_black())?;
    }
    Ok(())
}

/// A score of White in 16 bits.
#[inline(always)]
fn small_score(text: &[u8], is_black: bool) -> Result<i32, Problem> {
    let value = integer(trimmed(text)).filter(|&value| i16::try_from(value).is_ok());
    let wrong = || invalid_score("score", Field::Text(text), "not an integer of 16 bits");
    Scores::WHITE.centipawns(Field::Integer(value.ok_or_else(wrong)?), is_black, "score")
}
