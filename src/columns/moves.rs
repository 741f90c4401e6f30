//! Policies: the move played, the legal moves, the visits of a search.

use super::array::ElementsMut;
use super::error::RowError;
use super::labels;
use super::later::{Ahead, Temperature};
use super::needs::{NoVisits, OnMissing};
use super::planes::for_element;
use super::ragged::RaggedRows;
use super::sample::Sample;
use crate::attacks::Backend;
use crate::position::Position;
use crate::tensor::{Element, Policy, PolicyEncoding, PolicyError};
use crate::types::Move;

/// The largest number of visited moves of a packed row; no position of a game has more than 218
/// moves.
pub(super) const MAX_VISITED: usize = 224;

fn no_index(policy: &PolicyEncoding, m: Move) -> RowError {
    RowError::Policy(PolicyError::NoIndex { policy: policy.name(), m })
}

fn of_missing(policy: &PolicyEncoding, missing: Option<Move>) -> Result<(), RowError> {
    match missing {
        None => Ok(()),
        Some(m) => Err(no_index(policy, m)),
    }
}

/// Writes the index of a move; -1 if it has none.
#[inline(always)]
fn index_row(
    policy: &PolicyEncoding,
    position: &Position,
    m: Option<Move>,
    row: &mut [i64],
) -> Result<(), RowError> {
    // samples without a move are rejected before
    let ([to], Some(m)) = (row, m) else { return Ok(()) };
    let index = policy.index(position, m);
    *to = index.map_or(-1, |index| index as i64);
    match index {
        Some(_) => Ok(()),
        None => Err(no_index(policy, m)),
    }
}

/// Writes the index of the move played some plies later, in the position of then; -1 if it has none, or
/// if the game was over.
#[inline(always)]
pub(super) fn played(
    policy: &PolicyEncoding,
    ahead: Ahead,
    on_missing: OnMissing,
    sample: &Sample<'_>,
    row: &mut [i64],
) -> Result<(), RowError> {
    match ahead.get() {
        0 => index_row(policy, sample.position, sample.next, row),
        plies => played_later(policy, plies as usize, on_missing, sample, row),
    }
}

/// [`played`] at least one ply later, apart from the faster case.
#[inline(never)]
fn played_later(
    policy: &PolicyEncoding,
    plies: usize,
    on_missing: OnMissing,
    sample: &Sample<'_>,
    row: &mut [i64],
) -> Result<(), RowError> {
    let Some([moves @ .., m]) = sample.labels.moves().get(..=plies) else {
        row.fill(-1);
        return labels::check(-1, on_missing, "later move");
    };
    let mut position = *sample.position;
    moves.iter().for_each(|&m| position.play_unchecked(m));
    index_row(policy, &position, Some(*m), row)
}

/// Calls a function with the index of each legal move, which returns `None` if it cannot use it.
/// The first move without an index is the error.
#[inline(always)]
fn each_legal<B: Backend>(
    backend: B,
    policy: &PolicyEncoding,
    sample: &Sample<'_>,
    mut mark: impl FnMut(usize) -> Option<()>,
) -> Result<(), RowError> {
    let mut missing = None;
    sample.with_legal_moves(backend, |moves| {
        policy.each_index(sample.position, moves, |m, index| {
            if index.and_then(&mut mark).is_none() {
                missing = missing.or(Some(m));
            }
        });
    });
    of_missing(policy, missing)
}

/// Whether every legal move has an index.
pub(super) fn all_have_indices<B: Backend>(
    backend: B,
    policy: &PolicyEncoding,
    sample: &Sample<'_>,
) -> bool {
    each_legal(backend, policy, sample, |_| Some(())).is_ok()
}

/// Writes 1 at the index of each legal move.
#[inline(always)]
pub(super) fn mask<B: Backend>(
    backend: B,
    policy: &PolicyEncoding,
    sample: &Sample<'_>,
    row: ElementsMut<'_>,
) -> Result<(), RowError> {
    #[inline(always)]
    fn write<B: Backend, T: Element>(
        backend: B,
        policy: &PolicyEncoding,
        sample: &Sample<'_>,
        row: &mut [T],
    ) -> Result<(), RowError> {
        row.fill(T::ZERO);
        each_legal(backend, policy, sample, |index| {
            *row.get_mut(index)? = T::ONE;
            Some(())
        })
    }
    for_element!(row, row => return write(backend, policy, sample, row));
    Ok(())
}

