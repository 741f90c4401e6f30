//! Policy targets of positions from the visits of searches.

use super::error::BatchError;
use super::positions::{Positions, Sample};
use super::replay::write_all;
use crate::games::Games;
use crate::pool::Run;
use crate::tensor::rows::{NoVisits, PolicyTarget, Unsupported, Visits};
use crate::tensor::{Element, Policy};

/// A sparse matrix with a row for each position, in the CSR format.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SparseRows {
    /// The column of each value.
    pub indices: Vec<i32>,
    /// The values.
    pub values: Vec<f32>,
    /// The start of each row, and the end of the last.
    pub offsets: Vec<i64>,
}

/// Writes the distribution of the visits in each position, `(positions, size)`, with the sum 1.
///
/// `no_visits` is the target of positions without visits; `None` makes them an error.
///
/// # Errors
/// See [`BatchError`].
pub fn policy_target<P: Policy, T: Element>(
    games: &Games,
    positions: Positions<'_>,
    policy: &P,
    no_visits: Option<NoVisits>,
    out: &mut [T],
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<(), BatchError> {
    let sorted = positions.sorted(games, true)?;
    check_visits(games, &sorted, no_visits)?;
    let rows = positions.rows(&sorted, policy.size(), out)?.into_iter();
    let rows = rows.zip(&sorted).map(|(row, sample)| (row, visits(games, sample)));
    let mut rows: Vec<(&mut [T], Visits<'_>)> = rows.collect();
    let target = PolicyTarget { policy, no_visits: no_visits.unwrap_or_default() };
    write_all(games, &sorted, &mut rows, &target, false, unsupported, run)
}

/// Returns the distribution of the visits in each position as sparse rows, in the order of the
/// visits.
///
/// # Errors
/// See [`BatchError`].
pub fn policy_target_csr<P: Policy>(
    games: &Games,
    positions: Positions<'_>,
    policy: &P,
    no_visits: Option<NoVisits>,
    run: Run<'_>,
) -> Result<SparseRows, BatchError> {
    let sorted = positions.sorted(games, true)?;
    check_visits(games, &sorted, no_visits)?;
    let count = |sample: &Sample| match visits(games, sample) {
        visits if visits.total() > 0 => visits.counts.iter().filter(|&&count| count > 0).count(),
        _ => usize::from(no_visits == Some(NoVisits::Played)),
    };
    let mut sparse = SparseRows { offsets: vec![0; sorted.len() + 1], ..SparseRows::default() };
    for sample in &sorted {
        sparse.offsets[sample.row + 1] = count(sample) as i64;
    }
    let mut end = 0;
    for offset in &mut sparse.offsets {
        end += *offset;
        *offset = end;
    }
    sparse.indices.resize(end as usize, 0);
    sparse.values.resize(end as usize, 0.0);
    // the rows of the result, then in the order of the samples
    let (mut indices, mut values) = (&mut sparse.indices[..], &mut sparse.values[..]);
    let mut rows = Vec::with_capacity(sorted.len());
    for ends in sparse.offsets.windows(2) {
        let width = (ends[1] - ends[0]) as usize;
        let split = (indices.split_at_mut(width), values.split_at_mut(width));
        rows.push(Some((split.0.0, split.1.0)));
        (indices, values) = (split.0.1, split.1.1);
    }
    let row = |sample: &Sample| {
        let (indices, values) = rows[sample.row].take()?;
        Some((indices, values, visits(games, sample)))
    };
    let mut rows: Vec<_> = sorted.iter().filter_map(row).collect();
    let target = PolicyTarget { policy, no_visits: no_visits.unwrap_or_default() };
    write_all(games, &sorted, &mut rows, &target, false, Unsupported::Raise, run)?;
    Ok(sparse)
}

fn visits<'a>(games: &'a Games, sample: &Sample) -> Visits<'a> {
    let visits = games.game(sample.game).map(|game| game.visits(sample.ply));
    visits.map_or(Visits::default(), |(moves, counts)| Visits { moves, counts })
}

/// Checks that all positions have visits, unless there is a target for those without.
fn check_visits(
    games: &Games,
    sorted: &[Sample],
    no_visits: Option<NoVisits>,
) -> Result<(), BatchError> {
    if no_visits.is_some() {
        return Ok(());
    }
    let without = sorted.iter().filter(|sample| visits(games, sample).total() == 0);
    match without.min_by_key(|sample| sample.row) {
        Some(&Sample { game, ply, row }) => Err(BatchError::NoVisits { index: row, game, ply }),
        None => Ok(()),
    }
}
