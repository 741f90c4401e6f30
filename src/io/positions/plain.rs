//! Stockfish's `.plain`: lines `fen`, `move`, `score`, `ply`, `result`, and `e` at the end of a
//! position. Scores and results are those of the side to move.
//!
//! Source: nodchip/Stockfish, `src/tools/convert.cpp`.

use super::field::{Field, integer, trimmed};
use super::row_sink::{RowSink, uci_move};
use super::score::invalid_score;
use crate::attacks::Backend;
use crate::positions::{Problem, Row, RowErrorKind};
use crate::tensor::{View, eval_of};

/// Reads the lines of a position.
pub(super) fn read<B: Backend>(
    backend: B,
    record: &[u8],
    row: &mut Row<'_>,
    sink: &mut RowSink,
) -> Result<(), Problem> {
    let mut fen = None;
    let mut is_ended = false;
    for line in record.split(|byte| *byte == b'\n').map(trimmed).filter(|line| !line.is_empty()) {
        let end = line.iter().position(|&byte| byte == b' ').unwrap_or(line.len());
        let (key, value) = (&line[..end], trimmed(&line[end..]));
        if key == b"fen" {
            fen = Some(sink.fen(backend, value, row)?);
            continue;
        }
        if key == b"e" {
            is_ended = true;
            continue;
        }
        let Some(fen) = &fen else {
            let reason = "a position begins with a line fen";
            return Err(Problem::new(RowErrorKind::Syntax, "", line, reason));
        };
        match key {
            b"move" => {
                let m = uci_move(backend, &fen.position(), value, "move")?;
                row.labels.moves = m.bits();
            }
            b"score" => {
                let score = integer(value).and_then(|score| i16::try_from(score).ok());
                let score = score.ok_or_else(|| {
                    invalid_score("score", Field::Text(value), "not an integer of 16 bits")
                })?;
                let turn = fen.0.turn;
                row.labels.evals = eval_of(score, turn, View::SideToMove);
            }
            b"result" => {
                let result = integer(value).filter(|result| (-1..=1).contains(result));
                let result = result
                    .ok_or_else(|| invalid_score("result", Field::Text(value), "not 1, 0 or -1"))?;
                row.labels.result = if fen.is_black() { -result as i8 } else { result as i8 };
            }
            // as in Stockfish, others are skipped
            _ => {}
        }
    }
    let reason = match fen {
        Some(_) if is_ended => return Ok(()),
        Some(_) => "the file ends before the line e of a position",
        None => "a position without a line fen",
    };
    Err(Problem::new(RowErrorKind::Syntax, "", record.trim_ascii(), reason))
}
