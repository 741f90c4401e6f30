//! Sparse features.

use super::error::RowError;
use super::ragged::RaggedRows;
use super::sample::Sample;
use crate::attacks::Backend;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use crate::types::Color;

/// Whether there are not too many active features, which are as many from both perspectives.
pub(super) fn fit<B: Backend>(set: &FeatureSet, backend: B, sample: &Sample<'_>) -> bool {
    set.write_with(backend, sample.position, Color::White, &mut [0; MAX_ACTIVE]).is_ok()
}

/// Writes the active features of both perspectives, padded with -1; see [`FeatureSet::write`].
#[inline(always)]
pub(super) fn write<B: Backend>(
    set: &FeatureSet,
    backend: B,
    sample: &Sample<'_>,
    row: &mut [i32],
) -> Result<(), RowError> {
    let us = sample.position.turn();
    let (ours, theirs) = row.split_at_mut(row.len() / 2);
    set.write_with(backend, sample.position, us, ours)
        .and_then(|_| set.write_with(backend, sample.position, !us, theirs))
        .map(|_| ())
        .map_err(|error| {
            row.fill(-1);
            RowError::Features(error)
        })
}

/// Appends the active features of both perspectives as two rows, which are empty for an unsupported
/// position.
#[inline(always)]
pub(super) fn push<B: Backend>(
    set: &FeatureSet,
    backend: B,
    sample: &Sample<'_>,
    rows: &mut RaggedRows,
) -> Result<(), RowError> {
    let us = sample.position.turn();
    let (mut active, mut result) = ([0; MAX_ACTIVE], Ok(()));
    let active = &mut active[..set.max_active()];
    for perspective in [us, !us] {
        let count = set.write_with(backend, sample.position, perspective, active);
        let count = count.unwrap_or_else(|error| {
            result = Err(RowError::Features(error));
            0
        });
        rows.lists.push(active[..count].iter().copied());
    }
    result
}
