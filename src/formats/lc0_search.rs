//! Search results in lc0's records.
//!
//! | record | columns of [`Games`](crate::games::Games) |
//! |---|---|
//! | `root_q` | `search_values` |
//! | `root_d` | the draw probability of `search_wdl`; 0 if only the value is known, as of networks without it |
//! | `orig_q` | `network_values`; NaN if unknown |
//! | `visits` | `search_nodes`; 0 if unknown |
//! | `probabilities` | the fractions of the visits |
//!
//! `best` and `played` are written as `root`. A record with `visits` 1, whose `root` is the result,
//! has no search. Counts are recovered from their fractions if these are exact: those with the sum
//! `visits` or one less (lc0 counts the root), else the smallest ones, else they are scaled to the
//! largest count.

use super::scored_game::ScoredGame;
use crate::attacks::Backend;
use crate::columns::probability;
use crate::games::{NO_NODES, PlyColumns, PlyRow, is_value, is_wdl};
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::tensor::Policy;
use crate::tensor::lc0::{Lc0Policy, V6Record, V6Value};
use crate::types::Move;

/// The number of visits in a record without a search.
const NO_SEARCH: u32 = 1;

/// The largest count of the least visited move that is tried to recover counts.
const MAX_LEAST_COUNT: u32 = 64;

/// The largest relative error of a count by the rounding of fractions to 32 bits.
const ROUNDING: f64 = 3e-7;

/// Replaces the policy and the values of a record by those of the search, where they are known.
pub(super) fn write_search(
    search: &PlyColumns,
    ply: usize,
    position: &Position,
    policy: Lc0Policy,
    record: &mut V6Record,
) {
    let wdl = search.search_wdl.as_ref().and_then(|wdl| wdl.get(ply).copied());
    let wdl = wdl.filter(|wdl| !wdl[0].is_nan());
    let number = |column: &Option<Vec<f32>>| {
        let number = column.as_ref().and_then(|column| column.get(ply).copied());
        number.filter(|number| !number.is_nan())
    };
    let value = number(&search.search_values);
    if let Some(value) = number(&search.network_values) {
        record.set_value(V6Value::OrigQ, value);
    }
    let visits = search.visits.as_ref().and_then(|visits| visits.get(ply)).unwrap_or_default();
    let total: u32 = visits.iter().map(|&[_, count]| u32::from(count)).sum();
    if value.is_none() && wdl.is_none() && total == 0 {
        return;
    }
    let q = value.or_else(|| wdl.map(|[win, _, loss]| win - loss));
    if let Some(q) = q {
        let d = wdl.map_or(0.0, |[_, draw, _]| draw);
        for field in [V6Value::RootQ, V6Value::BestQ, V6Value::PlayedQ] {
            record.set_value(field, q);
        }
        for field in [V6Value::RootD, V6Value::BestD, V6Value::PlayedD] {
            record.set_value(field, d);
        }
    }
    let played = record.played();
    let nodes = search.search_nodes.as_ref().and_then(|nodes| nodes.get(ply).copied());
    let nodes = nodes.filter(|&nodes| nodes != NO_NODES).unwrap_or(0);
    record.set_played(played, nodes.unsigned_abs());
    if total == 0 {
        return;
    }
    record.set_probability(played.into(), 0.0);
    let index_of = |bits: u16| policy.index(position, Move::from_bits(bits)?);
    let mut best = (0, played);
    for &[bits, count] in visits {
        if let Some(index) = index_of(bits) {
            record.set_probability(index, probability(count, total));
            if count > best.0 {
                best = (count, index as u16);
            }
        }
    }
    record.set_best(best.1);
}

/// Reads searches from records.
#[derive(Default)]
pub(super) struct SearchReader {
    /// Reused memory: moves and their probabilities, and their counts.
    probabilities: Vec<(u16, f32)>,
    visits: Vec<[u16; 2]>,
}

