//! Sparse features.

use super::error::RowError;
use super::ragged::RaggedRows;
use super::sample::Sample;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use crate::types::Color;

/// Whether there are not too many active features, which are as many from both perspectives.
pub(super) fn fit(set: &FeatureSet, sample: &Sample<'_>) -> bool {
    let row = &mut [0; MAX_ACTIVE][..set.max_active()];
    set.write(sample.position, Color::White, row).is_ok()
}

/// Writes the active features of both perspectives, padded with -1; see [`FeatureSet::write`].
#[inline(always)]
pub(super) fn write(
    set: &FeatureSet,
    sample: &Sample<'_>,
    row: &mut [i32],
) -> Result<(), RowError> {
    let (us, half) = (sample.position.turn(), row.len() / 2);
    for (n, perspective) in [us, !us].into_iter().enumerate() {
        let active = &mut row[n * half..][..half];
        if let Err(error) = set.write(sample.position, perspective, active) {
            row.fill(-1);
            return Err(RowError::Features(error));
        }
    }
    Ok(())
}

/// Appends the active features of both perspectives as two rows, which are empty for an unsupported
/// position.
#[inline(always)]
pub(super) fn push(
    set: &FeatureSet,
    sample: &Sample<'_>,
    rows: &mut RaggedRows,
) -> Result<(), RowError> {
    let us = sample.position.turn();
    let (mut active, mut result) = ([0; MAX_ACTIVE], Ok(()));
    let active = &mut active[..set.max_active()];
    for perspective in [us, !us] {
        let count = set.write(sample.position, perspective, active).unwrap_or_else(|error| {
            result = Err(RowError::Features(error));
            0
        });
        rows.lists.push(active[..count].iter().copied());
    }
    result
}
