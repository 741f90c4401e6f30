//! Sparse features.

use super::error::RowError;
use super::ragged::RaggedRows;
use super::sample::Sample;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};

/// Whether there are not too many pieces.
pub(super) fn fit(sample: &Sample<'_>) -> bool {
    sample.position.placement().occupied().len() as usize <= MAX_ACTIVE
}

/// Writes the active features of both perspectives, padded with -1; see [`FeatureSet::write`].
#[inline(always)]
pub(super) fn write(set: FeatureSet, sample: &Sample<'_>, row: &mut [i32]) -> Result<(), RowError> {
    let (perspectives, _) = row.as_chunks_mut::<MAX_ACTIVE>();
    let us = sample.position.turn();
    for (perspective, active) in [us, !us].into_iter().zip(&mut *perspectives) {
        if let Err(error) = set.write(sample.position, perspective, active) {
            perspectives.as_flattened_mut().fill(-1);
            return Err(RowError::Features(error));
        }
    }
    Ok(())
}

/// Appends the active features of both perspectives as two rows, which are empty for an unsupported
/// position.
#[inline(always)]
pub(super) fn push(
    set: FeatureSet,
    sample: &Sample<'_>,
    rows: &mut RaggedRows,
) -> Result<(), RowError> {
    let us = sample.position.turn();
    let (mut active, mut result) = ([0; MAX_ACTIVE], Ok(()));
    for perspective in [us, !us] {
        let count = set.write(sample.position, perspective, &mut active).unwrap_or_else(|error| {
            result = Err(RowError::Features(error));
            0
        });
        rows.lists.push(active[..count].iter().copied());
    }
    result
}
