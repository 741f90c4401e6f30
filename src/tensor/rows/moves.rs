//! Rows of policies.

use super::{Ragged, RowError, WriteRow};
use crate::attacks::Backend;
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::tensor::policy::{move_among, write_legal_mask};
use crate::tensor::{Element, Policy, PolicyError};
use crate::types::Move;

fn no_index(policy: &impl Policy, m: Move) -> RowError {
    RowError::Policy(PolicyError::NoIndex { policy: policy.name(), m })
}

/// The policy index of the move played; -1 if the policy has none for it.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a, P>(pub &'a P);

impl<P: Policy> WriteRow<&mut [i64]> for Played<'_, P> {
    type State = Position;

    fn width(&self) -> usize {
        1
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
        row: &mut &mut [i64],
    ) -> Result<(), RowError> {
        row.fill(-1);
        // positions without a next move are rejected before
        let Some(m) = next else { return Ok(()) };
        let index = self.0.index(position, m).ok_or_else(|| no_index(self.0, m))?;
        row.fill(index as i64);
        Ok(())
    }
}

/// The legal move with a policy index, as 16 bits; 0 if there is none. The row is the output and
/// the index.
#[derive(Clone, Copy, Debug)]
pub struct MoveOfIndex<'a, P>(pub &'a P);

impl<P: Policy> WriteRow<(&mut [u16], i64)> for MoveOfIndex<'_, P> {
    type State = Position;

    fn width(&self) -> usize {
        1
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        backend: B,
        position: &Position,
        _: Option<Move>,
        (row, index): &mut (&mut [u16], i64),
    ) -> Result<(), RowError> {
        row.fill(0);
        let moves = legal_moves_with(backend, position);
        let found = usize::try_from(*index).ok();
        let found = found.and_then(|index| move_among(self.0, position, moves, index));
        let no_move = PolicyError::NoMove { policy: self.0.name(), index: *index };
        row.fill(found.ok_or(RowError::Policy(no_move))?.bits());
        Ok(())
    }
}

/// The legal mask: 1 at the index of each legal move.
#[derive(Clone, Copy, Debug)]
pub struct LegalMask<'a, P>(pub &'a P);

impl<P: Policy, T: Element> WriteRow<&mut [T]> for LegalMask<'_, P> {
    type State = Position;

    fn width(&self) -> usize {
        self.0.size()
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        backend: B,
        position: &Position,
        _: Option<Move>,
        row: &mut &mut [T],
    ) -> Result<(), RowError> {
        write_legal_mask(backend, self.0, position, row).map_err(RowError::Policy)
    }
}

/// The legal mask as bits: index n is bit n % 8 of byte n / 8, as `numpy.unpackbits` reads it with
/// `bitorder="little"`.
#[derive(Clone, Copy, Debug)]
pub struct LegalBits<'a, P>(pub &'a P);

impl<P: Policy> WriteRow<&mut [u8]> for LegalBits<'_, P> {
    type State = Position;

    fn width(&self) -> usize {
        self.0.size().div_ceil(8)
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        backend: B,
        position: &Position,
        _: Option<Move>,
        row: &mut &mut [u8],
    ) -> Result<(), RowError> {
        row.fill(0);
        let mut result = Ok(());
        let index_of = self.0.indices(position);
        for m in legal_moves_with(backend, position) {
            let index = index_of(m);
            match index.and_then(|index| Some((row.get_mut(index / 8)?, index % 8))) {
                Some((byte, bit)) => *byte |= 1 << bit,
                None if result.is_ok() => {
                    result = Err(no_index(self.0, m));
                }
                None => {}
            }
        }
        result
    }
}

/// The indices of the legal moves, in the order of generation, as a row of a [`Ragged`].
#[derive(Clone, Copy, Debug)]
pub struct LegalIndices<'a, P>(pub &'a P);

impl<P: Policy> WriteRow<Ragged> for LegalIndices<'_, P> {
    type State = Position;

    /// The minimum.
    fn width(&self) -> usize {
        0
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        backend: B,
        position: &Position,
        _: Option<Move>,
        rows: &mut Ragged,
    ) -> Result<(), RowError> {
        let mut missing = None;
        let index_of = self.0.indices(position);
        let moves = legal_moves_with(backend, position);
        rows.values.reserve(moves.len());
        rows.push(moves.iter().filter_map(|&m| {
            let index = index_of(m);
            if index.is_none() {
                missing = missing.or(Some(m));
            }
            index.map(|index| index as i32)
        }));
        match missing {
            None => Ok(()),
            Some(m) => Err(no_index(self.0, m)),
        }
    }
}
