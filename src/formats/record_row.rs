//! Rows of tables of positions from records.

use crate::position::Position;
use crate::positions::{PackedPosition, Problem, Row, RowErrorKind, RowLabels};
use crate::types::Color;

/// Returns a row with labels.
pub(super) fn row(
    position: &Position,
    labels: RowLabels<'static>,
) -> Result<Row<'static>, Problem> {
    let position = PackedPosition::new(position)
        .map_err(|error| Problem::new(RowErrorKind::Unsupported, "position", b"", error))?;
    Ok(Row { position, labels, ..Row::default() })
}

/// Returns the expected score of White for that of the side to move; NaN if it is not from 0 to 1.
pub(super) fn expected_score(position: &Position, of_stm: f64) -> f32 {
    if !(0.0..=1.0).contains(&of_stm) {
        return f32::NAN;
    }
    (if position.turn() == Color::White { of_stm } else { 1.0 - of_stm }) as f32
}

/// Returns the error for a malformed record or an illegal position.
#[cold]
pub(super) fn invalid(kind: RowErrorKind, reason: impl std::fmt::Display) -> Problem {
    Problem::new(kind, "", b"", reason)
}
