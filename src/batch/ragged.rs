//! Batches of rows of different lengths.

use super::error::BatchError;
use super::game_list::GameList;
use super::positions::{Positions, Sample};
use super::replay::{VALUES_PER_SAMPLE, write_ragged};
use crate::memory::{self, defaults};
use crate::pool::Run;
use crate::tensor::Policy;
use crate::tensor::nnue::FeatureSet;
use crate::tensor::rows::{Features, LegalIndices, Ragged, Unsupported, WriteRow};

/// Returns the policy indices of the legal moves of each position, in the order of
/// [`crate::movegen::legal_moves`].
///
/// # Errors
/// See [`BatchError`].
pub fn legal_indices<P: Policy>(
    games: &impl GameList,
    positions: Positions<'_>,
    policy: &P,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<Ragged, BatchError> {
    ragged(games, positions, &LegalIndices(policy), 1, unsupported, run)
}

/// Returns the active features of each position in two rows: the perspectives of the side to move
/// and of the opponent.
///
/// # Errors
/// See [`BatchError`].
pub fn active_features(
    games: &impl GameList,
    positions: Positions<'_>,
    set: FeatureSet,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<Ragged, BatchError> {
    ragged(games, positions, &Features(set), 2, unsupported, run)
}

/// Returns the rows of a writer in the order of the positions, `rows` for each position.
fn ragged<W: WriteRow<Ragged>>(
    games: &impl GameList,
    positions: Positions<'_>,
    writer: &W,
    rows: usize,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<Ragged, BatchError> {
    let sorted = positions.sorted(games, false)?;
    memory::check(sorted.len() * (VALUES_PER_SAMPLE * size_of::<i32>() + rows * size_of::<i64>()))?;
    let lists = write_ragged(games, &sorted, writer, unsupported, run)?;
    if sorted.iter().enumerate().all(|(row, sample)| sample.row == row) {
        return Ok(Ragged::concatenated(&lists));
    }
    let mut offsets = defaults(sorted.len() * rows + 1)?;
    for_each_row(&sorted, &lists, rows, |n, row| offsets[n + 1] = row.len() as i64);
    let mut end = 0;
    for offset in &mut offsets {
        end += *offset;
        *offset = end;
    }
    let mut values = defaults(end as usize)?;
    for_each_row(&sorted, &lists, rows, |n, row| {
        let begin = offsets[n] as usize;
        values[begin..begin + row.len()].copy_from_slice(row);
    });
    Ok(Ragged { values, offsets })
}

/// Calls `work` for the rows of the sorted samples, with the index of each row in the result.
fn for_each_row(
    sorted: &[Sample],
    lists: &[Ragged],
    rows: usize,
    mut work: impl FnMut(usize, &[i32]),
) {
    let all = lists.iter().flat_map(|list| {
        let ends = list.offsets.windows(2);
        ends.map(|ends| &list.values[ends[0] as usize..ends[1] as usize])
    });
    let indices = sorted.iter().flat_map(|sample| (0..rows).map(|row| sample.row * rows + row));
    for (index, row) in indices.zip(all) {
        work(index, row);
    }
}