impl SearchReader {
    /// Adds the search of a record to a game, in whose last position it was made.
    #[inline(always)]
    pub(super) fn read<B: Backend>(
        &mut self,
        backend: B,
        position: &Position,
        record: &V6Record,
        game: &mut ScoredGame,
    ) {
        let (q, d) = (record.value(V6Value::RootQ), record.value(V6Value::RootD));
        let result = (record.value(V6Value::ResultQ), record.value(V6Value::ResultD));
        let nodes = record.visits();
        let known = |value| if is_value(value) { value } else { f32::NAN };
        let network_values = known(record.value(V6Value::OrigQ));
        if nodes == NO_SEARCH && (q, d) == result {
            let row = PlyRow { network_values, ..PlyRow::NONE };
            game.search.set_last(game.moves.len(), &row);
            return;
        }
        let wdl = [((1.0 + q - d) / 2.0).max(0.0), d, ((1.0 - q - d) / 2.0).max(0.0)];
        self.probabilities.clear();
        self.visits.clear();
        let policy = Lc0Policy { format: record.format() };
        let index_of = policy.indices(position);
        for m in legal_moves_with(backend, position) {
            let probability = index_of(m).and_then(|index| record.probability(index));
            if let Some(probability) = probability.filter(|p| p.is_finite() && *p > 0.0) {
                self.probabilities.push((m.bits(), probability));
            }
        }
        let is_played = |bits| {
            let m = Move::from_bits(bits);
            m.and_then(&index_of) == Some(usize::from(record.played()))
        };
        let has_visits = match self.probabilities[..] {
            [] => false,
            [(bits, _)] => nodes != NO_SEARCH || !is_played(bits),
            _ => true,
        };
        if has_visits {
            let scale = scale(&self.probabilities, nodes);
            let count = |&(bits, p): &(u16, f32)| [bits, (f64::from(p) * scale).round() as u16];
            let visits = self.probabilities.iter().map(count).filter(|visit| visit[1] > 0);
            self.visits.extend(visits);
        }
        let row = PlyRow {
            search_values: known(q),
            search_wdl: if is_wdl(wdl) { wdl } else { [f32::NAN; 3] },
            network_values,
            search_nodes: i32::try_from(nodes).ok().filter(|&nodes| nodes > 1).unwrap_or(NO_NODES),
            visits: &self.visits,
            ..PlyRow::NONE
        };
        game.search.set_last(game.moves.len(), &row);
    }
}

/// The factor by which fractions, which are positive, become counts.
fn scale(probabilities: &[(u16, f32)], nodes: u32) -> f64 {
    let all = || probabilities.iter().map(|&(_, p)| f64::from(p));
    let (least, greatest) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
    let is_exact = |&scale: &f64| {
        greatest * scale < f64::from(u16::MAX) + 0.5
            && all().all(|p| {
                let count = p * scale;
                count > 0.5 && (count - count.round()).abs() <= ROUNDING * count
            })
    };
    let sums = [nodes, nodes.saturating_sub(1)].into_iter().map(f64::from);
    let smallest = (1..=MAX_LEAST_COUNT).map(|count| f64::from(count) / least);
    let exact = sums.chain(smallest).find(is_exact);
    exact.unwrap_or_else(|| f64::from(u16::MAX) / greatest)
}

#[cfg(test)]
mod tests {
    use super::scale;

    fn recovered(counts: &[u16], nodes: u32) -> Vec<u16> {
        let total: u32 = counts.iter().map(|&count| u32::from(count)).sum();
        let fractions = counts.iter().map(|&count| (0, super::probability(count, total)));
        let fractions: Vec<(u16, f32)> = fractions.collect();
        let scale = scale(&fractions, nodes);
        fractions.iter().map(|&(_, p)| (f64::from(p) * scale).round() as u16).collect()
    }

    #[test]
    fn counts_are_recovered() {
        for counts in [&[3, 5, 1][..], &[7, 65_535, 13, 600], &[64, 128, 32], &[30_001; 5]] {
            let total: u32 = counts.iter().map(|&count| u32::from(count)).sum();
            assert_eq!(recovered(counts, total), counts);
            assert_eq!(recovered(counts, total + 1), counts);
        }
        // of a single move, 1 is the fraction of any count
        assert_eq!(recovered(&[800], 800), [800]);
        // without their sum: the smallest numbers in the same ratios, or scaled ones
        assert_eq!(recovered(&[64, 128, 32], 0), [2, 4, 1]);
        assert_eq!(recovered(&[65_535, 4_001, 70], 0), [65_535, 4_001, 70]);
        assert_eq!(recovered(&[1_000, 501, 67], 0), [65_535, 32_833, 4_391]);
        // near a ratio of small numbers, but not within the rounding
        assert_eq!(recovered(&[21_843, 43_692], 0), [32_763, 65_535]);
    }
}
