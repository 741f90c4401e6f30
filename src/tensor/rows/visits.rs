//! Rows of policy targets: the visits of a search as a distribution.

use super::{RowError, WriteRow};
use crate::attacks::Backend;
use crate::position::Position;
use crate::tensor::{Element, Policy, PolicyError};
use crate::types::Move;

/// The moves that a search visited in a position, as bits, and their counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Visits<'a> {
    /// The moves.
    pub moves: &'a [u16],
    /// A count for each move.
    pub counts: &'a [u16],
}

impl<'a> Visits<'a> {
    /// The sum of the counts.
    pub fn total(self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }

    fn iter(self) -> impl Iterator<Item = (Move, u16)> + use<'a> {
        let visits = self.moves.iter().zip(self.counts);
        visits.filter_map(|(&bits, &count)| Some((Move::from_bits(bits)?, count)))
    }
}

/// The target of a position without visits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum NoVisits {
    /// A row of zeros, which adds nothing to a cross-entropy.
    #[default]
    Zeros,
    /// 1 at the index of the move played.
    Played,
}

/// The distribution of the visits over the indices of a policy, with the sum 1.
///
/// Moves without an index are an error; their row is the distribution over the others.
#[derive(Clone, Copy, Debug)]
pub struct PolicyTarget<'a, P> {
    /// The policy.
    pub policy: &'a P,
    /// The target of positions without visits.
    pub no_visits: NoVisits,
}

impl<P: Policy> PolicyTarget<'_, P> {
    /// Calls a function with each index and its count, the move played having the count 1 if it is
    /// the target; returns the sum of the counts.
    #[inline(always)]
    pub(crate) fn each(
        &self,
        position: &Position,
        next: Option<Move>,
        visits: Visits<'_>,
        mut use_index: impl FnMut(usize, u16),
    ) -> Result<u32, (u32, RowError)> {
        let index_of = self.policy.indices(position);
        let (mut total, mut missing) = (0, None);
        let mut add = |m: Move, count: u16| match index_of(m) {
            Some(index) => {
                use_index(index, count);
                total += u32::from(count);
            }
            None => missing = missing.or(Some(m)),
        };
        if visits.total() > 0 {
            visits.iter().filter(|visit| visit.1 > 0).for_each(|(m, count)| add(m, count));
        } else if self.no_visits == NoVisits::Played {
            next.into_iter().for_each(|m| add(m, 1));
        }
        match missing {
            None => Ok(total),
            Some(m) => {
                let error = PolicyError::NoIndex { policy: self.policy.name(), m };
                Err((total, RowError::Policy(error)))
            }
        }
    }
}

/// The probability of a count.
#[inline(always)]
pub(crate) fn probability(count: u16, total: u32) -> f32 {
    // a 64-bit division, so that the result is the nearest 32-bit number
    (f64::from(count) / f64::from(total.max(1))) as f32
}

/// A row for all indices of the policy, and the visits.
impl<T: Element, P: Policy> WriteRow<(&mut [T], Visits<'_>)> for PolicyTarget<'_, P> {
    type State = Position;

    fn width(&self) -> usize {
        self.policy.size()
    }

    fn needs_move(&self) -> bool {
        true
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        next: Option<Move>,
        row: &mut (&mut [T], Visits<'_>),
    ) -> Result<(), RowError> {
        let (row, visits) = row;
        row.fill(T::ZERO);
        let counted = self.each(position, next, *visits, |_, _| ());
        let total = counted.as_ref().copied().unwrap_or_else(|(total, _)| *total);
        let write = |index: usize, count: u16| {
            if let Some(element) = row.get_mut(index) {
                *element = T::from_f32(probability(count, total));
            }
        };
        let written = self.each(position, next, *visits, write);
        written.map(|_| ()).map_err(|(_, error)| error)
    }
}

/// The indices and the probabilities of the visited moves, in the order of the visits; the slices
/// have an element for each count above 0.
impl<P: Policy> WriteRow<(&mut [i32], &mut [f32], Visits<'_>)> for PolicyTarget<'_, P> {
    type State = Position;

    /// The minimum.
    fn width(&self) -> usize {
        0
    }

    fn needs_move(&self) -> bool {
        true
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        next: Option<Move>,
        row: &mut (&mut [i32], &mut [f32], Visits<'_>),
    ) -> Result<(), RowError> {
        let (indices, probabilities, visits) = row;
        let total = visits.total().max(1);
        let mut elements = indices.iter_mut().zip(probabilities.iter_mut());
        let write = |index: usize, count: u16| {
            if let Some((element, weight)) = elements.next() {
                (*element, *weight) = (index as i32, probability(count, total));
            }
        };
        let written = self.each(position, next, *visits, write);
        written.map(|_| ()).map_err(|(_, error)| error)
    }
}
