//! Rows of sparse features.

use super::{Ragged, RowError, WriteRow};
use crate::attacks::Backend;
use crate::position::Position;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE, bucket};
use crate::types::{Color, Move};

/// Stockfish's bucket; see [`bucket`].
#[derive(Clone, Copy, Debug)]
pub struct Bucket;

impl WriteRow<&mut [i32]> for Bucket {
    type State = Position;

    fn width(&self) -> usize {
        1
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        _: Option<Move>,
        row: &mut &mut [i32],
    ) -> Result<(), RowError> {
        row.fill(bucket(position) as i32);
        Ok(())
    }
}

/// Active features, `(2, 32)`: the side to move's perspective and then the opponent's, each by the pieces's
/// squares, with -1 after them; see [`FeatureSet::write`].
#[derive(Clone, Copy, Debug)]
pub struct Features(pub FeatureSet);

impl WriteRow<&mut [i32]> for Features {
    type State = Position;

    fn width(&self) -> usize {
        2 * MAX_ACTIVE
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        _: Option<Move>,
        row: &mut &mut [i32],
    ) -> Result<(), RowError> {
        let (perspectives, _) = row.as_chunks_mut::<MAX_ACTIVE>();
        let us: Color = position.turn();
        for (perspective, active) in [us, !us].into_iter().zip(&mut *perspectives) {
            if let Err(error) = self.0.write(position, perspective, active) {
                perspectives.as_flattened_mut().fill(-1);
                return Err(RowError::Features(error));
            }
        }
        Ok(())
    }
}

/// The same as two rows of their own lengths, which are added to a [`Ragged`]; two empty ones for a
/// position with too many pieces.
impl WriteRow<Ragged> for Features {
    type State = Position;

    /// The least.
    fn width(&self) -> usize {
        0
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        _: Option<Move>,
        rows: &mut Ragged,
    ) -> Result<(), RowError> {
        let us: Color = position.turn();
        let (mut active, mut result) = ([0; MAX_ACTIVE], Ok(()));
        for perspective in [us, !us] {
            let count = self.0.write(position, perspective, &mut active).unwrap_or_else(|error| {
                result = Err(RowError::Features(error));
                0
            });
            rows.push(active[..count].iter().copied());
        }
        result
    }
}
