//! Values of endgame tables.

use std::sync::Arc;

use super::error::RowError;
use super::needs::OnMissing;
use super::sample::Sample;
use crate::tablebase::{TableError, Tablebase};
use crate::tensor::View;

/// The tables of a column.
pub type Tables = Arc<Tablebase>;

/// Whether a position gets a value.
///
/// # Errors
/// If its table is damaged.
pub(super) fn has<T>(
    on_missing: OnMissing,
    value: Result<T, TableError>,
) -> Result<bool, RowError> {
    match value {
        Err(error) if !error.is_missing() => Err(RowError::Table(error)),
        found => Ok(found.is_ok() || on_missing == OnMissing::Nan),
    }
}

/// Writes a value for the side to move, from the side of a viewer.
pub(super) fn write(
    view: View,
    on_missing: OnMissing,
    sample: &Sample<'_>,
    value: Result<f32, TableError>,
    row: &mut [f32],
) -> Result<(), RowError> {
    row.fill(f32::NAN);
    match value {
        // no -0
        Ok(value) if view.viewer(sample.turn) == sample.turn => row.fill(value),
        Ok(value) => row.fill(0.0 - value),
        Err(error) if !error.is_missing() => return Err(RowError::Table(error)),
        Err(error) => match on_missing {
            OnMissing::Raise => return Err(RowError::Table(error)),
            OnMissing::Nan => {}
            OnMissing::Skip => return Err(RowError::Skipped(error)),
        },
    }
    Ok(())
}
