//! Rows of different lengths, one after the other.

use super::error::BatchError;
use super::game_list::GameList;
use super::positions::Pair;
use super::positions::Pairs;
use super::replay::write_ragged;
use crate::pool::Run;
use crate::tensor::Policy;
use crate::tensor::nnue::FeatureSet;
use crate::tensor::rows::{Features, LegalIndices, Ragged, Unsupported, WriteRow};

/// The indices of the legal moves of each position, in the order of
/// [`crate::movegen::legal_moves`].
///
/// # Errors
/// See [`BatchError`].
pub fn legal_indices<P: Policy>(
    games: &impl GameList,
    pairs: Pairs<'_>,
    policy: &P,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<Ragged, BatchError> {
    ragged(games, pairs, &LegalIndices(policy), 1, unsupported, run)
}

/// The active features of each position, two rows a pair: the side to move's perspective, then the
/// opponent's.
///
/// # Errors
/// See [`BatchError`].
pub fn active_features(
    games: &impl GameList,
    pairs: Pairs<'_>,
    set: FeatureSet,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<Ragged, BatchError> {
    ragged(games, pairs, &Features(set), 2, unsupported, run)
}

/// The rows of a writer, so many a pair, in the pairs' order.
fn ragged<W: WriteRow<Ragged>>(
    games: &impl GameList,
    pairs: Pairs<'_>,
    writer: &W,
    rows: usize,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<Ragged, BatchError> {
    let sorted = pairs.sorted(games, false)?;
    let parts = write_ragged(games, &sorted, writer, unsupported, run)?;
    if sorted.iter().enumerate().all(|(place, pair)| pair.at == place) {
        return Ok(Ragged::concatenated(&parts));
    }
    let mut offsets = vec![0i64; sorted.len() * rows + 1];
    for_each_row(&sorted, &parts, rows, |place, row| offsets[place + 1] = row.len() as i64);
    let mut end = 0;
    for offset in &mut offsets {
        end += *offset;
        *offset = end;
    }
    let mut values = vec![0; end as usize];
    for_each_row(&sorted, &parts, rows, |place, row| {
        let begin = offsets[place] as usize;
        values[begin..begin + row.len()].copy_from_slice(row);
    });
    Ok(Ragged { values, offsets })
}

/// Goes through the rows of the sorted pairs with the place that each has among all.
fn for_each_row(
    sorted: &[Pair],
    parts: &[Ragged],
    rows: usize,
    mut work: impl FnMut(usize, &[i32]),
) {
    let all = parts.iter().flat_map(|part| {
        let ends = part.offsets.windows(2);
        ends.map(|ends| &part.values[ends[0] as usize..ends[1] as usize])
    });
    let places = sorted.iter().flat_map(|pair| (0..rows).map(|row| pair.at * rows + row));
    for (place, row) in places.zip(all) {
        work(place, row);
    }
}
