//! Sparse features.

use super::error::RowError;
use super::ragged::RaggedRows;
use super::sample::Sample;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};

/// Whether there are not too many active features.
pub(super) fn fit(set: &FeatureSet, sample: &Sample<'_>) -> bool {
    write_active(set, sample, &mut [0; 2 * MAX_ACTIVE][..2 * set.max_active()]).is_ok()
}

/// Writes the active features of both perspectives, padded with -1; see [`FeatureSet::write`].
#[inline(always)]
pub(super) fn write(
    set: &FeatureSet,
    sample: &Sample<'_>,
    row: &mut [i32],
) -> Result<(), RowError> {
    let written = write_active(set, sample, row);
    let count = *written.as_ref().unwrap_or(&0);
    let length = row.len() / 2;
    row.chunks_exact_mut(length).for_each(|of_player| of_player[count..].fill(-1));
    written.map(drop)
}

/// [`write`] without padding. Returns the number of active features of a perspective.
#[inline(always)]
fn write_active(set: &FeatureSet, sample: &Sample<'_>, row: &mut [i32]) -> Result<usize, RowError> {
    let (us, them) = row.split_at_mut(row.len() / 2);
    set.write(sample.position, [us, them]).map_err(RowError::Features)
}

/// Appends the active features of both perspectives as two rows, which are empty for an unsupported
/// position.
#[inline(always)]
pub(super) fn push(
    set: &FeatureSet,
    sample: &Sample<'_>,
    rows: &mut RaggedRows,
) -> Result<(), RowError> {
    rows.row.resize(2 * set.max_active(), 0);
    let written = write_active(set, sample, &mut rows.row);
    let count = *written.as_ref().unwrap_or(&0);
    for active in rows.row.chunks_exact(set.max_active()) {
        rows.lists.push(active[..count].iter().copied());
    }
    written.map(drop)
}
