//! Sparse features.

use super::error::RowError;
use super::ragged::RaggedRows;
use super::sample::Sample;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};

/// Whether there are not too many active features.
pub(super) fn fit(set: &FeatureSet, sample: &Sample<'_>) -> bool {
    write(set, sample, &mut [0; 2 * MAX_ACTIVE][..2 * set.max_active()]).is_ok()
}

/// Writes the active features of both perspectives, padded with -1; see [`FeatureSet::write`].
/// Returns the number of a perspective.
#[inline(always)]
pub(super) fn write(
    set: &FeatureSet,
    sample: &Sample<'_>,
    row: &mut [i32],
) -> Result<usize, RowError> {
    let (us, them) = row.split_at_mut(row.len() / 2);
    let written = set.write(sample.position, [us, them]);
    written.map_err(|error| {
        row.fill(-1);
        RowError::Features(error)
    })
}

/// Appends the active features of both perspectives as two rows, which are empty for an unsupported
/// position.
#[inline(always)]
pub(super) fn push(
    set: &FeatureSet,
    sample: &Sample<'_>,
    rows: &mut RaggedRows,
) -> Result<(), RowError> {
    let mut row = [0; 2 * MAX_ACTIVE];
    let row = &mut row[..2 * set.max_active()];
    let written = write(set, sample, row);
    let count = *written.as_ref().unwrap_or(&0);
    for active in row.chunks_exact(set.max_active()) {
        rows.lists.push(active[..count].iter().copied());
    }
    written.map(drop)
}
