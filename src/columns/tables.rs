//! Values of endgame tables.

use std::sync::Arc;

use super::error::RowError;
use super::needs::OnNoTable;
use super::sample::Sample;
use crate::tablebase::{TableError, Tablebase};
use crate::tensor::View;

/// The tables of a column.
pub type Tables = Arc<Tablebase>;

/// Writes a value for the side to move, from the side of a viewer.
pub(super) fn write(
    view: View,
    on_missing: OnNoTable,
    sample: &Sample<'_>,
    value: Result<f32, TableError>,
    row: &mut [f32],
) -> Result<(), RowError> {
    row.fill(f32::NAN);
    match value {
        // no -0
        Ok(value) if view.viewer(sample.turn) == sample.turn => row.fill(value),
        Ok(value) => row.fill(0.0 - value),
        Err(error) if on_missing == OnNoTable::Nan && error.is_missing() => {}
        Err(error) => return Err(RowError::Table(error)),
    }
    Ok(())
}