/// Writes the legal mask as bits.
#[inline(always)]
pub(super) fn bits<B: Backend>(
    backend: B,
    policy: &PolicyEncoding,
    sample: &Sample<'_>,
    row: &mut [u8],
) -> Result<(), RowError> {
    row.fill(0);
    each_legal(backend, policy, sample, |index| {
        *row.get_mut(index / 8)? |= 1 << (index % 8);
        Some(())
    })
}

/// Writes the legal move with the index of the row; 0 if there is none.
#[inline(always)]
pub(super) fn of_index<B: Backend>(
    backend: B,
    policy: &PolicyEncoding,
    indices: &[i64],
    sample: &Sample<'_>,
    row: &mut [u16],
) -> Result<(), RowError> {
    row.fill(0);
    let index = indices.get(sample.row).copied().unwrap_or(-1);
    let mut found = None;
    sample.with_legal_moves(backend, |moves| {
        policy.each_index(sample.position, moves, |m, other| {
            if other.is_some_and(|other| other as i64 == index) {
                found = found.or(Some(m));
            }
        });
    });
    let no_move = PolicyError::NoMove { policy: policy.name(), index };
    row.fill(found.ok_or(RowError::Policy(no_move))?.bits());
    Ok(())
}

/// Appends the indices of the legal moves, in the order of generation, as a row.
#[inline(always)]
pub(super) fn push_indices<B: Backend>(
    backend: B,
    policy: &PolicyEncoding,
    sample: &Sample<'_>,
    rows: &mut RaggedRows,
) -> Result<(), RowError> {
    let values = rows.lists.last_items();
    let result = each_legal(backend, policy, sample, |index| {
        values.push(index as i32);
        Some(())
    });
    rows.lists.end_row();
    result
}

/// Writes the indices of the legal moves to a row that has an element for each.
#[inline(always)]
pub(super) fn write_indices<B: Backend>(
    backend: B,
    policy: &PolicyEncoding,
    sample: &Sample<'_>,
    row: &mut [i32],
) -> Result<(), RowError> {
    let mut elements = row.iter_mut();
    each_legal(backend, policy, sample, |index| {
        *elements.next()? = index as i32;
        Some(())
    })
}

/// Calls a function with each visited index and its count, the move played having the count 1 if it
/// is the target of a position without visits; returns the sum of the counts. Moves without an
/// index are skipped, and the first of them is returned.
#[inline(always)]
fn each_visit(
    policy: &PolicyEncoding,
    no_visits: NoVisits,
    sample: &Sample<'_>,
    mut visit: impl FnMut(usize, u16),
) -> (u32, Option<Move>) {
    let (mut total, mut missing) = (0, None);
    let mut add = |m: Move, count: u16| match policy.index(sample.position, m) {
        Some(index) => {
            visit(index, count);
            total += u32::from(count);
        }
        None => missing = missing.or(Some(m)),
    };
    let visits = sample.labels.visits();
    if visits.total() > 0 {
        visits.iter().filter(|visit| visit.1 > 0).for_each(|(m, count)| add(m, count));
    } else if no_visits == NoVisits::Played {
        sample.next.into_iter().for_each(|m| add(m, 1));
    }
    (total, missing)
}

/// Whether every visited move has an index.
pub(super) fn visited_have_indices(
    policy: &PolicyEncoding,
    no_visits: NoVisits,
    sample: &Sample<'_>,
) -> bool {
    each_visit(policy, no_visits, sample, |_, _| ()).1.is_none()
}

/// The probability of a count.
#[inline(always)]
pub(crate) fn probability(count: u16, total: u32) -> f32 {
    // a 64-bit division, so that the result is the nearest 32-bit number
    (f64::from(count) / f64::from(total.max(1))) as f32
}

/// The probabilities of counts: proportional to `count^(1 / temperature)`, with the sum 1.
#[derive(Clone, Copy)]
enum Distribution {
    /// That of the temperature 1, with the sum of the counts.
    Plain(u32),
    /// The largest count, to which powers are relative, the exponent, and the sum of the powers.
    Soft(f64, f64, f64),
}

