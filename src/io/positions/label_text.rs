//! The texts of labels that several formats share.

use crate::notation::uci::{self, CastlingDialect};
use crate::position::Position;
use crate::positions::{Positions, RowLabels};
use crate::types::{MATE, MAX_CENTIPAWNS, Move, NO_EVAL};

/// A result as PGN has it; `None` if it is unknown.
pub(super) fn result_of(result: i8) -> Option<&'static str> {
    let known = (result != RowLabels::NONE.result).then_some(result)?;
    Some(["0-1", "1/2-1/2", "1-0"][(known.clamp(-1, 1) + 1) as usize])
}

/// The moves of a row's line; none if there are none.
pub(super) fn line_of(positions: &Positions, row: usize) -> &[u16] {
    positions.lines().map_or(&[], |lines| lines.row(row))
}

/// The moves to mate of an evaluation, below 0 if White is mated; `None` of centipawns.
pub(super) fn mate_of(eval: i32) -> Option<i32> {
    let is_mate = eval.unsigned_abs() > MAX_CENTIPAWNS as u32 && eval != NO_EVAL;
    is_mate.then_some(if eval > 0 { MATE - eval } else { -MATE - eval })
}

/// Writes the moves of a table in UCI, separated by spaces.
pub(crate) fn push_line(
    text: &mut String,
    start: &Position,
    moves: &[u16],
    dialect: CastlingDialect,
) {
    let mut position = *start;
    for (n, m) in moves.iter().filter_map(|&bits| Move::from_bits(bits)).enumerate() {
        if n > 0 {
            text.push(' ');
        }
        text.push_str(&uci::write(&position, m, dialect));
        position.play_unchecked(m);
    }
}