impl Distribution {
    /// The distribution of counts with this sum, which `each` passes to a function.
    #[inline(always)]
    fn new(total: u32, temperature: Temperature, each: impl Fn(&mut dyn FnMut(u16))) -> Self {
        if temperature == Temperature::default() {
            return Distribution::Plain(total);
        }
        let (mut largest, mut sum) = (0.0_f64, 0.0);
        each(&mut |count| largest = largest.max(count.into()));
        let exponent = temperature.get().recip();
        each(&mut |count| sum += (f64::from(count) / largest).powf(exponent));
        Distribution::Soft(largest, exponent, sum)
    }

    #[inline(always)]
    fn probability(self, count: u16) -> f32 {
        match self {
            Distribution::Plain(total) => probability(count, total),
            Distribution::Soft(largest, exponent, sum) => {
                ((f64::from(count) / largest).powf(exponent) / sum) as f32
            }
        }
    }
}

/// The distribution of the visits of a sample.
#[inline(always)]
fn distribution(
    policy: &PolicyEncoding,
    no_visits: NoVisits,
    temperature: Temperature,
    sample: &Sample<'_>,
) -> Distribution {
    let (total, _) = each_visit(policy, no_visits, sample, |_, _| ());
    Distribution::new(total, temperature, |visit| {
        each_visit(policy, no_visits, sample, |_, count| visit(count));
    })
}

/// Writes the distribution of the visits, with the sum 1.
pub(super) fn target(
    policy: &PolicyEncoding,
    no_visits: NoVisits,
    temperature: Temperature,
    sample: &Sample<'_>,
    row: ElementsMut<'_>,
) -> Result<(), RowError> {
    #[inline(always)]
    fn write<T: Element>(
        policy: &PolicyEncoding,
        no_visits: NoVisits,
        temperature: Temperature,
        sample: &Sample<'_>,
        row: &mut [T],
    ) -> Result<(), RowError> {
        row.fill(T::ZERO);
        let distribution = distribution(policy, no_visits, temperature, sample);
        let (_, missing) = each_visit(policy, no_visits, sample, |index, count| {
            if let Some(element) = row.get_mut(index) {
                *element = T::from_f32(distribution.probability(count));
            }
        });
        of_missing(policy, missing)
    }
    for_element!(row, row => return write(policy, no_visits, temperature, sample, row));
    Ok(())
}

/// Appends the distribution of the visits as a row of indices and probabilities, in the order of
/// the visits.
#[inline(always)]
pub(super) fn push_target(
    policy: &PolicyEncoding,
    no_visits: NoVisits,
    temperature: Temperature,
    sample: &Sample<'_>,
    rows: &mut RaggedRows,
) -> Result<(), RowError> {
    let distribution = distribution(policy, no_visits, temperature, sample);
    let (_, missing) = each_visit(policy, no_visits, sample, |index, count| {
        rows.lists.last_items().push(index as i32);
        rows.weights.push(distribution.probability(count));
    });
    rows.lists.end_row();
    of_missing(policy, missing)
}

/// Writes pairs of a visited index and its count, then zeros.
pub(super) fn packed_visits(
    policy: &PolicyEncoding,
    no_visits: NoVisits,
    sample: &Sample<'_>,
    row: &mut [u16],
) -> Result<(), RowError> {
    row.fill(0);
    let count = sample.labels.visits().0.len();
    if count > MAX_VISITED {
        return Err(RowError::TooManyVisits(count));
    }
    let (pairs, _) = row.as_chunks_mut::<2>();
    let mut pairs = pairs.iter_mut();
    let (_, missing) = each_visit(policy, no_visits, sample, |index, count| {
        if let Some(pair) = pairs.next() {
            *pair = [index as u16, count];
        }
    });
    of_missing(policy, missing)
}

/// Expands a row of [`packed_visits`] to probabilities.
#[inline(always)]
pub(super) fn expand_visits<T: Element>(packed: &[u16], temperature: Temperature, row: &mut [T]) {
    row.fill(T::ZERO);
    let (pairs, _) = packed.as_chunks::<2>();
    let pairs = pairs.iter().take_while(|[_, count]| *count > 0);
    let total = pairs.clone().map(|&[_, count]| u32::from(count)).sum();
    let distribution = Distribution::new(total, temperature, |visit| {
        pairs.clone().for_each(|&[_, count]| visit(count));
    });
    for &[index, count] in pairs {
        if let Some(element) = row.get_mut(usize::from(index)) {
            *element = T::from_f32(distribution.probability(count));
        }
    }
}
